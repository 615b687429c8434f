import { Counter, Gauge } from 'prom-client';
import type { Gateway } from '../../gateway/gateway.ts';
import { metricReadMs } from '../../gateway/series-gauge.ts';
import { answerWithin } from '../../runtime/deadline.ts';
import { readLag } from './event-store.ts';

interface EventMetrics {
  readonly ended: Counter<'reason'>;
  readonly sent: Counter;
}

/** Creates the metrics of the streams of events. */
export function createEventMetrics(
  { metrics, store, now }: Pick<Gateway, 'metrics' | 'store' | 'now'>,
  readers: ReadonlySet<unknown>,
): EventMetrics {
  const registers = [metrics];
  new Gauge({
    name: 'gatehouse_event_readers',
    help: 'Open streams of events',
    registers,
    collect() {
      this.set(readers.size);
    },
  });
  new Gauge({
    name: 'gatehouse_events_lag_seconds',
    help: 'Time for which the oldest event has waited for open transactions of the database; 0: no event waits',
    registers,
    async collect() {
      const lag = answerWithin(metricReadMs, readLag(store, now().getTime()));
      this.set(await lag.catch(() => NaN));
    },
  });
  const ended = new Counter({
    name: 'gatehouse_event_readers_ended_total',
    help: 'Streams of events that the gateway has ended, by reason',
    labelNames: ['reason'],
    registers,
  });
  const sent = new Counter({
    name: 'gatehouse_events_sent_total',
    help: 'Events sent, counted once per reader',
    registers,
  });
  return { ended, sent };
}
