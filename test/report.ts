/**
 * Reads the TAP that tap prints for a run, a line at a time: one line for a file that passed, everything that is not
 * `ok` for one that did not, and the counts at the end.
 */
export class Report {
  readonly #print: (line: string) => void;
  /** Lines of the file that runs, without what passed in it. */
  #lines: string[] = [];
  #totals: ReadonlyMap<string, number> = new Map();
  /** Failures that tap's totals leave out: a file that was killed, or that bailed out. */
  #uncounted = 0;
  #bailedOut = false;
  /** Within what tap says of a file that failed, after the line that says that it did. */
  #isEpilogue = false;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  add(line: string): void {
    if (line === '  ---' && this.#lines.length === 0) this.#isEpilogue = true;
    if (this.#isEpilogue) this.#print(line);
    else this.#addToFile(line);
    if (line === '  ...') this.#isEpilogue = false;
  }

  /**
   * Prints what is left and, last, `N passed, N failed, N skipped`: assertions, as tap counts them.
   *
   * @param succeeded  tap's own verdict; it may find a run bad that has no failure to show
   * @returns          the exit status: 0 only where something passed and nothing failed
   */
  close(succeeded: boolean): 0 | 1 {
    for (const line of this.#lines) this.#print(line);
    const passed = this.#count('pass');
    const failed = this.#failed(succeeded);
    if (failed === 0 && passed === 0) this.#print('no test ran');
    this.#print(
      `${passed} passed, ${failed} failed, ${this.#count('skip') + this.#count('todo')} skipped`,
    );
    return failed === 0 && passed > 0 ? 0 : 1;
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
      this.#totals = totalsOf(line);
    } else {
      this.#bailedOut ||= /^ *Bail out!/.test(line);
      if (!isNoise(line)) this.#lines.push(line);
    }
  }

  #addPoint(
    line: string,
    {
      indent,
      passed,
      title,
    }: { readonly indent: string; readonly passed: boolean; readonly title: string },
  ): void {
    if (passed || isExcused(title)) this.#dropSubtest(indent, title);
    else this.#lines.push(line);
    if (indent !== '') return;
    if (passed) this.#print(line);
    else this.#closeFailedFile();
    this.#lines = [];
  }

  #closeFailedFile(): void {
    for (const line of this.#lines) this.#print(line);
    const isSubtest = this.#lines.some((line) => line.startsWith('# Subtest: '));
    // tap counts what failed within, or that there was nothing within.
    const isCounted = this.#lines.some((line) => /^ +(not ok |1\.\.0 )/.test(line));
    if (isSubtest && !isCounted) this.#uncounted += 1;
  }

  /** What passed needs no mention: neither its heading nor what was inside. */
  #dropSubtest(indent: string, title: string): void {
    const name = title.replace(/ # (time=|SKIP|TODO).*$/, '');
    const heading = this.#lines.lastIndexOf(`${indent}# Subtest: ${name}`);
    if (heading !== -1) this.#lines.length = heading;
  }
}

/** A failure that its author announced is none. */
function isExcused(title: string): boolean {
  return / # (TODO|SKIP)/.test(title);
}

function isNoise(line: string): boolean {
  return /^ *($|1\.\.[1-9]|TAP version|# time=|# No coverage)/.test(line);
}

/** `# { total: 5, pass: 2, fail: 1 }`: what is zero is left out. */
function totalsOf(line: string): ReadonlyMap<string, number> {
  return new Map(
    [...line.matchAll(/(\w+): (\d+)/g)].map(([, name = '', count]) => [name, Number(count)]),
  );
}
