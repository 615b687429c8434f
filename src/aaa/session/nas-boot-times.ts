import { sql } from 'kysely';
import type { Store } from '../../store/store.ts';
import { selectRelatedOrganizations } from '../account/tree-query.ts';

/** Which machines a session is at. */
export interface NasLocation {
  readonly organization: number;
  readonly access_point: number | null;
  readonly nasipaddress: string;
}

const msKept = 60_000;
const mostKept = 4_096;
/** Older samples say nothing that silence has not said by then. */
const msOfSamples = 3_600_000;
const mostDevices = 4;
/** 2^32 hundredths of a second, less a day: from there on sysUpTime begins again at 0 without a reboot (RFC 3418). */
const secondsBeforeWrap = 42_949_672 - 86_400;

/**
 * When NASes came up, by the metric `uptime` of the devices of inventory that have the address of the NAS, or the MAC or
 * IP address of the access point. A ping tells nothing of it: a device may be out of reach and go on running.
 */
export class NasBootTimes {
  readonly #store: Store;
  readonly #known = new Map<string, { readonly at: number; readonly bootedAt: number | null }>();

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * @param at  milliseconds since 1970
   * @returns   when the last of the machines came up, in milliseconds since 1970; null where that is not known
   */
  async bootedAt(nas: NasLocation, at: number): Promise<number | null> {
    const key = `${nas.organization} ${nas.access_point ?? ''} ${nas.nasipaddress}`;
    const known = this.#known.get(key);
    if (known && Math.abs(at - known.at) < msKept) return known.bootedAt;
    const booted = await Promise.all(
      (await this.#devices(nas)).map((device) => this.#bootOf(device, at)),
    );
    const times = booted.filter((time) => time !== null);
    const bootedAt = times.length > 0 ? Math.max(...times) : null;
    if (this.#known.size >= mostKept) this.#known.clear();
    this.#known.set(key, { at, bootedAt });
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
      order by d.id limit ${mostDevices}`.execute(this.#store.db);
    return rows.map(({ id }) => id);
  }

  async #bootOf(device: number, at: number): Promise<number | null> {
    const [last, before] = await this.#store.db
      .selectFrom('inventory_metric_log as l')
      .innerJoin('inventory_metric as m', 'm.id', 'l.metric')
      .select(['l.datetime', 'l.result'])
      .where('l.device', '=', device)
      .where('m.name', '=', 'uptime')
      .where('l.datetime', '>', at - msOfSamples)
      .orderBy('l.datetime', 'desc')
      .orderBy('l.id', 'desc')
      .limit(2)
      .execute();
    if (typeof last?.result !== 'number' || (before?.result ?? 0) > secondsBeforeWrap) return null;
    return last.datetime - last.result * 1000;
  }
}
