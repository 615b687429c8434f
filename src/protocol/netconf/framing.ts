import { Fault } from '../../errors.ts';

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

/**
 * Splits received octets into messages. A character may be split between two reads.
 *
 * The first message always ends with `]]>]]>`; the caller sets `isChunked` before it reads the next.
 * A Fault `garbled` from any method means that the session is lost (RFC 6242 section 4.2).
 */
export class FrameReader {
  isChunked = false;
  readonly #max: number;
  readonly #input = new OctetQueue();
  readonly #message = new OctetQueue();
  /** Octets missing in the current chunk. */
  #left = 0;
  /** Octets of the input that were searched for the end of a message. */
  #searched = 0;

  /** @param max  size limit of a message in octets */
  constructor(max: number) {
    this.#max = max;
  }

  push(octets: Buffer): void {
    this.#input.append(octets);
  }

  /** Returns the next complete message without its framing; null if there is none yet. */
  next(): Buffer | null {
    return this.isChunked ? this.#nextChunked() : this.#nextDelimited();
  }

  #nextDelimited(): Buffer | null {
    const at = this.#input.indexOf(endOfMessage, this.#searched);
    this.#bound(at === -1 ? this.#input.length : at);
    if (at === -1) {
      this.#searched = Math.max(0, this.#input.length - endOfMessage.length + 1);
      return null;
    }
    this.#searched = 0;
    const message = this.#input.take(at);
    this.#input.take(endOfMessage.length);
    return message;
  }

  #nextChunked(): Buffer | null {
    for (;;) {
      if (this.#left > 0) {
        const octets = this.#input.take(Math.min(this.#left, this.#input.length));
        this.#message.append(octets);
        this.#left -= octets.length;
        if (this.#left > 0) return null;
      }
      const header = this.#takeHeader();
      if (header === null) return null;
      if (header === 'end') return this.#message.take(this.#message.length);
      this.#bound(this.#message.length + header);
      this.#left = header;
    }
  }

  /** Returns the size of the next chunk, or the end of the chunks; null if the header is incomplete. */
  #takeHeader(): number | 'end' | null {
    const seen = this.#input.peek(longestHeader);
    const header = /^\n#(?:#|([1-9][0-9]{0,9}))\n/.exec(seen);
    if (header === null) {
      if (/^(?:\n(?:#(?:#|[1-9][0-9]{0,9})?)?)?$/.test(seen)) return null;
      throw new Fault(
        'garbled',
        `a chunk begins with ${JSON.stringify(seen)} instead of LF # size LF`,
      );
    }
    this.#input.take(header[0].length);
    return header[1] === undefined ? this.#endOfChunks() : chunkSize(header[1]);
  }

  #endOfChunks(): 'end' {
    if (this.#message.length === 0) throw new Fault('garbled', 'a message has no chunk');
    return 'end';
  }

  #bound(length: number): void {
    if (length > this.#max)
      throw new Fault('garbled', `a message is longer than ${this.#max} octets`);
  }
}

function chunkSize(digits: string): number {
  const size = Number(digits);
  if (size > largestChunk)
    throw new Fault('garbled', `a chunk of ${digits} octets is larger than RFC 6242 allows`);
  return size;
}

/** Queue of octets in one block that grows by doubling, so that neither end copies the rest. */
class OctetQueue {
  #block = Buffer.alloc(4096);
  #start = 0;
  #end = 0;

  get length(): number {
    return this.#end - this.#start;
  }

  append(octets: Buffer): void {
    if (this.#end + octets.length > this.#block.length) this.#makeRoom(octets.length);
    octets.copy(this.#block, this.#end);
    this.#end += octets.length;
  }

  take(count: number): Buffer {
    const octets = Buffer.from(this.#block.subarray(this.#start, this.#start + count));
    this.#start += octets.length;
    return octets;
  }

  peek(count: number): string {
    return this.#block.toString('latin1', this.#start, Math.min(this.#start + count, this.#end));
  }

  indexOf(text: string, from: number): number {
    return this.#block.subarray(this.#start, this.#end).indexOf(text, from, 'latin1');
  }

  #makeRoom(count: number): void {
    const needed = this.length + count;
    const block = needed * 2 > this.#block.length ? Buffer.alloc(needed * 2) : this.#block;
    this.#block.copy(block, 0, this.#start, this.#end);
    this.#end -= this.#start;
    this.#start = 0;
    this.#block = block;
  }
}
