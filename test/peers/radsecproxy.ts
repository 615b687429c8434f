import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Issued } from './certificates.ts';
import { startChild } from './child.ts';

/** radsecproxy, between RADIUS over UDP and over TLS. */
export interface Radsecproxy {
  /** Its last words, for messages. */
  output(): string;
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

/** Starts it in the foreground, with a configuration of its own. */
export async function startRadsecproxy({ ca, own, blocks }: Options): Promise<Radsecproxy> {
  const directory = await mkdtemp(join(tmpdir(), 'radsecproxy-'));
  const file = join(directory, 'radsecproxy.conf');
  const tls = `
tls default {
  CACertificateFile ${ca}
  CertificateFile ${own.certificate}
  CertificateKeyFile ${own.key}
}
`;
  await writeFile(file, `LogLevel 2\n${tls}${blocks}`);
  try {
    const child = await startChild({
      command: '/usr/sbin/radsecproxy',
      args: ['-f', '-c', file],
      ready: (output) => output.includes('listening for'),
    });
    return { output: () => child.output(), stop: () => child.stop() };
  } finally {
    // It has read it by now.
    await rm(directory, { recursive: true });
  }
}
