import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Issued } from './certificates.ts';
import { startChild } from './child.ts';
import { isListening } from './port.ts';

/** A running radsecproxy, which translates between RADIUS over UDP and RadSec. */
export interface Radsecproxy {
  /** Returns the end of its output, for messages. */
  output(): string;
  stop(): Promise<void>;
}

interface Options {
  /** File of the CA that verifies the other side. */
  readonly ca: string;
  /** Certificate that it presents. */
  readonly own: Issued;
  /** Listeners, clients, servers and realms: blocks of radsecproxy.conf(5). */
  readonly blocks: string;
  /** Port of a listener for TLS: it says that it listens a moment before it does. Default: there is none. */
  readonly tlsPort?: number;
}

/** Starts radsecproxy in the foreground. */
export async function startRadsecproxy({
  ca,
  own,
  blocks,
  tlsPort,
}: Options): Promise<Radsecproxy> {
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
      ready: (output) =>
        output.includes('listening for') && (tlsPort === undefined || isListening(tlsPort)),
    });
    return { output: () => child.output(), stop: () => child.stop() };
  } finally {
    // radsecproxy reads it only at the start.
    await rm(directory, { recursive: true });
  }
}
