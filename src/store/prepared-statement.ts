import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import type { Statement } from './store.ts';

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

  constructor({ sql, parameters }: CompiledQuery) {
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
