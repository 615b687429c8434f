import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { link, lstat, open, rename, rm, unlink } from 'node:fs/promises';
import { errorCode } from '../contract/errors.ts';
import { UsageError } from './usage-error.ts';

/** Where a reply goes: standard output, or a file that has its content only when all of it came. */
export interface ReplyOutput {
  /** Writes a piece, and waits while the output is full. @throws Unwritable */
  readonly write: (piece: string | Uint8Array) => Promise<void>;
  /** @throws Unwritable */
  readonly finish: () => Promise<void>;
  /** Removes the draft; an existing file stays as it was. */
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
 * Opens a file for a reply, readable by its owner only. Until the reply is complete it has another name.
 *
 * @param isForced  true: a file that exists is replaced when the reply is complete
 * @param option    the option that names the file, for errors
 * @throws UsageError if the file exists and is not to be replaced, or cannot be made
 */
export async function openOutputFile(
  path: string,
  isForced: boolean,
  option = '--output',
): Promise<ReplyOutput> {
  if (!isForced && (await isThere(path)))
    throw new UsageError(
      `${option} ${path}: the file exists${option === '--output' ? '; --force replaces it' : ''}`,
    );
  const draft = `${path}.${process.pid}`;
  const file = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    throw new UsageError(`${option} ${path}: ${messageOf(error)}`);
  });
  const keep = removeAtSignal(draft);
  const named = async (work: Promise<unknown>) => {
    try {
      await work;
    } catch (error) {
      throw new Unwritable(`${option} ${path}: ${messageOf(error)}`, { cause: error });
    }
  };
  const publish = () => (isForced ? rename(draft, path) : renameNew(draft, path));
  return {
    write: (piece) => named(file.appendFile(piece)),
    finish: () => named(file.close().then(publish).then(keep)),
    discard: async () => {
      await file.close().catch(() => undefined);
      await rm(draft, { force: true });
      keep();
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

/** Returns whether a name is taken, also by a symbolic link that leads nowhere. */
function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** Renames a file, but not over a file that was created since the first check. */
async function renameNew(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw error;
    // A file system without hard links.
    await rename(draft, path);
    return;
  }
  await unlink(draft);
}

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Removes a file when a signal ends the process. @returns a function after which it is kept */
function removeAtSignal(file: string): () => void {
  const keep = () => {
    for (const signal of endingSignals) process.removeListener(signal, remove);
  };
  const remove = (signal: NodeJS.Signals) => {
    keep();
    rmSync(file, { force: true });
    process.kill(process.pid, signal);
  };
  for (const signal of endingSignals) process.once(signal, remove);
  return keep;
}
