import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { GatewayProcess } from '../test/gateway-process.ts';
import { exchangesOf, packetsOfSession } from '../tools/accounting-packets.ts';
import { print, type Samples } from './figures.ts';
import { longTableRows, rowsText, seed } from './lists-seed.ts';
import { secondsOfCommand } from './package-command.ts';
import { secret, startGateway } from './radius-gateway.ts';
import { load, type Run } from './radius-run.ts';

const window = 64;
/** Most that wait at an even rate: a pause of the gateway shows in the time of its answers, not in fewer requests. */
const waitingAtMost = 256;
const sessionsAtFullRate = 4000;
const roundsWithout = 5;
const secondsOfRound = 2;

/**
 * Measures a backup of a store of a gigabyte, of `BENCH_ROWS` sessions, while accounting runs at half its rate, its effect on
 * the answers, and the restoration of that backup.
 */
export async function backupFigures(signal: AbortSignal): Promise<string> {
  const gateway = await startGateway();
  try {
    await gateway.signal('SIGTERM');
    seed(gateway.database, longTableRows(), ['aaa_accounting']);
    const storeOctets = statSync(gateway.database).size;
    await gateway.start();
    const full = await loadOf(gateway, { window, sessions: sessionsAtFullRate });
    const halfRate = full.perSecond / 2;
    const without = await withoutBackup(gateway, halfRate, signal);
    const file = join(gateway.folder, 'backup.tar.gz');
    const { seconds, beside } = await besideBackup(gateway, { file, halfRate, signal });
    await gateway.signal('SIGTERM');
    const restoreSeconds = await secondsOfCommand(gateway, ['restore', file], signal);
    const startMs = await gateway.start();
    const of = (runs: readonly Run[], key: keyof Run): Samples => runs.map((run) => run[key]);
    return print({
      title: `Backup of a store of ${rowsText(longTableRows())} sessions, with accounting at half its rate`,
      figures: [
        { name: 'store', samples: [storeOctets / 1e6], unit: 'MB' },
        { name: 'accounting, full rate', samples: [full.perSecond], unit: 'answered/s' },
        { name: 'backup', samples: [seconds], unit: 's', decimals: 1 },
        { name: '  its file', samples: [statSync(file).size / 1e6], unit: 'MB' },
        { name: 'answered within, p99', samples: of(without, 'p99Ms'), unit: 'ms', decimals: 2 },
        {
          name: '  during the backup',
          samples: of(beside, 'p99Ms'),
          unit: 'ms',
          decimals: 2,
        },
        { name: '  answered', samples: of(beside, 'perSecond'), unit: 'packets/s' },
        { name: '  lost', samples: of(beside, 'lost'), unit: 'packets' },
        { name: 'restore', samples: [restoreSeconds], unit: 's', decimals: 1 },
        { name: 'start after it', samples: [startMs / 1000], unit: 's', decimals: 1 },
      ],
      notes: [`aim: p99 less than doubled; a round is ${secondsOfRound} s`],
    });
  } finally {
    await gateway.remove();
  }
}

async function withoutBackup(
  gateway: GatewayProcess,
  perSecond: number,
  signal: AbortSignal,
): Promise<readonly Run[]> {
  const runs: Run[] = [];
  while (runs.length < roundsWithout) {
    signal.throwIfAborted();
    runs.push(await roundOf(gateway, perSecond));
  }
  return runs;
}

interface Besides {
  readonly file: string;
  readonly halfRate: number;
  readonly signal: AbortSignal;
}

/** Makes a backup. @returns its duration, and the rounds that began before its end */
async function besideBackup(
  gateway: GatewayProcess,
  { file, halfRate, signal }: Besides,
): Promise<{ readonly seconds: number; readonly beside: readonly Run[] }> {
  const progress = { hasEnded: false };
  const backup = secondsOfCommand(gateway, ['backup', file], signal).finally(() => {
    progress.hasEnded = true;
  });
  // Awaited below; a failure until then is no unhandled one.
  backup.catch(() => undefined);
  const beside: Run[] = [];
  while (!progress.hasEnded) beside.push(await roundOf(gateway, halfRate));
  return { seconds: await backup, beside };
}

const roundOf = (gateway: GatewayProcess, perSecond: number): Promise<Run> =>
  loadOf(gateway, {
    window: waitingAtMost,
    perSecond,
    sessions: Math.ceil((perSecond * secondsOfRound) / packetsOfSession),
  });

function loadOf(
  gateway: GatewayProcess,
  {
    sessions,
    ...how
  }: { readonly sessions: number; readonly window: number; readonly perSecond?: number },
): Promise<Run> {
  const exchanges = exchangesOf({ sessions, name: randomUUID().slice(0, 8), secret });
  const server = { name: 'gateway', pids: [gateway.pid], port: gateway.acctPort };
  return load(server, { ...how, exchanges });
}
