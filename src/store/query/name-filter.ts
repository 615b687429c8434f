import { sql } from 'kysely';
import type { NameColumn, Resource } from '../../resource.ts';
import type { Condition, Selection } from './where-clause.ts';
import type { Store } from '../store.ts';

/** More than this bear a name only where it says nothing. */
const mostNamesakes = 100;

/**
 * The same selection by ids where it goes by names: an index of a long table leads to an id, in the order of the list,
 * and to a name of another table it does not.
 */
export async function resolveNameFilters<S extends Selection>(
  store: Store,
  of: Resource,
  selection: S,
): Promise<S> {
  const { nameColumns = {} } = of;
  let selected = selection;
  for (const condition of selection.where) {
    const named = condition.operator === '=' ? nameColumns[condition.column] : undefined;
    const ids = named && (await bearers(store, named, condition.value));
    if (ids)
      selected = replaced(selected, condition, { column: named.id, operator: 'in', value: ids });
  }
  return selected;
}

function replaced<S extends Selection>(
  selection: S,
  condition: Condition,
  by: Condition & { value: readonly number[] },
): S {
  const where = selection.where.map((other) => (other === condition ? by : other));
  return { ...selection, where, ...(by.value.length === 0 && { where: [], scope: [] }) };
}

/** Ids of the rows of a name, or nothing where they are too many. */
async function bearers(
  store: Store,
  { table, name }: NameColumn,
  value: unknown,
): Promise<readonly number[] | undefined> {
  const query = sql<{ id: number }>`
    select id from ${sql.table(table)} where ${sql.ref(name)} = ${value} limit ${mostNamesakes + 1}`;
  const ids = (await query.execute(store.db)).rows.map(({ id }) => id);
  return ids.length > mostNamesakes ? undefined : ids;
}
