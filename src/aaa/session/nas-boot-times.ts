import type { UptimeLookup } from '../../gateway/gateway.ts';
import type { Store } from '../../store/store.ts';
import { findClientOrganization } from '../client/client-store.ts';

/** Location of a session: AAA client, access point and NAS. */
export interface NasLocation {
  readonly client: number;
  readonly access_point: number | null;
  readonly nasipaddress: string;
}

const cacheMs = 60_000;
const maxCached = 4_096;
/** Older samples add no knowledge: by then the silence of the NAS has ended the sessions. */
const sampleMaxAgeMs = 3_600_000;
/** 2^32 hundredths of a second, less a day: after that sysUpTime restarts at 0 without a reboot (RFC 3418). */
const secondsBeforeWrap = 42_949_672 - 86_400;

/**
 * Boot times of NASes, from the reported uptime of the devices that have the address of the NAS and belong to the
 * organization of its client, or have the MAC or IP address of the access point and belong to its organization. A ping is no evidence of a reboot: a running device may be out of reach.
 */
export class NasBootTimes {
  readonly #store: Store;
  readonly #findUptimes: UptimeLookup;
  readonly #known = new Map<string, { readonly at: number; readonly bootedAt: number | null }>();

  constructor(store: Store, findUptimes: UptimeLookup) {
    this.#store = store;
    this.#findUptimes = findUptimes;
  }

  /**
   * @param at  milliseconds since 1970
   * @returns   boot time of the device that booted last, in milliseconds since 1970; null if it is unknown
   */
  async bootedAt(nas: NasLocation, at: number): Promise<number | null> {
    const key = `${nas.client} ${nas.access_point ?? ''} ${nas.nasipaddress}`;
    const known = this.#known.get(key);
    if (known && Math.abs(at - known.at) < cacheMs) return known.bootedAt;
    const times = await this.#bootTimes(nas, at);
    const bootedAt = times.length > 0 ? Math.max(...times) : null;
    if (this.#known.size >= maxCached) this.#known.clear();
    this.#known.set(key, { at, bootedAt });
    return bootedAt;
  }

  async #bootTimes(nas: NasLocation, at: number): Promise<readonly number[]> {
    const owner = await findClientOrganization(this.#store, nas.client);
    const accessPoint = await this.#store.db
      .selectFrom('access_point')
      .select(['organization', 'ip', 'mac'])
      .where('id', '=', nas.access_point)
      .executeTakeFirst();
    const addresses = [
      ...(owner === null ? [] : [addressesOf(owner, { ip: nas.nasipaddress, mac: null })]),
      ...(accessPoint ? [addressesOf(accessPoint.organization, accessPoint)] : []),
    ];
    const samples = await Promise.all(
      addresses.map((of) => this.#findUptimes(this.#store, of, at - sampleMaxAgeMs)),
    );
    return samples
      .flat()
      .filter(({ previousUptimeSeconds }) => (previousUptimeSeconds ?? 0) <= secondsBeforeWrap)
      .map(({ takenAt, uptimeSeconds }) => takenAt - uptimeSeconds * 1000);
  }
}

function addressesOf(
  organization: number,
  { ip, mac }: { readonly ip: string | null; readonly mac: string | null },
) {
  return {
    organization,
    ipAddresses: ip === null ? [] : [ip],
    macAddresses: mac === null ? [] : [mac],
  };
}
