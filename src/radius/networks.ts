import { networkKey, parseAddress, type Network } from './address.ts';

/** What is there for a network. */
export interface Placed<T> {
  readonly network: Network;
  readonly of: T;
}

type Shape = Pick<Network, 'bits' | 'length'>;

const keptSources = 8_192;

/** Things by network: of those whose network an address is in, the one with the longest prefix is found. */
export class Networks<T> {
  /** By `networkKey`. */
  readonly #byNetwork: ReadonlyMap<string, T>;
  /** `bits` and `length` of the networks there are, longest first. */
  readonly #shapes: readonly Shape[];
  readonly #bySource = new Map<string, T | undefined>();

  constructor(placed: readonly Placed<T>[]) {
    this.#byNetwork = new Map(placed.map(({ network, of }) => [networkKey(network, network.length), of]));
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
    const address = parseAddress(source);
    if (!address) return undefined;
    const shapes = this.#shapes.filter(({ bits }) => bits === address.bits);
    const shape = shapes.find(({ length }) => this.#byNetwork.has(networkKey(address, length)));
    return shape && this.#byNetwork.get(networkKey(address, shape.length));
  }
}

function shapesOf(networks: readonly Network[]): Shape[] {
  const shapes = new Map(networks.map(({ bits, length }) => [`${bits}/${length}`, { bits, length }]));
  return [...shapes.values()].sort((a, b) => b.length - a.length);
}
