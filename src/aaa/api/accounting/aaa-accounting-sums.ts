import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { accountingRecord } from '../../session/accounting-record.ts';
import { sumSessions, type SessionSum } from '../../session/sums/accounting-sums.ts';
import { sumGroupNames, sumGroups, type SumGroup } from '../../session/sums/sum-groups.ts';
import { Fault } from '../../../contract/errors.ts';
import { counter, nullable, text } from '../../../contract/fields.ts';
import { csvMediaType } from '../../../http/list/csv.ts';
import type { Call } from '../../../http/endpoint.ts';
import { readableSchema } from '../../../http/resource-schema.ts';
import { selectionOf } from '../../../http/list/list-endpoint.ts';
import { pageLink, pageSchema, pageSize } from '../../../http/list/page.ts';
import { ofOrganization } from '../../../http/list/summary-query.ts';
import { guardCell } from '../../../runtime/formula-guard.ts';

/** The query parameter that asks for sums. */
export const sumParameter = {
  group_by: Type.Optional(
    Type.Enum([...sumGroupNames], {
      'x-extension': true,
      description:
        'sums of the selected sessions in place of the sessions; `day` and `hour`: when a session began, in the time zone of its organization; `profile`: that of the user when the session ended',
    }),
  ),
};

const id = () => Type.Optional(nullable(Type.Integer()));
const ofExtension = (words = {}) =>
  Type.Optional(nullable(text({ 'x-extension': true, ...words })));
const sum = Type.Object({
  user: id(),
  access_point: id(),
  day: ofExtension({ format: 'date' }),
  hour: ofExtension({ description: 'local time, such as 2026-06-01T20:00' }),
  location: id(),
  client: id(),
  ssid: ofExtension(),
  profile: Type.Optional(nullable(Type.Integer({ 'x-extension': true }))),
  cause: ofExtension({ description: '`acctterminatecause`' }),
  batch: ofExtension({ format: 'uuid', description: 'the batch of the voucher' }),
  sessions: Type.Integer({ 'x-extension': true }),
  seconds: Type.Integer({
    'x-extension': true,
    description: 'open sessions are counted until now',
  }),
  octets_in: counter({ 'x-extension': true }),
  octets_out: counter({ 'x-extension': true }),
});

/** Reply of a list that may be one of sums. */
export const listOrSums = Type.Object({
  ...pageSchema(sum).properties,
  results: Type.Array(Type.Union([readableSchema(accountingRecord), sum])),
});

type Where = Parameters<typeof selectionOf>[0]['where'];

/** Sums of a page of CSV. */
const rowsPerRead = 10_000;

/**
 * Lists sums of the selected sessions by a group, as a page, or all of them as CSV.
 *
 * @throws Fault `invalid` if the query selects too many sessions
 */
export async function listSums(call: Call, group: SumGroup, where: Where) {
  const { gateway, caller, query, address, mediaType } = call;
  const { organization, ...others } = query;
  const all = selectionOf({ resource: accountingRecord, where }, { caller, query: others });
  // As a scope: an organization has sums of its days, which a further condition would leave unused.
  const selection = ofOrganization(all, numberOf(organization));
  const now = gateway.now();
  const read = (after: SessionSum['key'] | null, limit: number) =>
    sumSessions(gateway.store, { selection, group, after, limit, now });
  // The first rows are read before the reply begins: too many sessions are an error with a status.
  if (mediaType === csvMediaType) return csv(group, await read(null, rowsPerRead), read);
  const limit = pageSize(numberOf(Reflect.get(query, 'limit')));
  const page = await read(positionOf(group, Reflect.get(query, 'cursor')), limit);
  const last = page.rows.at(-1)?.key;
  const next =
    page.hasMore && last !== undefined ? { limit: String(limit), cursor: cursorOf(last) } : null;
  const results = page.rows.map((row) => toItem(group, row));
  return { count: page.count, next: next && pageLink(address, next), previous: null, results };
}

type Page = Awaited<ReturnType<typeof sumSessions>>;
type Read = (after: SessionSum['key'], limit: number) => Promise<Page>;

function csv(group: SumGroup, first: Page, read: Read): Readable {
  return Readable.from(lines(group, first, read));
}

async function* lines(group: SumGroup, first: Page, read: Read) {
  const { stringify } = await import('csv-stringify/sync');
  yield stringify([[group, 'sessions', 'seconds', 'octets_in', 'octets_out']]);
  for (let page = first; ;) {
    const items = page.rows.map((row) => toItem(group, row));
    yield stringify(items, { cast: { string: guardCell } });
    const last = page.rows.at(-1);
    if (!page.hasMore || !last) return;
    page = await read(last.key, rowsPerRead);
  }
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function cursorOf(key: SessionSum['key']): string {
  return typeof key === 'number' ? `g${key}` : `t${Buffer.from(key).toString('base64url')}`;
}

/** @throws Fault `not_found` for a cursor of another list */
function positionOf(group: SumGroup, cursor: unknown): SessionSum['key'] | null {
  if (cursor === undefined) return null;
  const pattern = sumGroups[group].type === 'text' ? /^t([\w-]*)$/ : /^g(\d{1,15})$/;
  const found = typeof cursor === 'string' ? pattern.exec(cursor)?.[1] : undefined;
  if (found === undefined) throw new Fault('not_found', 'Invalid cursor');
  return sumGroups[group].type === 'text'
    ? Buffer.from(found, 'base64url').toString()
    : Number(found);
}

function toItem(group: SumGroup, { key, sessions, seconds, ...octets }: SessionSum) {
  const exact = (value: number | bigint) => (typeof value === 'bigint' ? value.toString() : value);
  return {
    [group]: shownKey(group, key),
    sessions,
    seconds,
    octets_in: exact(octets.octets_in),
    octets_out: exact(octets.octets_out),
  };
}

function shownKey(group: SumGroup, key: SessionSum['key']): SessionSum['key'] | null {
  if (key === 0 || key === '') return null;
  if (group === 'day') return localTime(Number(key) * 24).slice(0, 10);
  return group === 'hour' ? localTime(Number(key)).slice(0, 16) : key;
}

const localTime = (hours: number) => new Date(hours * 3_600_000).toISOString();
