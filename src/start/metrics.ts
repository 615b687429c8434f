import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { packageVersion } from '../runtime/package-root.ts';
import type { Store } from '../store/store.ts';
import { measureStore } from './store-watch.ts';

/** Gauges of prom-client with the ending of a counter, which `promtool check metrics` refuses. Others have their values by type. */
const wronglyNamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** Creates the metrics of a gateway: process, store and version. */
export function createMetrics(store: Store): Registry {
  const metrics = new Registry();
  // Each sample of the event loop's delay is a wake-up: a hundred a second would be a third of an idle gateway's work.
  collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: 20 });
  for (const name of wronglyNamed) metrics.removeSingleMetric(name);
  measureStore(store, metrics);
  new Gauge({
    name: 'gatehouse_build_info',
    help: 'The version of the gateway and of its Node; always 1.',
    labelNames: ['version', 'node'],
    registers: [metrics],
  }).set({ version: packageVersion, node: process.version }, 1);
  return metrics;
}
