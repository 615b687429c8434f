import snmp, { type Varbind as LibraryVarbind } from 'net-snmp';
import { Fault } from '../../contract/errors.ts';

export type SnmpValue = string | number | bigint;

/**
 * Value of a variable, or the reason why it has no value. Counter64 is always a bigint, smaller integers never are; Counter32
 * has its bits, because it wraps within minutes.
 */
export type Varbind =
  | { readonly oid: string; readonly value: SnmpValue; readonly counterBits?: 32 }
  | { readonly oid: string; readonly value: null; readonly fault: string };

const { ObjectType } = snmp;

/** Fault of a varbind after the last variable of the device. */
export const endOfMibView = 'the device has no object after it';

const noValue = 'the device answered with no value';

const exceptions = new Map<number, string>([
  [ObjectType.NoSuchObject, 'the device has no such object'],
  [ObjectType.NoSuchInstance, 'the device has no such instance'],
  [ObjectType.EndOfMibView, endOfMibView],
]);

/** Converts a varbind of net-snmp. Text stays text; other octets become `00:1b:2c`. */
export function decodeVarbind({ oid, type, value }: LibraryVarbind): Varbind {
  const exception = exceptions.get(type ?? ObjectType.Null);
  if (exception !== undefined) return { oid, value: null, fault: exception };
  if (typeof value === 'number' || typeof value === 'string')
    return type === ObjectType.Counter ? { oid, value, counterBits: 32 } : { oid, value };
  if (!Buffer.isBuffer(value)) return { oid, value: null, fault: noValue };
  if (type === ObjectType.Counter64) return { oid, value: unsigned64(value) };
  return { oid, value: type === ObjectType.OctetString ? octetStringText(value) : hexOf(value) };
}

/** Converts varbinds of net-snmp. @param done  called with the varbinds, or the fault of the varbind that cannot be converted */
export function decodeVarbinds(
  varbinds: readonly LibraryVarbind[],
  done: (error: Error | null, varbinds?: readonly Varbind[]) => void,
): void {
  let decoded: readonly Varbind[];
  try {
    decoded = varbinds.map(decodeVarbind);
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)));
    return;
  }
  done(null, decoded);
}

/** Returns the fault of a variable with an exception type instead of a value. @param type  BER tag */
export function exceptionFault(type: number): string | undefined {
  return type === ObjectType.Null ? noValue : exceptions.get(type);
}

/** Compares two OIDs (RFC 2578 section 7.10): negative if `left` comes first, 0 if they are equal. */
export function compareOids(left: string, right: string): number {
  const [a, b] = [left.split('.').map(Number), right.split('.').map(Number)];
  const differing = a.findIndex((arc, at) => arc !== b[at]);
  if (differing === -1) return a.length - b.length;
  return (a[differing] ?? -1) - (b[differing] ?? -1);
}

const octetsOfCounter64 = 8;

/** Decodes a Counter64. A BER integer has a sign bit, so that an 8-octet counter may have a ninth, leading zero octet. */
function unsigned64(octets: Buffer): bigint {
  const value = BigInt(`0x0${octets.toString('hex')}`);
  if (octets.length > octetsOfCounter64 + 1 || value >> 64n > 0n)
    throw new Fault('garbled', 'a Counter64 of more than 64 bits');
  return value;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const printable = /^[\P{Cc}\t\r\n]*$/u;

/** Octets of text in ISO 8859-1: mostly ASCII, and no other control characters than in UTF-8. */
const latin1Text = /^[\t\r\n -~\u00a0-\u00ff]*$/;
const asciiLetters = /[A-Za-z]{2}/;

/**
 * Decodes an OCTET STRING: text in UTF-8, or ISO 8859-1 as old agents have it, or its octets as `00:1b:2c`. Text that an agent
 * pads with NUL loses the padding.
 */
export function octetStringText(octets: Buffer): string {
  const padding = /\0+$/.exec(octets.toString('latin1'))?.[0].length ?? 0;
  const unpadded = octets.subarray(0, octets.length - padding);
  const text = textOf(unpadded);
  // Octets without a letter, such as an address that ends in 0, are not text.
  const isText = text !== null && (padding === 0 || asciiLetters.test(text));
  return isText ? text : hexOf(octets);
}

function textOf(octets: Buffer): string | null {
  try {
    const text = utf8.decode(octets);
    return printable.test(text) ? text : null;
  } catch {
    const text = octets.toString('latin1');
    // Six octets of an address may be letters by chance; a word of Latin letters is not.
    const isWord = /^(?:.*[A-Za-z].*){3}/s.test(text) && octets.length > 6;
    return isWord && latin1Text.test(text) ? text : null;
  }
}

function hexOf(octets: Buffer): string {
  return octets.toString('hex').replace(/..(?=.)/g, '$&:');
}
