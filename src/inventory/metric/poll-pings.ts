import { asFault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { maxSweepAddresses, sweepAddresses } from '../../protocol/fping.ts';

/** Time for gathering the addresses of a sweep. */
const gatherMs = 50;
const retries = 3;
const maxReplyTimeoutMs = 1000;
/** Time after which a machine without fping, or where it may not ping, is asked again. */
const absenceMs = 10 * 60_000;

type Context = Pick<Gateway, 'config' | 'watchdog' | 'clock'>;
type Answer = (answers: Promise<boolean | null>) => void;

/** Pings the devices that are due at the same time by one fping, where it is installed. */
export class PollPings {
  readonly #gateway: Context;
  readonly #signal: AbortSignal;
  #gathered = new Map<string, readonly Answer[]>();
  /** Time by the clock's `monotonicMs`; null: the last sweep had a result. */
  #absentUntil: number | null = null;

  /** @param signal  ends the sweeps in progress */
  constructor(gateway: Context, signal: AbortSignal) {
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
    if (this.#isAbsent()) return Promise.resolve(null);
    if (this.#gathered.size === 0)
      setTimeout(() => {
        this.#sweepGathered();
      }, gatherMs);
    return new Promise((resolve) => {
      this.#gathered.set(address, [...(this.#gathered.get(address) ?? []), resolve]);
      if (this.#gathered.size === maxSweepAddresses) this.#sweepGathered();
    });
  }

  #isAbsent(): boolean {
    return this.#absentUntil !== null && this.#gateway.clock.monotonicMs() < this.#absentUntil;
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
      const answering = await this.#gateway.watchdog.run(step, (signal) =>
        sweepAddresses(addresses, { timeoutMs: replyTimeoutMs, retries, signal }),
      );
      const { clock } = this.#gateway;
      this.#absentUntil = answering === null ? clock.monotonicMs() + absenceMs : null;
      return answering;
    } catch (error) {
      // Without a list, each is pinged by itself.
      if (asFault(error)) return null;
      throw error;
    }
  }
}
