import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Type, type Static } from 'typebox';
import { syncFolder, writeDurableFile } from '../../runtime/durable-file.ts';
import { validateAgainst } from '../../contract/schema.ts';

/*
 * A restore moves several files, and first writes the list of moves. After a power cut the next start or the next restore
 * finishes the moves, so that no gateway runs on a partial restore.
 */

const movesSchema = Type.Object({
  /** Moves of present files aside, then of new files into their places. */
  aside: Type.Array(Type.Object({ from: Type.String(), to: Type.String() })),
  placed: Type.Array(Type.Object({ from: Type.String(), to: Type.String() })),
});

export type RestoreMoves = Static<typeof movesSchema>;

const movesFile = (dataDir: string) => join(dataDir, 'restore.json');

/** Moves the files of a restore. After a power cut `finishRestore` makes the remaining moves. */
export function moveRestored(dataDir: string, moves: RestoreMoves): void {
  const text = `${JSON.stringify(moves)}\n`;
  writeDurableFile(movesFile(dataDir), text, { mode: 0o600, mayReplace: false });
  finishRestore(dataDir);
}

/**
 * Finishes a restore that has begun to move files; moves that were made are skipped.
 *
 * @returns true if a restore was pending
 * @throws Error if the list has a move that a restore does not make
 */
export function finishRestore(dataDir: string): boolean {
  const file = movesFile(dataDir);
  if (!existsSync(file)) return false;
  const moves = validateAgainst<RestoreMoves>(
    movesSchema,
    JSON.parse(readFileSync(file, 'utf8')),
    file,
  );
  checkMoves(file, moves);
  for (const { from, to } of moves.aside) if (!existsSync(to)) move(from, to);
  for (const { from, to } of moves.placed) if (existsSync(from)) move(from, to);
  rmSync(file);
  syncFolder(dataDir);
  return true;
}

/**
 * Refuses moves that a restore does not make. The user of the service can write in the data directory, and root may finish a
 * restore from there: only files next to a draft are moved, and that user cannot create a draft in a folder of root.
 */
function checkMoves(file: string, { aside, placed }: RestoreMoves): void {
  const isPending = aside.some(({ from, to }) => existsSync(from) && !existsSync(to));
  const folders = new Set(placed.map(({ to }) => dirname(to)));
  const faulty =
    aside.find(({ from, to }) => !folders.has(dirname(from)) || !isBeside(from, to)) ??
    placed.find(({ from, to }) => !from.startsWith(`${to}.restore-`)) ??
    // New files are placed after all present ones are put aside.
    (isPending ? placed.find(({ from }) => !existsSync(from)) : undefined);
  if (faulty)
    throw new Error(
      `${file}: ${faulty.from} to ${faulty.to} is not a move of a restore; remove it`,
    );
}

const isBeside = (from: string, to: string) =>
  basename(from) === basename(to) &&
  dirname(dirname(to)) === dirname(from) &&
  basename(dirname(to)).startsWith('before-restore-');

function move(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  renameSync(from, to);
  syncFolder(dirname(from));
  syncFolder(dirname(to));
}
