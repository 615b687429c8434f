import { closeSync, openSync } from 'node:fs';
import { Fault } from '../contract/errors.ts';
import { SqliteConnection } from './sqlite/sqlite-connection.ts';
import { onSqliteFile } from './sqlite/store-backup.ts';
import { WriteWorker } from './sqlite/write-worker.ts';
import type { OpenOptions, Statement } from './store.ts';

/** Something that waits on the disk of this machine until the store takes it. */
export interface SpoolEntry {
  /** When it came in, in milliseconds since 1970. */
  readonly received: number;
  /** What its owner needs beside the octets, as JSON. */
  readonly context: string;
  readonly octets: Uint8Array;
}

export interface SpooledEntry extends SpoolEntry {
  /** Ascends in the order of receipt. */
  readonly id: number;
}

/** What a spool holds. */
export interface SpoolContent {
  readonly entries: number;
  readonly octets: number;
  /** When the oldest entry came in, in milliseconds since 1970; null: it is empty. */
  readonly oldest: number | null;
  /** Entries that the store refuses, which are kept for a person to look at. */
  readonly setAside: number;
}

export interface SpoolLimits {
  /** Octets of all entries. */
  readonly octets: number;
  /** While the oldest entry is older than these milliseconds, no entry is added. */
  readonly ageMs: number;
}

const schema = `
  create table if not exists entry (
    id integer primary key autoincrement, received integer not null, context text not null, octets blob not null);
  create table if not exists set_aside (
    id integer primary key, received integer not null, context text not null, octets blob not null, reason text not null);`;

const sizeOfEntry = 'length(octets) + length(context)';

/**
 * A bounded queue in a file beside a store that is elsewhere: what is added is on disk when `add` resolves. A file like the
 * embedded store, with `synchronous=FULL` and grouped commits.
 */
export class Spool {
  readonly #limits: SpoolLimits;
  readonly #createWriter: () => WriteWorker;
  /** Null until the first write: a thread takes 9 MB, and most gateways never need this one. */
  #writer: WriteWorker | null = null;
  readonly #reader: SqliteConnection;
  #entries: number;
  #octets: number;
  #oldest: number | null;
  #setAside: number;

  /**
   * @param file  created if it is absent, readable by its owner only
   * @throws Error if it is damaged or cannot be written
   */
  constructor(file: string, limits: SpoolLimits, report?: OpenOptions['report']) {
    this.#limits = limits;
    closeSync(openSync(file, 'a', 0o600));
    const creator = new SqliteConnection(file, { readonly: false });
    creator.execute(schema);
    creator.close();
    this.#createWriter = () => new WriteWorker(file, report);
    this.#reader = new SqliteConnection(file, { readonly: true });
    const content = contentOf(this.#reader);
    this.#entries = content.entries;
    this.#octets = content.octets;
    this.#oldest = content.oldest;
    this.#setAside = content.setAside;
  }

  /** What it holds, with what is being written. */
  get content(): SpoolContent {
    return {
      entries: this.#entries,
      octets: this.#octets,
      oldest: this.#oldest,
      setAside: this.#setAside,
    };
  }

  isEmpty(): boolean {
    return this.#entries === 0;
  }

  /** @returns why nothing can be added at a time; null: something can */
  fullness(now: number): string | null {
    const { octets, ageMs } = this.#limits;
    if (this.#octets >= octets) return `the spool holds ${this.#octets} octets`;
    return this.#oldest !== null && now - this.#oldest > ageMs
      ? `the spool holds an entry of ${new Date(this.#oldest).toISOString()}`
      : null;
  }

  /** Resolves once the entry is on disk. @throws Fault `unavailable` if the spool is full; `overloaded` if too many wait */
  async add({ received, context, octets }: SpoolEntry): Promise<void> {
    const fullness = this.fullness(received);
    if (fullness !== null) throw new Fault('unavailable', fullness);
    const size = octets.length + context.length;
    this.#entries += 1;
    this.#octets += size;
    this.#oldest ??= received;
    const sql = 'insert into entry (received, context, octets) values (?, ?, ?)';
    try {
      await this.#write([{ sql, parameters: [received, context, octets] }]);
    } catch (error) {
      this.#entries -= 1;
      this.#octets -= size;
      if (this.isEmpty()) this.#oldest = null;
      throw error;
    }
  }

  /** Returns the oldest entries on disk, in the order of receipt. */
  first(limit: number): readonly SpooledEntry[] {
    const rows: readonly unknown[] = this.#reader
      .prepare('select id, received, context, octets from entry order by id limit ?')
      .all([limit]);
    // SQLite returns untyped rows; the columns are those of the interface.
    return rows as readonly SpooledEntry[];
  }

  /** Removes entries that the store has taken. */
  async remove(entries: readonly SpooledEntry[]): Promise<void> {
    if (entries.length === 0) return;
    await this.#write([deletion(entries)]);
    this.#forget(entries);
  }

  /** Keeps an entry that the store refuses, and goes on with the others. */
  async setAside(entry: SpooledEntry, reason: string): Promise<void> {
    const { id, received, context, octets } = entry;
    const sql =
      'insert into set_aside (id, received, context, octets, reason) values (?, ?, ?, ?, ?)';
    const parameters = [id, received, context, octets, reason];
    await this.#write([{ sql, parameters }, deletion([entry])]);
    this.#setAside += 1;
    this.#forget([entry]);
  }

  async close(): Promise<void> {
    await this.#writer?.close();
    this.#reader.close();
  }

  #write(statements: readonly Statement[]): Promise<unknown> {
    this.#writer ??= this.#createWriter();
    return this.#writer.write(statements);
  }

  #forget(entries: readonly SpooledEntry[]): void {
    this.#entries -= entries.length;
    for (const { octets, context } of entries) this.#octets -= octets.length + context.length;
    this.#oldest = this.#entries === 0 ? null : (this.first(1)[0]?.received ?? this.#oldest);
  }
}

function deletion(entries: readonly SpooledEntry[]): Statement {
  const places = entries.map(() => '?').join(', ');
  return {
    sql: `delete from entry where id in (${places})`,
    parameters: entries.map(({ id }) => id),
  };
}

/** Reads what a spool holds without opening it for writing. @throws Error if the file is damaged */
export function readSpool(file: string): SpoolContent {
  return onSqliteFile(file, contentOf);
}

function contentOf(reader: SqliteConnection): SpoolContent {
  const [row] = reader
    .prepare(
      `select count(*) as entries, coalesce(sum(${sizeOfEntry}), 0) as octets, min(received) as oldest,
        (select count(*) from set_aside) as set_aside from entry`,
    )
    .all([]);
  const oldest = row?.['oldest'] ?? null;
  return {
    entries: Number(row?.['entries']),
    octets: Number(row?.['octets']),
    oldest: oldest === null ? null : Number(oldest),
    setAside: Number(row?.['set_aside']),
  };
}
