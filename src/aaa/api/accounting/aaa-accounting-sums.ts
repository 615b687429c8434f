import { Type } from 'typebox';
import { accountingRecord } from '../../session/accounting-record.ts';
import {
  sumGroups,
  sumSessions,
  type SessionSum,
  type SumGroup,
} from '../../session/accounting-sums.ts';
import { Fault } from '../../../contract/errors.ts';
import { counter, nullable, text } from '../../../contract/fields.ts';
import { csvMediaType } from '../../../http/list/csv.ts';
import type { Call } from '../../../http/endpoint.ts';
import { readableSchema } from '../../../http/resource-schema.ts';
import { selectionOf } from '../../../http/list/list-endpoint.ts';
import { pageLink, pageSchema, pageSize } from '../../../http/list/page.ts';

/** The query parameter that asks for sums. */
export const sumParameter = {
  group_by: Type.Optional(
    Type.Enum([...sumGroups], {
      'x-extension': true,
      description:
        'sums of the selected sessions in place of the sessions; `day`: the day that a session began, in the time zone of its organization',
    }),
  ),
};

const group = () => Type.Optional(nullable(Type.Integer()));
const sum = Type.Object({
  user: group(),
  access_point: group(),
  day: Type.Optional(nullable(text({ format: 'date', 'x-extension': true }))),
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

/**
 * Lists sums of the selected sessions by user, access point or day.
 *
 * @throws Fault `invalid` if the query selects too many sessions, or CSV is asked for
 */
export async function listSums(call: Call, group: SumGroup, where: Where) {
  const { gateway, query, address, mediaType } = call;
  if (mediaType === csvMediaType) throw Fault.field('group_by', 'Not as text/csv.');
  const limit = pageSize(numberOf(Reflect.get(query, 'limit')));
  const { count, rows, hasMore } = await sumSessions(gateway.store, {
    selection: selectionOf({ resource: accountingRecord, where }, call),
    group,
    after: positionOf(Reflect.get(query, 'cursor')),
    limit,
    now: gateway.now(),
  });
  const last = rows.at(-1)?.key;
  const next = hasMore && last !== undefined ? { limit: String(limit), cursor: `g${last}` } : null;
  const results = rows.map((row) => toItem(group, row));
  return { count, next: next && pageLink(address, next), previous: null, results };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** @throws Fault `not_found` for a cursor of another list */
function positionOf(cursor: unknown): number | null {
  if (cursor === undefined) return null;
  const found = typeof cursor === 'string' ? /^g(\d{1,15})$/.exec(cursor)?.[1] : undefined;
  if (found === undefined) throw new Fault('not_found', 'Invalid cursor');
  return Number(found);
}

function toItem(group: SumGroup, { key, sessions, seconds, ...octets }: SessionSum) {
  const exact = (value: number | bigint) => (typeof value === 'bigint' ? value.toString() : value);
  return {
    [group]: key === 0 ? null : group === 'day' ? formatDay(key) : key,
    sessions,
    seconds,
    octets_in: exact(octets.octets_in),
    octets_out: exact(octets.octets_out),
  };
}

function formatDay(days: number): string {
  return new Date(days * 86_400_000).toISOString().slice(0, 10);
}
