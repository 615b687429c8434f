import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { packageVersion } from '../runtime/package-root.ts';
import type { Store } from '../store/store.ts';
import { measureStore } from './store-watch.ts';

/** Creates the metrics of a gateway: process, store and version. */
export function createMetrics(store: Store): Registry {
  const metrics = new Registry();
  // Each sample of the event loop's delay is a wake-up: a hundred a second would be a third of an idle gateway's work.
  collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: 20 });
  measureStore(store, metrics);
  new Gauge({
    name: 'gatehouse_build_info',
    help: 'The version of the gateway and of its Node; always 1.',
    labelNames: ['version', 'node'],
    registers: [metrics],
  }).set({ version: packageVersion, node: process.version }, 1);
  return metrics;
}
