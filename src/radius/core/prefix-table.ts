import { networkKey, parseIpAddress, type IpNetwork } from '../../runtime/ip-address.ts';

/** A value and the network that it belongs to. */
export interface PrefixEntry<T> {
  readonly network: IpNetwork;
  readonly value: T;
}

type Shape = Pick<IpNetwork, 'bits' | 'prefixLength'>;

const maxCachedSources = 8_192;

/** Finds values by address: of the networks that contain it, the one with the longest prefix wins. */
export class PrefixTable<T> {
  /** Values by `networkKey`. */
  readonly #byNetwork: ReadonlyMap<string, T>;
  /** The address lengths and prefix lengths in the table, longest prefix first. */
  readonly #shapes: readonly Shape[];
  readonly #bySource = new Map<string, T | undefined>();

  constructor(entries: readonly PrefixEntry<T>[]) {
    this.#byNetwork = new Map(
      entries.map(({ network, value }) => [networkKey(network, network.prefixLength), value]),
    );
    this.#shapes = shapesOf(entries.map(({ network }) => network));
  }

  /** @param source  address as reported by a socket */
  find(source: string): T | undefined {
    if (this.#bySource.has(source)) return this.#bySource.get(source);
    const found = this.#longestMatch(source);
    if (this.#bySource.size >= maxCachedSources) this.#bySource.clear();
    this.#bySource.set(source, found);
    return found;
  }

  #longestMatch(source: string): T | undefined {
    const address = parseIpAddress(source);
    if (!address) return undefined;
    const shapes = this.#shapes.filter(({ bits }) => bits === address.bits);
    const shape = shapes.find(({ prefixLength }) =>
      this.#byNetwork.has(networkKey(address, prefixLength)),
    );
    return shape && this.#byNetwork.get(networkKey(address, shape.prefixLength));
  }
}

function shapesOf(networks: readonly IpNetwork[]): Shape[] {
  const shapes = new Map(
    networks.map(({ bits, prefixLength }) => [`${bits}/${prefixLength}`, { bits, prefixLength }]),
  );
  return [...shapes.values()].sort((a, b) => b.prefixLength - a.prefixLength);
}
