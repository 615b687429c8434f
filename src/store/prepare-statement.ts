import type { CompiledQuery, Kysely } from 'kysely';
import type { Statement, Store } from './store.ts';
import type { Tables } from '../tables.ts';
import { PreparedStatement } from './prepared-statement.ts';

/*
 * Prepares the statements of each packet and session once and binds values to them: compiling a statement takes longer
 * than running it.
 */

type Values = Readonly<Record<string, unknown>>;

/** Prepares a statement of a batch. @param written  with a `namedParameter` for each value that differs */
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

/** Prepares a short read. @param query  with a `namedParameter` for each value that differs */
export function prepareQuery<Row>(
  query: (db: Kysely<Tables>) => CompiledQuery<Row>,
): (store: Pick<Store, 'db' | 'read'>, values: Values) => Promise<readonly Row[]> {
  const filled = prepareStatement(query);
  return (store, values) => store.read<Row>(filled(store, values));
}
