import { isIPv4, isIPv6 } from 'node:net';
import {
  decodeInterfaceId,
  decodeIpv4,
  decodeIpv6,
  decodeIpv6Prefix,
  decodeText,
} from './packet.ts';

/** Encodes and decodes the values of a data type. */
export interface DataType {
  /** @returns null if the text is not a value of the type */
  readonly encode: (text: string) => Buffer | null;
  /** @returns null if the octets are not a value of the type */
  readonly decode: (octets: Buffer) => string | null;
}

/** Values that have no text but their octets in hexadecimal: filters of Ascend, and attributes with attributes in them. */
const onlyOctets: DataType = {
  encode: (text) => (/^0x/i.test(text) ? encodeOctets(text) : null),
  decode: inHexadecimal,
};

/** The data types of dictionaries (RFC 8044 section 3), by their names in FreeRADIUS. */
export const dataTypes: Readonly<Record<string, DataType>> = {
  string: { encode: (text) => Buffer.from(text), decode: decodeText },
  octets: { encode: encodeOctets, decode: inHexadecimal },
  byte: unsigned(1),
  short: unsigned(2),
  integer: unsigned(4),
  integer64: unsigned(8),
  signed: {
    encode: encodeSigned,
    decode: (octets) => (octets.length === 4 ? String(octets.readInt32BE(0)) : null),
  },
  date: { encode: encodeDate, decode: decodeDate },
  ipaddr: {
    encode: (text) => (isIPv4(text) ? Buffer.from(text.split('.').map(Number)) : null),
    decode: decodeIpv4,
  },
  ipv6addr: { encode: encodeIpv6, decode: decodeIpv6 },
  ipv6prefix: {
    encode: (text) => encodePrefix(text, { write: encodeIpv6, bits: 128 }),
    decode: decodeIpv6Prefix,
  },
  ipv4prefix: {
    encode: (text) =>
      encodePrefix(text, { write: (host) => dataTypes['ipaddr']?.encode(host) ?? null, bits: 32 }),
    decode: decodeIpv4Prefix,
  },
  'combo-ip': {
    encode: (text) => dataTypes[isIPv4(text) ? 'ipaddr' : 'ipv6addr']?.encode(text) ?? null,
    decode: (octets) => decodeIpv4(octets) ?? decodeIpv6(octets),
  },
  ifid: { encode: encodeInterfaceId, decode: decodeInterfaceId },
  ether: { encode: encodeEther, decode: decodeEther },
  abinary: onlyOctets,
  tlv: onlyOctets,
  vsa: onlyOctets,
  evs: onlyOctets,
  extended: onlyOctets,
  'long-extended': onlyOctets,
};

function unsigned(size: 1 | 2 | 4 | 8): DataType {
  return {
    encode(text) {
      if (!/^(\d{1,20}|0x[\da-f]{1,16})$/i.test(text)) return null;
      const digits = BigInt(text).toString(16);
      return digits.length > 2 * size ? null : Buffer.from(digits.padStart(2 * size, '0'), 'hex');
    },
    decode: (octets) =>
      octets.length === size ? BigInt(`0x${octets.toString('hex')}`).toString() : null,
  };
}

function encodeSigned(text: string): Buffer | null {
  const value = Number(text);
  if (!/^-?\d{1,10}$/.test(text) || (value | 0) !== value) return null;
  const octets = Buffer.alloc(4);
  octets.writeInt32BE(value);
  return octets;
}

function inHexadecimal(octets: Buffer): string {
  return `0x${octets.toString('hex')}`;
}

/** Encodes `0x` and hexadecimal digits, or text as it is. */
function encodeOctets(text: string): Buffer | null {
  if (!/^0x/i.test(text)) return Buffer.from(text);
  const digits = text.slice(2);
  return /^([\da-f]{2})*$/i.test(digits) ? Buffer.from(digits, 'hex') : null;
}

/** Encodes seconds since 1970 or a date; a date without a time zone is in the gateway's time zone. */
function encodeDate(text: string): Buffer | null {
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.floor(Date.parse(text) / 1000);
  return Number.isInteger(seconds) && seconds >= 0
    ? (dataTypes['integer']?.encode(String(seconds)) ?? null)
    : null;
}

function decodeDate(octets: Buffer): string | null {
  return octets.length === 4
    ? new Date(octets.readUInt32BE(0) * 1000).toISOString().replace('.000', '')
    : null;
}

function encodeIpv6(text: string): Buffer | null {
  if (!isIPv6(text) || text.includes('%')) return null;
  const [head = '', tail] = withoutDots(text).split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(missing).fill('0'), ...groups(tail ?? '')];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

/** Converts the last four octets of `::ffff:192.0.2.1` into two groups. */
function withoutDots(text: string): string {
  return text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (dotted) => {
    const hex = Buffer.from(dotted.split('.').map(Number)).toString('hex');
    return `${hex.slice(0, 4)}:${hex.slice(4)}`;
  });
}

interface Family {
  readonly write: (text: string) => Buffer | null;
  readonly bits: number;
}

/** Encodes a reserved octet, the length, and as many octets as the length needs; always four for IPv4 (RFC 8044). */
function encodePrefix(text: string, { write, bits }: Family): Buffer | null {
  const [host = '', length = String(bits), ...rest] = text.split('/');
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

function decodeIpv4Prefix(octets: Buffer): string | null {
  const length = octets[1] ?? 0;
  return octets.length === 6 && octets[0] === 0 && length <= 32
    ? `${octets.subarray(2).join('.')}/${length}`
    : null;
}

function encodeInterfaceId(text: string): Buffer | null {
  if (!/^[\da-f]{1,4}(:[\da-f]{1,4}){3}$/i.test(text)) return null;
  return Buffer.from(
    text
      .split(':')
      .map((group) => group.padStart(4, '0'))
      .join(''),
    'hex',
  );
}

function encodeEther(text: string): Buffer | null {
  const digits = text.replaceAll(/[-:.]/g, '');
  return /^[\da-f]{12}$/i.test(digits) ? Buffer.from(digits, 'hex') : null;
}

function decodeEther(octets: Buffer): string | null {
  return octets.length === 6
    ? octets
        .toString('hex')
        .toUpperCase()
        .replaceAll(/..(?!$)/g, '$&:')
    : null;
}
