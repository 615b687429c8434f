import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const unfinished = '.new';

/** Returns the copies that upgrades have left of a store, and drafts of them. */
export function copiesOf(file: string): readonly string[] {
  const folder = dirname(file);
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${basename(file)}.before-`))
    .sort()
    .map((name) => join(folder, name));
}

/** True for a copy that was not finished. */
export function isDraft(copy: string): boolean {
  return copy.endsWith(unfinished);
}

/** Returns the file of an unfinished copy. */
export function draftOf(copy: string): string {
  return copy + unfinished;
}

/** Returns what a damaged or lost store is replaced by: a backup, and copies of upgrades if there are any. */
export function sourcesOf(file: string): string {
  const copies = readable(file).filter((copy) => !isDraft(copy));
  return ['a backup', ...copies.map((copy) => `the copy of an upgrade ${copy}`)].join(' or ');
}

function readable(file: string): readonly string[] {
  try {
    return copiesOf(file);
  } catch {
    return [];
  }
}
