import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Type, type Static } from 'typebox';
import { syncFolder, writeDurableFile } from '../../runtime/durable-file.ts';
import { validateAgainst } from '../../contract/schema.ts';

/*
 * A restore changes several files. What is to be moved is written down first; a restore that a power cut ended is finished by
 * the next start, or by the next restore, so that no gateway runs on half of one.
 */

const movesSchema = Type.Object({
  /** Present files that are put aside, then new ones that take their places. */
  aside: Type.Array(Type.Object({ from: Type.String(), to: Type.String() })),
  placed: Type.Array(Type.Object({ from: Type.String(), to: Type.String() })),
});

export type RestoreMoves = Static<typeof movesSchema>;

const movesFile = (dataDir: string) => join(dataDir, 'restore.json');

/** Moves the files of a restore. After a power cut `finishRestore` does the rest. */
export function moveRestored(dataDir: string, moves: RestoreMoves): void {
  const text = `${JSON.stringify(moves)}\n`;
  writeDurableFile(movesFile(dataDir), text, { mode: 0o600, mayReplace: false });
  finishRestore(dataDir);
}

/**
 * Finishes a restore that has begun to move files; every move that was made is left out.
 *
 * @returns whether there was one
 * @throws Error if the list names a move that no restore makes
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
 * Refuses moves that no restore writes down. The user of the service can write in the data directory, and root may finish what
 * stands there: only files beside a draft are moved, and that user can make no draft in a folder of root.
 */
function checkMoves(file: string, { aside, placed }: RestoreMoves): void {
  const isPending = aside.some(({ from, to }) => existsSync(from) && !existsSync(to));
  const folders = new Set(placed.map(({ to }) => dirname(to)));
  const faulty =
    aside.find(({ from, to }) => !folders.has(dirname(from)) || !isBeside(from, to)) ??
    placed.find(({ from, to }) => !from.startsWith(`${to}.restore-`)) ??
    // Nothing is placed before all is put aside.
    (isPending ? placed.find(({ from }) => !existsSync(from)) : undefined);
  if (faulty)
    throw new Error(`${file}: ${faulty.from} to ${faulty.to} is no move of a restore; remove it`);
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
