import { sql } from 'kysely';
import type { Store } from '../../store/store.ts';
import { selectRelatedOrganizations } from '../account/tree-query.ts';

/** Location of a session: organization, access point and NAS. */
export interface NasLocation {
  readonly organization: number;
  readonly access_point: number | null;
  readonly nasipaddress: string;
}

/** Finds the last reported uptimes of the devices with some addresses; implemented by the inventory. */
export type UptimeLookup = (
  store: Store,
  addresses: {
    readonly organizations: readonly number[];
    readonly ipAddresses: readonly string[];
    readonly macAddresses: readonly string[];
  },
  since: number,
) => Promise<
  readonly {
    readonly takenAt: number;
    readonly uptimeSeconds: number;
    readonly previousUptimeSeconds: number | null;
  }[]
>;

const cacheMs = 60_000;
const maxCached = 4_096;
/** Older samples show nothing that the silence of the NAS has not shown by then. */
const sampleMaxAgeMs = 3_600_000;
/** 2^32 hundredths of a second, less a day: after that sysUpTime restarts at 0 without a reboot (RFC 3418). */
const secondsBeforeWrap = 42_949_672 - 86_400;

/**
 * Boot times of NASes, from the reported uptime of the devices that have the address of the NAS, or the MAC or IP address
 * of the access point. A ping is no evidence of a reboot: a running device may be out of reach.
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
    const key = `${nas.organization} ${nas.access_point ?? ''} ${nas.nasipaddress}`;
    const known = this.#known.get(key);
    if (known && Math.abs(at - known.at) < cacheMs) return known.bootedAt;
    const times = await this.#bootTimes(nas, at);
    const bootedAt = times.length > 0 ? Math.max(...times) : null;
    if (this.#known.size >= maxCached) this.#known.clear();
    this.#known.set(key, { at, bootedAt });
    return bootedAt;
  }

  async #bootTimes(nas: NasLocation, at: number): Promise<readonly number[]> {
    const { rows } = await sql<{ id: number }>`
      select id from organization where id in ${selectRelatedOrganizations(sql`${nas.organization}`)}`.execute(
      this.#store.db,
    );
    const accessPoint = await this.#store.db
      .selectFrom('access_point')
      .select(['ip', 'mac'])
      .where('id', '=', nas.access_point)
      .executeTakeFirst();
    const addresses = {
      organizations: rows.map(({ id }) => id),
      ipAddresses: [nas.nasipaddress, accessPoint?.ip ?? nas.nasipaddress],
      macAddresses: accessPoint?.mac ? [accessPoint.mac] : [],
    };
    const samples = await this.#findUptimes(this.#store, addresses, at - sampleMaxAgeMs);
    return samples
      .filter(({ previousUptimeSeconds }) => (previousUptimeSeconds ?? 0) <= secondsBeforeWrap)
      .map(({ takenAt, uptimeSeconds }) => takenAt - uptimeSeconds * 1000);
  }
}
