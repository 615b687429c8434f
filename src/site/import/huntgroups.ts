import { isIPv4 } from 'node:net';
import { groupBy } from '../../runtime/group-by.ts';
import type { StagedItem, StagedRow } from './staging.ts';

/**
 * The huntgroups of FreeRADIUS as conditions on the NAS of a request. A request is in the group of the first line that it
 * matches, so a line with conditions beyond an address makes later groups with the same address uncertain.
 */
export class Huntgroups {
  /** Addresses by name; null: the group depends on more than the address. */
  readonly #addresses = new Map<string, string[] | null>();
  /** Group of each address. */
  readonly #owners = new Map<string, string>();
  /** Addresses of lines with further conditions. */
  readonly #uncertain = new Set<string>();
  /** True after a line that may match any address. */
  #isAnyUncertain = false;

  constructor(lines: Iterable<StagedRow>) {
    for (const { groupname, nasipaddress, others } of lines)
      this.#add(groupname ?? '', nasipaddress ?? '', others ?? '');
  }

  #add(name: string, address: string, others: string): void {
    const isPlain = isIPv4(address) && /^0?$/.test(others);
    if (isPlain && !this.#isAnyUncertain && !this.#uncertain.has(address)) {
      this.#addAddress(name, address);
      return;
    }
    this.#addresses.set(name, null);
    if (isIPv4(address)) this.#uncertain.add(address);
    else this.#isAnyUncertain = true;
  }

  #addAddress(name: string, address: string): void {
    const owner = this.#owners.get(address) ?? name;
    this.#owners.set(address, owner);
    const known = this.#addresses.get(name) ?? [];
    if (this.#addresses.get(name) === null) return;
    this.#addresses.set(name, owner === name ? [...known, address] : known);
  }

  /** Converts a check item `Huntgroup-Name == name` to a condition on the NAS. @returns the condition, or an error message */
  conditionOf({ op, value }: StagedItem): StagedItem | string {
    const addresses = this.#addresses.get(value);
    if (op !== '==') return `check item Huntgroup-Name ${op} cannot be evaluated`;
    if (addresses === undefined)
      return `check item Huntgroup-Name == cannot be evaluated: there is no huntgroup ${value}`;
    if (addresses === null)
      return `the huntgroup ${value} depends on more than the address of the NAS`;
    const [first, ...further] = [...new Set(addresses)];
    if (first === undefined)
      return `each NAS of the huntgroup ${value} is in another huntgroup as well`;
    if (further.length === 0) return { attribute: 'NAS-IP-Address', op: '==', value: first };
    const pattern = patternOf([first, ...further]);
    if (pattern.length > maxPatternLength)
      return `the huntgroup ${value} has too many NAS for a condition`;
    return { attribute: 'NAS-IP-Address', op: '=~', value: pattern };
  }
}

/** The longest value of a check item. */
const maxPatternLength = 253;

/** Returns a pattern of addresses, short by the octets that they share: `^(?:10\.0\.0\.(?:1|2))$`. */
function patternOf(addresses: readonly string[]): string {
  const networks = groupBy(addresses, (address) => address.slice(0, address.lastIndexOf('.')));
  const parts = [...networks].map(([network, some]) => {
    const hosts = some.map((address) => address.slice(network.length + 1));
    return `${network}.(?:${hosts.join('|')})`.replaceAll('.', String.raw`\.`);
  });
  return `^(?:${parts.join('|')})$`;
}
