/** Where progress is shown: standard error of a process, which may be a terminal. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Tells how much of some work is done. */
export type Report = (done: number, total: number, note?: string) => void;

const lineIntervalMs = 5000;
const flushIntervalMs = 250;

/** Shows how far work is: a bar on a terminal, lines elsewhere, at most one in five seconds. */
export class Progress {
  readonly #what: string;
  readonly #output: ProgressOutput;
  readonly #timer: NodeJS.Timeout;
  #latest: Parameters<Report> | null = null;
  #shown = '';
  #dueAt: number;

  /**
   * @param what     the work, as a noun
   * @param quietMs  time after which it is shown first: work that is done by then needs none
   */
  constructor(what: string, quietMs = 0, output: ProgressOutput = process.stderr) {
    this.#what = what;
    this.#output = output;
    this.#dueAt = performance.now() + quietMs;
    this.#timer = setInterval(() => {
      this.#flush();
    }, flushIntervalMs).unref();
  }

  /** @param note  what the numbers do not say, such as failures or the part that is in work; empty: none */
  readonly show: Report = (...latest) => {
    this.#latest = latest;
    this.#flush();
  };

  end(): void {
    clearInterval(this.#timer);
    if (this.#output.isTTY === true && this.#shown !== '') this.#output.write('\n');
  }

  #flush(): void {
    const now = performance.now();
    if (this.#latest === null || now < this.#dueAt) return;
    const [done, total, note = ''] = this.#latest;
    const text = `${this.#what}: ${done} of ${total}${note === '' ? '' : `, ${note}`}`;
    if (text === this.#shown) return;
    this.#shown = text;
    if (this.#output.isTTY === true) this.#output.write(`\r${barOf(done, total)} ${text}\u001b[K`);
    else {
      this.#output.write(`${text}\n`);
      this.#dueAt = now + lineIntervalMs;
    }
  }
}

const barWidth = 24;

function barOf(done: number, total: number): string {
  const filled = total === 0 ? barWidth : Math.round((barWidth * done) / total);
  return `[${'#'.repeat(filled)}${' '.repeat(barWidth - filled)}]`;
}

/** Time within which commands need no progress. */
const quietMs = 2000;

/** Runs work that may take long, and shows its progress when it does. @param what  as of `Progress` */
export async function withProgress<T>(
  what: string,
  work: (report: Report) => Promise<T>,
): Promise<T> {
  const progress = new Progress(what, quietMs);
  try {
    return await work(progress.show);
  } finally {
    progress.end();
  }
}
