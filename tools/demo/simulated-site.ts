import { randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import { Secret } from '../../src/contract/secret.ts';
import type { ApiClient } from './api-client.ts';
import { SimulatedMachine, type DeviceAgent } from './simulated-machine.ts';
import { startNetconfDevice } from './netconf-device.ts';
import { startSnmpDevice } from './snmp-device.ts';
import { linux, openwrt, startSshDevice } from './ssh-device.ts';

/** A simulated device that runs, and what the gateway must know to reach it. */
export interface SimulatedDevice {
  readonly name: string;
  /** A device type of config/device-types. */
  readonly type: string;
  readonly protocol: 'ssh' | 'snmp' | 'netconf';
  readonly machine: SimulatedMachine;
  readonly agent: DeviceAgent;
  /** The credentials of a connection profile, by its field names. */
  readonly credentials: Readonly<Record<string, string>>;
}

type Plan = Pick<SimulatedDevice, 'name' | 'type' | 'protocol'> & {
  readonly start: (machine: SimulatedMachine, secret: Secret) => Promise<DeviceAgent>;
};

const day = 86_400;
const username = 'gatehouse';
const contact = 'it@hotel.example';

const coreSwitch = {
  name: 'core-switch',
  description: 'Demo Switch, 4 ports',
  model: 'DS-4',
  contact,
  location: 'Basement',
  interfaces: [900_000, 400_000, 120_000, 30_000],
};

const plans: readonly Plan[] = [
  accessPoint('lobby-ap', 'Demo Access Point AX3000'),
  accessPoint('pool-ap', 'Demo Outdoor Access Point AX1800'),
  {
    name: 'tv-server',
    type: 'linux',
    protocol: 'ssh',
    start: (machine, password) =>
      startSshDevice(machine, { username, password }, linux(machine, 'tv-server')),
  },
  {
    name: 'core-switch',
    type: 'snmp',
    protocol: 'snmp',
    start: (machine, community) => startSnmpDevice(machine, community, coreSwitch),
  },
  {
    name: 'edge-router',
    type: 'ietf_netconf',
    protocol: 'netconf',
    start: (machine, password) =>
      startNetconfDevice(
        machine,
        { username, password },
        { hostname: 'edge-router', contact, location: 'Basement' },
      ),
  },
];

function accessPoint(name: string, model: string): Plan {
  return {
    name,
    type: 'openwrt',
    protocol: 'ssh',
    start: (machine, password) =>
      startSshDevice(machine, { username, password }, openwrt(machine, { hostname: name, model })),
  };
}

/** Stops one thing that was started. */
export type CleanUp = () => Promise<void> | void;

/** Starts the devices of a small hotel. @param closers  receives the clean-up of each device as soon as it has started */
export async function startDevices(closers: CleanUp[]): Promise<readonly SimulatedDevice[]> {
  const devices: SimulatedDevice[] = [];
  for (const plan of plans) {
    const device = await startDevice(plan, devices.length);
    closers.push(() => {
      device.machine.unplug();
      return device.agent.stop();
    });
    devices.push(device);
  }
  return devices;
}

async function startDevice({ start, ...plan }: Plan, index: number): Promise<SimulatedDevice> {
  const machine = new SimulatedMachine({ uptimeSeconds: (index + 3) * day, number: index + 1 });
  const secret = generateSecret();
  const agent = await start(machine, secret);
  const credentials =
    plan.protocol === 'snmp'
      ? { snmp_community: secret.reveal() }
      : { username, password: secret.reveal() };
  return { ...plan, machine, agent, credentials };
}

/** Generates a random secret, so that no published password opens a demo. */
export function generateSecret(): Secret {
  return new Secret(randomBytes(12).toString('hex'));
}

const created = Type.Object({ id: Type.Integer() });

/** Registers a device: a connection profile with its port and credentials, then the device. */
export async function registerDevice(
  api: ApiClient,
  { name, type, protocol, agent, credentials }: SimulatedDevice,
): Promise<void> {
  const service = { protocol, port: agent.port };
  const profile = await api.send(
    {
      method: 'POST',
      path: '/control/api/v1/inventory_connection_profile/',
      body: { name, connection_service: service, ...credentials },
    },
    created,
  );
  const body = { name, type, ip_address: '127.0.0.1', connection_profile: profile.id };
  await api.send({ method: 'POST', path: '/control/api/v1/inventory_device/', body }, created);
}

const transaction = Type.Object({
  status: Type.String(),
  error_message: Type.Union([Type.String(), Type.Null()]),
  results: Type.Union([
    Type.Null(),
    Type.Object({ variables: Type.Array(Type.Object({ value: Type.Unknown() })) }),
  ]),
});

/** Requests a `sync` of a device. @returns the outcome as a line to print */
export async function syncDevice(
  api: ApiClient,
  { name, protocol }: SimulatedDevice,
): Promise<string> {
  const path = `/control/api/v1/inventory_device_name_operation/${name}/?wait=20`;
  const { status, results, error_message } = await api.send(
    { method: 'PUT', path, body: { operation: 'sync' } },
    transaction,
  );
  if (status !== 'completed') return `${name} cannot be read: ${error_message ?? status}`;
  const read = results?.variables.filter(({ value }) => value !== null).length ?? 0;
  return `${name} is up: ${read} parameters read over ${protocol.toUpperCase()}`;
}

/** Registers the access points as an AAA client. */
export async function registerNas(api: ApiClient, secret: Secret): Promise<void> {
  const body = { name: 'demo access points', address: '127.0.0.1', secret: secret.reveal() };
  await api.send({ method: 'POST', path: '/gate/api/v1/aaa_client/', body }, created);
}
