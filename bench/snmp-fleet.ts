import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayProcess, type Answer, type Json } from '../test/gateway-process.ts';
import { freeUdpPort } from '../test/peers/port.ts';
import { startNode, type NodeProcess } from './node-process.ts';
import { siblingModule } from '../src/runtime/package-root.ts';

export const valuesPerDevice = 20;
export const community = 'bench';
/** RFC 5612 reserves enterprise number 32473 for examples. */
const base = '1.3.6.1.4.1.32473.7';
export const oids = Array.from({ length: valuesPerDevice }, (_, at) => `${base}.${at + 1}.0`);
const devicesPerRequest = 500;

/** Simulated SNMP devices on loopback, in a process of their own. */
export interface Fleet {
  readonly port: number;
  readonly hosts: readonly string[];
  readonly agents: NodeProcess;
}

export async function startFleet(count: number): Promise<Fleet> {
  const port = await freeUdpPort();
  const program = fileURLToPath(siblingModule('./snmp-agents', import.meta.url));
  const agents = startNode([program, String(port), String(count)]);
  await agents.printed();
  const hosts = Array.from({ length: count }, (_, at) => `127.20.${at >> 8}.${at & 255}`);
  return { port, hosts, agents };
}

/** A gateway that polls a fleet. */
export interface PollingGateway {
  readonly gateway: GatewayProcess;
  readonly remove: () => Promise<void>;
}

/** @param interval  seconds between two polls of a device */
export async function startPolling(
  fleet: Fleet,
  interval: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<PollingGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  writeFileSync(join(folder, 'bench.yaml'), JSON.stringify(deviceType(fleet.port, interval)));
  const gateway = await GatewayProcess.start({
    GATEHOUSE_LOG_LEVEL: 'error',
    GATEHOUSE_DEVICE_TYPES_DIR: folder,
    ...environment,
  });
  const remove = async () => {
    await gateway.remove();
    rmSync(folder, { recursive: true });
  };
  try {
    await addDevices((...call) => gateway.call(...call), fleet.hosts);
  } catch (error) {
    await remove();
    throw error;
  }
  return { gateway, remove };
}

/** Half of the metrics are counters, whose last sample is kept; the other half are gauges. */
export function deviceType(port: number, interval: number): Json {
  const names = oids.map((_, at) => `value${at + 1}`);
  return {
    short_name: 'bench',
    name: 'Bench',
    connection: { protocol: 'snmp', options: { version: 'v2c', port } },
    poll_interval: interval,
    parameters: names.map((name, at) => ({
      name,
      variable_name: name,
      short_name: name,
      type: 'integer',
      group: 'Bench',
      read: { oid: oids[at] },
    })),
    metrics: names.map((name, at) => ({
      name: `bench_${name}`,
      parameter: name,
      type: at % 2 === 0 ? 'a' : 'c',
      unit: 'octets',
    })),
  };
}

/** Creates the devices of a fleet. */
export async function addDevices(
  call: (method: string, path: string, body: readonly Json[]) => Promise<Answer>,
  hosts: readonly string[],
): Promise<void> {
  const devices = hosts.map((host) => ({
    name: `ap-${host}`,
    serial_number: host,
    type: 'bench',
    ip_address: host,
    snmp_community: community,
  }));
  for (let at = 0; at < devices.length; at += devicesPerRequest) {
    const part = devices.slice(at, at + devicesPerRequest);
    const { status, text } = await call('POST', '/control/api/v1/inventory_device/', part);
    if (status >= 300) throw new Error(`no devices: ${status} ${text.slice(0, 500)}`);
  }
}

/** Returns the polls of a gateway since its start. */
export async function pollsOf(gateway: GatewayProcess): Promise<number> {
  const { text } = await gateway.ask('GET', '/metrics', { token: gateway.token });
  return Number(/^gatehouse_polls_total\{outcome="kept"\} (\d+)/m.exec(text)?.[1] ?? 0);
}

/** Waits until each device has been polled once. */
export async function firstPolls(gateway: GatewayProcess, devices: number): Promise<void> {
  const end = performance.now() + 60_000;
  while ((await pollsOf(gateway)) < devices) {
    if (performance.now() > end) throw new Error(`not all of ${devices} devices were polled`);
    await sleep(200);
  }
}
