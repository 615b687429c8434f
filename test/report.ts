import { shortFailures } from './failures.ts';

/** Assertions of a run, as tap counts them. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/**
 * Reads the TAP that tap prints for a run, a line at a time. Prints one line for a file that passed, the failures of one that
 * did not in short, and what was skipped in either. The detail is the TAP of failed files, without the tests that passed.
 */
export class Report {
  readonly #print: (line: string) => void;
  readonly #addDetail: (line: string) => void;
  /** Lines of the current file, without the subtests that passed. */
  #lines: string[] = [];
  /** Tests of the current file that were skipped, with their reasons. */
  #skipped: string[] = [];
  #totals: ReadonlyMap<string, number> = new Map();
  /** Failures that tap's totals leave out: a file that was killed, or that bailed out. */
  #uncounted = 0;
  #bailedOut = false;
  /** The test point of a failed file, until the diagnostics that tap prints after it have ended. */
  #failedFile: TestPoint | null = null;
  #isEpilogue = false;

  /** @param addDetail  receives the detail of failures, a line at a time */
  constructor(print: (line: string) => void, addDetail: (line: string) => void) {
    this.#print = print;
    this.#addDetail = addDetail;
  }

  add(line: string): void {
    if (this.#failedFile && line === '  ---') this.#isEpilogue = true;
    if (this.#isEpilogue) {
      this.#lines.push(line);
      this.#isEpilogue = line !== '  ...';
      return;
    }
    this.#closeFailedFile();
    this.#addToFile(line);
  }

  /**
   * Prints the lines that are left.
   *
   * @param succeeded  tap's own result; it may reject a run that has no failure to show, which counts as one
   */
  close(succeeded: boolean): Counts {
    this.#closeFailedFile();
    for (const line of this.#lines) this.#print(line);
    this.#lines = [];
    return {
      passed: this.#count('pass'),
      failed: this.#failed(succeeded),
      skipped: this.#count('skip') + this.#count('todo'),
    };
  }

  #failed(succeeded: boolean): number {
    const shown = this.#count('fail') + this.#uncounted + (this.#bailedOut ? 1 : 0);
    return shown === 0 && !succeeded ? 1 : shown;
  }

  #count(name: string): number {
    return this.#totals.get(name) ?? 0;
  }

  #addToFile(line: string): void {
    const point = /^( *)(not )?ok \d+(?: - )?(.*)$/.exec(line);
    if (point !== null) {
      this.#addPoint(line, {
        indent: point[1] ?? '',
        passed: point[2] === undefined,
        title: point[3] ?? '',
      });
    } else if (line.startsWith('# { ')) {
      this.#totals = parseTotals(line);
    } else {
      this.#bailedOut ||= /^ *Bail out!/.test(line);
      if (!isNoise(line)) this.#lines.push(line);
    }
  }

  #addPoint(line: string, { indent, passed, title }: TestPoint): void {
    if (passed || isExpectedFailure(title)) this.#dropSubtest(indent, title);
    else this.#lines.push(line);
    if (/ # SKIP/.test(title)) this.#skipped.push(title.replace(' # SKIP', ':'));
    if (indent !== '') return;
    if (passed) this.#closeFile(line);
    else this.#failedFile = { indent, passed, title };
  }

  /** Prints the line of a file and what was skipped in it, and begins with the next file. */
  #closeFile(line: string): void {
    this.#print(line);
    for (const skipped of this.#skipped) this.#print(`# skipped: ${skipped}`);
    [this.#lines, this.#skipped] = [[], []];
  }

  #closeFailedFile(): void {
    if (this.#failedFile === null) return;
    const { title } = this.#failedFile;
    this.#failedFile = null;
    const isSubtest = this.#lines.some((line) => line.startsWith('# Subtest: '));
    // tap counts the failures within a file, and a file without tests.
    const isCounted = this.#lines.some((line) => /^ +(not ok |1\.\.0 )/.test(line));
    if (isSubtest && !isCounted) this.#uncounted += 1;
    for (const line of this.#lines) this.#addDetail(line);
    const short = shortFailures(fileOf(title), this.#lines);
    this.#closeFile(`not ok - ${title}`);
    for (const line of short) this.#print(line);
  }

  /** Drops a subtest that passed, with its heading. */
  #dropSubtest(indent: string, title: string): void {
    const name = title.replace(/ # (time=|SKIP|TODO).*$/, '');
    const heading = this.#lines.lastIndexOf(`${indent}# Subtest: ${name}`);
    if (heading !== -1) this.#lines.length = heading;
  }
}

interface TestPoint {
  readonly indent: string;
  readonly passed: boolean;
  readonly title: string;
}

/**
 * Prints, as the last line, `N passed, N failed, N skipped`.
 *
 * @returns the exit status: 0 only if something passed and nothing failed
 */
export function printTotals(counts: readonly Counts[], print: (line: string) => void): 0 | 1 {
  const sum = (name: keyof Counts) => counts.reduce((total, one) => total + one[name], 0);
  const [passed, failed] = [sum('passed'), sum('failed')];
  if (failed === 0 && passed === 0) print('no test ran');
  print(`${passed} passed, ${failed} failed, ${sum('skipped')} skipped`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

/** Returns the file of a test point. */
function fileOf(title: string): string {
  return title.replace(/ # time=.*$/, '');
}

/** True for a test point that its author marked as failing. */
function isExpectedFailure(title: string): boolean {
  return / # (TODO|SKIP)/.test(title);
}

function isNoise(line: string): boolean {
  return /^ *($|1\.\.[1-9]|TAP version|# time=|# No coverage)/.test(line);
}

/** Parses `# { total: 5, pass: 2, fail: 1 }`; counts of zero are left out. */
function parseTotals(line: string): ReadonlyMap<string, number> {
  return new Map(
    [...line.matchAll(/(\w+): (\d+)/g)].map(([, name = '', count]) => [name, Number(count)]),
  );
}
