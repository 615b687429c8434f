import type { Compilable, Kysely } from 'kysely';
import type { Store } from './store.ts';
import type { Tables } from './tables.ts';
import { Template } from './template.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * A short read that is written once and asked many times: to write a query anew takes longer than to run it.
 *
 * @param query  with a `slot` for each value that differs
 */
export function lookup<Row>(
  query: (db: Kysely<Tables>) => Compilable<Row>,
): (store: Pick<Store, 'db' | 'read'>, values: Values) => Promise<readonly Row[]> {
  const templates = new WeakMap<Kysely<Tables>, Template<Values>>();
  return ({ db, read }, values) => {
    const template = templates.get(db) ?? new Template<Values>(query(db).compile());
    templates.set(db, template);
    return read<Row>(template.fill(values));
  };
}
