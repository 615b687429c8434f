import type { SnmpColumn } from './column-walk.ts';
import type { Varbind } from './varbind.ts';

/** Columns of ifTable, ifXTable and ifStackTable (RFC 2863). */
export const ifDescr = '1.3.6.1.2.1.2.2.1.2';
export const ifType = '1.3.6.1.2.1.2.2.1.3';
export const ifOperStatus = '1.3.6.1.2.1.2.2.1.8';
export const ifName = '1.3.6.1.2.1.31.1.1.1.1';
export const ifAlias = '1.3.6.1.2.1.31.1.1.1.18';
export const ifStackStatus = '1.3.6.1.2.1.31.1.2.1.3';

/**
 * Types of interfaces that count the traffic of others again, or no network traffic (IANAifType-MIB): ppp, loopback,
 * propVirtual, propMultiplexor, pppMultilinkBundle, tunnel, l2vlan, l3ipvlan, mplsTunnel, ieee8023adLag, mpls,
 * virtualTg, bridge.
 */
const virtualTypes = new Set([23, 24, 53, 54, 108, 131, 135, 136, 150, 161, 166, 202, 209]);

/** Matches names of such interfaces on Linux, where agents report them as Ethernet: `br0`, `eth0.40`, `vlan7`. */
const virtualName = new RegExp(
  [
    '^(?:lo\\d*',
    '(?:br|bridge|bond|team|vlan|dummy|ifb|imq|bat|switch|macvlan|veth|docker|virbr)[\\d-].*',
    '(?:tun|tap|tunnel|ipsec|vti|xfrm|teredo|isatap|he-ipv6|zt|wg|gre|gretap|erspan|ppp|pppoe|l2tp|pptp|sstp|ovpn|eoip|vxlan|sit|tunl|ip6tnl|ip6gre|ip_vti|ip6_vti)[\\d-].*',
    '.*\\.\\d+)$',
  ].join('|'),
  'i',
);

/** Interfaces of a device by index: what identifies each, and which lie directly below it. */
export interface InterfaceTable {
  readonly types: ReadonlyMap<string, number>;
  /** ifName, ifDescr and ifAlias, as far as the device has them and they are not empty. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** The same without ifAlias, which a person writes: a port may be "vlan-7 uplink" by it. */
  readonly deviceNames: ReadonlyMap<string, readonly string[]>;
  readonly lowerLayers: ReadonlyMap<string, readonly string[]>;
  /** ifOperStatus; empty where it was not read. */
  readonly states: ReadonlyMap<string, number>;
}

/** Columns used by `interfaceTable`, in its order. */
export const interfaceColumns = [
  ifType,
  ifName,
  ifDescr,
  ifAlias,
  ifStackStatus,
  ifOperStatus,
] as const;

/** Builds the table from the columns; a column that the device does not have is empty. */
export function interfaceTable(columns: readonly (SnmpColumn | undefined)[]): InterfaceTable {
  const rowsOf = (oid: string) =>
    byIndex(oid, columns[interfaceColumns.findIndex((one) => one === oid)]);
  const types = [...rowsOf(ifType)].map(([index, { value }]) => [index, Number(value)] as const);
  const given = [rowsOf(ifName), rowsOf(ifDescr)];
  return {
    types: new Map(types),
    names: namesOf([...given, rowsOf(ifAlias)]),
    deviceNames: namesOf(given),
    lowerLayers: lowerLayersOf([...rowsOf(ifStackStatus).keys()]),
    states: new Map([...rowsOf(ifOperStatus)].map(([index, { value }]) => [index, Number(value)])),
  };
}

/** Returns the indexes of the ports and radios, without virtual interfaces and interfaces on top of a port. */
export function physicalIndexes(table: InterfaceTable): ReadonlySet<string> {
  const real = [...table.types].filter(
    ([index, type]) =>
      !virtualTypes.has(type) &&
      !(table.deviceNames.get(index) ?? []).some((name) => virtualName.test(name)),
  );
  const indexes = new Set(real.map(([index]) => index));
  const isOnPort = (index: string) =>
    (table.lowerLayers.get(index) ?? []).some((lower) => lower !== index && indexes.has(lower));
  return new Set([...indexes].filter((index) => !isOnPort(index)));
}

/** Returns the indexes of the interfaces that are not up; one without a state counts as up. */
export function downIndexes({ states }: InterfaceTable): ReadonlySet<string> {
  return new Set([...states].filter(([, state]) => state !== 1).map(([index]) => index));
}

/**
 * Returns the indexes of the interfaces of a name.
 *
 * @param pattern  ifName, ifDescr or ifAlias; `*` stands for any characters
 */
export function indexesOfName(table: InterfaceTable, pattern: string): ReadonlySet<string> {
  const parts = pattern.split('*');
  const matching = [...table.names].filter(([, names]) =>
    names.some((name) => matchesParts(name, parts)),
  );
  return new Set(matching.map(([index]) => index));
}

/** Returns the index of a row: the part of its OID after the OID of the column. */
export function indexOf(column: string, oid: string): string {
  return oid.slice(column.length + 1);
}

/** True if a name consists of these parts in their order, with anything between them. */
function matchesParts(name: string, parts: readonly string[]): boolean {
  const [first = '', ...others] = parts;
  const last = others.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

function byIndex(oid: string, column: SnmpColumn | undefined): ReadonlyMap<string, Varbind> {
  const rows = column === undefined || 'fault' in column ? [] : column.rows;
  return new Map(rows.map((row) => [indexOf(oid, row.oid), row]));
}

/** Returns the names of each interface in the order of the columns, without empty ones. */
function namesOf(columns: readonly ReadonlyMap<string, Varbind>[]): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const [index, { value }] of columns.flatMap((column) => [...column])) {
    const name = String(value ?? '').trim();
    if (name !== '') names.set(index, [...(names.get(index) ?? []), name]);
  }
  return names;
}

/** Returns the lower layers by interface, from indexes `higher.lower`; 0 means no lower layer (RFC 2863 section 6). */
function lowerLayersOf(indexes: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const layers = new Map<string, string[]>();
  for (const [higher, lower] of indexes.map((index) => index.split('.')))
    if (higher !== undefined && lower !== undefined && higher !== '0' && lower !== '0')
      layers.set(higher, [...(layers.get(higher) ?? []), lower]);
  return layers;
}
