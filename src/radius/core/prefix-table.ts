import { networkKey, parseIpAddress, type IpNetwork } from './ip-address.ts';

/** What is there for a network. */
export interface PrefixEntry<T> {
  readonly network: IpNetwork;
  readonly value: T;
}

type Shape = Pick<IpNetwork, 'bits' | 'prefixLength'>;

const keptSources = 8_192;

/** Things by network: of those whose network an address is in, the one with the longest prefix is found. */
export class PrefixTable<T> {
  /** By `networkKey`. */
  readonly #byNetwork: ReadonlyMap<string, T>;
  /** `bits` and `length` of the networks there are, longest first. */
  readonly #shapes: readonly Shape[];
  readonly #bySource = new Map<string, T | undefined>();

  constructor(placed: readonly PrefixEntry<T>[]) {
    this.#byNetwork = new Map(
      placed.map(({ network, value }) => [networkKey(network, network.prefixLength), value]),
    );
    this.#shapes = shapesOf(placed.map(({ network }) => network));
  }

  /** @param source  address as a socket gives it */
  find(source: string): T | undefined {
    if (this.#bySource.has(source)) return this.#bySource.get(source);
    const found = this.#longestMatch(source);
    if (this.#bySource.size >= keptSources) this.#bySource.clear();
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
    networks.map(({ bits, prefixLength }) => [
      `${bits}/${prefixLength}`,
      { bits, prefixLength: prefixLength },
    ]),
  );
  return [...shapes.values()].sort((a, b) => b.prefixLength - a.prefixLength);
}
