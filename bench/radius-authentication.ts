import type { GatewayProcess } from '../test/gateway-process.ts';
import { accessOf, usersOf, type User } from './access-packets.ts';
import { print } from './figures.ts';
import { knowsFromFile, knowsFromSqlite, startFreeRadiusServer, type Setup } from './freeradius.ts';
import type { Stop } from './radius-accountants.ts';
import { figuresOf, type Sample } from './radius-figures.ts';
import { secret, startGateway } from './radius-gateway.ts';
import { load, type Server } from './radius-run.ts';
import { sized } from './scale.ts';

const rounds = sized(5, 1);
const window = 64;
const users = usersOf(sized(1000, 20));
const usersInRequest = 100;
const msOfFirstRun = 60_000;
const msOfRun = sized(1500, 200);
const requestsOfRun = sized(20_000, 100);
const own = 'Gatehouse, SQLite';

/** Access-Requests (PAP) that the gateway and FreeRADIUS accept in a second, side by side. */
export async function authenticationBesidePeers(signal: AbortSignal): Promise<string> {
  const started: Stop[] = [];
  try {
    const servers = [
      await gatewayWith(users, { started, signal }),
      await peer(started, 'FreeRADIUS, SQLite', knowsFromSqlite(users)),
      await peer(started, 'FreeRADIUS, file', knowsFromFile(users)),
    ];
    const first = await measured(servers, {
      rounds: 1,
      requests: users.length,
      withinMs: msOfFirstRun,
      signal,
    });
    const again = await measured(servers, {
      rounds,
      requests: requestsOfRun,
      withinMs: msOfRun,
      signal,
    });
    const what = `PAP, compared with FreeRADIUS, ${window} requests in flight`;
    return [
      print({
        title: `${what}, each of ${users.length} users for the first time`,
        figures: figuresOf(first, [own]),
      }),
      print({
        title: `${what}, the same users again and again`,
        figures: figuresOf(again, [own]),
        notes,
      }),
    ].join('\n');
  } finally {
    for (const stop of started.reverse()) await stop();
  }
}

const notes = [
  'Gatehouse keeps an argon2id hash of a password (19 MiB, 2 passes), which by design takes tens of milliseconds of a core',
  'to check; and it logs each decision. FreeRADIUS compares with a password in clear, and does not log.',
];

interface Life {
  readonly started: Stop[];
  readonly signal: AbortSignal;
}

async function gatewayWith(some: readonly User[], { started, signal }: Life): Promise<Server> {
  const gateway = await startGateway();
  started.push(() => gateway.remove());
  for (let start = 0; start < some.length; start += usersInRequest) {
    signal.throwIfAborted();
    await create(gateway, some.slice(start, start + usersInRequest));
  }
  return { name: own, port: gateway.authPort, pids: [gateway.pid] };
}

async function create(gateway: GatewayProcess, some: readonly User[]): Promise<void> {
  const { status, text } = await gateway.gate('POST', '/user/', some);
  if (status !== 201) throw new Error(`no users: ${status} ${text}`);
}

async function peer(
  started: Stop[],
  name: string,
  prepare: (folder: string) => Setup | Promise<Setup>,
): Promise<Server> {
  const server = await startFreeRadiusServer(secret, prepare);
  started.push(() => server.stop());
  return { name, port: server.authPort, pids: [server.pid] };
}

interface Runs {
  readonly rounds: number;
  readonly requests: number;
  readonly withinMs: number;
  readonly signal: AbortSignal;
}

/** The same packets to all, in turns. */
async function measured(servers: readonly Server[], runs: Runs): Promise<Map<string, Sample[]>> {
  const samples = new Map<string, Sample[]>(servers.map(({ name }) => [name, []]));
  for (let round = 0; round < runs.rounds; round += 1) {
    const exchanges = accessOf(users, { count: runs.requests, secret });
    for (const server of servers) {
      runs.signal.throwIfAborted();
      samples
        .get(server.name)
        ?.push(await load(server, { window, exchanges, withinMs: runs.withinMs }));
    }
  }
  return samples;
}
