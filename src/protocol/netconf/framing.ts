import { Fault } from '../../contract/errors.ts';

const endOfMessage = ']]>]]>';
const largestChunk = 4_294_967_295;
/** LF, #, ten digits, LF. */
const longestHeader = 13;

/**
 * Encodes a message with its framing.
 *
 * @param xml      must not contain `]]>]]>` unless it is chunked
 * @param chunked  both sides have announced base:1.1
 * @see            RFC 6242 sections 4.2 and 4.3
 */
export function encodeFrame(xml: string, chunked: boolean): Buffer {
  if (!chunked) return Buffer.from(`${xml}${endOfMessage}`);
  return Buffer.from(`\n#${Buffer.byteLength(xml)}\n${xml}\n##\n`);
}

/** A part of a message, without its framing. */
export interface MessagePart {
  /** Valid until the next `push`. */
  readonly octets: Buffer;
  /** True: the message ends with it. */
  readonly isLast: boolean;
}

/**
 * Splits received octets into parts of messages, and keeps only a cut header or delimiter. A character may be split
 * between two parts.
 *
 * The first message always ends with `]]>]]>`; the caller sets `isChunked` before it reads the next.
 * A Fault `garbled` from any method means that the session is lost (RFC 6242 section 4.2).
 */
export class FrameReader {
  isChunked = false;
  readonly #max: number;
  #input: Buffer = Buffer.alloc(0);
  /** Octets of the message so far, in chunks that have begun. */
  #length = 0;
  /** Octets missing in the current chunk. */
  #left = 0;

  /** @param max  size limit of a message in octets */
  constructor(max: number) {
    this.#max = max;
  }

  push(octets: Buffer): void {
    this.#input = this.#input.length === 0 ? octets : Buffer.concat([this.#input, octets]);
  }

  /** Returns the next part of a message; null if it has not arrived yet. */
  next(): MessagePart | null {
    return this.isChunked ? this.#nextChunked() : this.#nextDelimited();
  }

  #nextDelimited(): MessagePart | null {
    const at = this.#input.indexOf(endOfMessage, 0, 'latin1');
    const isLast = at !== -1;
    const count = isLast ? at : this.#input.length - cutDelimiter(this.#input);
    if (count === 0 && !isLast) return null;
    this.#extend(count);
    const octets = this.#take(count);
    return isLast ? this.#endMessage(octets, endOfMessage.length) : { octets, isLast };
  }

  #nextChunked(): MessagePart | null {
    if (this.#left === 0) {
      const header = this.#peekHeader();
      if (header === null) return null;
      if (header.size === 'end') return this.#endMessage(Buffer.alloc(0), header.length);
      this.#take(header.length);
      this.#extend(header.size);
      this.#left = header.size;
    }
    const octets = this.#take(Math.min(this.#left, this.#input.length));
    this.#left -= octets.length;
    return octets.length === 0 ? null : { octets, isLast: false };
  }

  /** Returns the size of the next chunk, or the end of the chunks, and the length of the header; null if it is incomplete. */
  #peekHeader(): Header | null {
    const seen = this.#input.toString('latin1', 0, longestHeader);
    const header = /^\n#(?:#|([1-9][0-9]{0,9}))\n/.exec(seen);
    if (header !== null) return { size: this.#sizeOf(header[1]), length: header[0].length };
    if (/^(?:\n(?:#(?:#|[1-9][0-9]{0,9})?)?)?$/.test(seen)) return null;
    throw new Fault(
      'garbled',
      `a chunk begins with ${JSON.stringify(seen)} instead of LF # size LF`,
    );
  }

  #sizeOf(digits: string | undefined): number | 'end' {
    if (digits !== undefined) return chunkSize(digits);
    if (this.#length === 0) throw new Fault('garbled', 'a message has no chunk');
    return 'end';
  }

  #endMessage(octets: Buffer, framing: number): MessagePart {
    this.#take(framing);
    this.#length = 0;
    return { octets, isLast: true };
  }

  #take(count: number): Buffer {
    const octets = this.#input.subarray(0, count);
    this.#input = this.#input.subarray(count);
    return octets;
  }

  #extend(count: number): void {
    this.#length += count;
    if (this.#length > this.#max)
      throw new Fault('garbled', `a message is longer than ${this.#max} octets`);
  }
}

interface Header {
  readonly size: number | 'end';
  readonly length: number;
}

/** Returns how many octets at the end may be the beginning of the delimiter. */
function cutDelimiter(octets: Buffer): number {
  const end = octets.toString('latin1', Math.max(0, octets.length - endOfMessage.length + 1));
  let count = end.length;
  while (!endOfMessage.startsWith(end.slice(end.length - count))) count -= 1;
  return count;
}

function chunkSize(digits: string): number {
  const size = Number(digits);
  if (size > largestChunk)
    throw new Fault('garbled', `a chunk of ${digits} octets is larger than RFC 6242 allows`);
  return size;
}
