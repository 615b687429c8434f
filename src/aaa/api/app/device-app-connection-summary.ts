import { Type } from 'typebox';
import { appReaders } from '../../../contract/caller.ts';
import { Fault } from '../../../contract/errors.ts';
import { counter, dateTime, nullable, parseTime, text } from '../../../contract/fields.ts';
import { endpoint, type Endpoint } from '../../../http/endpoint.ts';
import { pagingParameters } from '../../../http/list/filter.ts';
import {
  cursorWithOffset,
  neighbours,
  pageLink,
  pageSchema,
  pageSize,
} from '../../../http/list/page.ts';
import { networkType } from '../../app/app-log.ts';
import {
  summarizeConnections,
  type ConnectionSummaryRow,
  type SummaryPosition,
} from '../../app/connection-summary.ts';
import { periodFilter, inclusiveEndMs } from '../../../http/list/list-parameters.ts';

const average = () => nullable(Type.Number());

const row = Type.Object({
  device: Type.Integer({ description: 'id of the registered device' }),
  network_type: networkType,
  network_name: nullable(text()),
  connections: Type.Integer(),
  duration_seconds: Type.Integer(),
  bytes_in: counter(),
  bytes_out: counter(),
  avg_rssi: average(),
  avg_sinr: average(),
  avg_link_speed: average(),
  first_connection: dateTime(),
  last_connection: dateTime(),
});

const query = Type.Object(
  {
    ...pagingParameters.offset,
    ...periodFilter('start_datetime').query,
    device_id: Type.Optional(
      Type.String({ maxLength: 64, description: 'id or device_id of a registered device' }),
    ),
    app_id: Type.Optional(Type.String({ maxLength: 255, description: 'name of an app' })),
  },
  { additionalProperties: false },
);

const defaultPeriodMs = 30 * 86_400_000;

/** GET /device_app_connection_summary/: reported connections by device and network; by default of the last 30 days. */
export const connectionSummaryEndpoint: Endpoint = endpoint({
  method: 'GET',
  path: '/device_app_connection_summary/',
  summary: 'Sum up reported connections by device and network',
  query,
  reply: pageSchema(row),
  roles: [...appReaders, 'reports'],
  async handle({ gateway, caller, query, address }) {
    const limit = pageSize(query.limit);
    const offset = query.offset ?? 0;
    const period = periodOf(query, gateway.now());
    const of = {
      organizations: caller.organizations,
      ...period,
      device: query.device_id ?? null,
      app: query.app_id ?? null,
    };
    const from = positionOf(query);
    const page = { limit, offset, from };
    const { count, rows, hasMore } = await summarizeConnections(gateway.store, of, page);
    const link = (row: ConnectionSummaryRow, isBackwards: boolean) =>
      pageLink(address, { limit: String(limit), cursor: cursorOf(row, isBackwards) });
    const { next, previous } = neighbours(rows, {
      hasMore,
      isFirst: from === null && offset === 0,
      isBackwards: from?.isBackwards ?? false,
    });
    return {
      count,
      next: next && link(next, false),
      previous: previous && link(previous, true),
      results: rows.map(toItem),
    };
  },
});

function cursorOf(row: ConnectionSummaryRow, isBackwards: boolean): string {
  const { device, network_type, network_name } = row;
  const position = [device, network_type, network_name, isBackwards];
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

interface Paging {
  readonly cursor?: string;
  readonly offset?: number;
}

/** @throws Fault `not_found` for a text that is not a cursor of this list; `invalid` for one together with an offset */
function positionOf({ cursor, offset }: Paging): SummaryPosition | null {
  if (cursor === undefined) return null;
  if (offset) throw cursorWithOffset();
  const position = decodePosition(cursor);
  if (position === null) throw new Fault('not_found', 'Invalid cursor');
  return position;
}

function decodePosition(cursor: string): SummaryPosition | null {
  try {
    const decoded: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const parts: readonly unknown[] = Array.isArray(decoded) ? decoded : [];
    const [device, network_type, network_name, isBackwards] = parts;
    const isName = network_name === null || isKeyText(network_name);
    return isKeyId(device) && isKeyText(network_type) && isName && typeof isBackwards === 'boolean'
      ? { device, network_type, network_name, isBackwards }
      : null;
  } catch {
    return null;
  }
}

function isKeyId(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isKeyText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0');
}

function periodOf(
  { start_date, end_date }: { readonly start_date?: string; readonly end_date?: string },
  now: Date,
) {
  const until = (end_date === undefined ? null : inclusiveEndMs(end_date)) ?? now.getTime();
  const from = start_date === undefined ? null : parseTime(start_date);
  return { from: from ?? until - defaultPeriodMs, until };
}

function toItem(row: ConnectionSummaryRow) {
  const exact = (value: number | bigint) => (typeof value === 'bigint' ? value.toString() : value);
  const { device, network_type, network_name, connections, duration_seconds } = row;
  const { avg_rssi, avg_sinr, avg_link_speed } = row;
  return {
    device,
    network_type,
    network_name,
    connections,
    duration_seconds,
    bytes_in: exact(row.bytes_in),
    bytes_out: exact(row.bytes_out),
    avg_rssi,
    avg_sinr,
    avg_link_speed,
    first_connection: new Date(row.first_connection).toISOString(),
    last_connection: new Date(row.last_connection).toISOString(),
  };
}
