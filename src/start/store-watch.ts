import { Counter, Gauge, type Registry } from 'prom-client';
import type { Gateway } from '../gateway/gateway.ts';
import type { PeriodicTask } from '../gateway/job.ts';
import type { Store } from '../store/store.ts';
import type { LogOutput } from './log-output.ts';

const checkIntervalMs = 60_000;
/** Four times the size at which the log restarts if no reader holds it. */
const maxLogOctets = 256 * 2 ** 20;

/** Registers the size of the write-ahead log. */
export function measureStore(store: Store, metrics: Registry): void {
  new Gauge({
    name: 'gatehouse_store_log_bytes',
    help: "Size of the store's write-ahead log; it grows while a reader holds it",
    registers: [metrics],
    collect() {
      this.set(store.logOctets());
    },
  });
}

/** Registers the lines that the log has dropped. */
export function measureLog(output: LogOutput, metrics: Registry): void {
  new Counter({
    name: 'gatehouse_log_dropped_lines_total',
    help: 'Lines of the log that could not be written',
    registers: [metrics],
    collect() {
      this.reset();
      this.inc(output.dropped);
    },
  });
}

/** Returns the task that warns of a growing write-ahead log: a program reads the store's file without ending. */
export function logSizeTask({ store, log }: Pick<Gateway, 'store' | 'log'>): PeriodicTask {
  return {
    name: 'store log size',
    intervalMs: checkIntervalMs,
    initialDelayMs: checkIntervalMs,
    failureMessage: "cannot read the size of the store's log; retrying in 60 s",
    run: () => {
      const octets = store.logOctets();
      if (octets > maxLogOctets)
        log.warn(
          { octets },
          "the store's write-ahead log grows: another program reads the file for a long time; end it",
        );
      return Promise.resolve(undefined);
    },
  };
}
