import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readSpool } from '../src/store/spool.ts';
import { hasSpool, spoolFile } from '../src/store/spool-file.ts';
import { eventually, GatewayProcess } from '../test/gateway-process.ts';
import { startPostgres } from '../test/peers/postgres.ts';
import { Ledger, storedSessionsQuery, type StoredSession } from './cluster/ledger.ts';
import { addClients, createNases, type Nas } from './cluster/nas.ts';
import { print, type Figure } from './figures.ts';
import { sized } from './scale.ts';

const secret = 'a-secret-of-22-octets!';
const nasCount = sized(8, 2);
const msBetweenSessions = sized(60, 240);
/** Longest time between two kills. */
const maxRunMs = sized(1_500, 500);

interface Killed {
  readonly figures: readonly Figure[];
  readonly notes: readonly string[];
}

/**
 * Kills gateways repeatedly under accounting of complete sessions, whose Starts come again after their Stops. Afterwards
 * every answered packet must be in the store, in one row for each session, and no session may be open that was stopped.
 */
export async function kill(signal: AbortSignal): Promise<string> {
  const onFile = await killOnFile(sized(300, 1), signal);
  const onServer = await killOnServer(sized(100, 1), signal);
  return print({
    title: 'kills (SIGKILL) under load',
    figures: [...onFile.figures, ...onServer.figures],
    notes: [...onFile.notes, ...onServer.notes],
  });
}

async function killOnFile(rounds: number, signal: AbortSignal): Promise<Killed> {
  const gateway = await GatewayProcess.start({ GATEHOUSE_LOG_LEVEL: 'error' });
  try {
    return await killAll(`${rounds} kills on SQLite`, { gateways: [gateway], rounds, signal });
  } finally {
    await gateway.remove();
  }
}

async function killOnServer(rounds: number, signal: AbortSignal): Promise<Killed> {
  const start = sized(
    () => startPostgres({ isShared: false }),
    () => startPostgres({ hasTypes: true }),
  );
  const postgres = await start();
  const gateways: GatewayProcess[] = [];
  try {
    const environment = {
      GATEHOUSE_LOG_LEVEL: 'error',
      GATEHOUSE_DATABASE_URL: postgres.url,
      GATEHOUSE_RADIUS_SPOOL_MEGABYTES: '64',
    };
    const one = await GatewayProcess.start(environment, { makesStore: true });
    gateways.push(one);
    const key = { GATEHOUSE_SECRET_KEY_FILE: join(one.folder, 'data', 'secret.key') };
    gateways.push(await GatewayProcess.start({ ...environment, ...key }, { makesStore: true }));
    const name = `${rounds} kills of two gateways on PostgreSQL`;
    return await killAll(name, { gateways, rounds, signal });
  } finally {
    for (const gateway of gateways) await gateway.remove();
    await postgres.stop();
  }
}

interface Kills {
  /** One or two, on one store. */
  readonly gateways: readonly GatewayProcess[];
  readonly rounds: number;
  readonly signal: AbortSignal;
}

async function killAll(name: string, { gateways, rounds, signal }: Kills): Promise<Killed> {
  const folder = mkdtempSync(join(tmpdir(), 'kills-'));
  const ledger = new Ledger(join(folder, 'acknowledged'));
  const nases = await startNases(gateways, ledger);
  const sending = nases.map((nas) => nas.run());
  try {
    for (let round = 0; round < rounds; round += 1) {
      signal.throwIfAborted();
      await sleep(randomInt(0, maxRunMs));
      const victim = gateways[randomInt(0, gateways.length)];
      await victim?.signal('SIGKILL');
      await victim?.start();
    }
  } finally {
    for (const nas of nases) nas.stop();
    await Promise.all(sending);
    rmSync(folder, { recursive: true });
  }
  for (const gateway of gateways) await untilSpoolIsEmpty(gateway);
  const faults = ledger.faults(await readSessions(gateways), []);
  const answers = nases.flatMap(({ answeredAtTry }) => answeredAtTry).reduce((sum, n) => sum + n);
  if (faults.length > 0) process.exitCode = 1;
  return {
    figures: [
      { name: `${name}: packets answered`, samples: [answers], unit: 'packets' },
      { name: `${name}: lost, doubled or open again`, samples: [faults.length], unit: 'sessions' },
    ],
    notes: [
      `${name}: ${ledger.sessions.size} sessions; without an answer in all tries: ${nases.reduce((sum, { unanswered }) => sum + unanswered.length, 0)}`,
      ...faults.slice(0, 20),
    ],
  };
}

/** Waits until the store has what was acknowledged while it was too slow. */
async function untilSpoolIsEmpty({ folder }: GatewayProcess): Promise<void> {
  const dataFolder = join(folder, 'data');
  if (!hasSpool(dataFolder)) return;
  const left = await eventually(
    () => Promise.resolve(readSpool(spoolFile(dataFolder)).entries),
    (entries) => entries === 0,
  );
  if (left > 0) throw new Error(`${left} packets wait in the spool of ${folder}`);
}

async function startNases(
  gateways: readonly GatewayProcess[],
  ledger: Ledger,
): Promise<readonly Nas[]> {
  const [one, other = one] = gateways;
  if (!one || !other) throw new Error('no gateway');
  const nases = {
    count: nasCount,
    network: '127.0.83',
    secret,
    name: 'nas',
    msBetweenSessions,
    msBetweenPackets: 200,
    timeoutMs: 1_000,
    tries: 10,
    accountingPorts: [one.acctPort, other.acctPort],
  } as const;
  await addClients(nases, (client) => one.gate('POST', '/aaa_client/', client));
  return createNases(nases, ledger);
}

async function readSessions(gateways: readonly GatewayProcess[]): Promise<StoredSession[]> {
  const store = await gateways[0]?.openStore();
  if (!store) return [];
  try {
    const rows = await store.read<StoredSession>({ sql: storedSessionsQuery, parameters: [] });
    return rows.map((row) => ({ ...row }));
  } finally {
    await store.close();
  }
}
