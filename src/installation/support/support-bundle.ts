import { existsSync, readFileSync, rmSync } from 'node:fs';
import { arch, availableParallelism, freemem, loadavg, release, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../config/load-config.ts';
import { errorCode } from '../../contract/errors.ts';
import type { Finding } from '../../contract/finding.ts';
import { apiCertificate, apiOrigin, ask } from '../../own-gateway/own-gateway.ts';
import { packageVersion } from '../../runtime/package-root.ts';
import { engineOf, openStore } from '../../store/database.ts';
import { textMember, writeMembers } from '../backup/archive.ts';
import type { TarMember } from '../backup/tar.ts';
import { showConfiguration } from './bundle-configuration.ts';
import { showMetrics } from './bundle-metrics.ts';
import { readListedRows } from './bundle-rows.ts';
import { Pseudonyms } from './pseudonyms.ts';

interface BundleRequest {
  readonly file: string;
  /** Findings of the doctor. */
  readonly findings: readonly Finding[];
}

/** A part of a bundle; a part that cannot be made is left out, and the manifest names it. */
interface Part {
  readonly path: string;
  readonly holds: string;
  readonly make: () => Promise<string> | string;
}

/**
 * Writes a file for the diagnosis of a fault that can be given away: without the store, keys, texts of the configuration and
 * logs, and with pseudonyms of people, MAC and IP addresses.
 *
 * @returns the text to print
 * @throws Error if the file exists
 */
export async function writeSupportBundle(config: Config, request: BundleRequest): Promise<string> {
  const target = resolve(request.file);
  if (existsSync(target)) throw new Error(`${target} exists; choose another name`);
  if (!existsSync(dirname(target))) throw new Error(`there is no folder ${dirname(target)}`);
  const made = [];
  for (const part of partsOf(config, request.findings)) made.push(await attempt(part));
  const manifest = json({
    version: packageVersion,
    created_at: new Date().toISOString(),
    pseudonyms: 'a value has one pseudonym in this bundle, and another in the next bundle',
    files: made.map(({ path, holds, error }) => ({ path, holds, ...(error && { error }) })),
  });
  const files = [{ path: 'manifest.json', text: manifest }, ...made.filter(({ error }) => !error)];
  const members = files.map(({ path, text }) => textMember(path, text));
  await write(target, members);
  return [
    `${target}:`,
    ...made.map(({ path, holds, error }) => `  ${path}: ${error ?? holds}`),
    'It has no secrets, and pseudonyms of people and addresses. Look through it before you give it away:',
    `  tar xzf ${target}`,
  ].join('\n');
}

const json = (content: unknown) => `${JSON.stringify(content, null, 1)}\n`;

function partsOf(config: Config, findings: readonly Finding[]): readonly Part[] {
  const pseudonyms = new Pseudonyms();
  return [
    { path: 'system.json', holds: 'version, machine, memory', make: () => json(system(config)) },
    {
      path: 'configuration.json',
      holds: 'numbers, booleans and enumerated words; for other texts, whether they are set',
      make: () => json(showConfiguration(config)),
    },
    {
      path: 'doctor.json',
      holds: 'state of each check of gatehouse doctor, without messages',
      make: () => json(findings.map(({ check, state }) => ({ check, state }))),
    },
    {
      path: 'rows.json',
      holds: 'newest devices, transactions, clients, upstreams and decisions, a few columns each',
      make: async () => {
        const store = await openStore(config.database.url, config.data_dir, { isBeside: true });
        try {
          return json(await readListedRows(store, pseudonyms));
        } finally {
          await store.close();
        }
      },
    },
    {
      path: 'metrics.txt',
      holds: 'metrics of the running gateway, with pseudonyms of names',
      make: async () => showMetrics(await readMetrics(config), pseudonyms),
    },
  ];
}

async function attempt({ path, holds, make }: Part) {
  try {
    return { path, holds, text: await make(), error: null };
  } catch {
    // The message of an error may have addresses and file names.
    return { path, holds, text: '', error: 'left out: it cannot be read' };
  }
}

function system({ database }: Config) {
  return {
    version: packageVersion,
    node: process.version,
    platform: `${process.platform} ${arch()}`,
    kernel: release(),
    processors: availableParallelism(),
    memory: { total: totalmem(), free: freemem() },
    load: loadavg(),
    engine: engineOf(database.url),
  };
}

/** More than the metrics of a thousand clients and all devices. */
const maxMetricsOctets = 16 * 2 ** 20;

/** @throws Error if the gateway does not run, or has no token here */
async function readMetrics(config: Config): Promise<string> {
  const token = readFileSync(join(config.data_dir, 'admin-token'), 'utf8').trim();
  const url = `${apiOrigin(config)}/metrics`;
  const limits = { timeoutMs: 10_000, maxOctets: maxMetricsOctets };
  const { status, body } = await ask({
    url,
    token,
    trusted: apiCertificate(config),
    ...limits,
  });
  if (status !== 200) throw new Error(`the gateway answers ${status}`);
  // A truncated line would have another value.
  return body.slice(0, body.lastIndexOf('\n') + 1);
}

async function write(target: string, members: readonly TarMember[]): Promise<void> {
  try {
    await writeMembers(target, members, new Date());
  } catch (error) {
    // A file that another process has created stays.
    if (errorCode(error) !== 'EEXIST') rmSync(target, { force: true });
    throw error;
  }
}
