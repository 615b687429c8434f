import { asFault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import { maxSweepAddresses, sweepAddresses } from '../../protocol/fping.ts';

/** Time in which the addresses of a sweep are gathered. */
const gatherMs = 50;
const retries = 3;
const maxReplyTimeoutMs = 1000;

type Answer = (answers: Promise<boolean | null>) => void;

/** Pings the devices that are due at the same time by one fping, where it is installed. */
export class PollPings {
  readonly #gateway: Pick<Gateway, 'config' | 'watchdog'>;
  readonly #signal: AbortSignal;
  #gathered = new Map<string, readonly Answer[]>();

  /** @param signal  ends the sweeps in progress */
  constructor(gateway: Pick<Gateway, 'config' | 'watchdog'>, signal: AbortSignal) {
    this.#gateway = gateway;
    this.#signal = signal;
  }

  /**
   * Returns whether an address answers one of four packets.
   *
   * @param address  IP literal
   * @returns  null: it has to be pinged by itself, since no other is due or this machine has no fping
   * @throws   Error if the sweep fails by a defect, or this machine has no memory for a process
   */
  answers(address: string): Promise<boolean | null> {
    if (this.#gathered.size === 0)
      setTimeout(() => {
        this.#sweepGathered();
      }, gatherMs);
    return new Promise((resolve) => {
      this.#gathered.set(address, [...(this.#gathered.get(address) ?? []), resolve]);
      if (this.#gathered.size === maxSweepAddresses) this.#sweepGathered();
    });
  }

  #sweepGathered(): void {
    const gathered = this.#gathered;
    this.#gathered = new Map();
    const swept = this.#sweep([...gathered.keys()]);
    for (const [address, waiting] of gathered) {
      const isAnswered = swept.then((answering) => answering && answering.has(address));
      for (const answer of waiting) answer(isAnswered);
    }
  }

  async #sweep(addresses: readonly string[]): Promise<ReadonlySet<string> | null> {
    if (addresses.length < 2) return null;
    const timeoutMs = this.#gateway.config.polling.timeout_seconds * 1000;
    const replyTimeoutMs = Math.min(maxReplyTimeoutMs, timeoutMs / (2 * (retries + 1)));
    const step = { name: 'fping', timeoutMs, signal: this.#signal };
    try {
      return await this.#gateway.watchdog.run(step, (signal) =>
        sweepAddresses(addresses, { timeoutMs: replyTimeoutMs, retries, signal }),
      );
    } catch (error) {
      // Without a list, each is pinged by itself.
      if (asFault(error)) return null;
      throw error;
    }
  }
}
