import { sql, type RawBuilder } from 'kysely';
import { relationOf } from '../../store/query/relation.ts';
import { whereClause, type Selection } from '../../store/query/selection.ts';
import type { Store } from '../../store/store.ts';
import { userToken } from './user-token.ts';

/** The vouchers that one request made. Each is either used, revoked, expired or left. */
interface BatchCount {
  readonly batch: string;
  readonly organization: number;
  /** Milliseconds since 1970. */
  readonly created: number;
  /** As it is printed; null: none, or not the same on all. */
  readonly price: string | null;
  /** Seconds of credit of each; null: not metered, or not the same for all. */
  readonly time: number | null;
  readonly made: number;
  readonly used: number;
  readonly revoked: number;
  readonly expired: number;
  readonly left: number;
}

const isUsed = sql`(first_used is not null or exists (select 1 from aaa_accounting a where a."user" = user_token."user"))`;

const common = (column: string) =>
  sql`case when min(${sql.ref(column)}) = max(${sql.ref(column)}) and count(${sql.ref(column)}) = count(*) then min(${sql.ref(column)}) end as ${sql.ref(column)}`;

const countOf = (state: string) =>
  sql`cast(sum(case when state = ${sql.lit(state)} then 1 else 0 end) as bigint) as ${sql.ref(state)}`;

/**
 * Counts vouchers by batch off the event loop, the newest batches first. A voucher is used from its first login on, whatever became
 * of it since.
 *
 * @param selection  of user tokens, with the period in which they were made
 * @param limit      batches at most
 * @throws Fault `unavailable` if the store cannot be read
 */
export async function countVouchers(
  store: Store,
  {
    selection,
    now,
    limit,
  }: { readonly selection: Selection; readonly now: Date; readonly limit: number },
): Promise<readonly BatchCount[]> {
  const state: RawBuilder<unknown> = sql`case when ${isUsed} then 'used' when is_active = 0 then 'revoked'
    when expiration <= ${now.getTime()} then 'expired' else 'left' end`;
  const query = sql<BatchCount>`
    select batch, organization, min(created) as created, ${common('price')}, ${common('time')}, count(*) as made,
      ${sql.join(['used', 'revoked', 'expired', 'left'].map(countOf))}
    from (
      select batch, organization, created, price, time, ${state} as state from ${relationOf(store, userToken)}
      where kind = 'network' and batch is not null and ${whereClause(selection)}) as found
    group by batch, organization order by 3 desc, batch limit ${limit}`;
  return store.readLong({ compile: () => query.compile(store.db) }, selection);
}
