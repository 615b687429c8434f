import { Type } from 'typebox';
import { reportReaders } from '../../contract/caller.ts';
import { nullable, text } from '../../contract/fields.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { csvMediaType } from '../../http/list/csv.ts';
import {
  equalTo,
  summaryPeriod,
  summaryQuery,
  summaryReply,
  summarySelection,
} from '../../http/list/summary-query.ts';
import { readTimeZone } from '../../organization/time-zone.ts';
import { offsetAt, timeOfLocalClock } from '../../runtime/time-zone.ts';
import { computeAvailability } from '../device/availability.ts';
import { device } from '../device/device.ts';

const maxRows = 1000;
const dayMs = 86_400_000;

const query = Type.Object(
  {
    ...summaryQuery,
    location: Type.Optional(Type.Integer({ description: 'only devices of this location' })),
    group_by: Type.Optional(
      Type.Enum(['device', 'day'], {
        default: 'device',
        description:
          '`device`: the least available first; `day`: all devices together, by the days of your organization',
      }),
    ),
  },
  { additionalProperties: false },
);

const row = Type.Object({
  device: Type.Optional(Type.Integer()),
  name: Type.Optional(text()),
  day: Type.Optional(text({ format: 'date' })),
  availability: nullable(
    Type.Number({
      description: 'share of the time up, from 0 to 1; null: neither up nor down in the period',
    }),
  ),
  up_seconds: Type.Integer(),
  down_seconds: Type.Integer({
    description: 'the time as Misconfigured or Unknown counts neither as up nor as down',
  }),
  outages: Type.Integer({ description: 'how often one went down in the period' }),
});

/** GET /inventory_device_availability/: how long devices were up; without a period, in the last seven days. */
export const availabilityEndpoint: Endpoint = endpoint({
  method: 'GET',
  path: '/inventory_device_availability/',
  summary: 'Compute how long devices were up and down',
  roles: reportReaders,
  isExtension: true,
  mediaTypes: [csvMediaType],
  query,
  reply: Type.Object({
    results: Type.Array(row, { description: 'the thousand least available devices, or all days' }),
  }),
  async handle({ gateway, caller, query: asked, mediaType }) {
    const now = gateway.now();
    const { from, until: end } = summaryPeriod(asked, { now, days: 7 });
    const until = Math.min(end, now.getTime());
    const isByDay = asked.group_by === 'day';
    const columns = [...(isByDay ? ['day'] : ['device', 'name']), ...measured];
    if (from >= until) return summaryReply(mediaType, columns, []);
    const timeZone = await readTimeZone(gateway.store, {
      location: null,
      organization: caller.organization,
    });
    const days = isByDay ? daysOf(timeZone, { from, until }) : [{ day: '', from, until }];
    const found = await computeAvailability(gateway.store, {
      selection: summarySelection(device, {
        caller,
        organization: asked.organization,
        where: equalTo('location', asked.location),
      }),
      parts: days,
      group: isByDay ? 'part' : 'device',
      limit: maxRows,
    });
    const results = found.map(({ key, name, ...times }) => ({
      ...(isByDay ? { day: days[key]?.day ?? '' } : { device: key, name: name ?? '' }),
      availability: shareOf(times.up_seconds, times.down_seconds),
      ...times,
    }));
    return summaryReply(mediaType, columns, results);
  },
});

const measured = ['availability', 'up_seconds', 'down_seconds', 'outages'];

function shareOf(up: number, down: number): number | null {
  return up + down === 0 ? null : up / (up + down);
}

interface Day {
  /** As 2026-06-01. */
  readonly day: string;
  readonly from: number;
  readonly until: number;
}

/** Returns the local days of a period; the first and the last one may be parts of days. */
function daysOf(
  timeZone: string | null,
  { from, until }: { readonly from: number; readonly until: number },
): readonly Day[] {
  const first = Math.floor((from + offsetAt(timeZone, from)) / dayMs);
  const last = Math.floor((until - 1 + offsetAt(timeZone, until - 1)) / dayMs);
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const day = first + index;
    return {
      day: new Date(day * dayMs).toISOString().slice(0, 10),
      from: Math.max(from, timeOfLocalClock(timeZone, day * dayMs)),
      until: Math.min(until, timeOfLocalClock(timeZone, (day + 1) * dayMs)),
    };
  });
}
