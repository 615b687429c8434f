import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayProcess } from '../test/gateway-process.ts';
import { print, type Figure } from './figures.ts';
import { cpuSecondsOf, memoryOf } from './proc.ts';
import {
  firstPolls,
  startFleet,
  startPolling,
  valuesPerDevice,
  type Fleet,
  type PollingGateway,
} from './snmp-fleet.ts';
import { sized } from './scale.ts';

const sizes = sized([1_000, 2_000, 4_000], [5, 10]);
const intervalSeconds = 60;
const settlingSeconds = sized(30, 0.1);
/** Time to collect the garbage of the requests that create devices, and of their concurrent first polls. */
const minutes = sized(4, 0.002);
const inspectorMs = 30_000;

/** A gateway with some devices. */
interface Site {
  readonly devices: number;
  readonly polling: PollingGateway;
}

/** Measures devices that are polled every minute: processor of all, and memory of each further one. */
export async function pollsEveryMinute(signal: AbortSignal): Promise<string> {
  const fleet = await startFleet(Math.max(...sizes));
  const sites: Site[] = [];
  try {
    for (const devices of sizes) sites.push(await startSite(fleet, devices));
    return print({
      title: `SNMP devices of ${valuesPerDevice} values, polled every minute`,
      figures: await measure(sites, signal),
      notes: [
        `a further device: slope of the line through gateways with ${sizes.join(', ')} devices`,
      ],
    });
  } finally {
    for (const { polling } of sites) await polling.remove();
    await fleet.agents.stop();
  }
}

async function startSite(fleet: Fleet, devices: number): Promise<Site> {
  const part = { ...fleet, hosts: fleet.hosts.slice(0, devices) };
  const polling = await startPolling(part, intervalSeconds, {
    NODE_OPTIONS: '--inspect=127.0.0.1:0',
  });
  await firstPolls(polling.gateway, devices);
  return { devices, polling };
}

async function measure(sites: readonly Site[], signal: AbortSignal): Promise<readonly Figure[]> {
  await sleep(settlingSeconds * 1000, undefined, { signal });
  const early = perDevice(sites, `after ${settlingSeconds} s`);
  const [before, began] = [cpuOf(sites), performance.now()];
  await sleep(minutes * 60_000, undefined, { signal });
  const cores = ((cpuOf(sites) - before) / (performance.now() - began)) * 1000;
  const resident = residentOf(sites.at(-1));
  const late = perDevice(sites, `after ${minutes} minutes`);
  for (const { polling } of sites) await collectGarbage(polling.gateway);
  const largest = `${sizes.at(-1) ?? 0} devices`;
  return [
    { name: `processor, ${largest}`, samples: [cores * 100], unit: '% of a core', decimals: 1 },
    { name: `resident, ${largest}`, samples: [resident / 1e6], unit: 'MB', decimals: 1 },
    early,
    late,
    perDevice(sites, 'after a garbage collection'),
  ];
}

/** Returns the processor time of the site with the most devices, in seconds. */
function cpuOf(sites: readonly Site[]): number {
  return cpuSecondsOf(sites.at(-1)?.polling.gateway.pid ?? 0);
}

function residentOf(site: Site | undefined): number {
  return memoryOf(site?.polling.gateway.pid ?? 0).resident;
}

function perDevice(sites: readonly Site[], when: string): Figure {
  const points = sites.map((site) => [site.devices, residentOf(site)] as const);
  return {
    name: `resident, each further device, ${when}`,
    samples: [slopeOf(points) / 1e3],
    unit: 'kB',
    decimals: 1,
  };
}

/** Returns the slope of the line through points by least squares. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const meanOf = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [meanX, meanY] = [meanOf(0), meanOf(1)];
  const products = points.map(([x, y]) => (x - meanX) * (y - meanY));
  const squares = points.map(([x]) => (x - meanX) ** 2);
  const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
  return sumOf(products) / sumOf(squares);
}

/** Makes a gateway collect its garbage, over the inspector that it was started with. */
async function collectGarbage({ output }: GatewayProcess): Promise<void> {
  const [address] = /ws:\/\/\S+/.exec(output) ?? [];
  if (address === undefined) throw new Error('the gateway has no inspector');
  const inspector = new WebSocket(address);
  await once(inspector, 'open', { signal: AbortSignal.timeout(inspectorMs) });
  inspector.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
  await once(inspector, 'message', { signal: AbortSignal.timeout(inspectorMs) });
  inspector.close();
}
