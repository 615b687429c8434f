import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { siblingModule } from '../src/runtime/package-root.ts';
import { exchangesOf } from '../tools/accounting-packets.ts';
import { person, type EapGateway } from './eap-servers.ts';
import { print } from './figures.ts';
import { secret } from './radius-gateway.ts';
import { load, type Run } from './radius-run.ts';
import { sized } from './scale.ts';

const rounds = sized(5, 1);
const handshakesPerSecond = 50;
const accounting = { perSecond: 300, window: 64 };
/** Sessions of a run, of three packets each. */
const sessions = sized(500, 20);

/** Measures how long accounting waits while devices log in by full handshakes, and while none does. */
export async function accountingBesideLogins(
  gateway: EapGateway,
  signal: AbortSignal,
): Promise<string> {
  const acct = { ...gateway, port: gateway.process.acctPort };
  const run = (): Promise<Run> => {
    signal.throwIfAborted();
    const name = randomUUID().slice(0, 8);
    return load(acct, { ...accounting, exchanges: exchangesOf({ sessions, name, secret }) });
  };
  await run();
  const [alone, beside]: [Run[], Run[]] = [[], []];
  let failed = 0;
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await run());
    const { done, counted } = await withLogins(gateway.port, run);
    beside.push(done);
    failed += counted.failed;
  }
  if (failed > 0) throw new Error(`${failed} logins beside accounting failed`);
  const p99 = (runs: readonly Run[]) => runs.map(({ p99Ms }) => p99Ms);
  return print({
    title: `Accounting, ${accounting.perSecond} a second, beside ${handshakesPerSecond} handshakes of EAP-TTLS a second`,
    figures: [
      { name: 'without handshakes, p99', samples: p99(alone), unit: 'ms', decimals: 1 },
      {
        name: 'with handshakes, p99',
        samples: p99(beside),
        unit: 'ms',
        decimals: 1,
        limits: [{ name: 'without', samples: p99(alone) }],
      },
    ],
  });
}

interface Counted {
  readonly accepted: number;
  readonly failed: number;
}

/** Lets devices log in during some work, in a thread of their own. */
async function withLogins<T>(
  port: number,
  work: () => Promise<T>,
): Promise<{ readonly done: T; readonly counted: Counted }> {
  const workerData = { port, secret, user: person, perSecond: handshakesPerSecond };
  const worker = new Worker(siblingModule('./eap-station-thread', import.meta.url), { workerData });
  try {
    await once(worker, 'message');
    const done = await work();
    const answer = once(worker, 'message');
    worker.postMessage('stop');
    const [counted] = (await answer) as [Counted];
    return { done, counted };
  } finally {
    await worker.terminate();
  }
}
