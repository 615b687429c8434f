import { Counter } from 'prom-client';
import type { Gateway } from '../../gateway/gateway.ts';
import { RateLimitedLog } from '../../runtime/rate-limited-log.ts';
import { RateLimiter } from '../../runtime/rate-limiter.ts';
import { TrapSources, type TrapSource } from './trap-source.ts';

/** Why a message is dropped before it is read, or after the store has refused it. */
type Refusal = 'unknown_source' | 'rate' | 'not_stored';

interface IntakeOptions<Outcome extends string> {
  /** Messages of an address in a minute, and of all in a second. */
  readonly rates: { readonly device_rate: number; readonly total_rate: number };
  /** Messages that are worked on at a time; more are dropped. */
  readonly maxInFlight: number;
  readonly metric: { readonly name: string; readonly help: string };
  readonly messages: { readonly dropped: string; readonly notStored: string };
  /** Outcomes that are no loss, and are not logged. */
  readonly accepted: readonly Outcome[];
}

const logIntervalMs = 60_000;

/** Hands on the messages of known devices, within their rates. All others are dropped, counted and logged. */
export class MessageIntake<Outcome extends string> {
  readonly #gateway: Gateway;
  readonly #options: IntakeOptions<Outcome>;
  readonly #sources: TrapSources;
  readonly #perDevice: RateLimiter;
  readonly #total: RateLimiter;
  readonly #log = new RateLimitedLog(logIntervalMs);
  readonly #counter: Counter<'outcome'>;
  #inFlight = 0;

  constructor(gateway: Gateway, options: IntakeOptions<Outcome>) {
    const { device_rate: perMinute, total_rate: perSecond } = options.rates;
    const clock = gateway.clock.monotonicMs;
    this.#gateway = gateway;
    this.#options = options;
    this.#sources = new TrapSources(gateway);
    const perDevice = { burst: perMinute, refillMs: 60_000 / perMinute };
    this.#perDevice = new RateLimiter({ ...perDevice, maxKeys: 16_384, clock });
    const total = { burst: perSecond, refillMs: 1000 / perSecond };
    this.#total = new RateLimiter({ ...total, maxKeys: 1, clock });
    this.#counter = new Counter({
      ...options.metric,
      labelNames: ['outcome'],
      registers: [gateway.metrics],
    });
  }

  /** True if there is a device at an address. @throws Fault if the store cannot be read */
  async isKnown(address: string): Promise<boolean> {
    return (await this.#sources.find(address)).length > 0;
  }

  /** Hands a message on with the devices at its address, or drops it. Never throws. */
  async receive(
    address: string,
    handle: (sources: readonly TrapSource[]) => Promise<Outcome>,
  ): Promise<void> {
    const outcome = await this.#outcomeOf(address, handle);
    this.#counter.inc({ outcome });
    const { accepted, messages } = this.#options;
    if (accepted.some((one) => one === outcome)) return;
    // An unknown sender chooses its address, so that its addresses share a line; before the look-up each is unknown.
    const isKnown = outcome !== 'unknown_source' && outcome !== 'not_stored';
    const key = isKnown ? `${outcome} ${address}` : outcome;
    this.#log.write(key, (suppressed) => {
      this.#gateway.log.warn({ address, outcome, suppressed }, messages.dropped);
    });
  }

  async #outcomeOf(
    address: string,
    handle: (sources: readonly TrapSource[]) => Promise<Outcome>,
  ): Promise<Outcome | Refusal> {
    if (this.#inFlight >= this.#options.maxInFlight) return 'not_stored';
    this.#inFlight += 1;
    try {
      const sources = await this.#sources.find(address);
      if (sources.length === 0) return 'unknown_source';
      if (!this.#perDevice.takeIfAny(address) || !this.#total.takeIfAny('')) return 'rate';
      return await handle(sources);
    } catch (error) {
      this.#log.write('store', () => {
        this.#gateway.log.error({ err: error }, this.#options.messages.notStored);
      });
      return 'not_stored';
    } finally {
      this.#inFlight -= 1;
    }
  }
}
