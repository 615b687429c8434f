import { readFileSync } from 'node:fs';
import { findRootAdministrator } from '../../aaa/account/user-lookup.ts';
import type { Config } from '../../config/load-config.ts';
import { isTimeZone } from '../../contract/fields.ts';
import { loadDictionary } from '../../protocol/radius/dictionary.ts';
import { Secret } from '../../contract/secret.ts';
import { compareLogins, readServerAddress } from './comparison.ts';
import type { SourceObject } from './source-object.ts';
import { clientOf, FreeradiusObjects } from './freeradius-objects.ts';
import { readClientsFile, readHuntgroupsFile, readUsersFile } from './freeradius-files.ts';
import { runImport } from './run.ts';
import type { ImportTools } from './commands.ts';
import { importSessions, type SessionClient } from './import-sessions.ts';
import { readMikrotik } from './mikrotik.ts';
import { readSql, type SqlSource } from './sql-source.ts';
import type { Store } from '../../store/store.ts';
import { Staging } from './staging.ts';

export interface FreeradiusFiles extends SqlSource {
  readonly clients?: string;
  readonly users?: string;
  readonly huntgroups?: string;
  /** Exports of RouterOS, whose User Manager is a RADIUS server. */
  readonly mikrotik?: readonly string[];
  /** IANA name of the time zone of times without an offset; default: the zone of this machine. */
  readonly timeZone?: string;
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
 * Compares the logins of users at a FreeRADIUS server and at the gateway that runs on this machine.
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

/**
 * Imports the users, groups and clients of a FreeRADIUS.
 *
 * @returns true if all rows were imported
 * @throws Error if a file cannot be read, or the store cannot be opened
 */
export async function importFreeradius(
  config: Config,
  files: FreeradiusFiles,
  tools: ImportTools,
): Promise<boolean> {
  const { print } = tools;
  const staging = new Staging();
  const timeZone = readTimeZone(files.timeZone);
  const sessions = { timeZone, kept: config.retention.accounting, dryRun: files.dryRun };
  try {
    const left = await stage(files, staging);
    for (const line of left) print(`left out: ${line}`);
    const { gate } = await tools.loadApis();
    return await runImport(config, {
      apis: [gate],
      resources: await tools.loadResources(),
      createState: await tools.loadState(),
      objects: (gateway) =>
        objectsOf(staging, new FreeradiusObjects(staging, gateway.dictionary())),
      finish: async (store) => {
        const wouldBeMade = files.dryRun ? await clientsOfRun(staging, store) : [];
        const now = Date.now();
        return importSessions({ staging, store, ...sessions, wouldBeMade, now, print });
      },
      dryRun: files.dryRun,
      print,
    });
  } finally {
    staging.close();
  }
}

/** Returns the clients that the import makes of the source, for a dry run. */
async function clientsOfRun(staging: Staging, store: Store): Promise<readonly SessionClient[]> {
  const organization = (await findRootAdministrator(store))?.organization ?? 0;
  return [...staging.clients()].flatMap((row) => {
    const { address } = clientOf(row).body;
    return typeof address === 'string' ? [{ id: 0, organization, serves: [], address }] : [];
  });
}

async function stage(
  { clients, users, huntgroups, mikrotik = [], ...source }: FreeradiusFiles,
  staging: Staging,
): Promise<readonly string[]> {
  const left = [...(await readSql(source, staging))];
  for (const file of mikrotik) left.push(...(await readMikrotik(file, staging)));
  const files = [
    ...left,
    ...(clients === undefined ? [] : readClientsFile(clients, staging)),
    ...(huntgroups === undefined ? [] : readHuntgroupsFile(huntgroups, staging)),
    ...(users === undefined ? [] : readUsersFile(users, staging)),
  ];
  const nameless = [...staging.countNameless()].map(
    ([table, rows]) => `${rows} rows of ${table} without a user name`,
  );
  return [...files, ...nameless];
}

/** @throws Error naming a zone that is not known */
function readTimeZone(name: string | undefined): string | null {
  if (name !== undefined && !isTimeZone(name))
    throw new Error(`--time-zone: "${name}" is not a time zone, such as Europe/Berlin`);
  return name ?? null;
}

function* objectsOf(staging: Staging, freeradius: FreeradiusObjects): Iterable<SourceObject> {
  for (const row of staging.clients()) yield clientOf(row);
  for (const user of staging.users()) yield* freeradius.ofUser(user);
}
