import { maxOctets } from './syslog-message.ts';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
/** Maximum octets of the length prefix of a message. */
const headOctets = 12;

/**
 * Splits the octets of a connection into messages: each has its length before it, or ends with its line (RFC 6587 section 3.4).
 * Of a longer message than can be read its beginning is one, and the rest is skipped.
 */
export class SyslogFrames {
  #buffered: Buffer = Buffer.alloc(0);
  /** Octets of a long message that are skipped; Infinity: up to the end of its line. */
  #skipped = 0;

  /** Adds octets as received. @returns the messages that are complete with them */
  push(octets: Buffer): readonly Buffer[] {
    this.#buffered = Buffer.concat([this.#buffered, octets]);
    const messages: Buffer[] = [];
    for (;;) {
      const message = this.#next();
      if (message === null) return messages;
      if (message.length > 0) messages.push(message);
    }
  }

  /** Returns the last message if its line has no end; a message shorter than its length prefix is dropped. */
  end(): readonly Buffer[] {
    const isPart = this.#skipped > 0 || this.#readLength() !== null;
    return isPart || this.#buffered.length === 0 ? [] : [this.#buffered];
  }

  #next(): Buffer | null {
    if (!this.#skip()) return null;
    const length = this.#readLength();
    if (length !== null) return this.#takeCounted(length);
    return /^[1-9]\d{0,8} ?$/.test(this.#head) ? null : this.#takeLine();
  }

  /** Skips the rest of a long message. @returns false: more of it follows */
  #skip(): boolean {
    if (this.#skipped === Infinity) {
      const end = this.#buffered.indexOf(lineFeed);
      this.#buffered = this.#buffered.subarray(end < 0 ? this.#buffered.length : end + 1);
      if (end >= 0) this.#skipped = 0;
      return end >= 0;
    }
    const skipped = Math.min(this.#skipped, this.#buffered.length);
    this.#buffered = this.#buffered.subarray(skipped);
    this.#skipped -= skipped;
    return this.#skipped === 0;
  }

  get #head(): string {
    return this.#buffered.subarray(0, headOctets).toString('latin1');
  }

  /** Reads the length before a message, which begins with its priority; a line may begin with a number as well. */
  #readLength(): string | null {
    return /^([1-9]\d{0,8}) </.exec(this.#head)?.[1] ?? null;
  }

  #takeCounted(digits: string): Buffer | null {
    const start = digits.length + 1;
    const taken = Math.min(Number(digits), maxOctets);
    if (this.#buffered.length < start + taken) return null;
    const message = this.#buffered.subarray(start, start + taken);
    this.#buffered = this.#buffered.subarray(start + taken);
    this.#skipped = Number(digits) - taken;
    return message;
  }

  #takeLine(): Buffer | null {
    const end = this.#buffered.indexOf(lineFeed);
    if (end < 0 && this.#buffered.length < maxOctets) return null;
    const lineOctets = end < 0 ? this.#buffered.length : end;
    const line = this.#buffered.subarray(0, Math.min(lineOctets, maxOctets));
    this.#buffered = this.#buffered.subarray(lineOctets + 1);
    if (end < 0) this.#skipped = Infinity;
    return line.at(-1) === carriageReturn ? line.subarray(0, -1) : line;
  }
}
