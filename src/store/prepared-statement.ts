import { sql, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../contract/tables.ts';
import type { Engine, Statement, Store } from './store.ts';

/*
 * Prepares the statements of each packet and session once and binds values to them: compiling a statement takes longer
 * than running it.
 */

type Values = Readonly<Record<string, unknown>>;

class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A parameter that `PreparedStatement.bind` gives a value. */
export function namedParameter<T = unknown>(name: string): RawBuilder<T> {
  return sql<T>`${new Slot(name)}`;
}

/** A statement that is compiled once and bound many times: its text stays the same, so engines keep it prepared. */
export class PreparedStatement<Values extends Readonly<Record<string, unknown>>> {
  readonly #sql: string;
  readonly #parameters: readonly unknown[];

  constructor(query: CompiledQuery) {
    const { sql, parameters } = withOnePlan(query);
    this.#sql = sql;
    this.#parameters = parameters;
  }

  bind(values: Values): Statement {
    const parameters: unknown[] = [];
    // Pushed, not mapped: see `WriteRequest`.
    for (const parameter of this.#parameters)
      parameters.push(parameter instanceof Slot ? values[parameter.name] : parameter);
    return { sql: this.#sql, parameters };
  }
}

/**
 * Writes the constants of a statement of SQLite into its text, and a unary plus before each parameter, which keeps its value.
 * Otherwise most statements are planned again for each run: a plan may depend on a parameter in LIMIT or in a condition, and
 * better-sqlite3 clears all parameters after each run.
 *
 * @see sqlite3ExprIsInteger and sqlite3_clear_bindings in sqlite3.c
 */
function withOnePlan({ sql, parameters }: CompiledQuery): Statement {
  const [first = '', ...texts] = sql.split('?');
  if (texts.length !== parameters.length) return { sql, parameters };
  let text = first;
  const bound: unknown[] = [];
  for (const [at, parameter] of parameters.entries()) {
    const literal = literalOf(parameter);
    if (literal === null) bound.push(parameter);
    text += (literal ?? '+?') + (texts[at] ?? '');
  }
  return { sql: text, parameters: bound };
}

/** Returns the literal of a constant; null: it has to be bound. */
function literalOf(value: unknown): string | null {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  return Number.isSafeInteger(value) ? String(value) : null;
}

type Builder<Row = unknown> = (db: Kysely<Tables>, engine: Engine) => CompiledQuery<Row>;

/** Prepares a statement of a batch. @param written  with a `namedParameter` for each value that differs */
export function prepareStatement(
  written: Builder,
): (store: Pick<Store, 'db' | 'engine'>, values: Values) => Statement {
  const templates = new WeakMap<Kysely<Tables>, PreparedStatement<Values>>();
  return ({ db, engine }, values) => {
    const template = templates.get(db) ?? new PreparedStatement(written(db, engine));
    templates.set(db, template);
    return template.bind(values);
  };
}

/** Prepares a short read. @param query  with a `namedParameter` for each value that differs */
export function prepareQuery<Row>(
  query: Builder<Row>,
): (store: Pick<Store, 'db' | 'engine' | 'read'>, values: Values) => Promise<readonly Row[]> {
  const filled = prepareStatement(query);
  return (store, values) => store.read<Row>(filled(store, values));
}

/** Rows of one statement: above it there are several, so that few texts are kept. */
const maxRows = 64;

type Rows = readonly (readonly unknown[])[];

/** The values of the rows of a statement, one row for each item. */
export interface RowValues<Item> {
  /** Values that are bound once, before the values of the items. Default: no such values. */
  readonly shared?: readonly unknown[];
  /** Appends the values of an item's row to the values of the statement. */
  readonly add: (values: unknown[], item: Item) => void;
}

/**
 * Prepares a statement of any number of rows, once for each number: one statement costs less than one for each row.
 *
 * @param statementOf  returns the statement for some rows; its text depends only on their number and has their values in order
 * @returns a function that takes items and their values, and returns the statements of them
 */
export function prepareRows(statementOf: (rows: Rows, engine: Engine) => RawBuilder<unknown>) {
  const textsByStore = new WeakMap<Kysely<Tables>, Map<number, string>>();
  return <Item>(
    { db, engine }: Pick<Store, 'db' | 'engine'>,
    items: readonly Item[],
    { shared, add }: RowValues<Item>,
  ): readonly Statement[] => {
    const texts = textsByStore.get(db) ?? new Map<number, string>();
    textsByStore.set(db, texts);
    const textOf = (some: readonly Item[]) => {
      const rows = some.map((item) => {
        const row: unknown[] = [];
        add(row, item);
        return row;
      });
      return statementOf(shared ? [shared, ...rows] : rows, engine).compile(db).sql;
    };
    const statements: Statement[] = [];
    for (let from = 0; from < items.length; from += maxRows) {
      const some = items.length <= maxRows ? items : items.slice(from, from + maxRows);
      const text = texts.get(some.length) ?? textOf(some);
      texts.set(some.length, text);
      const parameters: unknown[] = [];
      // Pushed, not flattened: see `WriteRequest`.
      if (shared) for (const value of shared) parameters.push(value);
      for (const item of some) add(parameters, item);
      statements.push({ sql: text, parameters });
    }
    return statements;
  };
}
