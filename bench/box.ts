import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayProcess } from '../test/gateway-process.ts';
import { Ledger } from './cluster/ledger.ts';
import { addClients, createNases } from './cluster/nas.ts';
import { Reader } from './cluster/reader.ts';
import { print } from './figures.ts';
import { MemoryLimit } from './memory-limit.ts';
import { memoryOf } from './proc.ts';
import { lagMs } from './radius-run.ts';
import { pollsOf, startFleet, startPolling } from './snmp-fleet.ts';
import { sized } from './scale.ts';
import { SoakReader } from './soak-reader.ts';

const secret = 'a-secret-of-22-octets!';
const limitOctets = 512 * 2 ** 20;
const devices = sized(4_000, 20);
const secondsBetweenPolls = 60;
const sessions = sized(10_000, 100);
const secondsOfSession = 60;
const nasCount = 10;
const readers = 20;
const minutes = sized(5, 0.1);
const msBetweenSamples = 5_000;

/**
 * Runs a gateway with a store of its own in 512 MiB, pages of its files included: devices that are polled each minute, sessions
 * that are open at a time, lists, streams of events and a CSV export. More would end it.
 */
export async function box(signal: AbortSignal): Promise<string> {
  const limit = new MemoryLimit(limitOctets);
  try {
    const fleet = await startFleet(devices);
    try {
      const polling = await limit.start(() => startPolling(fleet, secondsBetweenPolls));
      try {
        return await measure(polling.gateway, limit, signal);
      } finally {
        await polling.remove();
      }
    } finally {
      await fleet.agents.stop();
    }
  } finally {
    limit.remove();
  }
}

async function measure(
  gateway: GatewayProcess,
  limit: MemoryLimit,
  signal: AbortSignal,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'box-'));
  const ledger = new Ledger(join(folder, 'acknowledged'));
  const load = await startLoad(gateway, ledger);
  const samples = { resident: [] as number[], anonymous: [] as number[], lag: [] as number[] };
  const end = performance.now() + minutes * 60_000;
  let open = 0;
  while (performance.now() < end) {
    await sleep(msBetweenSamples, undefined, { signal });
    const memory = memoryOf(gateway.pid);
    samples.resident.push(memory.resident / 2 ** 20);
    samples.anonymous.push(memory.anonymous / 2 ** 20);
    samples.lag.push(await lagMs(gateway));
    const page = await gateway.gate('GET', '/aaa_accounting/?session_status=active&limit=1');
    open = Math.max(open, Number(page.body['count']));
  }
  const exported = await gateway.ask('GET', '/gate/api/v1/aaa_accounting/?limit=1', {
    token: gateway.token,
    headers: { accept: 'text/csv' },
  });
  const { answered, unanswered } = await load.stop();
  rmSync(folder, { recursive: true });
  return print({
    title: `${devices} devices and ${sessions} sessions in ${limitOctets / 2 ** 20} MiB, ${minutes} minutes`,
    figures: [
      { name: 'resident', samples: samples.resident, unit: 'MiB' },
      { name: 'of it anonymous', samples: samples.anonymous, unit: 'MiB' },
      { name: 'peak of the process', samples: [memoryOf(gateway.pid).peak / 2 ** 20], unit: 'MiB' },
      { name: 'peak with pages of files', samples: [limit.peak / 2 ** 20], unit: 'MiB' },
      { name: 'loop delay, p99', samples: samples.lag, unit: 'ms' },
    ],
    notes: [
      `killed for want of memory: ${limit.kills}; open sessions, as far as they are counted: ${open}`,
      `packets answered: ${answered}, not answered: ${unanswered}; polls: ${await pollsOf(gateway)}`,
      `rows of a CSV export at the end: ${exported.text.split('\n').length - 2}`,
    ],
  });
}

async function startLoad(gateway: GatewayProcess, ledger: Ledger) {
  const site = {
    count: nasCount,
    network: '127.0.84',
    secret,
    name: 'nas',
    msBetweenSessions: (secondsOfSession * 1000 * nasCount) / sessions,
    msBetweenPackets: (secondsOfSession * 1000) / 3,
    timeoutMs: 10_000,
    tries: 3,
    accountingPorts: [gateway.acctPort, gateway.acctPort],
  } as const;
  await addClients(site, (client) => gateway.gate('POST', '/aaa_client/', client));
  const nases = createNases(site, ledger);
  const sending = nases.map((nas) => nas.run());
  const { token } = gateway;
  const lists = Array.from(
    { length: readers },
    (_, number) => new Reader(gateway, { number, token, ledger, run: 'box' }),
  );
  const url = `http://127.0.0.1:${gateway.httpPort}/gate/api/v1/events/?kind=session`;
  const streams = Array.from({ length: readers }, () => new SoakReader(url, token, () => true));
  const stop = async () => {
    for (const nas of nases) nas.stop();
    await Promise.all([...lists, ...streams].map((reader) => reader.stop()));
    await Promise.all(sending);
    return {
      answered: nases.flatMap((nas) => nas.answeredAtTry).reduce((sum, count) => sum + count),
      unanswered: nases.reduce((sum, nas) => sum + nas.unanswered.length, 0),
    };
  };
  return { stop };
}
