import { createHash } from 'node:crypto';
import type { BackupSpec } from '../../device-type/device-type.ts';
import { Fault } from '../../contract/errors.ts';
import { searchBounded } from '../../runtime/pattern/bounded-search.ts';

/** What stands for a secret. */
export const mask = '***';
const maxEdits = 2000;
const contextLines = 3;
const timeoutMs = 5000;

type Patterns = Pick<BackupSpec, 'secrets' | 'volatile'>;

/** Returns the hash of a version for comparison: volatile text is left out. */
export function hashOf(text: string, { volatile }: Patterns): string {
  const compared = volatile.reduce(
    (left, source) =>
      searchBounded({ source, flags: 'gm' }, left, (pattern, whole) =>
        whole.replaceAll(pattern, ''),
      ),
    text,
  );
  return createHash('sha256').update(compared).digest('hex');
}

/** Returns a configuration for people: the secrets that the patterns of its type find are masked. */
export function maskConfiguration(text: string, { secrets }: Pick<Patterns, 'secrets'>): string {
  return secrets.reduce((shown, pattern) => maskMatches(shown, pattern), text);
}

function maskMatches(text: string, pattern: string): string {
  const parts: string[] = [];
  let end = 0;
  const matches = searchBounded({ source: pattern, flags: 'gmd' }, text, (found, all) => [
    ...all.matchAll(found),
  ]);
  for (const { index, 0: whole, indices } of matches) {
    // A group that takes no part in a match has no range.
    const groups: readonly (readonly [number, number] | undefined)[] = indices?.slice(1) ?? [];
    const found = groups.filter((range) => range !== undefined);
    const ranges = groups.length > 0 ? found : [[index, index + whole.length] as const];
    for (const [from, to] of ranges) {
      if (from < end) continue;
      parts.push(text.slice(end, from), mask);
      end = to;
    }
  }
  return parts.join('') + text.slice(end);
}

/** Two versions of a text, each with its name in the diff. */
export interface Versions {
  readonly before: { readonly name: string; readonly text: string };
  readonly after: { readonly name: string; readonly text: string };
}

/** A unified diff, and how many lines it adds and removes. */
export interface TextDiff {
  readonly diff: string;
  readonly added: number;
  readonly removed: number;
}

/** Compares two texts by lines, with turns for the event loop. @throws Fault `too_large` if they have too little in common */
export async function compareTexts({ before, after }: Versions): Promise<TextDiff> {
  const { formatPatch, structuredPatch } = await import('diff');
  const patch = await new Promise<ReturnType<typeof structuredPatch> | undefined>((resolve) => {
    structuredPatch(
      before.name,
      after.name,
      withLineEnd(before.text),
      withLineEnd(after.text),
      '',
      '',
      {
        context: contextLines,
        maxEditLength: maxEdits,
        timeout: timeoutMs,
        callback: resolve,
      },
    );
  });
  if (!patch) throw new Fault('too_large', `the versions differ in more than ${maxEdits} lines`);
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
  return { diff: formatPatch(patch), added: count('+'), removed: count('-') };
}

const withLineEnd = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
