import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { Gauge, type Registry } from 'prom-client';
import { configSchema } from '../../config/config-schema.ts';
import { valueAt } from '../../config/config-values.ts';
import { configKeys, environmentVariable, type Config } from '../../config/load-config.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import { gatewayCommand } from '../../runtime/package-root.ts';
import { gatewayIdFile } from '../../runtime/data-directory.ts';
import { hasBackupServer, placeOf } from './backup-server.ts';
import { readBackupState } from './backup-state.ts';

const intervalMs = 60_000;
/** Keeps the backup out of the busy time after a start. */
const initialDelayMs = 180_000;
const retryMs = 3_600_000;
const limitMs = 6 * 3_600_000;

type Context = Pick<Gateway, 'config' | 'log' | 'metrics' | 'now'>;

/**
 * Returns the task that makes a backup each day, if a place is configured. A separate process makes it: it takes no memory of the
 * gateway, has a lower priority, and ends with the gateway.
 */
export function createStoreBackupTasks(gateway: Context): readonly PeriodicTask[] {
  const { config, log, now } = gateway;
  if (config.backup.folder === '' && !hasBackupServer(config.backup)) return [];
  measureBackups(gateway);
  let notBefore = 0;
  const run = async (signal: AbortSignal) => {
    const time = now();
    if (time.getTime() < notBefore || !isDue(config, time)) return undefined;
    notBefore = time.getTime() + retryMs;
    const made = await runBackup(config, signal);
    notBefore = 0;
    log.info({ backup: made }, 'backup made and checked');
    return undefined;
  };
  const { folder, sftp } = config.backup;
  const place = hasBackupServer(config.backup) ? placeOf(sftp, '') : folder;
  const failureMessage = `the backup into ${place} has failed; retrying in an hour`;
  return [{ name: 'backup', intervalMs, initialDelayMs, failureMessage, run }];
}

function isDue({ backup, data_dir }: Config, now: Date): boolean {
  const last = readBackupState(data_dir);
  if (last === null) return true;
  const createdAt = Date.parse(last.created_at);
  // A backup of the future was made by a clock that was wrong.
  return createdAt < lastScheduled(now, backup.time).getTime() || createdAt > now.getTime();
}

/** Returns the last time of day before a time, on the clock of this machine. */
export function lastScheduled(now: Date, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const at = new Date(now);
  at.setHours(hours, minutes, 0, 0);
  if (at > now) at.setDate(at.getDate() - 1);
  return at;
}

/** Runs `gatehouse backup` with the configuration in force. @returns its result as JSON @throws Error with its message */
function runBackup(config: Config, signal: AbortSignal): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', ...environmentOf(config) };
  const options = { env, signal, timeout: limitMs, killSignal: 'SIGKILL' } as const;
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [gatewayCommand, 'backup', '--json'],
      options,
      (error, output, words) => {
        if (error) reject(new Error(words.trim() || error.message, { cause: error }));
        else resolve(output.trim());
      },
    );
  });
}

/** Returns a configuration as variables of the environment, which only this user can read. */
function environmentOf(config: Config): Record<string, string> {
  const given: Record<string, string> = {};
  for (const { path } of configKeys(configSchema)) {
    const value = valueAt(config, path);
    if (value !== undefined) given[environmentVariable(path)] = textOf(value);
  }
  return given;
}

/** Formats a value for the environment: a list with commas. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Registers the age of the last good backup, for alerts of kind `gateway`. */
function measureBackups({ config, metrics, now }: Context): void {
  const registers: Registry[] = [metrics];
  // Collected first: the file is read once for all three.
  new Gauge({
    name: 'gatehouse_backup_age_seconds',
    help: 'Age of the last good backup; before the first backup, age of the installation',
    registers,
    collect() {
      const last = readBackupState(config.data_dir);
      const since = last === null ? firstStart(config) : Date.parse(last.created_at);
      this.set(Math.max(0, (now().getTime() - since) / 1000));
      if (last === null) return;
      octets.set(last.octets);
      seconds.set(last.seconds);
    },
  });
  const octets = new Gauge({
    name: 'gatehouse_backup_octets',
    help: 'Size of the last good backup',
    registers,
  });
  const seconds = new Gauge({
    name: 'gatehouse_backup_seconds',
    help: 'Duration of the last good backup',
    registers,
  });
}

function firstStart({ data_dir }: Config): number {
  return statSync(gatewayIdFile(data_dir), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
