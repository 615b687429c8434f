import type { Store } from '../../store/store.ts';
import { sql } from 'kysely';
import { groupBy } from '../../runtime/group-by.ts';
import { valueColumn } from './metric.ts';
import { entriesPerMs, timeOfEntry } from './metric-log-id.ts';

/** Last result of a metric of a device. */
export interface LastMetric {
  readonly metric: string;
  readonly parameter: string;
  readonly interface: string | null;
  readonly value: string;
  readonly result: number | null;
  readonly datetime: number;
}

/** Reads the results of the last poll of each device. An index leads to the time of that poll, and to its results. */
export async function readLastMetrics(
  store: Store,
  devices: readonly number[],
): Promise<ReadonlyMap<number, readonly LastMetric[]>> {
  if (devices.length === 0) return new Map();
  const query = sql<LastMetric & { readonly device: number }>`
    select l.device, m.name as metric, p.variable_name as parameter,
      nullif(s.interface, '') as interface, ${sql.raw(valueColumn('l'))} as value, l.result,
      ${timeOfEntry('l')} as datetime
    from inventory_device d
      join inventory_metric_log l on l.device = d.id
        and l.id >= (select max(x.id) - (max(x.id) & ${sql.lit(entriesPerMs - 1)}) from inventory_metric_log x where x.device = d.id)
      join inventory_metric_source s on s.id = l.source
      join inventory_metric m on m.id = s.metric join inventory_parameter p on p.id = s.parameter
    where d.id in (${sql.join(devices)}) order by l.device, m.name, p.variable_name, s.interface`;
  const rows = await store.readLong({ compile: () => query.compile(store.db) });
  return groupBy(rows, ({ device }) => device);
}
