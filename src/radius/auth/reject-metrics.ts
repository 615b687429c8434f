import { Gauge } from 'prom-client';
import { sql } from 'kysely';
import type { Gateway } from '../../gateway/gateway.ts';

/* Whether the access requests of a client are rejected more often than they usually are, for alerts of kind `gateway`. */

const sampleMs = 60_000;
/** Samples that are compared with the usual share. */
const windowSamples = 5;
/** Minimum requests for a meaningful share: of the window, and of the usual share. */
const minRequests = { window: 20, usual: 100 };
/** Half-life of a request in the usual share, in samples: twelve hours. */
const halfLife = 720;
/** Latest decisions that are usual at the start. */
const maxDecisions = 100_000;

interface Requests {
  readonly answered: number;
  readonly rejected: number;
}

type ByClient = ReadonlyMap<string, Requests>;

const none: Requests = { answered: 0, rejected: 0 };
const share = ({ answered, rejected }: Requests) => rejected / answered;

/** Shares of rejected requests by client: in the last minutes, against the usual share before. */
export class RejectShares {
  readonly #usual: Map<string, Requests>;
  /** Totals since the start of the gateway, the oldest first. */
  readonly #samples: ByClient[] = [];

  /** @param usual  requests before the start */
  constructor(usual: ByClient) {
    this.#usual = new Map(usual);
  }

  /** Adds the totals of a minute. */
  add(totals: ByClient): void {
    this.#samples.push(totals);
    if (this.#samples.length <= windowSamples + 1) return;
    const oldest = this.#samples.shift();
    const next = this.#samples[0];
    if (!oldest || !next) return;
    const kept = 0.5 ** (1 / halfLife);
    for (const client of new Set([...this.#usual.keys(), ...next.keys()])) {
      const { answered, rejected } = this.#usual.get(client) ?? none;
      const since = difference(next, oldest, client);
      this.#usual.set(client, {
        answered: kept * answered + since.answered,
        rejected: kept * rejected + since.rejected,
      });
    }
  }

  /** Returns by how much the share of each client is above the usual one; those with too few requests are left out. */
  excesses(): ReadonlyMap<string, number> {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)];
    const found = new Map<string, number>();
    if (!first || !last) return found;
    for (const client of last.keys()) {
      const recent = difference(last, first, client);
      const usual = this.#usual.get(client) ?? none;
      if (recent.answered >= minRequests.window && usual.answered >= minRequests.usual)
        found.set(client, share(recent) - share(usual));
    }
    return found;
  }
}

function difference(later: ByClient, earlier: ByClient, client: string): Requests {
  const [to, from] = [later.get(client) ?? none, earlier.get(client) ?? none];
  return { answered: to.answered - from.answered, rejected: to.rejected - from.rejected };
}

type Context = Pick<Gateway, 'store' | 'metrics' | 'clock' | 'log'>;

/** Registers the metric. It is computed once a minute while it is read, from the counter of packets. */
export function measureRejects(gateway: Context): void {
  const { clock, metrics, log } = gateway;
  let shares: RejectShares | null = null;
  let sample = { at: -Infinity, taken: Promise.resolve() };
  const gauge = new Gauge({
    name: 'gatehouse_radius_reject_excess_ratio',
    help: 'Share of Access-Rejects of a client in the last five minutes, minus its usual share; absent with fewer than 20 requests',
    labelNames: ['client'],
    registers: [metrics],
    // Those who read it at the same time wait for one sample.
    collect() {
      const at = clock.now().getTime();
      const elapsedMs = at - sample.at;
      if (elapsedMs < 0 || elapsedMs >= sampleMs) sample = { at, taken: take() };
      return sample.taken;
    },
  });
  const take = async () => {
    const totals = await readTotals(gateway);
    shares ??= new RejectShares(
      await readUsual(gateway).catch((error: unknown) => {
        log.warn({ err: error }, 'cannot read the decisions; the usual share of rejects is new');
        return new Map<string, Requests>();
      }),
    );
    shares.add(totals);
    gauge.reset();
    for (const [client, excess] of shares.excesses()) gauge.set({ client }, excess);
  };
}

/** Outcomes of an Access-Request that decide, and whether they reject. */
const isReject: ReadonlyMap<unknown, boolean> = new Map([
  ['accepted', false],
  ['proxied_accept', false],
  ['refused', true],
  ['proxied_reject', true],
]);

/** Sums up the answers to access requests since the start, by client. */
async function readTotals({ metrics }: Context): Promise<ByClient> {
  const counter = await metrics.getSingleMetric('gatehouse_radius_packets_total')?.get();
  const totals = new Map<string, Requests>();
  for (const { labels, value } of counter?.values ?? []) {
    const rejects = isReject.get(labels['outcome']);
    if (rejects === undefined) continue;
    const client = String(labels['client']);
    const { answered, rejected } = totals.get(client) ?? none;
    totals.set(client, {
      answered: answered + value,
      rejected: rejected + (rejects ? value : 0),
    });
  }
  return totals;
}

/** Reads earlier decisions of all gateways, so that a restart keeps the usual shares. */
async function readUsual({ store }: Context): Promise<ByClient> {
  const query = sql<Requests & { readonly client: string }>`
    select client_name as client, count(*) as answered, sum(case when outcome = 'reject' then 1 else 0 end) as rejected
    from (select client_name, outcome from aaa_decision order by id desc limit ${maxDecisions}) as latest
    group by client_name`;
  const rows = await store.readLong({ compile: () => query.compile(store.db) });
  return new Map(rows.map(({ client, ...requests }) => [client, requests]));
}
