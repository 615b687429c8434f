import { sql } from 'kysely';
import type { Selection } from '../../store/query/selection.ts';
import { whereClause } from '../../store/query/selection.ts';
import type { Store } from '../../store/store.ts';

/** Decisions on logins of an hour, or with a reason. */
interface DecisionCount {
  /** Milliseconds since 1970 at the begin of the hour, or the reason. */
  readonly key: number | string;
  readonly accepted: number;
  readonly rejected: number;
}

const hourMs = 3_600_000;

/** What decisions are counted by. */
export const decisionGroups = {
  hour: sql`datetime - datetime % ${sql.lit(hourMs)}`,
  reason: sql`reason`,
} as const;

export type DecisionGroup = keyof typeof decisionGroups;

const countOf = (outcome: 'accept' | 'reject') =>
  sql`cast(sum(case when outcome = ${sql.lit(outcome)} then 1 else 0 end) as bigint)`;

/**
 * Counts decisions off the event loop: hours in their order, reasons with the most decisions first.
 *
 * @param selection  with the period, which limits what is read
 * @param limit      groups at most
 * @throws Fault `unavailable` if the store cannot be read
 */
export async function countDecisions(
  store: Store,
  group: DecisionGroup,
  { selection, limit }: { readonly selection: Selection; readonly limit: number },
): Promise<readonly DecisionCount[]> {
  const { scope } = selection;
  if (scope !== 'all' && scope.length === 0) return [];
  const order = group === 'hour' ? sql`1` : sql`count(*) desc, 1`;
  // Each outcome has an index of its own with everything that hours are counted by.
  const query = sql<DecisionCount>`
    select ${decisionGroups[group]} as key, ${countOf('accept')} as accepted, ${countOf('reject')} as rejected
    from aaa_decision where outcome in ('accept', 'reject') and ${whereClause(selection)}
    group by 1 order by ${order} limit ${limit}`;
  return store.readLong({ compile: () => query.compile(store.db) }, selection);
}
