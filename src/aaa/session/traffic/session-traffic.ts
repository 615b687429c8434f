import { Type } from 'typebox';
import { dateTime, id } from '../../../contract/fields.ts';
import { readOnlyResource, resource } from '../../../contract/resource.ts';
import type { GrowingTable } from '../../../gateway/growing-table.ts';

/** The counters of a session at some times of its course: one row for each session, which has many points at most. */
export const sessionTraffic = resource({
  name: 'aaa_session_traffic',
  title: 'the traffic of a session',
  plural: 'traffic of sessions',
  schema: Type.Object({
    session: id(),
    organization: Type.Integer(),
    at: dateTime({ description: 'time of the last point' }),
    step: Type.Integer({ description: 'least seconds between two points' }),
    samples: Type.Integer({ description: 'number of points' }),
    points: Type.String({
      description:
        'points with a semicolon between them, the oldest first: seconds since 1970, octets in and octets out since the begin of the session',
    }),
  }),
  key: 'session',
  ...readOnlyResource,
  scope: 'organization',
  filters: {},
  lookups: [],
  order: { column: 'session', direction: 'asc' },
  paging: 'offset',
});

declare module '../../../contract/tables.ts' {
  interface Tables {
    aaa_session_traffic: TableOf<typeof sessionTraffic>;
  }
}

/** A session that is open stays, as long as its NAS sends Interim-Updates. */
export const trafficGrowth: GrowingTable = {
  retention: 'session_traffic',
  table: 'aaa_session_traffic',
  key: 'session',
  timeColumn: 'at',
};

/** The counters of a session at a time. */
export interface TrafficPoint {
  /** Seconds since 1970. */
  readonly at: number;
  readonly octetsIn: bigint;
  readonly octetsOut: bigint;
}

/** Returns the points of a row. */
export function readPoints(points: string): readonly TrafficPoint[] {
  return points.split(';').map((point) => {
    const [at, octetsIn = '', octetsOut = ''] = point.split(' ');
    return { at: Number(at), octetsIn: BigInt(octetsIn), octetsOut: BigInt(octetsOut) };
  });
}

/** Returns every second point of a row, the last among them. */
export function thinPoints(points: string): { readonly samples: number; readonly points: string } {
  const all = points.split(';');
  const kept = all.filter((_, position) => (all.length - 1 - position) % 2 === 0);
  return { samples: kept.length, points: kept.join(';') };
}
