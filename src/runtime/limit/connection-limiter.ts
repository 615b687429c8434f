import { RateLimiter } from '../rate-limiter.ts';

const maxPerAddress = 64;
/** A handshake costs a millisecond or two; a client keeps its connection open, so it needs few. */
const connectionRate = { burst: 64, refillMs: 125, maxKeys: 8_192 };

/** Limits the number of connections, in all and per address, and their rate per address. */
export class ConnectionLimiter {
  readonly #maxConnections: number;
  readonly #openByAddress = new Map<string, number>();
  readonly #rate = new RateLimiter({ ...connectionRate, clock: () => performance.now() });
  #open = 0;

  constructor(maxConnections: number) {
    this.#maxConnections = maxConnections;
  }

  get openCount(): number {
    return this.#open;
  }

  /** Counts a connection until `release`. @returns why it must be refused; null: it is counted */
  acquire(address: string): 'too_many_connections' | 'connection_rate' | null {
    const openOfAddress = this.#openByAddress.get(address) ?? 0;
    if (this.#open >= this.#maxConnections || openOfAddress >= maxPerAddress)
      return 'too_many_connections';
    if (!this.#rate.takeIfAny(address)) return 'connection_rate';
    this.#openByAddress.set(address, openOfAddress + 1);
    this.#open += 1;
    return null;
  }

  release(address: string): void {
    const left = (this.#openByAddress.get(address) ?? 1) - 1;
    if (left > 0) this.#openByAddress.set(address, left);
    else this.#openByAddress.delete(address);
    this.#open -= 1;
  }
}
