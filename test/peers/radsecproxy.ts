import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from './child.ts';
import type { Issued } from './certificates.ts';

/** radsecproxy, between RADIUS over UDP and over TLS. */
export interface Radsecproxy {
  log(): Promise<string>;
  stop(): Promise<void>;
}

interface Options {
  /** File of the CA by which it judges the other side. */
  readonly ca: string;
  /** What it shows of itself. */
  readonly own: Issued;
  /** Where it listens, who may ask, and where it sends what it is asked: blocks of radsecproxy.conf(5). */
  readonly blocks: string;
}

/** Starts it in a folder of its own. */
export async function startRadsecproxy({ ca, own, blocks }: Options): Promise<Radsecproxy> {
  const directory = await mkdtemp(join(tmpdir(), 'radsecproxy-'));
  const file = join(directory, 'log');
  const configuration = join(directory, 'radsecproxy.conf');
  await writeFile(configuration, settings({ file, ca, own }) + blocks);
  const log = () => readFile(file, 'utf8');
  const remove = () => rm(directory, { recursive: true, force: true });
  try {
    const child = await startChild({
      command: '/usr/sbin/radsecproxy',
      args: ['-f', '-c', configuration],
      ready: async () => /listening for .* on/.test(await log()),
    });
    const stop = async () => {
      await child.stop();
      await remove();
    };
    return { log, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}

function settings({ file, ca, own }: { readonly file: string; readonly ca: string; readonly own: Issued }): string {
  return `
LogLevel 2
LogDestination file://${file}
tls default {
  CACertificateFile ${ca}
  CertificateFile ${own.certificate}
  CertificateKeyFile ${own.key}
}
`;
}
