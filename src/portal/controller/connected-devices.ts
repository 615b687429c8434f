import { asFault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { TtlCache } from '../../runtime/cache.ts';
import { isSameAddress } from '../../runtime/ip-address.ts';
import { Semaphore } from '../../runtime/limit/semaphore.ts';
import { RateLimiter } from '../../runtime/rate-limiter.ts';
import type { CalledDialect } from '../dialect/dialects.ts';
import type { ControllerCalls } from './controller-calls.ts';
import type { PortalController } from './controller-store.ts';

const ttlMs = 60_000;
const maxEntries = 10_000;
/** Questions that each controller gets: anybody may write any MAC address into a redirect. */
const questions = { burst: 60, refillMs: 500, maxKeys: 1_000 };

/** A device by its addresses, and the controller that may know it. */
export interface ControllerQuestion {
  readonly vendor: CalledDialect;
  readonly controller: PortalController;
  /** Canonical. */
  readonly mac: string;
  readonly ip: string;
}

/** Devices that are connected by the word of their controllers, which are asked few at a time. A yes is kept for a minute. */
export class ConnectedDevices {
  readonly #calls: ControllerCalls;
  readonly #limit = new Semaphore({ max: 4, maxWaiting: 64, name: 'questions to controllers' });
  readonly #rate: RateLimiter;
  readonly #known: TtlCache<true>;

  /** @param clock  returns milliseconds that never go backwards */
  constructor(calls: ControllerCalls, clock: () => number) {
    this.#calls = calls;
    this.#rate = new RateLimiter({ ...questions, clock });
    this.#known = new TtlCache({ ttlMs, maxEntries, clock });
  }

  /** Returns whether a controller has a device with an IP address. A controller that does not answer has none. */
  async has(gateway: Gateway, question: ControllerQuestion): Promise<boolean> {
    const { controller, mac, ip } = question;
    const key = `${controller.id} ${mac} ${ip}`;
    if (this.#known.get(key)) return true;
    if (!this.#rate.takeIfAny(String(controller.id))) return false;
    const addresses = await this.#ask(gateway, question);
    const isKnown = addresses.some((address) => isSameAddress(address, ip));
    if (isKnown) this.#known.set(key, true);
    return isKnown;
  }

  async #ask({ log }: Gateway, { vendor, controller, mac }: ControllerQuestion) {
    try {
      return await this.#limit.run(() => this.#calls.findAddresses(vendor, controller, mac));
    } catch (error) {
      const reason = asFault(error)?.message;
      const fields = { controller: controller.name, mac };
      const text = 'portal: cannot ask a controller for a device';
      if (reason === undefined) log.error({ ...fields, err: error }, text);
      else log.debug({ ...fields, reason }, text);
      return [];
    }
  }
}
