import { sql } from 'kysely';
import { Type } from 'typebox';
import { id, keysOf, mac, nullable, text, dateTime } from '../../contract/fields.ts';
import { resource, readOnlyResource } from '../../contract/resource.ts';
import type { Statement, Store } from '../../store/store.ts';
import { compileStatement } from '../../store/store.ts';

/** The events of a portal by code. */
export const portalEvents = {
  ua: 'user authentication',
  ui: 'login',
  uo: 'logout',
  ur: 'registration',
  pp: 'payment processing',
  ve: 'e-mail validation',
  uu: 'user update',
  uc: 'password change',
  up: 'password recovery request',
  us: 'password reset',
  ux: 'session expired',
  ut: 'session timed out',
  uk: 'disconnected by an administrator',
  ub: 'blocked',
  vs: 'SMS validation',
  vt: 'token or voucher validation',
  sl: 'social login',
  pv: 'page view',
  pr: 'redirect',
  pc: 'payment confirmed',
  pf: 'payment failed',
  ad: 'advertisement shown',
  ac: 'advertisement clicked',
  tr: 'trigger',
  ms: 'message sent',
  er: 'error',
} as const;

export type PortalEvent = keyof typeof portalEvents;
const portalEventCodes = keysOf(portalEvents);

/** Events that a portal in front of the gateway reports. */
export const reportedEvents = [
  'pp',
  'pc',
  'pf',
  've',
  'vs',
  'up',
  'us',
  'sl',
  'ms',
  'ad',
  'ac',
] as const satisfies readonly PortalEvent[];

export type ReportedEvent = (typeof reportedEvents)[number];

const rowId = () => nullable(Type.Integer());

/** The log of a portal, newest first. */
export const portalLog = resource({
  name: 'txlog_portal',
  title: 'a portal transaction',
  plural: 'portal transactions',
  schema: Type.Object({
    id: id(),
    datetime: dateTime(),
    type: Type.Enum([...portalEventCodes]),
    status: Type.Integer({ description: '200: success' }),
    detail: text(),
    organization: Type.Integer(),
    user: rowId(),
    username: nullable(text()),
    page: rowId(),
    access_point: rowId(),
    location: rowId(),
    mac: nullable(mac()),
    ip: nullable(text()),
    user_agent: nullable(text()),
    session_id: nullable(text()),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  filters: {
    type: { column: 'type', operator: '=' },
    user: { column: 'user', operator: '=', schema: Type.Integer() },
    page: { column: 'page', operator: '=', schema: Type.Integer() },
    access_point: { column: 'access_point', operator: '=', schema: Type.Integer() },
    location: { column: 'location', operator: '=', schema: Type.Integer() },
  },
  lookups: ['id', 'datetime', 'status', 'username', 'mac', 'ip', 'session_id'],
  databaseDefaults: ['detail'],
  accessPaths: { columns: ['user', 'access_point', 'location', 'type', 'page'] },
  order: { column: 'datetime', direction: 'desc' },
  paging: 'cursor',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    txlog_portal: TableOf<typeof portalLog>;
  }
}

/** An entry of the log; a missing field is not known. */
export interface PortalLogEntry {
  readonly type: PortalEvent;
  readonly organization: number;
  readonly at: Date;
  readonly status: number;
  readonly detail?: string;
  readonly page?: number | null;
  readonly user?: number | null;
  readonly username?: string | null;
  readonly access_point?: number | null;
  readonly location?: number | null;
  readonly mac?: string | null;
  readonly ip?: string | null;
  readonly user_agent?: string | null;
  readonly session_id?: string | null;
}

export function insertPortalLogEntry(store: Store, { at, ...entry }: PortalLogEntry): Statement {
  return compileStatement(
    store.db.insertInto('txlog_portal').values({ ...entry, datetime: at.getTime() }),
  );
}

/** Returns a statement that logs the registration of a user, for the batch that adds it; it only logs subscribers. */
export function insertRegistration(store: Store, username: string, at: Date): Statement {
  const entry = sql`insert into txlog_portal (datetime, type, status, detail, organization, "user", username)
    select cast(${at.getTime()} as bigint), 'ur', 200, '', organization, id, username
    from "user" where username = ${username} and role = 'subscriber'`;
  return compileStatement(entry.compile(store.db));
}
