import { sql } from 'kysely';
import type { Resource } from '../../resource.ts';
import type { Condition, Selection } from './where-clause.ts';
import type { Store } from '../store.ts';

/** A column of a relation that shows the name of what a row refers to. */
interface Named {
  readonly table: string;
  readonly name: string;
  /** The relation's column with the id of it. */
  readonly id: string;
}

const parameter = (name: string): Named => ({
  table: 'inventory_parameter',
  name,
  id: 'parameter_id',
});

const names: Readonly<Record<string, Readonly<Record<string, Named>>>> = {
  inventory_metric_log: {
    device_name: { table: 'inventory_device', name: 'name', id: 'device_id' },
    metric_name: { table: 'inventory_metric', name: 'name', id: 'metric_id' },
    parameter_name: parameter('name'),
    parameter_short_name: parameter('short_name'),
    parameter_variable_name: parameter('variable_name'),
  },
};

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
  const known = names[of.name];
  if (!known) return selection;
  let selected = selection;
  for (const condition of selection.where) {
    const named = condition.operator === '=' ? known[condition.column] : undefined;
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
  { table, name }: Named,
  value: unknown,
): Promise<readonly number[] | undefined> {
  const query = sql<{ id: number }>`
    select id from ${sql.table(table)} where ${sql.ref(name)} = ${value} limit ${mostNamesakes + 1}`;
  const ids = (await query.execute(store.db)).rows.map(({ id }) => id);
  return ids.length > mostNamesakes ? undefined : ids;
}
