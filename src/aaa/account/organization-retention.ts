import { sql, type RawBuilder } from 'kysely';
import type { RetentionOverrides } from '../../growing-table.ts';
import { parseJsonColumn, type Store } from '../../store/store.ts';

/** Reads the limits of the organizations that set some, by id. @throws Fault if the store cannot be read */
export async function readRetentionOverrides({
  db,
}: Pick<Store, 'db'>): Promise<ReadonlyMap<number, RetentionOverrides>> {
  const rows = await db
    .selectFrom('organization')
    .select(['id', 'retention'])
    .where('retention', '<>', '{}')
    .execute();
  return new Map(
    rows.map(({ id, retention }) => [id, parseJsonColumn<RetentionOverrides>(retention)]),
  );
}

/** Some organizations, or all others. */
export interface OrganizationGroup {
  readonly ids: readonly number[];
  readonly isExcept: boolean;
}

/** Returns a query of the organizations of a group for which a subquery of `o.id` has rows. */
export function selectOrganizationsWith(
  rows: RawBuilder<unknown>,
  { ids, isExcept }: OrganizationGroup,
): RawBuilder<{ id: number }> {
  const among = ids.length > 0 ? sql`o.id in (${sql.join(ids)})` : sql`1 = 0`;
  const isInGroup = isExcept ? sql`not (${among})` : among;
  return sql`select o.id from organization as o where ${isInGroup} and exists (select 1 from ${rows}) order by o.id`;
}
