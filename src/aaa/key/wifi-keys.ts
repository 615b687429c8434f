import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { TtlCache } from '../../runtime/cache.ts';
import type { KeyOwner } from './device-key.ts';
import { NetworkKeys, type FoundKey, type Network } from './network-keys.ts';

/** Networks whose keys are in memory: 48 octets a key. */
const maxNetworks = 32;
const ttlMs = 24 * 3_600_000;
/** An access point gives up after some seconds; the device tries again. */
const searchMs = 3_000;

/** A device that has proved in a handshake that it has a key. */
export interface KeyProof extends KeyOwner {
  /** The key to try first; null: the device is bound to none. */
  readonly bound: { readonly id: number } | null;
  readonly ssid: string;
  readonly fits: (masterKey: Buffer) => boolean;
}

/** Finds the Wi-Fi keys that handshakes were made with. */
export class WifiKeys {
  readonly #context: Pick<Gateway, 'store' | 'vault' | 'clock'>;
  readonly #networks: TtlCache<Promise<NetworkKeys>>;

  constructor(context: Pick<Gateway, 'store' | 'vault' | 'clock'>) {
    this.#context = context;
    this.#networks = new TtlCache({
      ttlMs,
      maxEntries: maxNetworks,
      clock: () => context.clock.monotonicMs(),
    });
  }

  /**
   * Finds the key of a handshake, first of the organization that is named first.
   *
   * @returns the number of keys of which none fits
   * @throws Fault `overloaded` if the master keys of a network have not all been derived in time; the device tries again
   */
  async find({ organizations, ssid, bound, fits }: KeyProof): Promise<FoundKey | number> {
    const { clock } = this.#context;
    const endsAt = clock.monotonicMs() + searchMs;
    const search = { fits, first: bound?.id ?? null, isOver: () => clock.monotonicMs() >= endsAt };
    let size = 0;
    let isComplete = true;
    for (const organization of organizations) {
      const keys = await this.#keysOf({ organization, ssid });
      const found = await keys.find(search);
      if (found === 'not_derived') isComplete = false;
      else if (found) return found;
      size += keys.size;
    }
    if (isComplete) return size;
    throw new Fault('overloaded', `the master keys of network ${ssid} are being derived`);
  }

  async #keysOf(network: Network): Promise<NetworkKeys> {
    const name = `${network.organization} ${network.ssid}`;
    const known = this.#networks.get(name);
    if (known) return known;
    const opened = NetworkKeys.open(this.#context, network);
    this.#networks.set(name, opened);
    try {
      return await opened;
    } catch (error) {
      this.#networks.delete(name);
      throw error;
    }
  }
}
