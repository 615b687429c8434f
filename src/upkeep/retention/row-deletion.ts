import { sql, type RawBuilder } from 'kysely';
import { holdsOf, type GrowingTable } from '../../gateway/growing-table.ts';
import type { Statement, Store } from '../../store/store.ts';

/** Rows that one statement deletes: some milliseconds of the writer, between two groups of accounting. */
const rowsPerStep = 200;

/** Above this many pending writes the deletion waits: accounting has priority. */
const maxPendingWrites = 64;

/** The oldest rows of a table that are beyond a limit. */
export interface ExpiredRows {
  readonly of: GrowingTable;
  /** Matches them by organization and time, in the order of an index. */
  readonly where: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  /** The limit in words. */
  readonly limit: string;
}

/** Orders rows by time, and then by key. */
export function orderByTime({ timeColumn, key }: GrowingTable): RawBuilder<unknown> {
  return timeColumn === key ? sql.ref(key) : sql`${sql.ref(timeColumn)}, ${sql.ref(key)}`;
}

/** Returns the value of a table's time column at a time. @param ms  milliseconds since 1970 */
export function valueAt(of: GrowingTable, ms: number): number {
  return of.valueAt?.(ms) ?? ms;
}

/** The number of steps that a run may still take. */
export class StepBudget {
  #left: number;
  readonly #signal: AbortSignal;
  readonly #store: Pick<Store, 'pendingWrites'>;

  constructor(
    store: Pick<Store, 'pendingWrites'>,
    { steps, signal }: { readonly steps: number; readonly signal: AbortSignal },
  ) {
    this.#store = store;
    this.#left = steps;
    this.#signal = signal;
  }

  isSpent(): boolean {
    return this.#left <= 0 || this.#signal.aborted || this.#store.pendingWrites > maxPendingWrites;
  }

  spend(): void {
    this.#left -= 1;
  }
}

/** Time limit of a deletion. */
export interface DeletionRun {
  /** The trusted time, in milliseconds since 1970. */
  readonly now: number;
  readonly budget: StepBudget;
  /** Limit of the steps of this deletion; default: the budget's. */
  readonly maxSteps?: number;
}

/**
 * Deletes expired rows in steps, the oldest first, until all are deleted or the budget is spent.
 *
 * @returns the number of rows deleted
 * @throws  Fault as `Store.write` does; rows deleted before stay deleted
 */
export async function deleteExpiredRows(
  store: Store,
  rows: ExpiredRows,
  { now, budget, maxSteps = Infinity }: DeletionRun,
): Promise<number> {
  let deleted = 0;
  for (let step = 0; step < maxSteps && !budget.isSpent(); step += 1) {
    budget.spend();
    const written = await store.write(stepStatements(store, rows, now));
    const changes = written.at(-1)?.changes ?? 0;
    deleted += changes;
    if (changes < rowsPerStep) break;
  }
  return deleted;
}

function stepStatements(
  store: Store,
  { of, where, order }: ExpiredRows,
  now: number,
): readonly Statement[] {
  const table = sql.table(of.table);
  const mayDelete = of.mayDelete?.(now) ?? sql`1 = 1`;
  // Another gateway on the same store deletes other rows.
  const lock = store.engine === 'postgres' ? sql`for update skip locked` : sql``;
  const keys = sql`select ${sql.ref(of.key)} from ${table}
    where ${where} and ${holdsOf(of)} and ${mayDelete} order by ${order} limit ${sql.lit(rowsPerStep)} ${lock}`;
  if (of.deleteRows) return of.deleteRows(store, keys);
  return [sql`delete from ${table} where ${sql.ref(of.key)} in (${keys})`.compile(store.db)];
}
