import { once } from 'node:events';
import { rename, rm, open } from 'node:fs/promises';
import { errorCode } from '../errors.ts';
import { UsageError } from './usage-error.ts';

/** Where a reply goes: standard output, or a file that has its content only when all of it came. */
export interface ReplyOutput {
  /** Writes a piece, and waits while the output is full. @throws Unwritable */
  readonly write: (piece: string | Uint8Array) => Promise<void>;
  /** @throws Unwritable */
  readonly finish: () => Promise<void>;
  /** Leaves a file as if nothing had been asked. */
  readonly discard: () => Promise<void>;
}

/** Error of a file that cannot be written to its end. */
export class Unwritable extends Error {
  override readonly name = 'Unwritable';
}

export const standardOutput: ReplyOutput = {
  write: async (piece) => {
    if (piece.length > 0 && !process.stdout.write(piece)) await once(process.stdout, 'drain');
  },
  finish: () => Promise.resolve(),
  discard: () => Promise.resolve(),
};

/**
 * Opens a file for a reply, readable by its owner only.
 *
 * @param isForced  true: a file that exists is replaced when the reply is complete
 * @throws UsageError if the file exists and is not to be replaced, or cannot be made
 */
export async function openOutputFile(path: string, isForced: boolean): Promise<ReplyOutput> {
  const draft = isForced ? `${path}.${process.pid}` : path;
  const file = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    if (errorCode(error) === 'EEXIST')
      throw new UsageError(`--output ${path}: the file exists; --force replaces it`);
    throw new UsageError(`--output ${path}: ${error instanceof Error ? error.message : ''}`);
  });
  const named = async (work: Promise<unknown>) => {
    try {
      await work;
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      throw new Unwritable(`--output ${path}: ${reason}`, { cause: error });
    }
  };
  return {
    write: (piece) => named(file.appendFile(piece)),
    finish: () => named(file.close().then(() => (isForced ? rename(draft, path) : undefined))),
    discard: async () => {
      await file.close().catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}
