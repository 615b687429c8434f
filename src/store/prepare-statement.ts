import type { CompiledQuery, Kysely } from 'kysely';
import type { Statement, Store } from './store.ts';
import type { Tables } from '../tables.ts';
import { PreparedStatement } from './prepared-statement.ts';

/*
 * What is asked or written for each packet or session is put into words once and filled each time: to write a statement
 * anew takes longer than to run it.
 */

type Values = Readonly<Record<string, unknown>>;

/** A statement of a unit. @param written  with a `slot` for each value that differs */
export function prepareStatement(
  written: (db: Kysely<Tables>) => CompiledQuery,
): (store: Pick<Store, 'db'>, values: Values) => Statement {
  const templates = new WeakMap<Kysely<Tables>, PreparedStatement<Values>>();
  return ({ db }, values) => {
    const template = templates.get(db) ?? new PreparedStatement(written(db));
    templates.set(db, template);
    return template.bind(values);
  };
}

/** A short read. @param query  with a `slot` for each value that differs */
export function prepareQuery<Row>(
  query: (db: Kysely<Tables>) => CompiledQuery<Row>,
): (store: Pick<Store, 'db' | 'read'>, values: Values) => Promise<readonly Row[]> {
  const filled = prepareStatement(query);
  return (store, values) => store.read<Row>(filled(store, values));
}
