/*
 * Shortens what tap prints for a failed file: of each failure its name, its place and the difference.
 */

/** A failed assertion or file. */
interface Failure {
  readonly indent: number;
  /** Titles of the tests around it and its own. */
  readonly path: readonly string[];
  readonly diagnostics: Diagnostics;
}

/** Values of a block of diagnostics by key: the text after the colon, then the lines below it. */
type Diagnostics = ReadonlyMap<string, readonly string[]>;

/** Lines of a difference, or of other values; the whole text is in the detail of the run. */
const maxLines = 24;
const maxFrames = 6;
/** Diagnostics that repeat the source or the assertion, or that are shown in another form. */
const unshown: ReadonlySet<string> = new Set([
  'args',
  'at',
  'command',
  'compare',
  'cwd',
  'diff',
  'env',
  'file',
  'jobId',
  'source',
  'stack',
  'stdio',
  'tapCaught',
]);

/**
 * Returns the short form of the failures of a file.
 *
 * @param file   shown where a failure names no place
 * @param lines  TAP of the file, its own test point included
 */
export function shortFailures(file: string, lines: readonly string[]): readonly string[] {
  return failuresOf(lines).flatMap((failure) => shorten(file, failure));
}

/** Finds the failures that are not only the sum of failures within them. */
function failuresOf(lines: readonly string[]): readonly Failure[] {
  const found: Failure[] = [];
  const titles: string[] = [];
  let failedIndent = -1;
  for (const [number, line] of lines.entries()) {
    const heading = headingOf(line);
    if (heading === null) continue;
    const { indent, isFailure, title } = heading;
    titles.splice(indent / 4, Infinity, title);
    if (!isFailure) continue;
    const diagnostics = diagnosticsAfter(lines, { number, indent });
    if (failedIndent <= indent || wasKilled(diagnostics))
      found.push({ indent, path: [...titles], diagnostics });
    failedIndent = indent;
  }
  return found;
}

interface Heading {
  readonly indent: number;
  readonly isFailure: boolean;
  readonly title: string;
}

/** Parses the line that begins a subtest, or that of a failure; null for all others. */
function headingOf(line: string): Heading | null {
  const parts = /^((?: {4})*)(# Subtest: |not ok \d+(?: - )?|Bail out!)(.*)$/.exec(line);
  if (parts === null) return null;
  const [, spaces = '', kind = '', text = ''] = parts;
  const title = text.replace(/ # time=.*$/, '');
  return { indent: spaces.length, isFailure: !kind.startsWith('#'), title };
}

function wasKilled(diagnostics: Diagnostics): boolean {
  return (diagnostics.get('signal')?.[0] ?? 'null') !== 'null';
}

/** Reads the block of diagnostics that follows a line, if there is one. */
function diagnosticsAfter(
  lines: readonly string[],
  { number, indent }: { readonly number: number; readonly indent: number },
): Diagnostics {
  const diagnostics = new Map<string, string[]>();
  const margin = ' '.repeat(indent + 2);
  if (lines[number + 1] !== `${margin}---`) return diagnostics;
  let values: string[] = [];
  for (const line of lines.slice(number + 2)) {
    if (line === `${margin}...`) break;
    const text = line.slice(margin.length);
    const [, key, value = ''] = /^(\w+):(?: (.*))?$/.exec(text) ?? [];
    if (key === undefined) values.push(text.replace(/^ {2}/, ''));
    else diagnostics.set(key, (values = [value]));
  }
  return diagnostics;
}

function shorten(file: string, { indent, path, diagnostics }: Failure): readonly string[] {
  // The first title is that of the file.
  const name = path.slice(indent === 0 ? 0 : 1).filter((title) => title !== '(unnamed test)');
  const lines = [...differenceOf(diagnostics), ...valuesOf(diagnostics)];
  const more = lines.length - maxLines;
  return [
    `  not ok ${placeOf(diagnostics) ?? file} - ${name.join(' > ')}`,
    ...lines.slice(0, maxLines).map((line) => `    ${line}`),
    ...(more > 0 ? [`    … ${more} more lines`] : []),
    ...framesOf(diagnostics).map((frame) => `    at ${frame}`),
  ];
}

/** Returns `file:line:column` of a failure; null if it has none. */
function placeOf(diagnostics: Diagnostics): string | null {
  const at = new Map(
    diagnostics.get('at')?.map((line) => {
      const [key = '', value = ''] = line.split(': ');
      return [key, value];
    }),
  );
  const file = at.get('fileName');
  return file === undefined
    ? null
    : `${file}:${at.get('lineNumber')}:${at.get('columnNumber') ?? 1}`;
}

/** Returns the lines of the difference, without its heading. */
function differenceOf(diagnostics: Diagnostics): readonly string[] {
  const lines = diagnostics.get('diff')?.slice(1) ?? [];
  return lines.filter((line) => !/^(?:--- expected|\+\+\+ actual|@@ -1[, ].*)$/.test(line));
}

/** Returns all other values, such as the exit code of a file or the message of a cause. */
function valuesOf(diagnostics: Diagnostics): readonly string[] {
  return [...diagnostics]
    .filter(([key, [value]]) => !unshown.has(key) && value !== 'null')
    .flatMap(([key, [value = '', ...below]]) =>
      key === 'cause'
        ? below
            .filter((line) => line.startsWith('message: '))
            .map((line) => `cause: ${line.slice(9)}`)
        : [`${key}: ${value}`.trimEnd(), ...below.map((line) => `  ${line}`)],
    );
}

/** Returns the callers of a function that failed; a failure in the test itself has its place only. */
function framesOf(diagnostics: Diagnostics): readonly string[] {
  const [, first = '', ...callers] = diagnostics.get('stack') ?? [];
  return /^(?:Test\.<anonymous> |[^ ]*$)/.test(first) ? [] : callers.slice(0, maxFrames);
}
