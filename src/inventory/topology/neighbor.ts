import { isIP } from 'node:net';
import { canonicalMac, isRecord } from '../../contract/fields.ts';
import type { Reading, VariableValue } from '../../contract/adapter.ts';
import type { DeviceType, NeighborKind } from '../../device-type/device-type.ts';
import { hostOfUrl, normalizeIpAddress } from '../../runtime/ip-address.ts';

/** What a device sees on one of its ports, by LLDP (IEEE 802.1AB) or CDP. A name is in lower case. */
export interface Neighbor {
  readonly kind: NeighborKind;
  readonly value: string;
}

declare module '../../contract/tables.ts' {
  interface Tables {
    inventory_neighbor: {
      device: number;
      organization: number;
      kind: NeighborKind;
      value: string;
      seen_at: number;
    };
  }
}

/** A port of a hub or of a wireless network may see many; of more the rest is left out. */
const maxNeighbors = 1000;
const maxNameLength = 255;

/** Returns the variables of a type that list its neighbors. */
export function neighborVariables({ parameters }: DeviceType): readonly string[] {
  return parameters.flatMap(({ neighbors, variable_name }) =>
    neighbors === undefined ? [] : [variable_name],
  );
}

/** Returns the neighbors that a device has reported; null if it has reported no list. */
export function neighborsOf(
  { parameters }: DeviceType,
  readings: readonly Reading[],
): readonly Neighbor[] | null {
  const kinds = new Map(
    parameters.map(({ variable_name, neighbors }) => [variable_name, neighbors]),
  );
  const lists = readings.flatMap((reading) => {
    const kind = kinds.get(reading.variable);
    return kind === undefined || reading.value === null ? [] : [neighborsIn(kind, reading.value)];
  });
  if (lists.length === 0) return null;
  const found = new Map(lists.flat().map((one) => [`${one.kind} ${one.value}`, one]));
  return [...found.values()].slice(0, maxNeighbors);
}

function neighborsIn(kind: NeighborKind, value: VariableValue): Neighbor[] {
  return entriesOf(value).flatMap(([index, text]) => {
    const read = readers[kind](text.trim(), index);
    return read === null ? [] : [{ kind, value: read }];
  });
}

const readers: Readonly<Record<NeighborKind, (text: string, index: string) => string | null>> = {
  name: (text) => (text === '' || text.length > maxNameLength ? null : text.toLowerCase()),
  mac_address: (text) => canonicalMac(text),
  ip_address: (text, index) => (isIP(text) === 0 ? addressIn(index) : normalizeIpAddress(text)),
};

/** Reads the rows of a table, a JSON object by index, or one value in each line. */
function entriesOf(value: VariableValue): (readonly [string, string])[] {
  const rows = typeof value === 'string' && value.startsWith('{') ? tryJson(value) : undefined;
  if (isRecord(rows)) return Object.entries(rows).map(([index, text]) => [index, String(text)]);
  return String(value)
    .split('\n')
    .map((text) => ['', text]);
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Lengths of addresses in octets by their IANA address family number. */
const octetsOfFamily: Readonly<Record<string, number>> = { 1: 4, 2: 16 };

/**
 * Returns the address in an index of lldpRemManAddrTable: time mark, local port, index of the neighbor, address family,
 * number of octets, octets.
 */
function addressIn(index: string): string | null {
  const [family = '', length = '', ...octets] = index.split('.').slice(3);
  if (octetsOfFamily[family] !== Number(length) || octets.length !== Number(length)) return null;
  if (family === '1') return isIP(octets.join('.')) === 4 ? octets.join('.') : null;
  const hex = octets.map((octet) => Number(octet).toString(16).padStart(2, '0')).join('');
  // A URL has its IPv6 address in the canonical form, in brackets.
  const url = URL.parse(`http://[${hex.replaceAll(/(....)(?=.)/g, '$1:')}]/`);
  return url && hostOfUrl(url);
}
