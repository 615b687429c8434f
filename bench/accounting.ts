import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { GatewayProcess } from '../test/gateway-process.ts';
import { freeUdpPort } from '../test/peers/port.ts';
import { insertsPerSecond } from './accounting-inserts.ts';
import { exchangesOf, octetsAtStop } from '../tools/accounting-packets.ts';
import { print, type Figure, type Samples } from './figures.ts';
import { startNode } from './node-process.ts';
import { memoryOf } from './proc.ts';
import { lagMs, load, type Run, type Server } from './radius-run.ts';
import { siblingModule } from '../src/runtime/package-root.ts';
import { sized } from './scale.ts';

const secret = 'a-secret-of-22-octets!';
const rounds = sized(5, 1);
const sessions = sized(4000, 20);
/** The responder is done with so few in no time. */
const responderSessions = sized(12_000, 20);
const windows = sized([32, 64], [32]);
const warmUp = { sessions: sized(500, 20), window: 64 };

/** Runs one round with one window: the gateway and, directly before and after it, its two limits. */
interface Round {
  readonly gateway: Run;
  readonly lagMs: number;
  readonly responder: Run;
  readonly inserts: number;
}

/** Measures how many Accounting-Requests the gateway answers in a second, each after its commit. */
export async function accounting(signal: AbortSignal): Promise<string> {
  const gateway = await GatewayProcess.start();
  const port = await freeUdpPort();
  const responder = startNode([
    fileURLToPath(siblingModule('./accounting-responder', import.meta.url)),
    String(port),
    secret,
  ]);
  try {
    await responder.printed();
    await gateway.gate('POST', '/aaa_client/', { name: 'nas', address: '127.0.0.1', secret });
    const both = [
      { name: 'gateway', pids: [gateway.pid], port: gateway.acctPort },
      { name: 'responder', pids: [responder.pid], port },
    ] as const;
    for (const server of both) await run(server, warmUp);
    const measured = await measure(gateway, both, signal);
    return [
      ...windows.map((window) => tableOf(window, measured.get(window) ?? [])),
      afterwards(gateway, responder.pid),
    ].join('\n');
  } finally {
    await responder.stop();
    await gateway.remove();
  }
}

/** Alternates the servers, so that other load of the machine affects all alike. */
async function measure(
  gateway: GatewayProcess,
  [own, bare]: readonly [Server, Server],
  signal: AbortSignal,
): Promise<Map<number, Round[]>> {
  const measured = new Map<number, Round[]>(windows.map((window) => [window, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const window of windows) {
      signal.throwIfAborted();
      const responder = await run(bare, { sessions: responderSessions, window });
      await lagMs(gateway); // begins a new count
      const ofGateway = await run(own, { sessions, window });
      const lag = await lagMs(gateway);
      const inserts = insertsPerSecond(gateway.database, window);
      measured.get(window)?.push({ gateway: ofGateway, lagMs: lag, responder, inserts });
    }
  }
  return measured;
}

function run(
  server: Server,
  { sessions, window }: { readonly sessions: number; readonly window: number },
): Promise<Run> {
  const exchanges = exchangesOf({ sessions, name: randomUUID().slice(0, 8), secret });
  return load(server, { window, exchanges });
}

function tableOf(window: number, all: readonly Round[]): string {
  const of = (server: 'gateway' | 'responder', key: keyof Run): Samples =>
    all.map((round) => round[server][key]);
  const bare = (key: keyof Run) => [{ name: 'responder', samples: of('responder', key) }];
  const inserts = all.map((round) => round.inserts);
  const limits = [...bare('perSecond'), { name: 'inserts', samples: inserts }];
  const figures: readonly Figure[] = [
    { name: 'gateway', samples: of('gateway', 'perSecond'), unit: 'answered/s', limits },
    {
      name: '  answered within, median',
      samples: of('gateway', 'p50Ms'),
      unit: 'ms',
      decimals: 2,
      limits: bare('p50Ms'),
    },
    {
      name: '  answered within, p99',
      samples: of('gateway', 'p99Ms'),
      unit: 'ms',
      decimals: 2,
      limits: bare('p99Ms'),
    },
    {
      name: '  CPU',
      samples: of('gateway', 'cpuMicroseconds'),
      unit: 'us/packet',
      limits: bare('cpuMicroseconds'),
    },
    {
      name: '  timer of 10 ms, p99',
      samples: all.map((round) => round.lagMs),
      unit: 'ms',
      decimals: 1,
    },
    { name: '  repeated requests', samples: of('gateway', 'repeated'), unit: 'in a run' },
    { name: '  lost requests', samples: of('gateway', 'lost'), unit: 'in a run' },
    {
      name: 'responder without a store',
      samples: of('responder', 'perSecond'),
      unit: 'answered/s',
    },
    { name: `inserts, ${window} in a transaction`, samples: inserts, unit: 'rows/s' },
  ];
  return print({
    title: `Accounting, durable, ${window} requests in flight; a run is ${sessions.toLocaleString('en')} sessions of Start, Interim-Update and Stop`,
    figures,
  });
}

/** Returns the memory after the runs, and how many answered sessions are in the store. */
function afterwards(gateway: GatewayProcess, responder: number): string {
  const mb = (pid: number) => [memoryOf(pid).resident / 1e6];
  const sent = warmUp.sessions + rounds * windows.length * sessions;
  const database = new Database(gateway.database, { readonly: true });
  const complete = database
    .prepare<[number], number>(
      'select count(*) from aaa_accounting where acctstoptime is not null and acctinputoctets = ?',
    )
    .pluck()
    .get(octetsAtStop);
  database.close();
  const limits = [{ name: 'responder', samples: mb(responder) }];
  return print({
    title: 'After all runs',
    figures: [
      { name: 'gateway, resident', samples: mb(gateway.pid), unit: 'MB', decimals: 1, limits },
    ],
    notes: [`sessions complete in the store: ${complete ?? 0} of ${sent}`],
  });
}
