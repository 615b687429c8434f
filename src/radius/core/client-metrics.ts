import { sql } from 'kysely';
import type { Gateway } from '../../gateway/gateway.ts';
import { findWrongClocks } from '../../aaa/client/nas-clock-store.ts';
import { addSeriesGauge } from '../../gateway/series-gauge.ts';

/** The clients that have been silent for longest have series. */
const maxClients = 1000;

/** Registers the silence of AAA clients, and the clocks of NASes that are wrong. */
export function measureClients(
  gateway: Pick<Gateway, 'store' | 'clock' | 'metrics' | 'log'>,
): void {
  const { store, clock } = gateway;
  addSeriesGauge(gateway, {
    name: 'gatehouse_radius_client_silent_seconds',
    help: 'Seconds since the last packet from each AAA client that has sent one; clients that share an address share the value',
    labels: ['client'],
    read: async () => {
      const query = sql<{ readonly client: string; readonly value: number }>`
        select name || ' (' || address || ')' as client,
          cast(${clock.now().getTime()} - max(last_seen) as double precision) / 1000 as value
        from aaa_client where is_active = 1 and last_seen is not null
        group by name, address order by max(last_seen) limit ${maxClients}`;
      return (await query.execute(store.db)).rows;
    },
  });
  addSeriesGauge(gateway, {
    name: 'gatehouse_radius_nas_clock_offset_seconds',
    help: 'Seconds by which the clock of a NAS is ahead, of each NAS of an AAA client whose clock is wrong by more than a minute',
    labels: ['client', 'nas'],
    read: async () =>
      (await findWrongClocks(store)).map(({ client, client_name, nas, clock_offset: value }) => ({
        client: `${client_name} (${client})`,
        nas,
        value,
      })),
  });
}
