import { X509Certificate } from 'node:crypto';
import { readFile, statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { Counter, Gauge } from 'prom-client';
import { certificateFiles } from '../config/acme-files.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { measureRejects } from './reject-metrics.ts';

/* Metrics of the site and its machine, for alerts of kind `gateway`: computed when they are read. */

/** Clients that have been silent for longest; more have no series. */
const maxClients = 1000;
/** Smaller differences of the clocks are corrections that a time service spreads. */
const minStepSeconds = 1;

type Context = Pick<Gateway, 'store' | 'config' | 'metrics' | 'clock' | 'log'>;
type Series = Readonly<Record<string, string>>;
type Row = Series & { readonly value: number };

/** Registers the metrics of devices, clients, upstreams, disk, certificates and clock. */
export function measureSite(gateway: Context): void {
  const { store, config, clock } = gateway;
  const read = async (query: ReturnType<typeof sql<Row>>) => (await query.execute(store.db)).rows;
  addGauge(gateway, {
    name: 'gatehouse_devices',
    help: 'Devices by what their last contact has shown: up, down, unknown',
    labels: ['status'],
    read: () =>
      read(sql`
        select case when last_status_change is null then 'unknown' when status = 1 then 'up' else 'down' end as status,
          count(*) as value from inventory_device group by 1`),
  });
  addGauge(gateway, {
    name: 'gatehouse_radius_client_silent_seconds',
    help: 'Time since the last packet of an AAA client that has sent one; its clients of one address have one',
    labels: ['client'],
    read: () =>
      read(sql`
        select name || ' (' || address || ')' as client,
          cast(${clock.now().getTime()} - max(last_seen) as double precision) / 1000 as value
        from aaa_client where is_active = 1 and last_seen is not null
        group by name, address order by max(last_seen) limit ${maxClients}`),
  });
  addGauge(gateway, {
    name: 'gatehouse_radius_upstream_up',
    help: 'Whether an upstream answers: 1, or 0',
    labels: ['upstream'],
    read: () =>
      read(sql`
        select name as upstream, min(case when state = 'down' then 0 else 1 end) as value
        from aaa_upstream where is_active = 1 group by name`),
  });
  addGauge(gateway, {
    name: 'gatehouse_disk_free_ratio',
    help: 'Share of the disk of the data directory that is free, 0 to 1',
    labels: [],
    read: async () => {
      const { bavail, blocks } = await statfs(config.data_dir);
      return [{ value: bavail / blocks }];
    },
  });
  addGauge(gateway, {
    name: 'gatehouse_certificate_expires_seconds',
    help: 'Time until a certificate of the gateway or of the CA of its peers expires; negative: it has',
    labels: ['file'],
    read: async () => {
      // One that cannot be read hides no other.
      const files = certificateFiles(config);
      const found = await Promise.allSettled(files.map((file) => expiryOf(file, clock.now())));
      return found.map((one, index) =>
        one.status === 'fulfilled' ? one.value : { file: files[index] ?? '', value: NaN },
      );
    },
  });
  measureRejects(gateway);
  countSteps(gateway);
}

interface MeasuredSeries {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly read: () => Promise<readonly (Series | { readonly value: number })[]>;
}

/** Adds a gauge whose series are read anew each time. Without an answer those it had are not a number, and the other metrics stay. */
function addGauge({ metrics, log }: Context, { name, help, labels, read }: MeasuredSeries): void {
  let known: readonly Series[] = [];
  new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [metrics],
    async collect() {
      const rows = await read().catch((error: unknown) => {
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

async function expiryOf(file: string, now: Date) {
  const { validToDate } = new X509Certificate(await readFile(file));
  return { file, value: (validToDate.getTime() - now.getTime()) / 1000 };
}

/** Counts by how much the clock was set, against the one that only goes forward: an hour back counts like an hour ahead. */
function countSteps({ clock, metrics }: Context): void {
  const difference = () => (clock.now().getTime() - clock.monotonicMs()) / 1000;
  let before = difference();
  new Counter({
    name: 'gatehouse_clock_set_seconds_total',
    help: 'Seconds by which the clock of the machine was set, forward or back, or for which it slept',
    registers: [metrics],
    collect() {
      const now = difference();
      const step = Math.abs(now - before);
      before = now;
      if (step >= minStepSeconds) this.inc(step);
    },
  });
}
