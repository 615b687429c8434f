import { createContext, Script } from 'node:vm';
import { Fault } from '../../contract/errors.ts';

/** Time that one search may hold the event loop. */
const timeoutMs = 200;
/** How often a search is begun again because the processor was elsewhere. */
const maxAttempts = 5;
/** A text of up to this length costs less than the guard, unless the pattern is costly. */
const unguardedLength = 256;

const idle = () => undefined;
const sandbox: { search: () => void } = { search: idle };
createContext(sandbox);
const script = new Script('search()');

/** Texts whose search was given up in this turn of the event loop: the next pattern of the same reply would hold it as long. */
const givenUp = new Set<string>();

/**
 * Searches a text that a device sent with a pattern of its type. Backtracking may take a time that grows with the square of
 * the text or faster; the search is given up before it holds the event loop for long. The limit is one of elapsed time, since
 * nothing else can stop a search: where most of it was spent waiting for the processor, the search is begun again.
 *
 * @param pattern  source and flags of a JavaScript regular expression
 * @param search   uses the pattern and finishes: an iterator must be read to its end; it may be begun again
 * @returns        what `search` returns
 * @throws Fault `garbled` if the search takes longer than 200 ms, or another one of the text just did; SyntaxError of the pattern
 */
export function searchBounded<T>(
  { source, flags }: { readonly source: string; readonly flags: string },
  text: string,
  search: (pattern: RegExp, text: string) => T,
): T {
  const pattern = new RegExp(source, flags);
  if (text.length <= unguardedLength && !isCostly(source)) return search(pattern, text);
  if (givenUp.has(text)) throw tooLong(source, text);
  try {
    return runToEnd(() => {
      pattern.lastIndex = 0;
      return search(pattern, text);
    });
  } catch (cause) {
    if (!isTimeout(cause)) throw cause;
    if (givenUp.size === 0)
      setImmediate(() => {
        givenUp.clear();
      });
    givenUp.add(text);
    throw tooLong(source, text, cause);
  }
}

/** @throws what `search` throws, or the error of a timeout */
function runToEnd<T>(search: () => T): T {
  const found: { readonly value: T }[] = [];
  sandbox.search = () => {
    found.push({ value: search() });
  };
  try {
    for (let left = maxAttempts; found.length === 0; left -= 1) runOnce(left > 1);
  } finally {
    sandbox.search = idle;
  }
  const [result] = found;
  if (result === undefined) throw new Error('a search ended without a result');
  return result.value;
}

/** @throws the error of a timeout, unless the search may be begun again and was kept from the processor most of the time */
function runOnce(mayBeginAgain: boolean): void {
  const before = process.threadCpuUsage();
  try {
    script.runInContext(sandbox, { timeout: timeoutMs });
  } catch (cause) {
    const { user, system } = process.threadCpuUsage(before);
    const isStarved = (user + system) / 1000 < timeoutMs / 2;
    if (!(mayBeginAgain && isStarved && isTimeout(cause))) throw cause;
  }
}

function tooLong(source: string, text: string, cause?: unknown): Fault {
  const size = `${text.length} characters`;
  return new Fault(
    'garbled',
    `the search for ${source} in ${size} took longer than ${timeoutMs} ms`,
    { cause },
  );
}

/** The error is one of the other context, so that it is no instance of `Error` of this one. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    Reflect.get(error, 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}

const atom = /\\[^]|\[(?:\\[^]|[^\]\\])*\]/g;
const maxRepetitions = 3;

/** True if a pattern repeats a group, or has several repetitions side by side: these may take long on a short text too. */
function isCostly(source: string): boolean {
  const structure = source.replaceAll(atom, 'x');
  return /\)[*+{]/.test(structure) || (structure.match(/[*+{]/g)?.length ?? 0) > maxRepetitions;
}
