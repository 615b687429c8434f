import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { findPasswordColumns, findRootAdministrator } from '../aaa/account/user-lookup.ts';
import type { Config } from '../config/load-config.ts';
import type { Caller } from '../caller.ts';
import { gateApi } from '../gate/api.ts';
import { createServer } from '../http/server.ts';
import { loadDictionary } from '../protocol/radius/dictionary.ts';
import { Secret } from '../secret.ts';
import { openExisting } from '../site/open-existing.ts';
import type { Store } from '../store/store.ts';
import { compareLogins, readServerAddress } from './comparison.ts';
import { clientOf, FreeradiusObjects, type DesiredObject } from './freeradius-objects.ts';
import { readClientsFile, readUsersFile } from './freeradius-files.ts';
import { createImportGateway } from './import-gateway.ts';
import { Importer, type ImportResult } from './importer.ts';
import { readDump } from './sql-dump.ts';
import { Staging } from './staging.ts';

export interface FreeradiusFiles {
  readonly clients?: string;
  readonly users?: string;
  /** A database of SQLite, or a dump of MariaDB, PostgreSQL or SQLite. */
  readonly sql?: string;
  readonly dryRun: boolean;
}

/** The former server to compare with. */
export interface CompareOptions {
  /** Its address, with a port if that is not 1812. */
  readonly compare: string;
  /** A file with the secret that this machine, as a client, shares with both servers. */
  readonly secretFile: string;
}

/**
 * Compares the logins of the users of a FreeRADIUS with those of a gateway that runs on this machine.
 *
 * @returns true if there is no difference
 * @throws Error if a file cannot be read; Fault `timeout` if a server does not answer
 */
export async function compareFreeradius(
  config: Config,
  { compare, secretFile, ...files }: FreeradiusFiles & CompareOptions,
  print: (line: string) => void,
): Promise<boolean> {
  const former = readServerAddress(compare);
  const secret = new Secret(readFileSync(secretFile, 'utf8').trim());
  const staging = new Staging();
  try {
    await stage(files, staging);
    const differences = await compareLogins(staging, {
      former,
      gateway: { host: '127.0.0.1', port: config.radius.auth_port[0] },
      secret,
      dictionary: loadDictionary(config.radius.dictionary_dir),
      print,
    });
    return differences === 0;
  } finally {
    staging.close();
  }
}

/** Rows that are applied at once: their writes share a commit. */
const atOnce = 16;

/**
 * Imports the users, groups and clients of a FreeRADIUS.
 *
 * @param print  prints a line of the report
 * @returns true if nothing was refused
 * @throws Error if a file cannot be read, or the store cannot be opened
 */
export async function importFreeradius(
  config: Config,
  files: FreeradiusFiles,
  print: (line: string) => void,
): Promise<boolean> {
  const staging = new Staging();
  try {
    const left = await stage(files, staging);
    for (const line of left) print(`left out: ${line}`);
    const counts = await apply(config, { staging, dryRun: files.dryRun, print });
    print(
      `${counts.made} made, ${counts.changed} changed, ${counts.same} same, ${counts.refused} refused` +
        (files.dryRun ? '; nothing was written' : ''),
    );
    return counts.refused === 0;
  } finally {
    staging.close();
  }
}

async function stage(
  { clients, users, sql }: FreeradiusFiles,
  staging: Staging,
): Promise<readonly string[]> {
  if (sql !== undefined && isSqlite(sql)) staging.copyFrom(sql);
  else if (sql !== undefined) await readDump(sql, staging);
  return [
    ...(clients === undefined ? [] : readClientsFile(clients, staging)),
    ...(users === undefined ? [] : readUsersFile(users, staging)),
  ];
}

function isSqlite(file: string): boolean {
  const octets = Buffer.alloc(15);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, octets);
  closeSync(descriptor);
  return octets.toString('latin1') === 'SQLite format 3';
}

interface Run {
  readonly staging: Staging;
  readonly dryRun: boolean;
  readonly print: (line: string) => void;
}

async function apply(config: Config, { staging, dryRun, print }: Run) {
  const { store, vault } = await openExisting(config);
  const counts: Record<ImportResult['outcome'], number> = {
    made: 0,
    changed: 0,
    same: 0,
    refused: 0,
  };
  try {
    const caller = await callerOf(store);
    const dry = dryRun ? dryStore(store) : null;
    const gateway = createImportGateway({ config, store: dry?.store ?? store, vault, caller });
    const { app } = await createServer(gateway, [gateApi]);
    const importer = new Importer({
      app,
      takeDryWrite: dry?.takeWrite ?? null,
      readStoredUser: async (name) => {
        const columns = await findPasswordColumns(store, name);
        return columns ? { vault, ...columns } : null;
      },
    });
    const report = (result: ImportResult) => {
      counts[result.outcome] += 1;
      if (result.outcome !== 'same' || result.notes.length > 0) print(describe(result));
    };
    const objects = objectsOf(staging, new FreeradiusObjects(staging, gateway.dictionary()));
    await applyInTurn(objects, { importer, report, atOnce: dryRun ? 1 : atOnce });
    await app.close();
  } finally {
    await store.close();
  }
  return counts;
}

function* objectsOf(staging: Staging, freeradius: FreeradiusObjects): Iterable<DesiredObject> {
  for (const row of staging.clients()) yield clientOf(row);
  for (const user of staging.users()) yield* freeradius.ofUser(user);
}

interface Turn {
  readonly importer: Importer;
  readonly report: (result: ImportResult) => void;
  readonly atOnce: number;
}

/** Applies users concurrently, and everything else by itself: users name profiles. */
async function applyInTurn(
  objects: Iterable<DesiredObject>,
  { importer, report, atOnce: most }: Turn,
): Promise<void> {
  let pending: Promise<ImportResult>[] = [];
  const settle = async () => {
    for (const result of await Promise.all(pending)) report(result);
    pending = [];
  };
  for (const desired of objects) {
    if (desired.resource !== 'user') await settle();
    pending.push(importer.apply(desired));
    if (desired.resource !== 'user' || pending.length >= most) await settle();
  }
  await settle();
}

function describe({ outcome, title, detail, notes }: ImportResult): string {
  const reason = detail === '' ? '' : `: ${detail}`;
  return `${outcome}: ${title}${reason}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`;
}

/** Returns a store that writes nothing, and whether a write has been asked for since it was last asked. */
function dryStore(store: Store) {
  let isWritten = false;
  const refuse = () => {
    isWritten = true;
    return Promise.reject(new Error('a dry run writes nothing'));
  };
  return {
    store: new Proxy(store, {
      get: (target, name) => {
        if (name === 'write') return refuse;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    }),
    takeWrite: () => {
      const was = isWritten;
      isWritten = false;
      return was;
    },
  };
}

/** Returns the administrator of the organization above all others, on whose behalf an import writes. */
async function callerOf(store: Store): Promise<Caller> {
  const found = await findRootAdministrator(store);
  if (!found) throw new Error('the store has no administrator of its first organization');
  return found;
}
