import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import { parseTime } from '../../contract/fields.ts';
import { guardCell } from '../../runtime/formula-guard.ts';
import type { Selection } from '../../store/query/selection.ts';
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

/** Returns the part of a selection that is of one organization; undefined: all of it. */
export function ofOrganization(selection: Selection, organization: number | undefined): Selection {
  if (organization === undefined) return selection;
  const { scope } = selection;
  const isSeen = scope === 'all' || scope.includes(organization);
  return { ...selection, scope: isSeen ? [organization] : [] };
}

type Cell = string | number | boolean | null | undefined;

/** Returns a summary as CSV with a header line. */
export async function csvOfSummary(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, Cell>>[],
): Promise<Readable> {
  const { stringify } = await import('csv-stringify/sync');
  const body = stringify([...rows], {
    columns: [...columns],
    header: true,
    cast: { boolean: String, string: guardCell },
  });
  return Readable.from([body]);
}
