import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { sealedSettingColumns, setting, settingSealPlace } from '../inventory/setting/setting.ts';
import { storedColumns } from '../resource.ts';
import { resources } from '../resources.ts';
import { isWriteOnly } from '../store/query/row-serialization.ts';
import { compileStatement, type Statement, type Store } from '../store/store.ts';
import type { Tables } from '../tables.ts';
import { generateVaultKey, openVault, readKeyFile, writeKeyFile, type Vault } from '../vault.ts';
import { withLockFile } from './lock-file.ts';

/** A column that holds sealed values, and the place that they are bound to. */
interface SealedColumn {
  readonly table: keyof Tables;
  readonly column: string;
  readonly place: string;
}

/** Every column that holds sealed values: the secrets of all resources, and the settings that are passwords. */
export const sealedColumns: readonly SealedColumn[] = [
  ...resources.flatMap((resource) =>
    Object.entries(storedColumns(resource))
      .filter(([, schema]) => isWriteOnly(schema))
      .map(([column]) => ({
        table: resource.name,
        column,
        place: `${resource.name}.${column}`,
      })),
  ),
  ...sealedSettingColumns.map((column) => ({
    table: setting.name,
    column,
    place: settingSealPlace,
  })),
];

export interface KeyRotation {
  /** The key that everything is sealed with now. */
  readonly keyId: string;
  readonly resealed: number;
  /** `aaa_client.secret 7`: what no key opens. It is left alone, and the former keys stay in the file. */
  readonly unreadable: readonly string[];
}

interface Options {
  /** How long a gateway may take to write what it has sealed just before. */
  readonly pauseMs?: number;
}

/**
 * Gives everything that is sealed a new key. The key file gets the new key first and keeps the former ones until
 * nothing needs them, so whatever cuts this off, everything can be read; a second run goes on where the first ended.
 *
 * @throws Error where another rotation is running, or values go on being sealed with a former key
 */
export async function rotateKey(
  store: Store,
  keyFile: string,
  { pauseMs = 2000 }: Options = {},
): Promise<KeyRotation> {
  return withLockFile(`${keyFile}.lock`, async () => {
    addKey(keyFile);
    const [key] = readKeyFile(keyFile);
    const by = { store, vault: openVault(keyFile), keyId: key.id };
    let { resealed } = await resealAll(by);
    for (let look = 1; look <= mostLooks; look += 1) {
      await sleep(pauseMs);
      const late = await resealAll(by);
      resealed += late.resealed;
      if (late.found > late.unreadable.length) continue;
      if (late.found === 0) writeKeyFile(keyFile, [key]);
      return { keyId: key.id, resealed, unreadable: late.unreadable };
    }
    throw new Error(
      `something goes on sealing with a former key, which stays in ${keyFile}: does another gateway lack the new one?`,
    );
  });
}

/** After the first round: looks for what was sealed before and written after it. */
const mostLooks = 5;

/** Puts a new key before the one that a key file has; several are those of a rotation that was cut off or prepared. */
export function addKey(keyFile: string): void {
  const keys = readKeyFile(keyFile);
  if (keys.length === 1) writeKeyFile(keyFile, [generateVaultKey(), ...keys]);
}

interface Outcome {
  /** Values that were not sealed with the new key. */
  readonly found: number;
  readonly resealed: number;
  readonly unreadable: readonly string[];
}

async function resealAll(by: Resealing): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const column of sealedColumns) outcomes.push(...(await resealColumn(by, column)));
  return {
    found: outcomes.reduce((sum, { found }) => sum + found, 0),
    resealed: outcomes.reduce((sum, { resealed }) => sum + resealed, 0),
    unreadable: outcomes.flatMap(({ unreadable }) => unreadable),
  };
}

interface Resealing {
  readonly store: Store;
  readonly vault: Vault;
  readonly keyId: string;
}

interface SealedRow {
  readonly id: number;
  readonly sealed: string;
}

const rowsAtOnce = 500;

async function resealColumn(by: Resealing, column: SealedColumn): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let rows: readonly SealedRow[] = [];
  do {
    rows = await rowsAfter(by, column, rows.at(-1)?.id ?? 0);
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
  } while (rows.length === rowsAtOnce);
  return outcomes;
}

async function rowsAfter(
  { store, keyId }: Resealing,
  { table, column }: SealedColumn,
  id: number,
): Promise<readonly SealedRow[]> {
  const sealed = sql.ref(column);
  const query = sql<SealedRow>`select id, ${sealed} as sealed from ${sql.table(table)}
    where id > ${id} and ${sealed} like 'v1.%' and ${sealed} not like ${`v1.${keyId}.%`} order by id limit ${rowsAtOnce}`;
  return store.readLong({ compile: () => query.compile(store.db) });
}

/** Only a value that is still the same is replaced: somebody may have set another one in the meantime. */
function resealed(
  { store, vault }: Resealing,
  { table, column, place }: SealedColumn,
  { id, sealed }: SealedRow,
): Statement | null {
  try {
    const value = vault.seal(vault.open(sealed, place), place);
    const query = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where id = ${id} and ${sql.ref(column)} = ${sealed}`;
    return compileStatement({ compile: () => query.compile(store.db) });
  } catch {
    return null;
  }
}
