import { sql } from 'kysely';
import type { NameColumn, Resource } from '../../resource.ts';
import type { Condition, Selection } from './where-clause.ts';
import type { Store } from '../store.ts';

/** Above this many matches the name is not selective; the join stays. */
const maxMatches = 100;

/**
 * Replaces filters on names of another table by filters on ids, which an index of a long table finds in
 * the order of the list. Returns a selection that has been resolved before unchanged.
 */
export async function resolveNameFilters<S extends Selection>(
  store: Store,
  of: Resource,
  selection: S,
): Promise<S> {
  if (selection.hasResolvedNames) return selection;
  const { nameColumns = {} } = of;
  let selected = selection;
  for (const condition of selection.where) {
    const named = condition.operator === '=' ? nameColumns[condition.column] : undefined;
    const ids = named && (await matchingIds(store, named, condition.value));
    if (ids)
      selected = replaced(selected, condition, { column: named.id, operator: 'in', value: ids });
  }
  return { ...selected, hasResolvedNames: true };
}

function replaced<S extends Selection>(
  selection: S,
  condition: Condition,
  by: Condition & { value: readonly number[] },
): S {
  const where = selection.where.map((other) => (other === condition ? by : other));
  return { ...selection, where, ...(by.value.length === 0 && { where: [], scope: [] }) };
}

/** Returns the ids of the rows with a name, undefined if there are too many. */
async function matchingIds(
  store: Store,
  { table, name, through }: NameColumn,
  value: unknown,
): Promise<readonly number[] | undefined> {
  const named = sql`select id from ${sql.table(table)} where ${sql.ref(name)} = ${value}`;
  const found = through
    ? sql`select id from ${sql.table(through.table)} where ${sql.ref(through.column)} in (${named})`
    : named;
  const query = sql<{ id: number }>`${found} limit ${maxMatches + 1}`;
  const ids = (await query.execute(store.db)).rows.map(({ id }) => id);
  return ids.length > maxMatches ? undefined : ids;
}
