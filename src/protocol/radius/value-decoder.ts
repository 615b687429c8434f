import { isUtf8 } from 'node:buffer';
import { SocketAddress } from 'node:net';

/*
 * Values of attributes by their type in the RFCs. A value of the wrong size is no value: null, and the packet stands
 * (RFC 6929 section 2.8).
 */

/** Dotted decimals. */
export function decodeIpv4(value: Buffer | null): string | null {
  return value?.length === 4
    ? `${value.readUInt8(0)}.${value.readUInt8(1)}.${value.readUInt8(2)}.${value.readUInt8(3)}`
    : null;
}

/** As RFC 5952 writes it. */
export function decodeIpv6(value: Buffer | null): string | null {
  if (value?.length !== 16) return null;
  const groups = Array.from({ length: 8 }, (_, group) =>
    value.readUInt16BE(2 * group).toString(16),
  );
  return new SocketAddress({ address: groups.join(':'), family: 'ipv6' }).address;
}

/**
 * A prefix as address, slash, length. Octets that are left out are zero; bits beyond the length must be.
 *
 * @see RFC 3162 section 2.3
 */
export function decodeIpv6Prefix(value: Buffer | null): string | null {
  if (!value || value.length < 2 || value.length > 18 || value[0] !== 0) return null;
  const length = value[1] ?? 0;
  const prefix = value.subarray(2);
  if (length > 128 || length > 8 * prefix.length || !isZeroAfter(prefix, length)) return null;
  const address = Buffer.alloc(16);
  prefix.copy(address);
  return `${decodeIpv6(address) ?? ''}/${length}`;
}

function isZeroAfter(octets: Buffer, bits: number): boolean {
  return octets.every(
    (octet, position) => (octet & (0xff >> Math.min(8, Math.max(0, bits - 8 * position)))) === 0,
  );
}

/** Four groups of hexadecimal digits (RFC 3162 section 2.2). */
export function decodeInterfaceId(value: Buffer | null): string | null {
  if (value?.length !== 8) return null;
  return [0, 2, 4, 6].map((group) => value.readUInt16BE(group).toString(16)).join(':');
}

/**
 * Text that every store takes and every reader sees: UTF-8 as it came, any other octet as `\xNN`, and NUL, which
 * PostgreSQL keeps in no text, as `\x00`.
 */
export function decodeText(value: Buffer | null): string | null {
  if (!value) return null;
  if (isPlain(value)) return value.toString('latin1');
  return isUtf8(value) && !value.includes(0) ? value.toString('utf8') : escaped(value);
}

/** ASCII without NUL: what nearly all values are, and found out fastest. */
function isPlain(value: Buffer): boolean {
  for (const octet of value) if (octet === 0 || octet > 0x7f) return false;
  return true;
}

function escaped(value: Buffer): string {
  let shown = '';
  for (let position = 0; position < value.length;) {
    const length =
      value[position] === 0 ? 0 : characterLength(value.subarray(position, position + 4));
    shown +=
      length > 0
        ? value.toString('utf8', position, position + length)
        : `\\x${value.toString('hex', position, position + 1)}`;
    position += Math.max(1, length);
  }
  return shown;
}

/** Octets of the character at the start; 0 where there is none. */
function characterLength(octets: Buffer): number {
  return (
    [1, 2, 3, 4].find((length) => length <= octets.length && isUtf8(octets.subarray(0, length))) ??
    0
  );
}
