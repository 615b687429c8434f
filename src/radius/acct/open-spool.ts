import { Gauge } from 'prom-client';
import type { Gateway } from '../../gateway/gateway.ts';
import { Spool, type SpoolContent } from '../../store/spool.ts';
import { spoolFile } from '../../store/spool-file.ts';
import { AccountingSpool } from './accounting-spool.ts';

export interface OpenedSpool {
  readonly accounting: AccountingSpool;
  readonly content: () => SpoolContent;
  close(): Promise<void>;
}

const msOfHour = 3_600_000;
const octetsOfMegabyte = 1_000_000;

/** Opens the spool of accounting in the data folder. @throws Error naming the file if it is damaged or cannot be written */
export function openAccountingSpool(gateway: Gateway): OpenedSpool {
  const { config, log, now, store } = gateway;
  const { megabytes, hours } = config.radius.spool;
  const limits = { octets: megabytes * octetsOfMegabyte, ageMs: hours * msOfHour };
  const file = spoolFile(config.data_dir);
  const spool = open(file, limits, (message, error) => {
    log.error({ err: error }, `spool: ${message}`);
  });
  measure(gateway, () => spool.content);
  const { entries, setAside } = spool.content;
  if (entries > 0) log.warn({ packets: entries }, 'RADIUS: accounting waits in the spool');
  if (setAside > 0)
    log.error({ packets: setAside, file }, 'RADIUS: packets of the spool are set aside');
  return {
    accounting: new AccountingSpool({ spool, log, now, store }),
    content: () => spool.content,
    close: () => spool.close(),
  };
}

function open(...[file, limits, report]: ConstructorParameters<typeof Spool>): Spool {
  try {
    return new Spool(file, limits, report);
  } catch (error) {
    throw new Error(
      `${file}: the spool cannot be opened; it may hold accounting that was acknowledged`,
      { cause: error },
    );
  }
}

function measure({ metrics, now }: Pick<Gateway, 'metrics' | 'now'>, read: () => SpoolContent) {
  const registers = [metrics];
  const gauges: readonly [name: string, help: string, value: () => number][] = [
    ['packets', 'Accounting packets that wait for the database', () => read().entries],
    ['octets', 'Octets of the accounting packets that wait for the database', () => read().octets],
    [
      'oldest_seconds',
      'Age of the oldest accounting packet that waits for the database; 0: none waits',
      () => (now().getTime() - (read().oldest ?? now().getTime())) / 1000,
    ],
    [
      'set_aside',
      'Accounting packets that the database has refused, which are kept in the spool',
      () => read().setAside,
    ],
  ];
  for (const [name, help, value] of gauges)
    new Gauge({
      name: `gatehouse_accounting_spool_${name}`,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
}
