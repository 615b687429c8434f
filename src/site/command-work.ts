import { writeFileSync } from 'node:fs';
import type { Adapter } from '../contract/adapter.ts';
import type { Config } from '../config/load-config.ts';
import type { AttributeDictionary } from '../contract/attribute-dictionary.ts';
import { describeChanges } from './change.ts';
import { planSite } from './plan.ts';
import { exportSite } from './export.ts';
import { faultLines, SiteFaults, type SiteFault } from './faults.ts';
import { createToken } from './create-token.ts';
import { openExisting, type OpenedStore } from './open-existing.ts';
import { addKey, rotateKey } from './key/rotate-key.ts';
import type { SealedColumn } from './sealed-columns.ts';
import { errorCode } from '../contract/errors.ts';
import { audited, commandStatement, failureAudited } from '../upkeep/audit/command-audit.ts';
import { withProgress } from '../runtime/command/progress.ts';

/* The work of the site commands. Each returns the text to print. */

export interface ApplyOptions {
  readonly file: string;
  readonly isDryRun: boolean;
  readonly adapters: ReadonlyMap<string, Adapter>;
  readonly dictionary: () => AttributeDictionary;
  /** Environment variables for `env:` references. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Applies a site file to the store. @throws Error naming every fault, a line each */
export async function applyFile(
  config: Config,
  { file, isDryRun, environment, ...knowledge }: ApplyOptions,
): Promise<string> {
  return withStore(config, async ({ store, vault }) => {
    const site = { store, vault, ...knowledge, now: () => new Date() };
    const options = { environment, mayBeAbsent: isDryRun };
    const plan = withProgress('objects', (report) => planSite(file, site, { ...options, report }));
    const { changes, absentSecrets, apply } = await plan.catch(asText);
    const needed = absentSecrets.length === 0 ? '' : `\n${neededText(absentSecrets)}`;
    if (changes.length === 0) return `${file}: nothing to do${needed}`;
    if (isDryRun) return `${describeChanges(changes)}\nNo changes were written.${needed}`;
    const fields = [...new Set(changes.map(({ desired }) => desired.section.table))];
    const command = 'gatehouse apply';
    const entry = commandStatement(store, { command, fields }, { isDone: true, now: new Date() });
    await failureAudited(store, command, () => apply([entry])).catch(asText);
    return `${describeChanges(changes)}\nApplied.`;
  });
}

function neededText(absent: readonly SiteFault[]): string {
  return `To apply the file, these secrets are needed:\n${faultLines(absent)}`;
}

function asText(error: unknown): never {
  if (!(error instanceof SiteFaults)) throw error;
  const { length } = error.faults;
  throw new Error(
    `${length} fault${length === 1 ? '' : 's'}, no changes were written:\n${error.message}`,
    { cause: error },
  );
}

export interface ExportOptions {
  /** The path of the file; `-` prints it. */
  readonly file: string;
  readonly mayReplace: boolean;
}

/** Exports the store as a site file. @throws Error if the file exists and may not be replaced */
export async function exportFile(
  config: Config,
  { file, mayReplace }: ExportOptions,
): Promise<string> {
  const text = await withStore(config, ({ store }) => exportSite(store));
  if (file === '-') return text.trimEnd();
  try {
    writeFileSync(file, text, { mode: 0o600, flag: mayReplace ? 'w' : 'wx' });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    throw new Error(`${file} exists; --force replaces it`, { cause: error });
  }
  return `${file}: written, without secrets`;
}

/** Creates a bearer token of a user. @returns the token @throws Error naming the user if it cannot have one */
export async function createUserToken(config: Config, username: string): Promise<string> {
  return withStore(config, async ({ store }) => {
    const command = 'gatehouse token create';
    const now = new Date();
    const withIt = (user: number) => [
      commandStatement(store, { command, object: String(user) }, { isDone: true, now }),
    ];
    return failureAudited(store, command, () => createToken(store, username, { now, withIt }));
  });
}

export interface KeyOptions {
  readonly sealed: readonly SealedColumn[];
  /** True: only adds the new key to the key file. */
  readonly isPreparation: boolean;
}

/** Re-encrypts sealed values with a new key. @throws Error if some cannot be opened; those stay unchanged */
export async function rotateKeyFile(
  config: Config,
  { sealed: columns, isPreparation }: KeyOptions,
): Promise<string> {
  const { secret_key_file } = config;
  return withStore(config, async ({ store }) => {
    if (isPreparation) {
      await audited(store, 'gatehouse rotate-key --prepare', () => {
        addKey(secret_key_file);
        return Promise.resolve({});
      });
      return `${secret_key_file} has a new key next to the former one. Copy it to the other gateways of this store, then run rotate-key again.`;
    }
    const rotated = await audited(store, 'gatehouse rotate-key', async () => {
      const rotation = await rotateKey(store, secret_key_file, { sealed: columns });
      return { ...rotation, object: rotation.keyId };
    });
    const { keyId, resealed, unreadable } = rotated;
    const sealed = `${resealed} value${resealed === 1 ? '' : 's'} sealed with the new key ${keyId}`;
    if (unreadable.length === 0) return `${sealed}; ${secret_key_file} holds only this key.`;
    throw new Error(
      `${sealed}. No key opens ${unreadable.join(', ')}: set them again. The former keys stay in ${secret_key_file}.`,
    );
  });
}

/** Opens the store of a gateway that has been started before, for the work of a command. */
export async function withStore<T>(
  config: Config,
  work: (opened: OpenedStore) => Promise<T>,
): Promise<T> {
  const opened = await openExisting(config);
  try {
    return await work(opened);
  } finally {
    await opened.store.close();
  }
}
