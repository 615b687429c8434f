import { sql } from 'kysely';
import type { Gateway } from '../../gateway/gateway.ts';
import { addSeriesGauge } from '../../gateway/series-gauge.ts';

/** Registers the state of upstreams. */
export function measureUpstreams(gateway: Pick<Gateway, 'store' | 'metrics' | 'log'>): void {
  addSeriesGauge(gateway, {
    name: 'gatehouse_radius_upstream_up',
    help: 'Whether an upstream answers: 1, or 0',
    labels: ['upstream'],
    read: async () => {
      const query = sql<{ readonly upstream: string; readonly value: number }>`
        select name as upstream, min(case when state = 'down' then 0 else 1 end) as value
        from aaa_upstream where is_active = 1 group by name`;
      return (await query.execute(gateway.store.db)).rows;
    },
  });
}
