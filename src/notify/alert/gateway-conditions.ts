import { hostname } from 'node:os';
import { isRecord } from '../../contract/fields.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Statement } from '../../store/store.ts';
import type { AlertKind } from './alert-kind.ts';
import type { StoredRule } from './alert-rules.ts';
import { metricEndMessage, metricMessage, unmeasuredMessage } from './messages.ts';
import {
  conditionKey,
  keepConditions,
  readConditionKeys,
  stateOf,
  type Observation,
} from './metric-conditions.ts';

const intervalMs = 60_000;
/** Time without a measurement after which the gateway of a condition is gone. */
export const goneMs = 600_000;
type Context = Pick<Gateway, 'store' | 'now' | 'metrics'>;

/** Rules about the metrics of the gateway itself. */
export const gatewayMetric: AlertKind = {
  description: 'a metric of GET /metrics, of a counter its increase in a minute',
  fields: {
    metric: 'required',
    operator: 'required',
    threshold: 'required',
    clear_threshold: 'optional',
    labels: 'optional',
    location: 'refused',
    type: 'refused',
    device: 'refused',
    starts_at: 'refused',
    ends_at: 'refused',
    polls: 'refused',
  },
  // They name clients and upstreams of all organizations.
  refusalOfTenants: 'Rules about the gateway are for the root organization.',
  suppresses: null,
  alerts: {
    collector(gateway, id) {
      const conditions = new GatewayConditions(gateway, id);
      return (rules) => conditions.measure(rules);
    },
    currentState: null,
    expiry: {
      afterMs: () => goneMs,
      message: (watched) => `${unmeasuredMessage(watched)}: its gateway is gone`,
    },
    suppression: null,
    message: metricMessage,
    endMessage: metricEndMessage,
  },
};

/** Compares the gateway's own metrics with thresholds once a minute: gauges as they are, counters by their increase in a minute. */
class GatewayConditions {
  readonly #gateway: Context;
  /** Begin of the subjects of this gateway: another one has its own series, also on a machine of the same name. */
  readonly #subjectPrefix: string;
  #measuredAt = 0;
  #counters = new Map<string, number>();

  /** @param id  names this gateway among the gateways on the store */
  constructor(gateway: Context, id: string) {
    this.#gateway = gateway;
    this.#subjectPrefix = gatewaySubject(id);
  }

  /** Returns statements for the conditions of rules, if a minute has passed. */
  async measure(rules: readonly StoredRule[]): Promise<readonly Statement[]> {
    const now = this.#gateway.now().getTime();
    const elapsedMs = now - this.#measuredAt;
    // After the clock was set back, the elapsed time is unknown.
    const minutes = elapsedMs < 0 ? 1 : elapsedMs / intervalMs;
    if (rules.length === 0 || minutes < 1) return [];
    const counters = new Map<string, number>();
    const known = await readConditionKeys(this.#gateway.store, rules);
    const measured = await Promise.all(
      rules.map(async (rule) =>
        keepConditions(this.#gateway, rule, {
          observations: await this.#observe(rule, { minutes, counters }),
          known: this.#ownKeys(rule, known),
        }),
      ),
    );
    this.#measuredAt = now;
    this.#counters = counters;
    return measured.flat();
  }

  /** Returns the keys of the conditions of a rule that are about series of this gateway. */
  #ownKeys({ id }: StoredRule, known: readonly string[]): readonly string[] {
    const prefix = conditionKey(id, null, `${this.#subjectPrefix}{`);
    return known.filter((key) => key.startsWith(prefix));
  }

  async #observe(rule: StoredRule, { minutes, counters }: Sample): Promise<readonly Observation[]> {
    const metric = rule.metric ?? '';
    const found = await this.#gateway.metrics.getSingleMetric(metric)?.get();
    const device = { id: null, organization: rule.organization };
    return seriesOf(rule, found?.values ?? []).map(({ labels, value: read }) => {
      const subject = this.#subjectPrefix + formatLabels(labels);
      const series = `${metric} ${subject}`;
      // The type of prom-client is an enumeration that does not exist at run time.
      const isCounter = String(found?.type) === 'counter';
      const before = this.#counters.get(series);
      if (isCounter) counters.set(series, read);
      const value = isCounter ? increaseOf(read, before) / minutes : read;
      // It could not be read, or has no sample to compare it with.
      const state = Number.isNaN(value) ? 'unknown' : stateOf(rule, value);
      return { device, subject, value, state };
    });
  }
}

/** Returns the increase of a counter; NaN without a former sample, or after a reset. */
function increaseOf(value: number, before = NaN): number {
  return value < before ? NaN : value - before;
}

interface Sample {
  /** Time since the last one. */
  readonly minutes: number;
  /** Counters of this one. */
  readonly counters: Map<string, number>;
}

type Labels = Readonly<Record<string, string | number | undefined>>;

/** Returns the series that a rule compares. */
function seriesOf<Series extends { readonly labels: Labels }>(
  { labels: chosen }: Pick<StoredRule, 'labels'>,
  series: readonly Series[],
): readonly Series[] {
  const parsed: unknown = JSON.parse(chosen ?? '{}');
  const wanted = Object.entries(isRecord(parsed) ? parsed : {});
  return series.filter(({ labels }) => wanted.every(([name, value]) => labels[name] === value));
}

/** Characters of the id of a gateway that a subject has. */
const shownIdLength = 8;

/** Returns how the subjects of conditions name a gateway. */
export function gatewaySubject(id: string): string {
  return `${hostname()}/${id.slice(0, shownIdLength)}`;
}

/** Returns the labels of a series, as Prometheus writes them. */
function formatLabels(labels: Labels): string {
  const written = Object.entries(labels).map(([name, value]) => `${name}="${String(value)}"`);
  return `{${written.join(',')}}`;
}
