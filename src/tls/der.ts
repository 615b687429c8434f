/* The part of DER (ITU-T X.690) that certificates and signed files need. */

function tagged(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(octets: number): Buffer {
  if (octets < 0x80) return Buffer.from([octets]);
  const bytes = unsigned(octets);
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

function unsigned(value: number): number[] {
  return value < 0x100 ? [value] : [...unsigned(Math.floor(value / 0x100)), value % 0x100];
}

export const sequence = (...items: readonly Uint8Array[]) => tagged(0x30, ...items);
export const set = (...items: readonly Uint8Array[]) => tagged(0x31, ...items);
/** An attribute with one value (RFC 2986, RFC 5652). */
export const attribute = (id: string, value: Uint8Array) => sequence(objectId(id), set(value));
export const octetString = (content: Uint8Array) => tagged(0x04, content);
export const utf8String = (text: string) => tagged(0x0c, Buffer.from(text));
export const nothing = tagged(0x05);
export const boolean = (value: boolean) => tagged(0x01, Buffer.from([value ? 0xff : 0]));

/** @param octets  of a number that is not negative, the highest first */
export function integer(octets: Uint8Array): Buffer {
  const isNegative = ((octets[0] ?? 0) & 0x80) !== 0;
  return tagged(0x02, isNegative ? Buffer.from([0, ...octets]) : octets);
}

/** UTF-16 of the highest octet first. */
export const bmpString = (text: string) => tagged(0x1e, Buffer.from(text, 'utf16le').swap16());

/** @param unused  bits at the end of the last octet */
export function bitString(content: Uint8Array, unused = 0): Buffer {
  return tagged(0x03, Buffer.from([unused]), content);
}

/** @param dotted  `2.5.4.3` */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const base128 = (value: number, isLast = true): number[] => [
    ...(value < 0x80 ? [] : base128(Math.floor(value / 0x80), false)),
    (value % 0x80) | (isLast ? 0 : 0x80),
  ];
  return tagged(0x06, Buffer.from([40 * first + second, ...rest.flatMap((part) => base128(part))]));
}

/** @param time  of the years 1950 to 2049 (RFC 5280 section 4.1.2.5.1) */
export function utcTime(time: Date): Buffer {
  const digits = time.toISOString().replaceAll(/[-:T]|\..*/g, '');
  return tagged(0x17, Buffer.from(`${digits.slice(2)}Z`));
}

/**
 * Encodes an item with a tag of its context: `[3] EXPLICIT`, which is also `[3] IMPLICIT` of a set or sequence whose items are given,
 * or `[2] IMPLICIT` of a primitive type.
 */
export function context(
  number: number,
  content: Uint8Array,
  kind: 'explicit' | 'primitive' = 'explicit',
): Buffer {
  return tagged((kind === 'explicit' ? 0xa0 : 0x80) | number, content);
}

/** An element that is read. */
export interface Element {
  readonly tag: number;
  readonly content: Buffer;
  /** With tag and length. */
  readonly whole: Buffer;
}

/** Returns the elements that follow each other. @throws RangeError if one is cut off */
export function elementsOf(der: Buffer): readonly Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < der.length;) {
    const element = elementAt(der, at);
    elements.push(element);
    at += element.whole.length;
  }
  return elements;
}

/** @throws RangeError if it is cut off */
function elementAt(der: Buffer, at: number): Element {
  const first = der.readUInt8(at + 1);
  const lengthOctets = first < 0x80 ? 0 : first - 0x80;
  const length = lengthOctets === 0 ? first : der.readUIntBE(at + 2, lengthOctets);
  const begin = at + 2 + lengthOctets;
  if (begin + length > der.length) throw new RangeError('an element is cut off');
  return {
    tag: der.readUInt8(at),
    content: der.subarray(begin, begin + length),
    whole: der.subarray(at, begin + length),
  };
}
