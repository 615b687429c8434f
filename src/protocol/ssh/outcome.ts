import { setImmediate as nextTurn } from 'node:timers/promises';
import { searchBounded } from '../../runtime/pattern/bounded-search.ts';
import { nameRows, type NamedNumber, type NamedRows } from '../named-rows.ts';
import type { Command } from './command.ts';
import type { LineStep } from './dialogue.ts';
import type { ExecResult } from './exec.ts';
import type { Shell } from './shell.ts';

/** Limit in characters of the part of an output that a message shows. */
const maxMessageLength = 500;

/** Result of a request: of one command line, or of the lines of a shell. */
export interface Outcome extends ExecResult {
  /** The shell line that failed; null if all lines succeeded, and for a command line. */
  readonly failedLine: string | null;
  /** True if the connection ended before all lines of a shell were sent and the required answers given. */
  readonly isCut: boolean;
}

/** Lines of a shell, how messages show them, and their limits. */
export interface LinesRequest {
  readonly lines: readonly LineStep[];
  readonly shown: readonly LineStep[];
  /** Pattern of an output that is a failure. */
  readonly fail: string | undefined;
  readonly signal: AbortSignal;
  readonly maxOutputLength: number;
}

/** Sends lines one after the other until one fails. Returns the output of all of them. */
export async function runLines(shell: Shell, request: LinesRequest): Promise<Outcome> {
  const { lines, shown, fail, signal, maxOutputLength } = request;
  const outputs: string[] = [];
  let failedLine: string | null = null;
  let [disconnected, truncated, isCut] = [false, false, false];
  for (const [at, line] of lines.entries()) {
    const words = shown[at]?.send ?? line.send;
    const result = await shell.run({ line, shown: words, signal, maxOutputLength });
    outputs.push(result.output);
    ({ disconnected, truncated } = result);
    isCut = disconnected && (result.isCut || at < lines.length - 1);
    if (disconnected || truncated) break;
    if (!result.hasFailed && !matches(fail, result.output)) continue;
    failedLine = words;
    break;
  }
  const output = outputs.join('\n');
  const end = { exitCode: null, signal: null, stopped: truncated };
  return { output, stdout: output, ...end, truncated, disconnected, failedLine, isCut };
}

/** Returns why a request failed; null if it succeeded. */
export function failureOf(
  {
    fail,
    mask: secrets,
  }: { readonly fail?: string | undefined; readonly mask?: string | undefined },
  shown: string,
  { exitCode, signal, output, failedLine }: Outcome,
): string | null {
  const text = mask(output, secrets).trim();
  if (failedLine !== null) return `${JSON.stringify(failedLine)} failed: ${clip(text)}`;
  // A device that sends no exit status is judged by its output.
  const hasFailedStatus = signal !== null || (exitCode !== null && exitCode !== 0);
  if (!hasFailedStatus && !matches(fail, output)) return null;
  const status = exitCode === null ? 'no exit status' : `exit code ${exitCode}`;
  const end = signal === null ? status : `ended by ${signal}`;
  return `${shown} failed, ${end}: ${clip(text)}`;
}

function clip(text: string): string {
  return text === '' ? 'no output' : text.slice(0, maxMessageLength);
}

function matches(pattern: string | undefined, text: string): boolean {
  return (
    pattern !== undefined &&
    searchBounded({ source: pattern, flags: 'm' }, text, (found, whole) => found.test(whole))
  );
}

/** Returns a text with the matches of the pattern struck out. */
export function mask(text: string, pattern: string | undefined): string {
  if (pattern === undefined) return text;
  return searchBounded({ source: pattern, flags: 'gm' }, text, (found, whole) =>
    whole.replace(found, '***'),
  );
}

/** A value in an output, with the numbers that it is made of. */
type FoundValue = Pick<NamedRows, 'value'> & Partial<NamedRows>;

/** Returns the value in the output of a request, or the reason why it is missing. */
export async function valueOf(
  command: Pick<Command, 'match' | 'mask' | 'take'>,
  shown: string,
  { stdout }: Outcome,
): Promise<FoundValue | { readonly reason: string }> {
  // A value may be searched for in a megabyte.
  await nextTurn();
  const output = mask(stdout, command.mask);
  if (command.match === undefined) return { value: output.trim() };
  const { match, take = 'first' } = command;
  const found = take === 'rows' ? nameRows(numbersIn(output, match)) : textOf(output, match, take);
  return found ?? { reason: `the output of ${shown} does not match ${match}` };
}

function textOf(output: string, match: string, take: 'first' | 'all' | 'count' | 'sum') {
  const value =
    take === 'first'
      ? searchBounded(
          { source: match, flags: 'm' },
          output,
          (found, whole) => found.exec(whole)?.[1],
        )
      : valueOfAll(output, match, take);
  return value === undefined ? undefined : { value };
}

function matchesOf(output: string, match: string): readonly RegExpMatchArray[] {
  return searchBounded({ source: match, flags: 'gm' }, output, (pattern, whole) => [
    ...whole.matchAll(pattern),
  ]);
}

/** Makes a value of all matches of a pattern. */
function valueOfAll(output: string, match: string, take: 'all' | 'count' | 'sum') {
  const found = matchesOf(output, match);
  if (take === 'count') return String(found.length);
  const values = found.map(([, value = '']) => value);
  if (take === 'sum') return String(values.reduce((sum, value) => sum + Number(value), 0));
  return values.length === 0 ? undefined : [...new Set(values)].join('\n');
}

/** Returns the numbers that a pattern names, exactly. Numbers have at most 20 digits, enough for 64 bits. */
function numbersIn(output: string, match: string): readonly NamedNumber[] {
  return matchesOf(output, match).flatMap(({ groups }): readonly NamedNumber[] => {
    const { name = '', value = '' } = groups ?? {};
    if (/^-?\d{1,20}$/.test(value)) return [{ name, value: BigInt(value) }];
    return /^-?\d{1,20}\.\d{1,20}$/.test(value) ? [{ name, value: Number(value) }] : [];
  });
}
