import { write, writeSync } from 'node:fs';

/** Octets of lines that wait for a slow output; further lines are dropped. */
const maxWaitingOctets = 1_048_576;
/** Time after a failed write until the next one is tried. */
const pauseMs = 1000;
const octetsPerWrite = 65_536;

/** Writes octets, or some of them. @returns how many */
export interface Disk {
  readonly write: (
    octets: Buffer,
    done: (error: NodeJS.ErrnoException | null, written: number) => void,
  ) => void;
  readonly writeSync: (octets: Buffer) => number;
}

const standardError: Disk = {
  write: (octets, done) => {
    write(2, octets, done);
  },
  writeSync: (octets) => writeSync(2, octets),
};

interface Written {
  readonly size: number;
  readonly lines: number;
}

/**
 * The output of the log. It fails nobody: while it cannot be written (its disk is full, its reader is gone), lines are dropped
 * and counted, and a second later it is tried again. The destination of pino keeps what it could not write, and repeats a
 * flush for ever on a full disk, so that the process does not end.
 */
export class LogOutput {
  readonly #disk: Disk;
  readonly #clock: () => number;
  readonly #waiting: Buffer[] = [];
  #octets = 0;
  #isWriting = false;
  #pausedUntil = 0;
  #dropped = 0;
  #total = 0;
  #onRecovery: (dropped: number) => void = () => undefined;

  /** @param clock  returns milliseconds that never go backwards */
  constructor(disk: Disk = standardError, clock = () => performance.now()) {
    this.#disk = disk;
    this.#clock = clock;
  }

  /** Lines that were dropped since the start. */
  get dropped(): number {
    return this.#total;
  }

  /** Calls a function with the number of dropped lines once a line could be written again. */
  onRecovery(listener: (dropped: number) => void): void {
    this.#onRecovery = listener;
  }

  write(line: string): void {
    const octets = Buffer.from(line);
    if (this.#clock() < this.#pausedUntil || this.#octets + octets.length > maxWaitingOctets) {
      this.#drop(1);
      return;
    }
    this.#waiting.push(octets);
    this.#octets += octets.length;
    if (this.#isWriting) return;
    // Not at once, so that the lines of one turn are one write, and a flush in the same turn still has them.
    this.#isWriting = true;
    setImmediate(() => {
      this.#writeNext();
    });
  }

  /** Writes what waits, at once; for a process that ends. What cannot be written is dropped. */
  flush(): void {
    try {
      for (let next = this.#waiting.shift(); next; next = this.#waiting.shift())
        for (let at = 0; at < next.length;) at += this.#disk.writeSync(next.subarray(at));
    } catch {
      this.#waiting.length = 0;
    }
    this.#octets = 0;
  }

  #writeNext(): void {
    const lines: Buffer[] = [];
    for (let size = 0; size < octetsPerWrite && this.#waiting.length > 0;) {
      const line = this.#waiting.shift();
      if (!line) break;
      lines.push(line);
      size += line.length;
    }
    const octets = Buffer.concat(lines);
    this.#isWriting = lines.length > 0;
    if (this.#isWriting) this.#send(octets, { size: octets.length, lines: lines.length });
  }

  /** @param of  what the octets are the rest of */
  #send(octets: Buffer, of: Written): void {
    this.#disk.write(octets, (error, written) => {
      if (error?.code === 'EAGAIN') {
        setTimeout(() => {
          this.#send(octets, of);
        }, pauseMs / 10).unref();
        return;
      }
      if (error === null && written < octets.length) {
        this.#send(octets.subarray(written), of);
        return;
      }
      this.#octets = Math.max(0, this.#octets - of.size);
      if (error) this.#pause(of.lines);
      else this.#recover();
      this.#writeNext();
    });
  }

  #pause(lines: number): void {
    this.#pausedUntil = this.#clock() + pauseMs;
    this.#drop(lines + this.#waiting.length);
    this.#waiting.length = 0;
    this.#octets = 0;
  }

  #recover(): void {
    const dropped = this.#dropped;
    if (dropped === 0) return;
    this.#dropped = 0;
    this.#onRecovery(dropped);
  }

  #drop(lines: number): void {
    this.#dropped += lines;
    this.#total += lines;
  }
}
