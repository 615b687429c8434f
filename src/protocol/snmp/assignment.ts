import { isIPv4 } from 'node:net';
import type { Varbind as LibraryVarbind } from 'net-snmp';
import { Fault } from '../../contract/errors.ts';

/** Types of a value in a SET request, as `snmpset` names them in full. */
export const snmpWriteTypes = ['string', 'hex', 'integer', 'unsigned', 'ipaddress', 'oid'] as const;
export type SnmpWriteType = (typeof snmpWriteTypes)[number];

/** A variable and the value that it is set to. */
export interface SnmpSet {
  readonly oid: string;
  readonly type: SnmpWriteType;
  readonly value: string | number | boolean;
}

/** Returns the type of a device's value; null for types that cannot be set, such as counters. @param tag  BER tag */
export function writeTypeOf(tag: number): SnmpWriteType | null {
  return snmpWriteTypes.find((type) => tags[type] === tag) ?? null;
}

/** BER tags by type, as in `ObjectType`; importing that would load the library. */
const tags: Readonly<Record<SnmpWriteType, number>> = {
  string: 0x04,
  hex: 0x04,
  integer: 0x02,
  unsigned: 0x42,
  ipaddress: 0x40,
  oid: 0x06,
};

/** Largest OCTET STRING that an object may have (RFC 2578 section 7.1.2). */
const maxOctets = 65_535;

/**
 * Encodes a variable and its value for a SET request.
 *
 * @throws Fault `unsupported` if the type cannot carry the value
 */
export function encodeAssignment(
  oid: string,
  type: SnmpWriteType,
  value: string | number | boolean,
): LibraryVarbind {
  const encoded = encoders[type](value);
  if (encoded !== null) return { oid, type: tags[type], value: encoded };
  throw new Fault('unsupported', `the value is not a valid ${type}`);
}

/** Returns values that are set as text, for people; without a type it is that which the device has. */
export function setText(
  sets: readonly (Omit<SnmpSet, 'type'> & { readonly type?: SnmpWriteType })[],
): string {
  return sets
    .map(({ oid, type, value }) =>
      ['SET', oid, ...(type === undefined ? [] : [type]), JSON.stringify(value)].join(' '),
    )
    .join('; ');
}

type Encoder = (value: string | number | boolean) => Buffer | number | string | null;

const encoders: Readonly<Record<SnmpWriteType, Encoder>> = {
  string: (value) => {
    const octets = Buffer.from(String(value));
    return octets.length > maxOctets ? null : octets;
  },
  hex: (value) =>
    /^[0-9a-f]{2}(:?[0-9a-f]{2})*$/i.test(String(value))
      ? Buffer.from(String(value).replaceAll(':', ''), 'hex')
      : null,
  integer: (value) => integerBetween(truthValue(value), -(2 ** 31), 2 ** 31 - 1),
  unsigned: (value) => integerBetween(value, 0, 2 ** 32 - 1),
  ipaddress: (value) => (isIPv4(String(value)) ? String(value) : null),
  oid: (value) => (/^[0-2](\.(0|[1-9]\d{0,9})){1,127}$/.test(String(value)) ? String(value) : null),
};

/** Returns a boolean as a TruthValue (RFC 2579): true is 1, false is 2. */
function truthValue(value: string | number | boolean): string | number {
  if (typeof value !== 'boolean') return value;
  return value ? 1 : 2;
}

function integerBetween(value: string | number | boolean, min: number, max: number): number | null {
  const number = /^-?\d+$/.test(String(value)) ? Number(value) : NaN;
  return number >= min && number <= max ? number : null;
}
