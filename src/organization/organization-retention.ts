import { sql, type RawBuilder } from 'kysely';
import { keysOf } from '../contract/fields.ts';
import { defaultRetention, type RetentionOverrides } from '../config/retention-limits.ts';
import { parseJsonColumn, type Store } from '../store/store.ts';

/**
 * Reads the limits of the organizations that have some, by id: their own, else the limits of the nearest organization above
 * that sets them.
 *
 * @throws Fault if the store cannot be read
 */
export async function readRetentionOverrides({
  db,
}: Pick<Store, 'db'>): Promise<ReadonlyMap<number, RetentionOverrides>> {
  const setters = await db
    .selectFrom('organization')
    .select('id')
    .where('retention', '<>', '{}')
    .limit(1)
    .execute();
  if (setters.length === 0) return new Map();
  const rows = await db.selectFrom('organization').select(['id', 'parent', 'retention']).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = rows.map(({ id }) => [id, limitsOf(id, byId)] as const);
  return new Map(found.filter(([, limits]) => Object.keys(limits).length > 0));
}

interface OrganizationRow {
  readonly parent: number | null;
  readonly retention: string;
}

/** Merges the limits on the way up to the root; a tree is never deeper than its number of rows. */
function limitsOf(start: number, byId: ReadonlyMap<number, OrganizationRow>): RetentionOverrides {
  let limits: RetentionOverrides = {};
  let row = byId.get(start);
  for (let depth = 0; row && depth < byId.size; depth += 1) {
    if (row.retention !== '{}')
      limits = mergeLimits(parseJsonColumn<RetentionOverrides>(row.retention), limits);
    row = row.parent === null ? undefined : byId.get(row.parent);
  }
  return limits;
}

function mergeLimits(above: RetentionOverrides, own: RetentionOverrides): RetentionOverrides {
  const names = keysOf(defaultRetention).filter((name) => above[name] ?? own[name]);
  return Object.fromEntries(names.map((name) => [name, { ...above[name], ...own[name] }]));
}

/** Some organizations, or all others. */
export interface OrganizationGroup {
  readonly ids: readonly number[];
  readonly isExcept: boolean;
}

/** Returns a query of the organizations of a group whose subquery by `o.id` has rows. */
export function selectOrganizationsWith(
  rows: RawBuilder<unknown>,
  { ids, isExcept }: OrganizationGroup,
): RawBuilder<{ id: number }> {
  const among = ids.length > 0 ? sql`o.id in (${sql.join(ids)})` : sql`1 = 0`;
  const isInGroup = isExcept ? sql`not (${among})` : among;
  return sql`select o.id from organization as o where ${isInGroup} and exists (select 1 from ${rows}) order by o.id`;
}
