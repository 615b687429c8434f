import { sql } from 'kysely';
import { holdsOf, marginOf, type GrowingTable } from '../../gateway/growing-table.ts';
import type { Store } from '../../store/store.ts';
import { orderByTime, type ExpiredRows } from './row-deletion.ts';
import { rowLimitOf, type TableLimits } from './table-limits.ts';

/** Keys that are random or times, and not a sequence, do not show how many rows were added. */
const recountMs = 600_000;

/** Result of a count of a table. */
interface Count {
  readonly at: number;
  readonly lastKey: number | null;
  /** Rows that may be added before an organization exceeds its limit. */
  readonly headroom: number;
  readonly limits: string;
}

interface CountRequest {
  readonly limits: TableLimits;
  readonly now: number;
}

/** Finds the rows of a table beyond the row limits of their organizations. Rows are not counted while no organization can exceed its limit. */
export class RowOverflow {
  readonly #store: Store;
  readonly #of: GrowingTable;
  #count: Count | null = null;

  constructor(store: Store, of: GrowingTable) {
    this.#store = store;
    this.#of = of;
  }

  /**
   * Finds the oldest rows of each organization that has too many.
   *
   * @throws Fault if the store cannot be read
   */
  async find({ limits, now }: CountRequest): Promise<readonly ExpiredRows[]> {
    const lastKey = await this.#readLastKey();
    if (this.#isWithinHeadroom({ limits, now }, lastKey)) return [];
    const found: ExpiredRows[] = [];
    let headroom = limits.site.rows;
    for (const { organization, rows } of await this.#countRows()) {
      const limit = rowLimitOf(limits, organization);
      if (rows > limit) found.push(...(await this.#oldest(organization, limit)));
      headroom = Math.min(headroom, Math.max(marginOf(limit), limit - rows));
    }
    this.#count = { at: now, lastKey, headroom, limits: textOf(limits) };
    return found;
  }

  /** Counts again at the next call, since not all rows that were found have been deleted. */
  forget(): void {
    this.#count = null;
  }

  #isWithinHeadroom({ limits, now }: CountRequest, lastKey: number | null): boolean {
    const count = this.#count;
    if (count?.limits !== textOf(limits)) return false;
    if (lastKey === null || count.lastKey === null)
      return now >= count.at && now - count.at < recountMs;
    return lastKey - count.lastKey <= count.headroom;
  }

  async #readLastKey(): Promise<number | null> {
    const { table, key, valueAt } = this.#of;
    if (valueAt) return null;
    const { db } = this.#store;
    const { rows } = await sql<{
      last: unknown;
    }>`select max(${sql.ref(key)}) as last from ${sql.table(table)}`.execute(db);
    const last = rows[0]?.last ?? 0;
    return typeof last === 'number' ? last : null;
  }

  #countRows(): Promise<readonly { readonly organization: number; readonly rows: number }[]> {
    const { db } = this.#store;
    const query = sql<{ organization: number; rows: number }>`
      select organization, count(*) as rows from ${sql.table(this.#of.table)}
      where ${holdsOf(this.#of)} group by organization`;
    return this.#store.readLong({ compile: () => query.compile(db) });
  }

  async #oldest(organization: number, limit: number): Promise<readonly ExpiredRows[]> {
    const { table, key, timeColumn } = this.#of;
    const [at, id] = [sql.ref(timeColumn), sql.ref(key)];
    const query = sql<{ at: number; id: unknown }>`
      select ${at} as at, ${id} as id from ${sql.table(table)} where organization = ${organization} and ${holdsOf(this.#of)}
      order by ${at} desc, ${id} desc limit 1 offset ${limit - marginOf(limit)}`;
    const [last] = await this.#store.readLong({ compile: () => query.compile(this.#store.db) });
    if (!last) return [];
    const where = sql`organization = ${organization} and (${at}, ${id}) <= (${last.at}, ${last.id})`;
    const words = `more than ${limit} rows of an organization`;
    return [{ of: this.#of, where, order: orderByTime(this.#of), limit: words }];
  }
}

function textOf({ site, own }: TableLimits): string {
  return JSON.stringify([site.rows, ...own]);
}
