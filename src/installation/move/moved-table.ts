import { hash } from 'node:crypto';

/** A table of a store as its engine declares it. */
export interface MovedTable {
  readonly name: string;
  /** Names of the columns, in the order of the alphabet. */
  readonly columns: readonly string[];
}

export type MovedRow = Readonly<Record<string, unknown>>;

/** A store whose rows are read, in batches of a bounded size. */
export interface StoreReader {
  listTables(): Promise<readonly MovedTable[]>;
  readRows(table: MovedTable): AsyncIterable<readonly MovedRow[]>;
  /** Reads the last id that each table has given out, also to rows that were deleted. */
  readLastIds(): Promise<ReadonlyMap<string, number | bigint>>;
  close(): Promise<void>;
}

/** A store that is filled. It has its content only when `finish` has returned. */
export interface StoreWriter extends StoreReader {
  /** Prepares a store without content. */
  begin(): Promise<void>;
  writeRows(table: MovedTable, rows: readonly MovedRow[]): Promise<void>;
  writeLastId(table: string, id: number | bigint): Promise<void>;
  /** Checks the references of the rows, and brings everything onto the disk. */
  finish(): Promise<void>;
}

/** The rows of a batch are at most this many, and its octets about this many. */
export const batchLimits = { rows: 2000, octets: 4 * 2 ** 20 };

/** Estimates the octets of a row in memory. */
export function octetsOfRow(row: MovedRow): number {
  let octets = 64;
  for (const column in row) {
    const value = row[column];
    octets += typeof value === 'string' || value instanceof Uint8Array ? value.length + 16 : 16;
  }
  return octets;
}

/** Number and checksum of the rows of a table; their order does not matter. */
export class RowSum {
  rows = 0;
  readonly #sums = new Uint32Array(4);

  add(table: MovedTable, rows: readonly MovedRow[]): void {
    for (const row of rows) {
      const digest = hash('md5', textOfRow(table, row), 'buffer');
      this.#sums.forEach(
        (sum, place) => (this.#sums[place] = sum + digest.readUInt32LE(place * 4)),
      );
    }
    this.rows += rows.length;
  }

  get checksum(): string {
    return [...this.#sums].map((sum) => sum.toString(16).padStart(8, '0')).join('');
  }
}

/** Writes a row unambiguously, the same for both engines. */
function textOfRow({ columns }: MovedTable, row: MovedRow): string {
  return JSON.stringify(columns.map((column) => wordOf(row[column])));
}

function wordOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return `b${Buffer.from(value).toString('base64')}`;
  if (typeof value === 'string') return `t${value}`;
  if (typeof value === 'number' || typeof value === 'bigint') return `n${value}`;
  throw new Error(`a value of type ${typeof value} is not compared`);
}
