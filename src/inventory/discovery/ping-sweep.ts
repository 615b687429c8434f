import { asFault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { maxSweepAddresses, sweepAddresses } from '../../protocol/fping.ts';
import { hostsOf, type IpNetwork } from '../../runtime/ip-address.ts';
import { isAllowed } from './probe.ts';

const replyTimeoutMs = 1000;
/** Longer than fping takes at worst. */
const timeoutMs = 20_000;

interface SweptNetwork {
  readonly network: IpNetwork;
  readonly organization: number;
}

/** Pings the addresses of a network ahead of the pages that ask them, some hundred at a time, where fping is installed. */
export class PingSweep {
  readonly #gateway: Gateway;
  readonly #swept: SweptNetwork;
  #until = 0;
  #answering: ReadonlySet<string> | null = null;

  constructor(gateway: Gateway, swept: SweptNetwork) {
    this.#gateway = gateway;
    this.#swept = swept;
  }

  /**
   * Returns the addresses that answer a ping, as far as the page that begins at an offset reaches; null if each has to be
   * pinged by itself.
   */
  async answering(offset: number): Promise<ReadonlySet<string> | null> {
    if (offset < this.#until) return this.#answering;
    const { network, organization } = this.#swept;
    const hosts = hostsOf(network, { offset, limit: maxSweepAddresses });
    const allowed: string[] = [];
    for (const host of hosts)
      if (await isAllowed(this.#gateway, { organization, host })) allowed.push(host);
    const step = { name: 'fping', timeoutMs };
    this.#answering = await this.#gateway.watchdog
      .run(step, (signal) => sweepAddresses(allowed, { timeoutMs: replyTimeoutMs, signal }))
      .catch((error: unknown) => {
        if (asFault(error)) return null;
        throw error;
      });
    this.#until = offset + maxSweepAddresses;
    return this.#answering;
  }
}
