import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { compileStatement, type Statement, type Store } from '../../store/store.ts';
import {
  generateVaultKey,
  openVault,
  readKeyFile,
  writeKeyFile,
  type Vault,
} from '../../store/vault.ts';
import { withLockFile } from './lock-file.ts';
import type { SealedColumn } from '../sealed-columns.ts';

export interface KeyRotation {
  /** The id of the new key. */
  readonly keyId: string;
  readonly resealed: number;
  /** Values that no key opens, `aaa_client.secret 7`. They stay unchanged, and so do the former keys. */
  readonly unreadable: readonly string[];
}

interface Options {
  /** The columns with sealed values. */
  readonly sealed: readonly SealedColumn[];
  /** The longest time between sealing and writing a value in a gateway. */
  readonly pauseMs?: number;
}

/**
 * Re-encrypts all sealed values with a new key. The key file gets the new key first and keeps the former
 * ones until no value needs them, so every value stays readable after an interruption; a second run
 * resumes the first.
 *
 * @throws Error if another rotation is running, or a gateway still seals with a former key
 */
export async function rotateKey(
  store: Store,
  keyFile: string,
  { sealed, pauseMs = 2000 }: Options,
): Promise<KeyRotation> {
  return withLockFile(`${keyFile}.lock`, async () => {
    addKey(keyFile);
    const [key] = readKeyFile(keyFile);
    const by = { store, sealed, vault: openVault(keyFile), keyId: key.id };
    let { resealed } = await resealAll(by);
    for (let round = 1; round <= maxRounds; round += 1) {
      await sleep(pauseMs);
      const late = await resealAll(by);
      resealed += late.resealed;
      if (late.found > late.unreadable.length) continue;
      if (late.found === 0) writeKeyFile(keyFile, [key]);
      return { keyId: key.id, resealed, unreadable: late.unreadable };
    }
    throw new Error(
      `values are still sealed with a former key, which stays in ${keyFile}: does another gateway lack the new key?`,
    );
  });
}

/** Later rounds find values that were sealed before the first round and written after it. */
const maxRounds = 5;

/** Adds a new key to a key file. Several keys mean that a rotation was prepared or interrupted: it stays unchanged. */
export function addKey(keyFile: string): void {
  const keys = readKeyFile(keyFile);
  if (keys.length === 1) writeKeyFile(keyFile, [generateVaultKey(), ...keys]);
}

interface Outcome {
  /** The number of values that were not sealed with the new key. */
  readonly found: number;
  readonly resealed: number;
  readonly unreadable: readonly string[];
}

async function resealAll(by: Resealing): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const column of by.sealed) outcomes.push(...(await resealColumn(by, column)));
  return {
    found: outcomes.reduce((sum, { found }) => sum + found, 0),
    resealed: outcomes.reduce((sum, { resealed }) => sum + resealed, 0),
    unreadable: outcomes.flatMap(({ unreadable }) => unreadable),
  };
}

interface Resealing {
  readonly store: Store;
  readonly sealed: readonly SealedColumn[];
  readonly vault: Vault;
  readonly keyId: string;
}

interface SealedRow {
  readonly id: number;
  readonly sealed: string;
}

const batchSize = 500;

async function resealColumn(by: Resealing, column: SealedColumn): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let rows: readonly SealedRow[] = [];
  do {
    rows = await rowsAfter(by, column, rows.at(-1) ?? { id: 0, sealed: '' });
    const statements = rows.map((row) => resealed(by, column, row));
    const unit = statements.filter((statement) => statement !== null);
    const written = unit.length > 0 ? await by.store.write(unit) : [];
    outcomes.push({
      found: rows.length,
      resealed: written.reduce((sum, { changes }) => sum + changes, 0),
      unreadable: rows.flatMap(({ id }, place) =>
        statements[place] ? [] : [`${column.table}.${column.column} ${id}`],
      ),
    });
  } while (rows.length === batchSize);
  return outcomes;
}

async function rowsAfter(
  { store, keyId }: Resealing,
  { table, column, hasNoId = false }: SealedColumn,
  last: SealedRow,
): Promise<readonly SealedRow[]> {
  const sealed = sql.ref(column);
  // A sealed text is random, and so names its row.
  const [id, order, after] = hasNoId
    ? [sql`0`, sealed, last.sealed]
    : [sql.ref('id'), sql.ref('id'), last.id];
  const query = sql<SealedRow>`select ${id} as id, ${sealed} as sealed from ${sql.table(table)}
    where ${order} > ${after} and ${sealed} like 'v1.%' and ${sealed} not like ${`v1.${keyId}.%`} order by ${order} limit ${batchSize}`;
  return store.readLong({ compile: () => query.compile(store.db) });
}

/** Returns a statement that replaces a value only while it is unchanged; null if no key opens it. */
function resealed(
  { store, vault }: Resealing,
  { table, column, place, hasNoId = false }: SealedColumn,
  { id, sealed }: SealedRow,
): Statement | null {
  try {
    const value = vault.seal(vault.open(sealed, place), place);
    const query = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where ${hasNoId ? sql`1 = 1` : sql`id = ${id}`} and ${sql.ref(column)} = ${sealed}`;
    return compileStatement({ compile: () => query.compile(store.db) });
  } catch {
    return null;
  }
}
