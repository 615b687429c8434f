import { sql } from 'kysely';
import type { Store } from '../../store/store.ts';
import { selectRelatedOrganizations } from '../account/tree-query.ts';

/** The columns of a session that identify its NAS and access point. */
export interface NasLocation {
  readonly organization: number;
  readonly access_point: number | null;
  readonly nasipaddress: string;
}

const cacheTtlMs = 60_000;
const maxCached = 4_096;
/** By the age of older samples, missing Interim-Updates have ended the session. */
const maxSampleAgeMs = 3_600_000;
const maxDevices = 4;
/** 2^32 hundredths of a second, less a day: above it sysUpTime may wrap to 0 without a reboot (RFC 3418). */
const wrapSeconds = 42_949_672 - 86_400;

/**
 * Finds boot times of NASes by the metric `uptime` of the inventory devices that have the address of the NAS, or the MAC
 * or IP address of the access point. A failed ping is no reboot: a device may be unreachable and keep running.
 */
export class NasBootTimes {
  readonly #store: Store;
  readonly #cache = new Map<string, { readonly at: number; readonly bootedAt: number | null }>();

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * @param at  milliseconds since 1970
   * @returns   the latest boot time of these devices in milliseconds since 1970; null if unknown
   */
  async bootedAt(nas: NasLocation, at: number): Promise<number | null> {
    const key = `${nas.organization} ${nas.access_point ?? ''} ${nas.nasipaddress}`;
    const cached = this.#cache.get(key);
    if (cached && Math.abs(at - cached.at) < cacheTtlMs) return cached.bootedAt;
    const booted = await Promise.all(
      (await this.#devices(nas)).map((device) => this.#bootOf(device, at)),
    );
    const times = booted.filter((time) => time !== null);
    const bootedAt = times.length > 0 ? Math.max(...times) : null;
    if (this.#cache.size >= maxCached) this.#cache.clear();
    this.#cache.set(key, { at, bootedAt });
    return bootedAt;
  }

  async #devices({
    organization,
    access_point,
    nasipaddress,
  }: NasLocation): Promise<readonly number[]> {
    const { rows } = await sql<{ id: number }>`
      select d.id from inventory_device as d
      where d.organization in ${selectRelatedOrganizations(sql`${organization}`)} and (d.ip_address = ${nasipaddress}
        or d.ip_address = (select ip from access_point where id = ${access_point})
        or d.mac_address = (select mac from access_point where id = ${access_point}))
      order by d.id limit ${maxDevices}`.execute(this.#store.db);
    return rows.map(({ id }) => id);
  }

  async #bootOf(device: number, at: number): Promise<number | null> {
    const [last, before] = await this.#store.db
      .selectFrom('inventory_metric_log as l')
      .innerJoin('inventory_metric as m', 'm.id', 'l.metric')
      .select(['l.datetime', 'l.result'])
      .where('l.device', '=', device)
      .where('m.name', '=', 'uptime')
      .where('l.datetime', '>', at - maxSampleAgeMs)
      .orderBy('l.datetime', 'desc')
      .orderBy('l.id', 'desc')
      .limit(2)
      .execute();
    if (typeof last?.result !== 'number' || (before?.result ?? 0) > wrapSeconds) return null;
    return last.datetime - last.result * 1000;
  }
}
