import { parseJsonColumn, type Store } from '../../store/store.ts';
import type { AuthorizationAttributes } from '../policy/attribute-lists.ts';

const samplesOfClient = 200;
/** So few sessions say nothing of a NAS. */
const enoughSamples = 3;
const leastSeconds = 60;
const msKept = 60_000;
const mostClients = 4_096;

/** What of a session says how often it is to be heard of. */
export interface IntervalSubject {
  readonly client: number;
  readonly nasipaddress: string;
  readonly acctinterval: number | null;
  readonly granted: string | null;
}

interface Learnt {
  readonly at: number;
  /** Seconds, by NAS address. */
  readonly medians: ReadonlyMap<string, number>;
}

/** How often NASes speak of their sessions, learnt from their latest ones. */
export class InterimIntervalEstimator {
  readonly #store: Store;
  readonly #byClient = new Map<number, Learnt>();

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * @param at  milliseconds since 1970
   * @returns   seconds within which a session is to be heard of; null where its NAS was never seen to send interim updates
   */
  async expectedSeconds(
    { client, nasipaddress, acctinterval, granted }: IntervalSubject,
    at: number,
  ): Promise<number | null> {
    const median = (await this.#learnt(client, at)).medians.get(nasipaddress) ?? null;
    if (acctinterval === null && median === null) return null;
    return Math.max(acctinterval ?? 0, median ?? 0, grantedInterval(granted), leastSeconds);
  }

  async #learnt(client: number, at: number): Promise<Learnt> {
    const known = this.#byClient.get(client);
    if (known && Math.abs(at - known.at) < msKept) return known;
    const learnt = { at, medians: await this.#medians(client) };
    if (this.#byClient.size >= mostClients) this.#byClient.clear();
    this.#byClient.set(client, learnt);
    return learnt;
  }

  async #medians(client: number): Promise<Map<string, number>> {
    const rows = await this.#store.db
      .selectFrom('aaa_accounting')
      .select(['nasipaddress', 'acctinterval'])
      .where('client', '=', client)
      .orderBy('acctstarttime', 'desc')
      .orderBy('radacctid', 'desc')
      .limit(samplesOfClient)
      .execute();
    const samples = new Map<string, number[]>();
    for (const { nasipaddress, acctinterval } of rows)
      if (acctinterval !== null)
        samples.set(nasipaddress, [...(samples.get(nasipaddress) ?? []), acctinterval]);
    const enough = [...samples].filter(([, seconds]) => seconds.length >= enoughSamples);
    return new Map(enough.map(([address, seconds]) => [address, median(seconds)]));
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Acct-Interim-Interval (RFC 2869 section 5.16), as the session was told. */
function grantedInterval(granted: string | null): number {
  if (!granted?.includes('nterim')) return 0;
  const sent = parseJsonColumn<AuthorizationAttributes>(granted);
  const value = Number(
    sent.find(({ attribute }) => attribute.toLowerCase() === 'acct-interim-interval')?.value,
  );
  return Number.isInteger(value) && value > 0 ? value : 0;
}
