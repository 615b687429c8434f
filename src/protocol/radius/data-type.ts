import { isIPv4, isIPv6 } from 'node:net';
import {
  decodeInterfaceId,
  decodeIpv4,
  decodeIpv6,
  decodeIpv6Prefix,
  decodeText,
} from './value-decoder.ts';

/** How the values of one data type are written in octets and in words. */
export interface DataType {
  /** @returns null where the words are no such value */
  readonly encode: (words: string) => Buffer | null;
  /** @returns null where the octets are no such value */
  readonly decode: (octets: Buffer) => string | null;
}

/** The data types of dictionaries (RFC 8044 section 3), by the names that FreeRADIUS gives them. */
export const dataTypes: Readonly<Record<string, DataType>> = {
  string: { encode: (words) => Buffer.from(words), decode: decodeText },
  octets: { encode: writeOctets, decode: (octets) => `0x${octets.toString('hex')}` },
  byte: unsigned(1),
  short: unsigned(2),
  integer: unsigned(4),
  integer64: unsigned(8),
  signed: {
    encode: writeSigned,
    decode: (octets) => (octets.length === 4 ? String(octets.readInt32BE(0)) : null),
  },
  date: { encode: writeDate, decode: readDate },
  ipaddr: {
    encode: (words) => (isIPv4(words) ? Buffer.from(words.split('.').map(Number)) : null),
    decode: decodeIpv4,
  },
  ipv6addr: { encode: writeIpv6, decode: decodeIpv6 },
  ipv6prefix: {
    encode: (words) => writePrefix(words, { write: writeIpv6, bits: 128 }),
    decode: decodeIpv6Prefix,
  },
  ipv4prefix: {
    encode: (words) =>
      writePrefix(words, { write: (host) => dataTypes['ipaddr']?.encode(host) ?? null, bits: 32 }),
    decode: readIpv4Prefix,
  },
  ifid: { encode: writeInterfaceId, decode: decodeInterfaceId },
  ether: { encode: writeEther, decode: readEther },
};

function unsigned(size: 1 | 2 | 4 | 8): DataType {
  return {
    encode(words) {
      if (!/^(\d{1,20}|0x[\da-f]{1,16})$/i.test(words)) return null;
      const digits = BigInt(words).toString(16);
      return digits.length > 2 * size ? null : Buffer.from(digits.padStart(2 * size, '0'), 'hex');
    },
    decode: (octets) =>
      octets.length === size ? BigInt(`0x${octets.toString('hex')}`).toString() : null,
  };
}

function writeSigned(words: string): Buffer | null {
  const value = Number(words);
  if (!/^-?\d{1,10}$/.test(words) || (value | 0) !== value) return null;
  const octets = Buffer.alloc(4);
  octets.writeInt32BE(value);
  return octets;
}

/** `0x` and hexadecimal digits, or text as it is. */
function writeOctets(words: string): Buffer | null {
  if (!/^0x/i.test(words)) return Buffer.from(words);
  const digits = words.slice(2);
  return /^([\da-f]{2})*$/i.test(digits) ? Buffer.from(digits, 'hex') : null;
}

/** Seconds since 1970, or a date in words; without a zone it is the gateway's own. */
function writeDate(words: string): Buffer | null {
  const seconds = /^\d+$/.test(words) ? Number(words) : Math.floor(Date.parse(words) / 1000);
  return Number.isInteger(seconds) && seconds >= 0
    ? (dataTypes['integer']?.encode(String(seconds)) ?? null)
    : null;
}

function readDate(octets: Buffer): string | null {
  return octets.length === 4
    ? new Date(octets.readUInt32BE(0) * 1000).toISOString().replace('.000', '')
    : null;
}

function writeIpv6(words: string): Buffer | null {
  if (!isIPv6(words) || words.includes('%')) return null;
  const [head = '', tail] = withoutDots(words).split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(missing).fill('0'), ...groups(tail ?? '')];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

/** `::ffff:192.0.2.1` with its last four octets as two groups. */
function withoutDots(words: string): string {
  return words.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (dotted) => {
    const hex = Buffer.from(dotted.split('.').map(Number)).toString('hex');
    return `${hex.slice(0, 4)}:${hex.slice(4)}`;
  });
}

interface Family {
  readonly write: (words: string) => Buffer | null;
  readonly bits: number;
}

/** A reserved octet, the length, and as many octets as the length fills; those of IPv4 are always four (RFC 8044). */
function writePrefix(words: string, { write, bits }: Family): Buffer | null {
  const [host = '', length = String(bits), ...rest] = words.split('/');
  const octets = write(host);
  if (!octets || rest.length > 0 || !/^\d{1,3}$/.test(length) || Number(length) > bits) return null;
  const masked = octets.map(
    (octet, index) => octet & (0xff00 >> Math.min(8, Math.max(0, Number(length) - 8 * index))),
  );
  return Buffer.from([
    0,
    Number(length),
    ...masked.subarray(0, bits === 32 ? 4 : Math.ceil(Number(length) / 8)),
  ]);
}

function readIpv4Prefix(octets: Buffer): string | null {
  const length = octets[1] ?? 0;
  return octets.length === 6 && octets[0] === 0 && length <= 32
    ? `${octets.subarray(2).join('.')}/${length}`
    : null;
}

function writeInterfaceId(words: string): Buffer | null {
  if (!/^[\da-f]{1,4}(:[\da-f]{1,4}){3}$/i.test(words)) return null;
  return Buffer.from(
    words
      .split(':')
      .map((group) => group.padStart(4, '0'))
      .join(''),
    'hex',
  );
}

function writeEther(words: string): Buffer | null {
  const digits = words.replaceAll(/[-:.]/g, '');
  return /^[\da-f]{12}$/i.test(digits) ? Buffer.from(digits, 'hex') : null;
}

function readEther(octets: Buffer): string | null {
  return octets.length === 6
    ? octets
        .toString('hex')
        .toUpperCase()
        .replaceAll(/..(?!$)/g, '$&:')
    : null;
}
