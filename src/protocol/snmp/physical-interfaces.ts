import type { Varbind } from './varbind.ts';

/** Columns of the interface table (RFC 2863). */
export const ifDescr = '1.3.6.1.2.1.2.2.1.2';
export const ifType = '1.3.6.1.2.1.2.2.1.3';

/**
 * Types of interfaces that count the traffic of others again, or none of the network (IANAifType-MIB): loopback,
 * propVirtual, tunnel, l2vlan, l3ipvlan, ieee8023adLag, bridge.
 */
const virtualTypes = new Set([24, 53, 131, 135, 136, 161, 209]);

/** Matches names of such interfaces on Linux, whose agents report them as Ethernet: `br0`, `eth0.40`, `vlan7`. */
const virtualName =
  /^(?:lo\d*|(?:br|bridge|bond|vlan|team|dummy|veth|ifb|tun|tap|wg|gre|docker|virbr)[\d-].*|.*\.\d+)$/i;

/** Returns the indexes of the interfaces that are ports or radios, by the rows of both columns. */
export function physicalIndexes(
  types: readonly Varbind[],
  names: readonly Varbind[],
): ReadonlySet<string> {
  const nameOf = new Map(names.map(({ oid, value }) => [indexOf(ifDescr, oid), String(value)]));
  const physical = types.filter(({ oid, value }) => {
    const name = nameOf.get(indexOf(ifType, oid)) ?? '';
    return !virtualTypes.has(Number(value)) && !virtualName.test(name);
  });
  return new Set(physical.map(({ oid }) => indexOf(ifType, oid)));
}

/** Returns the index of a row, which is what its OID has after that of the column. */
export function indexOf(column: string, oid: string): string {
  return oid.slice(column.length + 1);
}
