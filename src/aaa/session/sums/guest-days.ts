import { sql } from 'kysely';
import { evaluatedColumns, unionAll } from '../../../store/query/keyset-page.ts';
import { resolveNameFilters, whereClause, type Selection } from '../../../store/query/selection.ts';
import type { Store } from '../../../store/store.ts';
import { macDigitsSql } from '../../policy/mac-digits.ts';
import { accountingRecord } from '../accounting-record.ts';
import { localDayMs } from './accounting-sum.ts';
import { localStartSql, mostRows, readZones, refuseTooMany } from './accounting-sums.ts';
import { rowsAlongPath } from './summed-rows.ts';

/** The guests whose sessions began on one day. */
interface GuestDay {
  /** Local days since 1970, by the clocks of the organization. */
  readonly day: number;
  /** Different users; sessions without one count by their name, or else by their device. */
  readonly guests: number;
  /** Different MAC addresses. */
  readonly devices: number;
  readonly sessions: number;
}

const columns = [
  'organization',
  'acctstarttime',
  'local_start',
  'user',
  'username',
  'callingstationid',
];

/**
 * Counts guests by day, off the event loop. Guests of several days cannot be added up, so this reads the sessions and no sums.
 *
 * @param selection  with the period, which limits what is read
 * @throws Fault `invalid` if there is too much to read; `unavailable` if the store cannot be read
 */
export async function countGuests(
  store: Store,
  { selection: asked, now }: { readonly selection: Selection; readonly now: Date },
): Promise<readonly GuestDay[]> {
  const selection = await resolveNameFilters(store, accountingRecord, asked);
  if (selection.scope.length === 0) return [];
  const zones = await readZones(store, selection.scope);
  const rows = rowsAlongPath(store, selection);
  await refuseTooMany(store, { rows, selection, most: mostRows });
  const read = [...new Set([...columns, ...evaluatedColumns(rows.rest)])];
  const selected = sql.join(read.map((column) => sql.ref(column)));
  const sessions = unionAll(rows.sessions.map((from) => sql`select ${selected} ${from}`));
  const device = macDigitsSql(sql.ref('callingstationid'));
  const query = sql<GuestDay>`
    select day, count(distinct guest) as guests, count(distinct device) as devices, count(*) as sessions
    from (
      select ${localStartSql({ zones, selection, now })} / ${sql.lit(localDayMs)} as day, ${device} as device,
        coalesce('u' || cast("user" as text), 'n' || nullif(username, ''), 'm' || ${device}) as guest
      from (${sessions}) as near where ${whereClause(rows.rest)} and acctstarttime is not null) as found
    group by day order by day`;
  return store.readLong({ compile: () => query.compile(store.db) }, selection);
}
