import type { GatewayProcess } from '../test/gateway-process.ts';
import { print } from './figures.ts';
import { fill } from './lists-store.ts';
import type { Accountant, Stop } from './radius-accountants.ts';
import { contest, contestant } from './radius-contest.ts';
import { figuresOf } from './radius-figures.ts';
import { startGateway } from './radius-gateway.ts';

const defaultRows = 1_000_000;

/** Whether the gateway takes accounting as fast where very many sessions are kept already; `BENCH_ROWS` says how many. */
export async function accountingOnLongTable(signal: AbortSignal): Promise<string> {
  const rows = wantedRows();
  const started: Stop[] = [];
  try {
    const [empty, long] = [await gatewayOf(started), await gatewayOf(started)];
    await long.signal('SIGTERM');
    signal.throwIfAborted();
    const seconds = fill(long.database, rows, ['aaa_accounting']);
    await long.start();
    const own = `Gatehouse, ${rows.toLocaleString('en')} rows`;
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
          notes: [`filled in ${seconds.toFixed(0)} s; one session in 200 is open`],
        }),
      )
      .join('\n');
  } finally {
    for (const stop of started.reverse()) await stop();
  }
}

function wantedRows(): number {
  const given = process.env['BENCH_ROWS'] ?? String(defaultRows);
  if (!/^[1-9]\d{0,8}$/.test(given)) throw new Error(`BENCH_ROWS is no number of rows: ${given}`);
  return Number(given);
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
