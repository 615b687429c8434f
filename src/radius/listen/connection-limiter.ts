/** Connections of one address, and how many more of them it may open at once. */
interface Of {
  open: number;
  left: number;
  countedAt: number;
}

const mostOfAddress = 64;
/** Handshakes cost a millisecond or two each; a client keeps its connection, so it needs few. */
const perSecond = 8;
const atOnce = 64;
const mostAddresses = 8_192;

/** How many connections there may be, in all and from one address, and how fast they may come. */
export class ConnectionLimiter {
  readonly #most: number;
  readonly #byAddress = new Map<string, Of>();
  #open = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get openCount(): number {
    return this.#open;
  }

  /** @returns why a connection must not be opened; null: it is counted, until `leave` */
  acquire(address: string): 'too_many_connections' | 'connection_rate' | null {
    const of = this.#of(address);
    if (this.#open >= this.#most || of.open >= mostOfAddress) return 'too_many_connections';
    if (of.left < 1) return 'connection_rate';
    of.left -= 1;
    of.open += 1;
    this.#open += 1;
    return null;
  }

  release(address: string): void {
    this.#of(address).open -= 1;
    this.#open -= 1;
  }

  #of(address: string): Of {
    const now = performance.now();
    const known = this.#byAddress.get(address);
    const of = known ?? { open: 0, left: atOnce, countedAt: now };
    of.left = Math.min(atOnce, of.left + ((now - of.countedAt) / 1000) * perSecond);
    of.countedAt = now;
    if (!known) this.#forgetOne();
    // The last that was seen comes last.
    this.#byAddress.delete(address);
    this.#byAddress.set(address, of);
    return of;
  }

  /** Of many addresses, one that has no connection and has been silent longest. */
  #forgetOne(): void {
    if (this.#byAddress.size < mostAddresses) return;
    for (const [address, { open }] of this.#byAddress) {
      if (open > 0) continue;
      this.#byAddress.delete(address);
      return;
    }
  }
}
