import { readFile, statfs } from 'node:fs/promises';
import { Counter } from 'prom-client';
import { certificateFiles } from '../config/acme-files.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { addSeriesGauge } from '../gateway/series-gauge.ts';
import { readCertificateTerm } from '../tls/certificate-term.ts';

/** Smaller differences of the clocks are slewing by a time service. */
const minStepSeconds = 1;

type Context = Pick<Gateway, 'config' | 'metrics' | 'clock' | 'log'>;

/** Registers the metrics of disk, certificates and clock. */
export function measureMachine(gateway: Context): void {
  const { config, clock } = gateway;
  addSeriesGauge(gateway, {
    name: 'gatehouse_disk_free_ratio',
    help: 'Share of the disk of the data directory that is free, 0 to 1',
    labels: [],
    read: async () => {
      const { bavail, blocks } = await statfs(config.data_dir);
      return [{ value: bavail / blocks }];
    },
  });
  addSeriesGauge(gateway, {
    name: 'gatehouse_certificate_expires_seconds',
    help: 'Seconds until a certificate of the gateway or of the CA of its peers expires; negative: it has expired',
    labels: ['file'],
    read: async () => {
      // An unreadable certificate must not hide the others.
      const files = certificateFiles(config);
      const found = await Promise.allSettled(files.map((file) => expiryOf(file, clock.now())));
      return found.map((one, index) =>
        one.status === 'fulfilled' ? one.value : { file: files[index] ?? '', value: NaN },
      );
    },
  });
  countSteps(gateway);
}

async function expiryOf(file: string, now: Date) {
  const { validTo } = readCertificateTerm(await readFile(file), now);
  return { file, value: (validTo.getTime() - now.getTime()) / 1000 };
}

/** Counts jumps of the wall clock against the monotonic clock; an hour back counts like an hour ahead. */
function countSteps({ clock, metrics }: Context): void {
  const difference = () => (clock.now().getTime() - clock.monotonicMs()) / 1000;
  let before = difference();
  new Counter({
    name: 'gatehouse_clock_set_seconds_total',
    help: 'Seconds that the clock of the machine was set forward or back, suspended time included',
    registers: [metrics],
    collect() {
      const now = difference();
      const step = Math.abs(now - before);
      before = now;
      if (step >= minStepSeconds) this.inc(step);
    },
  });
}
