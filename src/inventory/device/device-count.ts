import { sql } from 'kysely';
import type { Gateway } from '../../gateway/gateway.ts';
import { addSeriesGauge } from '../../gateway/series-gauge.ts';

/** Registers the number of devices by status. */
export function measureDevices(gateway: Pick<Gateway, 'store' | 'metrics' | 'log'>): void {
  addSeriesGauge(gateway, {
    name: 'gatehouse_devices',
    help: 'Devices by the status of their last contact: up, down, unknown',
    labels: ['status'],
    read: async () => {
      const query = sql<{ readonly status: string; readonly value: number }>`
        select case when last_status_change is null then 'unknown' when status = 1 then 'up' else 'down' end as status,
          count(*) as value from inventory_device group by 1`;
      return (await query.execute(gateway.store.db)).rows;
    },
  });
}
