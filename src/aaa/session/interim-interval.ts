import { parseJsonColumn, type Store } from '../../store/store.ts';
import type { AuthorizationAttributes } from '../policy/attribute-lists.ts';

const samplesPerClient = 200;
const minSamples = 3;
const minSeconds = 60;
const cacheTtlMs = 60_000;
const maxClients = 4_096;

/** The columns used to estimate the interim interval of a session. */
export interface IntervalSubject {
  readonly client: number;
  readonly nasipaddress: string;
  readonly acctinterval: number | null;
  readonly granted: string | null;
}

interface ClientIntervals {
  readonly at: number;
  /** Median in seconds, by NAS address. */
  readonly medians: ReadonlyMap<string, number>;
}

/** Estimates the interim intervals of NASes from their latest sessions. */
export class InterimIntervalEstimator {
  readonly #store: Store;
  readonly #byClient = new Map<number, ClientIntervals>();

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * @param at  milliseconds since 1970
   * @returns   the interval in seconds; null if the NAS has never sent Interim-Updates
   */
  async expectedSeconds(
    { client, nasipaddress, acctinterval, granted }: IntervalSubject,
    at: number,
  ): Promise<number | null> {
    const median = (await this.#intervalsOf(client, at)).medians.get(nasipaddress) ?? null;
    if (acctinterval === null && median === null) return null;
    return Math.max(acctinterval ?? 0, median ?? 0, grantedInterval(granted), minSeconds);
  }

  async #intervalsOf(client: number, at: number): Promise<ClientIntervals> {
    const known = this.#byClient.get(client);
    if (known && Math.abs(at - known.at) < cacheTtlMs) return known;
    const intervals = { at, medians: await this.#medians(client) };
    if (this.#byClient.size >= maxClients) this.#byClient.clear();
    this.#byClient.set(client, intervals);
    return intervals;
  }

  async #medians(client: number): Promise<Map<string, number>> {
    const rows = await this.#store.db
      .selectFrom('aaa_accounting')
      .select(['nasipaddress', 'acctinterval'])
      .where('client', '=', client)
      .orderBy('acctstarttime', 'desc')
      .orderBy('radacctid', 'desc')
      .limit(samplesPerClient)
      .execute();
    const samples = new Map<string, number[]>();
    for (const { nasipaddress, acctinterval } of rows)
      if (acctinterval !== null)
        samples.set(nasipaddress, [...(samples.get(nasipaddress) ?? []), acctinterval]);
    const enough = [...samples].filter(([, seconds]) => seconds.length >= minSamples);
    return new Map(enough.map(([address, seconds]) => [address, median(seconds)]));
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Returns the granted Acct-Interim-Interval (RFC 2869 section 5.16) of a session; 0: not granted. */
function grantedInterval(granted: string | null): number {
  if (!granted?.includes('nterim')) return 0;
  const sent = parseJsonColumn<AuthorizationAttributes>(granted);
  const value = Number(
    sent.find(({ attribute }) => attribute.toLowerCase() === 'acct-interim-interval')?.value,
  );
  return Number.isInteger(value) && value > 0 ? value : 0;
}
