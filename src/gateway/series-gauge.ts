import { Gauge } from 'prom-client';
import { answerWithin } from '../runtime/deadline.ts';
import type { Gateway } from './gateway.ts';

/** A database that is away keeps no reader of the metrics waiting for longer. */
export const metricReadMs = 2_000;

type Labels = Readonly<Record<string, string | number>>;

interface SeriesGauge {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** Returns a row for each series: its labels and its value, which PostgreSQL may return as text. */
  readonly read: () => Promise<readonly (Labels & { readonly value: number | string })[]>;
}

/**
 * Registers a gauge whose series are read when the metrics are collected. If they cannot be read, the known series have the value
 * NaN and the other metrics are collected as usual.
 */
export function addSeriesGauge(
  { metrics, log }: Pick<Gateway, 'metrics' | 'log'>,
  { name, help, labels, read }: SeriesGauge,
): void {
  let known: readonly Labels[] = [];
  new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [metrics],
    async collect() {
      const rows = await answerWithin(metricReadMs, read()).catch((error: unknown) => {
        log.debug({ err: error, metric: name }, 'cannot read a metric');
        return known.map((series) => ({ ...series, value: NaN }));
      });
      this.reset();
      known = rows.map(({ value, ...series }) => {
        this.set(series, Number(value));
        return series;
      });
    },
  });
}
