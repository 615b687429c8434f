import { Readable } from 'node:stream';
import { Type, type TObject } from 'typebox';
import type { Caller } from '../../contract/caller.ts';
import { Fault } from '../../contract/errors.ts';
import { parseTime } from '../../contract/fields.ts';
import type { Resource } from '../../contract/resource.ts';
import { guardCell } from '../../runtime/formula-guard.ts';
import type { Condition, Selection } from '../../store/query/selection.ts';
import { csvMediaType } from './csv.ts';
import { selectionOf } from './list-endpoint.ts';
import { inclusiveEndMs, periodFilter } from './list-parameters.ts';

/* What summaries have in common: a period that is bounded, one organization or all of the caller, and CSV. */

const maxDays = 92;
const dayMs = 86_400_000;

/** The parameters of a summary. */
export const summaryQuery = {
  ...periodFilter('datetime').query,
  organization: Type.Optional(
    Type.Integer({ description: 'only of this organization, without those below it' }),
  ),
};

interface AskedPeriod {
  readonly start_date?: string | undefined;
  readonly end_date?: string | undefined;
}

/**
 * Returns the period of a summary in milliseconds since 1970, both ends included; without one, the days before now.
 *
 * @throws Fault `invalid` if it is longer than 92 days
 */
export function summaryPeriod(
  { start_date: start, end_date: end }: AskedPeriod,
  { now, days }: { readonly now: Date; readonly days: number },
): { readonly from: number; readonly until: number } {
  const until = (end === undefined ? null : inclusiveEndMs(end)) ?? now.getTime();
  const from = (start === undefined ? null : parseTime(start)) ?? until - days * dayMs;
  if (until - from > (maxDays + 1) * dayMs)
    throw Fault.field('start_date', `At most ${maxDays} days are counted at a time.`);
  return { from, until };
}

/**
 * Returns the rows of a summary: those that its caller may see, of one organization if there is one asked for.
 *
 * @param where  further conditions
 */
export function summarySelection<T extends TObject>(
  resource: Resource<T>,
  asked: {
    readonly caller: Caller;
    readonly organization: number | undefined;
    readonly where: readonly Condition[];
  },
): Selection {
  const { caller, organization, where } = asked;
  return ofOrganization(
    selectionOf({ resource, where: () => where }, { caller, query: {} }),
    organization,
  );
}

/** Returns the conditions of a period, both ends included. */
export function within(
  column: string,
  { from, until }: { readonly from: number; readonly until: number },
): readonly Condition[] {
  return [
    { column, operator: '>=', value: from },
    { column, operator: '<=', value: until },
  ];
}

/** Returns the condition that a column has a value; undefined: none. */
export function equalTo(column: string, value: number | undefined): readonly Condition[] {
  return value === undefined ? [] : [{ column, operator: '=', value }];
}

/** Returns the part of a selection that is of one organization; undefined: all of it. */
export function ofOrganization(selection: Selection, organization: number | undefined): Selection {
  if (organization === undefined) return selection;
  const { scope } = selection;
  const isSeen = scope === 'all' || scope.includes(organization);
  return { ...selection, scope: isSeen ? [organization] : [] };
}

type Cell = string | number | boolean | null | undefined;

type SummaryRow = Readonly<Record<string, Cell>>;

/** Returns the reply of a summary: its rows, or as CSV with a header line. */
export function summaryReply<R extends SummaryRow>(
  mediaType: string | undefined,
  columns: readonly string[],
  results: R[],
): Promise<Readable> | { results: R[] } {
  return mediaType === csvMediaType ? csvOf(columns, results) : { results };
}

async function csvOf(columns: readonly string[], rows: readonly SummaryRow[]): Promise<Readable> {
  const { stringify } = await import('csv-stringify/sync');
  const body = stringify([...rows], {
    columns: [...columns],
    header: true,
    cast: { boolean: String, string: guardCell },
  });
  return Readable.from([body]);
}
