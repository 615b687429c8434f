import Database from 'better-sqlite3';
import type { GatewayProcess } from '../test/gateway-process.ts';
import { print } from './figures.ts';
import { longTableRows, rowsText, seed } from './lists-seed.ts';
import type { Accountant, Stop } from './radius-accountants.ts';
import { contest, contestant } from './radius-contest.ts';
import { figuresOf } from './radius-figures.ts';
import { startGateway } from './radius-gateway.ts';

/** Compares the accounting rate on a long table, of `BENCH_ROWS` sessions, with that on an empty one. */
export async function accountingOnLongTable(signal: AbortSignal): Promise<string> {
  const rows = longTableRows();
  const started: Stop[] = [];
  try {
    const [empty, long] = [await gatewayOf(started), await gatewayOf(started)];
    await long.signal('SIGTERM');
    signal.throwIfAborted();
    const seconds = seed(long.database, rows, ['aaa_accounting']);
    markAsSummed(long.database);
    await long.start();
    const own = `Gatehouse, ${rowsText(rows)} rows`;
    const contestants = [
      await contestant(accountantOf('empty', empty), signal),
      await contestant(accountantOf(own, long), signal),
    ];
    const samples = await contest(contestants, signal);
    return [...samples]
      .map(([window, all]) =>
        print({
          title: `Accounting on a long table, ${window} requests in flight`,
          figures: figuresOf(all, [own]),
          notes: [`seeded in ${seconds.toFixed(0)} s; one session in 200 is open`],
        }),
      )
      .join('\n');
  } finally {
    for (const stop of started.reverse()) await stop();
  }
}

/** Sessions of three months are in the sums: otherwise the gateway would add a million of them while it is measured. */
function markAsSummed(file: string): void {
  const database = new Database(file);
  try {
    database.exec(
      'update aaa_accounting set local_start = acctstarttime where acctstoptime is not null',
    );
    database.pragma('wal_checkpoint(truncate)');
  } finally {
    database.close();
  }
}

async function gatewayOf(started: Stop[]): Promise<GatewayProcess> {
  const gateway = await startGateway();
  started.push(() => gateway.remove());
  return gateway;
}

const accountantOf = (name: string, gateway: GatewayProcess): Accountant => ({
  name,
  port: gateway.acctPort,
  pids: [gateway.pid],
  gateway,
});
