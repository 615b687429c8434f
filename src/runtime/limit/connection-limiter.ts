/** The open connections of an address, and how many more it may open at once. */
interface AddressState {
  open: number;
  tokens: number;
  refilledAt: number;
}

const maxPerAddress = 64;
/** A handshake costs a millisecond or two; a client keeps its connection open, so it needs few. */
const tokensPerSecond = 8;
const maxTokens = 64;
const maxAddresses = 8_192;

/** Limits the number of connections, in all and per address, and their rate per address. */
export class ConnectionLimiter {
  readonly #maxConnections: number;
  readonly #byAddress = new Map<string, AddressState>();
  #open = 0;

  constructor(maxConnections: number) {
    this.#maxConnections = maxConnections;
  }

  get openCount(): number {
    return this.#open;
  }

  /** Counts a connection until `release`. @returns why it must be refused; null: it is counted */
  acquire(address: string): 'too_many_connections' | 'connection_rate' | null {
    const state = this.#stateOf(address);
    if (this.#open >= this.#maxConnections || state.open >= maxPerAddress)
      return 'too_many_connections';
    if (state.tokens < 1) return 'connection_rate';
    state.tokens -= 1;
    state.open += 1;
    this.#open += 1;
    return null;
  }

  release(address: string): void {
    this.#stateOf(address).open -= 1;
    this.#open -= 1;
  }

  #stateOf(address: string): AddressState {
    const now = performance.now();
    const known = this.#byAddress.get(address);
    const state = known ?? { open: 0, tokens: maxTokens, refilledAt: now };
    state.tokens = Math.min(
      maxTokens,
      state.tokens + ((now - state.refilledAt) / 1000) * tokensPerSecond,
    );
    state.refilledAt = now;
    if (!known) this.#evict();
    // The map is in the order of last use.
    this.#byAddress.delete(address);
    this.#byAddress.set(address, state);
    return state;
  }

  /** Evicts the least recently used address without connections, if there are too many addresses. */
  #evict(): void {
    if (this.#byAddress.size < maxAddresses) return;
    for (const [address, { open }] of this.#byAddress) {
      if (open > 0) continue;
      this.#byAddress.delete(address);
      return;
    }
  }
}
