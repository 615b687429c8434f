import { hash } from 'node:crypto';
import {
  formatIpAddress,
  overlaps,
  parseIpNetwork,
  type IpNetwork,
} from '../../runtime/ip-address.ts';
import type { PoolFields } from './address-pool.ts';

/** Consecutive addresses, or prefixes. */
interface Block {
  readonly first: bigint;
  readonly count: bigint;
}

/** The addresses of a pool in their order. */
export interface PoolLayout {
  readonly bits: 32 | 128;
  /** Of an address, or of the prefixes. */
  readonly prefixLength: number;
  readonly blocks: readonly Block[];
  /** Not given. */
  readonly excluded: readonly IpNetwork[];
}

/** Positions are numbers. */
const maxBits = 48;

/** @returns a text: what is wrong with the networks */
export function layoutOf({
  kind,
  networks,
  excluded,
  prefix_length,
}: PoolFields): PoolLayout | string {
  const bits = kind === 'ipv4' ? 32 : 128;
  const prefixLength = prefix_length ?? bits;
  const parsed = networks.map((network) => ({ text: network, network: parseIpNetwork(network) }));
  const blocks: Block[] = [];
  for (const [at, { text, network }] of parsed.entries()) {
    if (network?.bits !== bits)
      return `${JSON.stringify(text)} is no network of ${bits === 32 ? 'IPv4' : 'IPv6'}.`;
    if (network.prefixLength > prefixLength)
      return `${JSON.stringify(text)} is smaller than a prefix of ${prefixLength} bits.`;
    if (prefixLength - network.prefixLength > maxBits)
      return `${JSON.stringify(text)} has more than 2^${maxBits} prefixes of ${prefixLength} bits.`;
    const other = parsed.slice(0, at).find((one) => one.network && overlaps(one.network, network));
    if (other) return `${JSON.stringify(text)} overlaps ${JSON.stringify(other.text)}.`;
    blocks.push(blockOf(network, prefixLength));
  }
  const left = excluded.flatMap((network) => parseIpNetwork(network) ?? []);
  return { bits, prefixLength, blocks, excluded: left.filter((network) => network.bits === bits) };
}

/** The network and the broadcast address of an IPv4 network are no hosts. */
function blockOf({ bits, value, prefixLength: own }: IpNetwork, prefixLength: number): Block {
  const hostBits = BigInt(bits - own);
  const first = (value >> hostBits) << hostBits;
  const count = 1n << BigInt(prefixLength - own);
  const isHosts = bits === 32 && count >= 4n;
  return isHosts ? { first: first + 1n, count: count - 2n } : { first, count };
}

/** Returns how many addresses are given, without exact regard to excluded ones that overlap each other. */
export function sizeOf({ blocks, excluded, bits, prefixLength }: PoolLayout): bigint {
  const step = 1n << BigInt(bits - prefixLength);
  let size = 0n;
  for (const { first, count } of blocks) {
    size += count;
    const end = first + count * step;
    for (const { value, prefixLength: length } of excluded) {
      const hostBits = BigInt(bits - length);
      const from = (value >> hostBits) << hostBits;
      const until = from + (1n << hostBits);
      const [low, high] = [from > first ? from : first, until < end ? until : end];
      if (low < high) size -= (high - low + step - 1n) / step;
    }
  }
  return size > 0n ? size : 0n;
}

/** An address, and its place in the order of its pool. */
export interface PlacedAddress {
  readonly position: bigint;
  /** As the attribute has it: `192.0.2.7`, `2001:db8:0:7::/64`. */
  readonly address: string;
}

/** Returns the first address at a position or after it that is given; null: there is none. */
export function addressFrom(layout: PoolLayout, position: bigint): PlacedAddress | null {
  const { bits, prefixLength, blocks, excluded } = layout;
  const step = 1n << BigInt(bits - prefixLength);
  let before = 0n;
  let at = position;
  for (const { first, count } of blocks) {
    while (at < before + count) {
      const value = first + (at - before) * step;
      const wall = excluded.find((network) => overlaps(network, { bits, value, prefixLength }));
      if (!wall) return { position: at, address: textOf(layout, value) };
      const hostBits = BigInt(bits - wall.prefixLength);
      const end = ((wall.value >> hostBits) + 1n) << hostBits;
      const next = before + (end - first + step - 1n) / step;
      at = next > at ? next : at + 1n;
    }
    before += count;
  }
  return null;
}

function textOf({ bits, prefixLength }: PoolLayout, value: bigint): string {
  const address = formatIpAddress({ bits, value });
  return prefixLength === bits && bits === 32 ? address : `${address}/${prefixLength}`;
}

/** Returns a text that is the same for pools with the same addresses in the same order. */
export function layoutKey({ kind, networks, excluded, prefix_length }: PoolFields): string {
  const all = JSON.stringify([kind, networks, excluded, prefix_length]);
  return hash('sha256', all).slice(0, 16);
}
