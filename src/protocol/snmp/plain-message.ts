import { into, next } from './message-check.ts';
import type { VariableList } from './variable-list.ts';
import { exceptionFault, octetStringText, type Varbind } from './varbind.ts';

/*
 * The two messages of a poll: a GET of SNMPv1 or SNMPv2c with names that were encoded before, and its usual answer. net-snmp
 * encodes each name again, and allocates a text, several arrays and a view for each name that it reads, only to compare it with
 * the requested name. An unusual answer is left to net-snmp.
 */

/** The request that an answer has to match. `bindings`: variable bindings as they were sent. */
export interface PlainRequest {
  readonly version: number;
  readonly community: Buffer;
  readonly id: number;
  readonly list: VariableList;
  readonly bindings: Buffer;
}

const tags = {
  integer: 0x02,
  octetString: 0x04,
  sequence: 0x30,
  counter32: 0x41,
  gauge32: 0x42,
  timeTicks: 0x43,
  counter64: 0x46,
  getRequest: 0xa0,
  getResponse: 0xa2,
};

/** Returns the variable bindings of a request of net-snmp. */
export function bindingsOf(message: Buffer): Buffer {
  const community = next(message, into(message, 0));
  let at = into(message, next(message, community));
  // Request id, error status and error index.
  for (let field = 0; field < 3; field += 1) at = next(message, at);
  return Buffer.from(message.subarray(at));
}

/** Encodes a GET. @see RFC 3416 section 3 */
export function encodeGet({ version, community, id, bindings }: PlainRequest): Buffer {
  const idOctets = octetsOfInteger(id);
  const pduLength = 2 + idOctets + 6 + bindings.length;
  const length = 3 + lengthOf(community.length) + lengthOf(pduLength);
  const writer = new Writer(Buffer.allocUnsafe(lengthOf(length)));
  writer.head(tags.sequence, length);
  writer.integer(version, 1);
  writer.head(tags.octetString, community.length);
  writer.octets(community);
  writer.head(tags.getRequest, pduLength);
  writer.integer(id, idOctets);
  // Error status and error index.
  writer.integer(0, 1);
  writer.integer(0, 1);
  writer.octets(bindings);
  return writer.message;
}

/** Returns the octets of a field with contents of this length. */
function lengthOf(contents: number): number {
  return contents + 2 + (contents < 0x80 ? 0 : contents < 0x100 ? 1 : 2);
}

/** An id is positive, so that its first octet needs a free sign bit. */
function octetsOfInteger(value: number): number {
  if (value < 0x80) return 1;
  if (value < 0x8000) return 2;
  return value < 0x80_0000 ? 3 : 4;
}

class Writer {
  readonly message: Buffer;
  #at = 0;

  constructor(message: Buffer) {
    this.message = message;
  }

  head(tag: number, length: number): void {
    this.#octet(tag);
    if (length >= 0x100) this.#octet(0x82);
    else if (length >= 0x80) this.#octet(0x81);
    if (length >= 0x100) this.#octet(length >> 8);
    this.#octet(length & 0xff);
  }

  integer(value: number, octets: number): void {
    this.head(tags.integer, octets);
    for (let shift = 8 * (octets - 1); shift >= 0; shift -= 8) this.#octet((value >> shift) & 0xff);
  }

  octets(octets: Buffer): void {
    this.#at += octets.copy(this.message, this.#at);
  }

  #octet(octet: number): void {
    this.message[this.#at] = octet;
    this.#at += 1;
  }
}

/** Thrown within this file: the answer is not of the usual form. */
class Unusual extends Error {}
const unusual = new Unusual();

/**
 * Decodes the usual answer to a GET: without an error, with the requested names in their order, exact lengths and no octets
 * after the message.
 *
 * @returns null if it is not of this form; net-snmp then decodes it
 */
export function decodeAnswer(answer: Buffer, request: PlainRequest): readonly Varbind[] | null {
  try {
    return new AnswerReader(answer, request).read();
  } catch (error) {
    // A field that does not end within the message is a RangeError.
    if (error === unusual || error instanceof RangeError) return null;
    throw error;
  }
}

class AnswerReader {
  readonly #answer: Buffer;
  readonly #request: PlainRequest;
  /** Offset of the next field. */
  #at = 0;
  /** Offset behind the contents of the field that was entered last. */
  #end = 0;

  constructor(answer: Buffer, request: PlainRequest) {
    this.#answer = answer;
    this.#request = request;
  }

  read(): readonly Varbind[] {
    const { version, community, id, bindings, list } = this.#request;
    const end = this.#answer.length;
    this.#enterLast(tags.sequence, end);
    this.#expectInteger(version);
    this.#enter(tags.octetString);
    if (this.#end - this.#at !== community.length) throw unusual;
    this.#expectOctets(community, 0, community.length);
    this.#enterLast(tags.getResponse, end);
    this.#expectInteger(id);
    this.#expectInteger(0);
    this.#expectInteger(0);
    this.#enterLast(tags.sequence, end);
    const varbinds: Varbind[] = [];
    let asked = into(bindings, 0);
    for (const oid of list.oids) {
      const name = into(bindings, asked);
      asked = next(bindings, asked);
      this.#enter(tags.sequence);
      const varbindEnd = this.#end;
      // The name with its tag and length: in a request a NULL of two octets follows it.
      this.#expectOctets(bindings, name, asked - 2);
      varbinds.push(this.#readValue(oid, varbindEnd));
    }
    if (this.#at !== end) throw unusual;
    return varbinds;
  }

  /** Enters a field that must end the message. */
  #enterLast(tag: number, end: number): void {
    this.#enter(tag);
    if (this.#end !== end) throw unusual;
  }

  #enter(tag: number): void {
    const answer = this.#answer;
    if (answer[this.#at] !== tag) throw unusual;
    this.#end = next(answer, this.#at);
    this.#at = into(answer, this.#at);
  }

  #expectInteger(expected: number): void {
    this.#enter(tags.integer);
    if (this.#readSigned() !== expected) throw unusual;
  }

  /** Reads octets that must equal a part of the request. */
  #expectOctets(expected: Buffer, from: number, to: number): void {
    const [answer, begin] = [this.#answer, this.#at];
    for (let place = from; place < to; place += 1)
      if (answer[begin + place - from] !== expected[place]) throw unusual;
    this.#at = begin + to - from;
  }

  #readValue(oid: string, varbindEnd: number): Varbind {
    const tag = this.#answer[this.#at] ?? 0;
    this.#enter(tag);
    if (this.#end !== varbindEnd || this.#end > this.#answer.length) throw unusual;
    switch (tag) {
      case tags.counter64:
        return { oid, value: this.#readUnsigned64() };
      case tags.counter32:
        return { oid, value: this.#readSigned() >>> 0, counterBits: 32 };
      case tags.gauge32:
      case tags.timeTicks:
        return { oid, value: this.#readSigned() >>> 0 };
      case tags.integer:
        return { oid, value: this.#readSigned() };
      case tags.octetString:
        return { oid, value: octetStringText(this.#readOctets()) };
      default:
        return this.#readException(oid, tag);
    }
  }

  #readException(oid: string, tag: number): Varbind {
    const fault = exceptionFault(tag);
    if (fault === undefined || this.#end !== this.#at) throw unusual;
    return { oid, value: null, fault };
  }

  #readOctets(): Buffer {
    const octets = this.#answer.subarray(this.#at, this.#end);
    this.#at = this.#end;
    return octets;
  }

  /** Reads an integer of 32 bits, or of 33 with a leading zero octet. */
  #readSigned(): number {
    const [answer, at, length] = [this.#answer, this.#at, this.#end - this.#at];
    const first = answer[at] ?? 0;
    if (length < 1 || length > 5 || (length === 5 && first !== 0)) throw unusual;
    let value = (first << 24) >> 24;
    for (let place = at + 1; place < this.#end; place += 1)
      value = value * 256 + (answer[place] ?? 0);
    this.#at = this.#end;
    return value;
  }

  /** Reads a Counter64, which may have a leading zero octet before its eight. */
  #readUnsigned64(): bigint {
    const [answer, at, length] = [this.#answer, this.#at, this.#end - this.#at];
    if (length < 1 || length > 9 || (length === 9 && answer[at] !== 0)) throw unusual;
    const middle = Math.max(at, this.#end - 4);
    let [high, low] = [0, 0];
    for (let place = at; place < middle; place += 1) high = high * 256 + (answer[place] ?? 0);
    for (let place = middle; place < this.#end; place += 1) low = low * 256 + (answer[place] ?? 0);
    this.#at = this.#end;
    return high < 2 ** 21 ? BigInt(high * 2 ** 32 + low) : (BigInt(high) << 32n) | BigInt(low);
  }
}
