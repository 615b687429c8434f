import { sql, type RawBuilder } from 'kysely';
import type { Person, PersonalTable } from '../../gateway/personal-table.ts';
import type { Store } from '../../store/store.ts';

export type Key = string | number;

type KeyedTable = Pick<PersonalTable, 'table' | 'key'>;

/** Finds the keys of rows, off the event loop. */
export async function findKeys(
  store: Store,
  { table, key }: KeyedTable,
  condition: RawBuilder<unknown>,
): Promise<readonly Key[]> {
  const query = sql<{
    key: Key;
  }>`select ${sql.ref(key)} as key from ${sql.table(table)} where ${condition}`;
  const rows = await store.readLong({ compile: () => query.compile(store.db) });
  return rows.map((row) => row.key);
}

/**
 * Finds the keys of a person's rows in a table, in ascending order.
 *
 * @param only  a further condition
 */
export async function findPersonalKeys(
  store: Store,
  table: PersonalTable,
  { person, only }: { readonly person: Person; readonly only?: RawBuilder<unknown> | undefined },
): Promise<readonly Key[]> {
  const found = new Set<Key>();
  for (const condition of table.belongsTo(person)) {
    const matching = only ? sql`${condition} and ${only}` : condition;
    for (const key of await findKeys(store, table, matching)) found.add(key);
  }
  return [...found].sort((one, other) => (one < other ? -1 : 1));
}

/** Divides keys into parts of at most `size`. */
export function divideKeys(keys: readonly Key[], size: number): readonly (readonly Key[])[] {
  return Array.from({ length: Math.ceil(keys.length / size) }, (_, part) =>
    keys.slice(part * size, (part + 1) * size),
  );
}

/** Matches the rows with these keys. */
export function hasKey(
  { key }: Pick<PersonalTable, 'key'>,
  keys: readonly Key[],
): RawBuilder<unknown> {
  return sql`${sql.ref(key)} in (${sql.join(keys)})`;
}
