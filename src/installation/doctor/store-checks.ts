import { constants, statSync } from 'node:fs';
import { sql } from 'kysely';
import { isKnownStep } from '../../store/migrate.ts';
import { engineOf, openStore, sqliteFile } from '../../store/database.ts';
import { inspectSqliteStore, octetsOfStore } from '../../store/sqlite/store-backup.ts';
import { ownBackups } from '../backup/backup-folder.ts';
import { hasBackupServer, placeOf, withBackupServer } from '../backup/backup-server.ts';
import { readBackupState } from '../backup/backup-state.ts';
import { countSealedValues } from '../backup/store-dump.ts';
import { countRows, unopened } from '../backup/manifest.ts';
import { readKeyIds } from '../../store/vault.ts';
import type { Store } from '../../store/store.ts';
import { findNetworkOverlaps } from '../../organization/network-overlap.ts';
import { failed, ok, skipped, warning, type Found } from '../../contract/finding.ts';
import { accessTo } from '../../runtime/machine/file-access.ts';
import { deniedFinding, type Check, type Examined } from './check.ts';

/** A larger store is not read as a whole. */
const maxCheckedOctets = 2 * 2 ** 30;
const maxBackupAgeMs = 36 * 3_600_000;
const serverTimeoutMs = 30_000;

/** The store is whole and of a version that this program knows. */
export const storeCheck: Check = {
  name: 'store',
  run: ({ config: { database, data_dir } }) =>
    engineOf(database.url) === 'sqlite'
      ? checkFile(sqliteFile(database.url, data_dir))
      : checkServer(database.url, data_dir),
};

function checkFile(file: string) {
  const access = accessTo(file, constants.R_OK);
  if (access === 'denied') return [deniedFinding(file)];
  if (access === 'missing')
    return [failed(`there is no store at ${file}`, 'start the gateway once, or restore a backup')];
  const octets = octetsOfStore(file);
  const size = `${file}, ${(octets / 2 ** 20).toFixed(1)} MiB`;
  if (octets > maxCheckedOctets)
    return [skipped(`${size}: too large for a full check here; a backup checks it`)];
  const { step, tables } = inspectSqliteStore(file);
  return [stepFinding(step, `${size}, ${countRows({ tables })} rows, whole`)];
}

async function checkServer(url: string, dataDir: string) {
  const began = performance.now();
  const store = await openStore(url, dataDir, { isBeside: true });
  try {
    const { rows } = await sql<{ step: string }>`
      select max(name) as step from kysely_migration`.execute(store.db);
    const ms = Math.round(performance.now() - began);
    return [stepFinding(rows[0]?.step ?? '', `PostgreSQL answers in ${ms} ms`)];
  } finally {
    await store.close();
  }
}

const stepFinding = (step: string, seen: string) =>
  isKnownStep(step)
    ? ok(seen)
    : failed(`${seen}, but it has step ${step}`, 'install the version that wrote the store');

/** True if others than the owner and the group may read a file. */
function isOpenToOthers(file: string): boolean {
  return (statSync(file).mode & 0o004) !== 0;
}

/** The key opens all sealed values. */
export const keyCheck: Check = {
  name: 'key',
  run: async ({ config, sealed: columns }: Examined) => {
    if (accessTo(config.secret_key_file, constants.R_OK) === 'denied')
      return [deniedFinding(config.secret_key_file)];
    const ids = readKeyIds(config.secret_key_file);
    if (ids.length === 0)
      return [
        failed(`${config.secret_key_file} is missing`, 'put the key file of this store back'),
      ];
    const sealed = await countSealedValues(config, columns);
    const lost = unopened(sealed, ids);
    const seen = `${config.secret_key_file} has the key ${ids.join(', ')}`;
    if (isOpenToOthers(config.secret_key_file))
      return [
        warning(
          `${config.secret_key_file} can be read by other users of this machine`,
          `chmod 600 ${config.secret_key_file}`,
        ),
      ];
    return lost.length === 0
      ? [ok(`${seen}, which opens all sealed values`)]
      : [
          failed(
            `${seen}, which does not open ${lost.join('; ')}`,
            'put the key file of this store back, or set these values again',
          ),
        ];
  },
};

const msPerDay = 86_400_000;
const measuredDays = 7;
/** Sessions of some days that are counted; of more, only that there are more is known. */
const maxCounted = 5_000_000;

/** The limit of rows does not end what the limit of days promises: law and customers ask for the days. */
export const retentionCheck: Check = {
  name: 'retention',
  async run({ config }) {
    const { days, rows } = config.retention.accounting;
    const ofDay = await countSessionsOfDay(config);
    // The check of the store says why it cannot be read.
    if (ofDay === null) return [];
    const sessions = Math.round(ofDay);
    const kept = ofDay === 0 ? Infinity : Math.floor(rows / ofDay);
    const seen = `${sessions} sessions a day`;
    return kept >= days
      ? [ok(`${seen}: ${days} days fit into ${rows} rows`)]
      : [
          warning(
            `${seen}: ${rows} rows are ${kept} days, and retention.accounting has days: ${days}`,
            `set retention.accounting.rows to ${Math.ceil(ofDay * days)} or more, or fewer days`,
          ),
        ];
  },
};

/** Counts the sessions of the last days, for one day on average; null: the store cannot be read. */
function countSessionsOfDay(config: Examined['config']): Promise<number | null> {
  return readBeside(config, async ({ db }) => {
    const since = Date.now() - measuredDays * msPerDay;
    const { rows } = await sql<{ sessions: number }>`
      select count(*) as sessions from
        (select 1 from aaa_accounting where acctstarttime >= ${since} limit ${maxCounted}) as recent`.execute(
      db,
    );
    return (rows[0]?.sessions ?? 0) / measuredDays;
  });
}

/** Reads the store beside a gateway. @returns null: it cannot be read */
export async function readBeside<T>(
  { database, data_dir }: Examined['config'],
  read: (store: Store) => Promise<T>,
): Promise<T | null> {
  const isFile = engineOf(database.url) === 'sqlite';
  if (isFile && accessTo(sqliteFile(database.url, data_dir), constants.R_OK) !== 'granted')
    return null;
  const store = await openStore(database.url, data_dir, { isBeside: true }).catch(() => null);
  if (!store) return null;
  try {
    return await read(store);
  } finally {
    await store.close();
  }
}

/** No two organizations share an address. */
export const networksCheck: Check = {
  name: 'networks',
  async run({ config }) {
    return (await readBeside(config, networkFindings)) ?? [];
  },
};

/** Returns a warning for each pair of organizations that share an address. */
export async function networkFindings(store: Store): Promise<readonly Found[]> {
  return (await findNetworkOverlaps(store)).map(({ one, other, network }) =>
    warning(
      `the organizations "${one}" and "${other}" overlap in ${network}: what comes from there is dropped`,
      'correct device_networks of one of the two',
    ),
  );
}

/** The server of the backups accepts a login. */
export const backupServerCheck: Check = {
  name: 'backup server',
  async run({ config: { backup } }) {
    if (!hasBackupServer(backup)) return [];
    const place = placeOf(backup.sftp, '');
    try {
      const names = await withBackupServer(backup.sftp, serverTimeoutMs, (files) => files.list());
      return [ok(`${place}: ${ownBackups(names).length} backups of this machine`)];
    } catch (error) {
      const seen = error instanceof Error ? error.message : 'unknown';
      return [failed(`${place}: ${seen}`, 'check backup.sftp in the configuration')];
    }
  },
};

/** The last good backup is not old. */
export const backupCheck: Check = {
  name: 'backup',
  run: ({ config }) => {
    const state = readBackupState(config.data_dir);
    if (state === null)
      return [
        warning(
          'there is no backup',
          'run gatehouse backup, and set backup.folder or backup.sftp for daily backups',
        ),
      ];
    const seen = `${state.file} of ${state.created_at}, ${(state.octets / 2 ** 20).toFixed(1)} MiB`;
    const ageMs = Date.now() - Date.parse(state.created_at);
    const evidence = { age_seconds: Math.round(ageMs / 1000) };
    return [
      ageMs > maxBackupAgeMs
        ? warning(
            seen,
            'it is old: run gatehouse backup, and set backup.folder or backup.sftp',
            evidence,
          )
        : ok(seen, evidence),
    ];
  },
};
