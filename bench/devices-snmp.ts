import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayProcess } from '../test/gateway-process.ts';
import { print, type Figure, type Samples } from './figures.ts';
import { cpuSecondsOf } from './proc.ts';
import { hasProgram } from './programs.ts';
import {
  firstPolls,
  pollsOf,
  startFleet,
  startPolling,
  valuesPerDevice,
  type Fleet,
} from './snmp-fleet.ts';
import { pollsEveryMinute } from './snmp-idle.ts';
import { measureBulkGet, startExporter, type Exporter, type PollRate } from './snmp-peers.ts';
import { startPrometheus } from './snmp-prometheus.ts';
import { sized } from './scale.ts';

const rounds = sized(3, 1);
const secondsOfRound = sized(5, 1);
const sizes = sized([1_000, 4_000], [20]);
const exporter = 'prometheus-snmp-exporter';

/** Measures polls of simulated devices, in comparison with snmp_exporter and snmpbulkget. */
export async function snmpPolls(signal: AbortSignal): Promise<string> {
  const tables: string[] = [];
  for (const size of sizes) tables.push(await rates(size, signal));
  signal.throwIfAborted();
  tables.push(await pollsEveryMinute(signal));
  return tables.join('\n');
}

type Rates = Record<'gateway' | 'exporter' | 'prometheus' | 'bulkGet', PollRate[]>;

async function rates(size: number, signal: AbortSignal): Promise<string> {
  const found: Rates = { gateway: [], exporter: [], prometheus: [], bulkGet: [] };
  const fleet = await startFleet(size);
  try {
    for (let round = 0; round < rounds; round += 1) {
      signal.throwIfAborted();
      // In turns, so that they do not compete for the processor.
      found.gateway.push(await ofGateway(fleet));
      found.bulkGet.push(await measureBulkGet(fleet));
      if (hasProgram(exporter) && hasProgram('wrk')) await addExporter(fleet, found);
    }
  } finally {
    await fleet.agents.stop();
  }
  return tableOf(size, found);
}

async function ofGateway(fleet: Fleet): Promise<PollRate> {
  const polling = await startPolling(fleet, 1);
  try {
    await firstPolls(polling.gateway, fleet.hosts.length);
    return await rateOf(polling.gateway, secondsOfRound);
  } finally {
    await polling.remove();
  }
}

async function addExporter(fleet: Fleet, found: Rates): Promise<void> {
  const peer = await startExporter(fleet);
  try {
    found.exporter.push(await peer.measure(secondsOfRound));
    if (hasProgram('prometheus')) found.prometheus.push(await ofPrometheus(fleet, peer));
  } finally {
    await peer.stop();
  }
}

async function ofPrometheus(fleet: Fleet, peer: Exporter): Promise<PollRate> {
  const prometheus = await startPrometheus(fleet, peer);
  try {
    return await prometheus.measure(secondsOfRound);
  } finally {
    await prometheus.stop();
  }
}

function tableOf(size: number, found: Rates): string {
  const of = (who: keyof Rates, key: keyof PollRate): Samples =>
    found[who].map((rate) => rate[key]);
  const hasExporter = found.exporter.length > 0;
  const figures = (key: keyof PollRate, more: Omit<Figure, 'name' | 'samples'>): Figure[] => {
    const peers = [
      ...(hasExporter ? [{ name: 'snmp_exporter', samples: of('exporter', key) }] : []),
      ...(found.prometheus.length > 0
        ? [{ name: 'snmp_exporter and Prometheus, stored', samples: of('prometheus', key) }]
        : []),
      { name: 'snmpbulkget', samples: of('bulkGet', key) },
    ];
    return [
      ...peers.map((peer) => ({ ...peer, ...more })),
      { name: 'gateway, stored', samples: of('gateway', key), ...more, limits: peers },
    ];
  };
  return print({
    title: `${size} SNMP devices of ${valuesPerDevice} values`,
    figures: [
      ...figures('perSecond', { unit: 'polls/s' }),
      ...figures('cpuMs', { unit: 'ms of processor a poll', decimals: 3 }),
    ],
    notes: [
      'the gateway polls a device once a second at most, and stores each value before the poll counts',
      ...(hasExporter ? [] : [`${exporter} or wrk is missing: install the Debian packages`]),
      ...(hasProgram('prometheus') ? [] : ['prometheus is missing: install the Debian package']),
    ],
  });
}

async function rateOf(gateway: GatewayProcess, seconds: number): Promise<PollRate> {
  const [cpu, polls, began] = [
    cpuSecondsOf(gateway.pid),
    await pollsOf(gateway),
    performance.now(),
  ];
  await sleep(seconds * 1000);
  const done = (await pollsOf(gateway)) - polls;
  const cpuMs = ((cpuSecondsOf(gateway.pid) - cpu) / done) * 1000;
  return { perSecond: done / ((performance.now() - began) / 1000), cpuMs };
}
