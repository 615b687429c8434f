import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import * as loopback from '../../tools/demo/free-port.ts';
import { recordVariable } from '../run-record.ts';

/*
 * Ports of the loopback interface for servers that cannot choose their own, or that must come back at the same one. A run
 * gives each of them once: the files of a run that start servers at the same time never get the same port.
 */

export function freeTcpPort(): Promise<number> {
  return unreserved(() => loopback.freeTcpPort());
}

export function freeUdpPort(): Promise<number> {
  return unreserved(loopback.freeUdpPort);
}

/** Returns whether a server accepts connections at a port of the loopback interface. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}

async function unreserved(freePort: () => Promise<number>): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (reserve(port)) return port;
  }
}

/** Reserves a port for the rest of the run. @returns false: it is reserved already */
function reserve(port: number): boolean {
  const record = process.env[recordVariable];
  if (record === undefined) return true;
  const folder = join(dirname(record), 'ports');
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(join(folder, String(port)), '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
