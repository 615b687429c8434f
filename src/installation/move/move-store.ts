import { chownSync, existsSync, statSync } from 'node:fs';
import type { Config } from '../../config/load-config.ts';
import { isEmptyStore } from '../../site/open-existing.ts';
import { lockDirectory } from '../directory-lock.ts';
import { engineOf, openStore, sqliteFile } from '../../store/database.ts';
import type { Store } from '../../store/store.ts';
import type { Report } from '../../runtime/command/progress.ts';
import { RowSum, type MovedTable, type StoreReader, type StoreWriter } from './moved-table.ts';

export interface Moved {
  readonly tables: number;
  readonly rows: number;
}

interface Move {
  /** Told after each table that was copied or compared. */
  readonly report: Report;
  readonly config: Config;
  /** Address of the new store, as `database.url` has it. */
  readonly target: string;
}

/**
 * Copies the store of a stopped gateway into an empty store of the other engine, and compares both. The former store stays
 * unchanged. An interrupted copy leaves the new store empty.
 *
 * @throws Error if a gateway runs, the target is not empty, or a table differs
 */
export async function moveStore({ config, target, report }: Move): Promise<Moved> {
  const { database, data_dir } = config;
  if (engineOf(database.url) === engineOf(target))
    throw new Error(
      'both are stores of the same engine: use gatehouse backup and gatehouse restore',
    );
  if (!existsSync(data_dir)) throw new Error(`there is no folder ${data_dir}`);
  const lock = await lockDirectory(data_dir);
  try {
    await checkSource(config);
    await checkTarget(config, target);
    const reader = await openReader(config);
    try {
      return await copyInto(reader, { config, target, report });
    } finally {
      await reader.close();
    }
  } finally {
    lock.release();
  }
}

/** @throws Error if there is no store, or it lacks steps of this version */
async function checkSource({ database, data_dir }: Config): Promise<void> {
  const file = sqliteFile(database.url, data_dir);
  if (engineOf(database.url) === 'sqlite' && !existsSync(file))
    throw new Error(`there is no store at ${file}`);
  const store = await openStore(database.url, data_dir, { isBeside: true });
  if (await isEmptyOnce(store)) throw new Error('the store is empty: it has no rows to move');
}

async function checkTarget({ data_dir }: Config, target: string): Promise<void> {
  if (engineOf(target) === 'sqlite') {
    const file = sqliteFile(target, data_dir);
    const present = ['', '-wal', '.mark'].map((ending) => file + ending).find(existsSync);
    if (present !== undefined)
      throw new Error(`${present} exists: move it aside, or name another file as sqlite:FILE`);
    return;
  }
  const { isBlank } = await import('./postgres-side.ts');
  // An interrupted move leaves the tables without rows.
  const options = { isBeside: !(await isBlank(target)) };
  const store = await openStore(target, data_dir, options).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : 'unknown';
    throw new Error(`the new database cannot be used: ${reason}`, { cause });
  });
  if (!(await isEmptyOnce(store)))
    throw new Error('the new database is not empty: it has the store of a gateway; name another');
}

/** Tells whether a store is empty, and closes it. */
async function isEmptyOnce(store: Store): Promise<boolean> {
  try {
    return await isEmptyStore(store);
  } finally {
    await store.close();
  }
}

async function openReader({ database, data_dir }: Config): Promise<StoreReader> {
  if (engineOf(database.url) === 'sqlite') {
    const { SqliteReader } = await import('./sqlite-side.ts');
    return new SqliteReader(sqliteFile(database.url, data_dir));
  }
  const { PostgresReader } = await import('./postgres-side.ts');
  return PostgresReader.open(database.url);
}

async function copyInto(reader: StoreReader, { config, target, report }: Move): Promise<Moved> {
  const writer = await openWriter(config, target);
  try {
    const tables = await commonTables(reader, writer);
    await writer.begin();
    const sums = new Map<string, RowSum>();
    for (const [at, table] of tables.entries()) {
      sums.set(table.name, await copyTable(table, reader, writer));
      report(at + 1, 2 * tables.length, `${table.name} copied`);
    }
    for (const [table, id] of await reader.readLastIds()) await writer.writeLastId(table, id);
    for (const [at, table] of tables.entries()) {
      await compare(table, writer, sums.get(table.name));
      report(tables.length + at + 1, 2 * tables.length, `${table.name} compared`);
    }
    await writer.finish();
    giveToOwner(config, target);
    const rows = [...sums.values()].reduce((sum, { rows: some }) => sum + some, 0);
    return { tables: tables.length, rows };
  } finally {
    await writer.close();
  }
}

async function openWriter({ data_dir }: Config, target: string): Promise<StoreWriter> {
  if (engineOf(target) === 'sqlite') {
    const { SqliteWriter } = await import('./sqlite-side.ts');
    return SqliteWriter.open(sqliteFile(target, data_dir));
  }
  const { PostgresWriter } = await import('./postgres-side.ts');
  return PostgresWriter.open(target);
}

/** @throws Error naming a table that is missing in one store or has other columns */
async function commonTables(
  reader: StoreReader,
  writer: StoreReader,
): Promise<readonly MovedTable[]> {
  const [from, to] = [await reader.listTables(), await writer.listTables()];
  const shapes = (tables: readonly MovedTable[]) =>
    new Map(tables.map(({ name, columns }) => [name, columns.join(', ')]));
  const [one, other] = [shapes(from), shapes(to)];
  const differing = [...one.keys(), ...other.keys()].find(
    (name) => one.get(name) !== other.get(name),
  );
  if (differing !== undefined)
    throw new Error(
      `${differing} has the columns ${one.get(differing) ?? '(none)'}, and in the new store ${other.get(differing) ?? '(none)'}`,
    );
  return from;
}

async function copyTable(
  table: MovedTable,
  reader: StoreReader,
  writer: StoreWriter,
): Promise<RowSum> {
  const sum = new RowSum();
  try {
    for await (const rows of reader.readRows(table)) {
      sum.add(table, rows);
      await writer.writeRows(table, rows);
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown';
    throw new Error(`${table.name}: ${reason}`, { cause });
  }
  return sum;
}

/** @throws Error if the new store has other rows */
async function compare(
  table: MovedTable,
  writer: StoreReader,
  expected: RowSum | undefined,
): Promise<void> {
  const found = new RowSum();
  for await (const rows of writer.readRows(table)) found.add(table, rows);
  if (found.rows === expected?.rows && found.checksum === expected.checksum) return;
  throw new Error(
    `${table.name} has ${found.rows} rows in the new store (checksum ${found.checksum}), not the ${expected?.rows ?? 0} of the former one (${expected?.checksum ?? 'none'})`,
  );
}

/** Gives a new file to the owner of the data directory, if root moves the store. */
function giveToOwner({ data_dir }: Config, target: string): void {
  if (engineOf(target) !== 'sqlite' || process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(data_dir);
  chownSync(sqliteFile(target, data_dir), uid, gid);
}
