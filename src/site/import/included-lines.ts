import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** A line of a file, or of a file that it includes. */
export interface PlacedLine {
  /** File and number of the line. */
  readonly place: string;
  readonly text: string;
}

export interface IncludedLines {
  readonly lines: readonly PlacedLine[];
  /** A message for each file that cannot be included. */
  readonly left: readonly string[];
}

/** Files within files. */
const maxDepth = 16;
/** Characters of a line; FreeRADIUS itself reads 8,192. */
const maxLine = 65_536;
const includeForm = /^\s*\$(-?)INCLUDE\s+"?([^"\s]+)"?\s*$/;
/** Names of files that FreeRADIUS reads in a folder. */
const fileName = /^[\w.]+$/;

/**
 * Reads a configuration file of FreeRADIUS with the files that `$INCLUDE` names, relative to the file that names them.
 *
 * @throws Error if the file itself cannot be read, or has a line that is too long
 */
export function readIncludedLines(file: string): IncludedLines {
  const left: string[] = [];
  return { lines: linesOf(file, [resolve(file)], left), left };
}

/** @param within  paths of the file and of those that include it */
function linesOf(file: string, within: readonly string[], left: string[]): PlacedLine[] {
  const texts = readFileSync(file, 'utf8').split('\n');
  return texts.flatMap((text, at) => {
    const place = `${file}:${at + 1}`;
    if (text.length > maxLine) throw new Error(`${place}: the line is longer than 64 KiB`);
    const [, isOptional, path] = includeForm.exec(text) ?? [];
    if (path === undefined) return [{ place, text: text.trimEnd() }];
    try {
      return includedFiles(file, path).flatMap((included) => {
        if (within.includes(resolve(included)) || within.length >= maxDepth)
          throw new Error('the file includes itself');
        return linesOf(included, [...within, resolve(included)], left);
      });
    } catch (error) {
      if (isOptional !== '-') left.push(`${place}: $INCLUDE ${path}: ${reasonOf(error)}`);
      return [];
    }
  });
}

function includedFiles(file: string, path: string): readonly string[] {
  if (path.includes('${')) throw new Error('a variable in a path is not taken over');
  const whole = resolve(dirname(file), path);
  if (!statSync(whole).isDirectory()) return [whole];
  const names = readdirSync(whole).filter((name) => fileName.test(name));
  return names
    .sort()
    .map((name) => join(whole, name))
    .filter((inner) => statSync(inner).isFile());
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && error.code === 'ENOENT' ? 'there is no such file' : error.message;
}
