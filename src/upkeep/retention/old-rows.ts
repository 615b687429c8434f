import { sql, type RawBuilder } from 'kysely';
import { selectOrganizationsWith } from '../../organization/organization-retention.ts';
import { holdsOf, type GrowingTable } from '../../gateway/growing-table.ts';
import type { Store } from '../../store/store.ts';
import { orderByTime, valueAt, type ExpiredRows } from './row-deletion.ts';
import type { TableLimits } from './table-limits.ts';

const msPerDay = 86_400_000;

/**
 * Finds the rows of a table that are older than the days of their organization.
 *
 * @returns one entry for each organization that has such rows
 * @throws  Fault if the store cannot be read
 */
export async function findOldRows(
  store: Store,
  of: GrowingTable,
  { limits, now }: { readonly limits: TableLimits; readonly now: number },
): Promise<readonly ExpiredRows[]> {
  const { site, own } = limits;
  const groups = [{ days: site.days, ids: [...own.keys()], isExcept: true }, ...groupByDays(own)];
  const found: ExpiredRows[] = [];
  for (const { days, ...group } of groups) {
    const before = now - days * msPerDay;
    const limit = `older than ${new Date(before).toISOString()}`;
    const isOld = olderThan(of, before);
    const query = selectOrganizationsWith(rowsOfOrganization(of, isOld, now), group);
    const organizations = await store.readLong({ compile: () => query.compile(store.db) });
    for (const { id } of organizations)
      found.push({
        of,
        where: sql`organization = ${id} and ${isOld}`,
        order: orderByTime(of),
        limit,
      });
  }
  return found;
}

function olderThan(of: GrowingTable, ms: number): RawBuilder<unknown> {
  const isOld = sql`${sql.ref(of.timeColumn)} < ${valueAt(of, ms)}`;
  return of.heardColumn === undefined
    ? isOld
    : sql`${isOld} and coalesce(${sql.ref(of.heardColumn)}, 0) < ${ms}`;
}

/** One query finds the rows of all organizations with the same limit; a tree may have many such organizations. */
function groupByDays(own: TableLimits['own']) {
  const groups = new Map<number, number[]>();
  for (const [id, { days }] of own) groups.set(days, [...(groups.get(days) ?? []), id]);
  return [...groups].map(([days, ids]) => ({ days, ids, isExcept: false }));
}

function rowsOfOrganization(
  of: GrowingTable,
  condition: RawBuilder<unknown>,
  now: number,
): RawBuilder<unknown> {
  const mayDelete = of.mayDelete?.(now) ?? sql`1 = 1`;
  return sql`${sql.table(of.table)} where organization = o.id and ${condition}
    and ${holdsOf(of)} and ${mayDelete}`;
}
