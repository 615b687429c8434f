import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * Long files that are written while a gateway runs. A file that is synchronized only at its end holds up every other
 * fsync until then, and each commit of the gateway has one; so these are brought there part by part.
 */

const octetsBetweenSyncs = 4 * 2 ** 20;
const msBetweenSyncs = 20;

/**
 * Writes a new file, readable by its owner only and on disk when the call returns.
 *
 * @param parts  Buffers, as a stream without an encoding yields them
 * @throws Error if the file exists; TypeError for a part that is no Buffer
 */
export async function writeSteadily(file: string, parts: AsyncIterable<unknown>): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  let octets = 0;
  try {
    for await (const part of parts) {
      if (!Buffer.isBuffer(part)) throw new TypeError(`a part of ${file} is no Buffer`);
      await handle.appendFile(part);
      octets += part.length;
      if (octets < octetsBetweenSyncs) continue;
      await handle.datasync();
      octets = 0;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Brings a file onto the disk while something else writes it; all of it is there when the call returns. */
export async function syncWhile(file: string, written: Promise<unknown>): Promise<void> {
  const state = { isWritten: false };
  const ended = written.finally(() => {
    state.isWritten = true;
  });
  // Awaited below; a failure until then is no unhandled one.
  ended.catch(() => undefined);
  const handle = await open(file, 'r');
  try {
    while (!state.isWritten) {
      await handle.datasync();
      await Promise.race([sleep(msBetweenSyncs), ended]);
    }
    await ended;
    await handle.sync();
  } finally {
    await handle.close();
  }
}
