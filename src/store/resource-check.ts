import { sql } from 'kysely';
import type { TSchema } from 'typebox';
import { isNullable } from '../contract/fields.ts';
import { storedColumns, type Resource } from '../contract/resource.ts';
import { relationOf } from './query/relation.ts';
import { readableFields } from './query/row-serialization.ts';
import type { Store } from './store.ts';
import { readTableColumns, type TableColumn } from './table-columns.ts';

type ReadableStore = Pick<Store, 'engine' | 'db'>;

/**
 * Checks every resource against its table and its relation.
 *
 * @throws Error naming each resource and column that differs: a field without a column, a column without a field, another
 *   nullability, a default that the database lacks, or a field, filter or order that the relation lacks
 */
export async function checkResources(
  store: ReadableStore,
  resources: readonly Resource[],
): Promise<void> {
  const faults: string[] = [];
  for (const table of new Set(resources.map(({ name }) => name))) {
    const sharing = resources.filter(({ name }) => name === table);
    faults.push(...tableFaults(sharing, await readTableColumns(store, table)));
  }
  for (const resource of resources) faults.push(...(await relationFaults(store, resource)));
  if (faults.length > 0)
    throw new Error(`the store does not fit this program:\n${faults.join('\n')}`);
}

/** @param sharing  the resources of one table: together they declare all of its columns */
function tableFaults(
  sharing: readonly Resource[],
  columns: readonly TableColumn[],
): readonly string[] {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const declared = new Set(sharing.flatMap((resource) => Object.keys(storedColumns(resource))));
  const undeclared = columns.filter(({ name }) => !declared.has(name));
  return [
    ...sharing.flatMap((resource) =>
      Object.entries(storedColumns(resource)).flatMap(([name, schema]) =>
        columnFaults(resource, { name, schema, column: byName.get(name) }),
      ),
    ),
    ...undeclared.map(
      ({ name }) => `${sharing[0]?.name}.${name}: a column of the table that no field declares`,
    ),
  ];
}

interface Declared {
  readonly name: string;
  readonly schema: TSchema;
  readonly column: TableColumn | undefined;
}

function columnFaults(resource: Resource, { name, schema, column }: Declared): readonly string[] {
  const place = `${resource.name}.${name}`;
  if (!column) return [`${place}: a field without a column in the table`];
  const faults: string[] = [];
  if (column.isNullable !== isNullable(schema))
    faults.push(`${place}: ${column.isNullable ? 'nullable' : 'NOT NULL'} in the table only`);
  if (resource.databaseDefaults?.includes(name) && !column.hasDefault)
    faults.push(`${place}: in databaseDefaults, but the table has no default`);
  return faults;
}

async function relationFaults(
  store: ReadableStore,
  resource: Resource,
): Promise<readonly string[]> {
  const columns = usedColumns(resource);
  if (await hasColumns(store, resource, columns)) return [];
  const faults: string[] = [];
  for (const column of columns)
    if (!(await hasColumns(store, resource, [column])))
      faults.push(`${resource.name}.${column}: missing in the table or relation of the resource`);
  return faults.length > 0 ? faults : [`${resource.name}: its relation is not valid SQL`];
}

/** Returns the columns that lists of a resource show, filter, order and scope by. */
function usedColumns(resource: Resource): readonly string[] {
  const { accessPaths, nameColumns = {}, scope } = resource;
  return [
    ...new Set([
      ...readableFields(resource),
      ...Object.values(resource.filters).map(({ column }) => column),
      ...(resource.lookups ?? []),
      ...(accessPaths?.columns ?? []),
      ...(accessPaths?.whereNull ?? []),
      ...(accessPaths?.hashed ?? []),
      ...Object.entries(nameColumns).flatMap(([column, { id }]) => [column, id]),
      resource.order.column,
      resource.key,
      ...(scope === 'organization' ? ['organization'] : []),
    ]),
  ];
}

async function hasColumns(
  store: ReadableStore,
  resource: Resource,
  columns: readonly string[],
): Promise<boolean> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  return sql`select ${list} from ${relationOf(store, resource)} limit 0`.execute(store.db).then(
    () => true,
    () => false,
  );
}
