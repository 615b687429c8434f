import { createSocket, type Socket, type SocketType } from 'node:dgram';
import { once } from 'node:events';
import snmp from 'net-snmp';
import type { Secret } from '../../src/contract/secret.ts';
import type { DeviceAgent, SimulatedMachine } from './simulated-machine.ts';
import { freeUdpPort } from './free-port.ts';

const { MaxAccess, MibProviderType, ObjectType } = snmp;

/** The values of a device's system and interface groups (RFC 3418, RFC 2863). */
export interface SnmpIdentity {
  readonly name: string;
  readonly description: string;
  /** Model of the chassis (RFC 6933). */
  readonly model: string;
  readonly contact: string;
  readonly location: string;
  /** Average octets per second that each interface receives. */
  readonly interfaces: readonly number[];
}

/** Starts a simulated device with an SNMPv2c agent: system, interfaces and its count of messages. */
export async function startSnmpDevice(
  machine: SimulatedMachine,
  community: Secret,
  identity: SnmpIdentity,
): Promise<DeviceAgent> {
  const port = await freeUdpPort();
  const sockets: Socket[] = [];
  // The library reports neither a listening socket nor dropped messages, so the sockets are kept here.
  const dgramModule = {
    createSocket: (type: SocketType) => {
      const socket = createSocket(type);
      sockets.push(socket);
      return socket;
    },
  };
  const options = { port, address: '127.0.0.1', dgramModule };
  // Messages with another community are dropped without a report.
  // @types/net-snmp gives the agent's methods as `any`.
  const agent = snmp.createAgent(options, () => undefined) as SnmpAgent;
  await Promise.all(sockets.map((socket) => once(socket, 'listening')));
  agent.getAuthorizer().addCommunity(community.reveal());
  let messages = 0;
  for (const socket of sockets) socket.on('message', () => (messages += 1));
  publish(agent.getMib(), { machine, identity, messages: () => messages });
  const stop = () =>
    new Promise<void>((resolve) => {
      agent.close(resolve);
    });
  return { port, stop };
}

/** The part of the library's agent that is used here; @types/net-snmp declares `any`. */
interface SnmpAgent {
  getMib(): Mib;
  getAuthorizer(): { addCommunity(community: string): void };
  close(closed: () => void): void;
}

interface Mib {
  registerProvider(provider: object): void;
  setScalarValue(name: string, value: Value): void;
  addTableRow(table: string, row: readonly Value[]): void;
}

type Value = string | number | Buffer;

interface MibRequest {
  readonly oid: string;
  readonly instanceNode: { value: Value };
  done(): void;
}

interface Source {
  readonly machine: SimulatedMachine;
  readonly identity: SnmpIdentity;
  readonly messages: () => number;
}

function publish(mib: Mib, { machine, identity, messages }: Source): void {
  const { OctetString, OID, TimeTicks, Counter } = ObjectType;
  scalar(mib, { oid: '1.3.6.1.2.1.1.1', type: OctetString, read: () => identity.description });
  // 32473 is the enterprise number that RFC 5612 keeps for examples.
  scalar(mib, { oid: '1.3.6.1.2.1.1.2', type: OID, read: () => '1.3.6.1.4.1.32473.1' });
  scalar(mib, {
    oid: '1.3.6.1.2.1.1.3',
    type: TimeTicks,
    read: () => Math.floor(machine.uptimeSeconds * 100) % 2 ** 32,
  });
  scalar(mib, { oid: '1.3.6.1.2.1.1.4', type: OctetString, read: () => identity.contact });
  scalar(mib, { oid: '1.3.6.1.2.1.1.5', type: OctetString, read: () => identity.name });
  scalar(mib, { oid: '1.3.6.1.2.1.1.6', type: OctetString, read: () => identity.location });
  scalar(mib, { oid: '1.3.6.1.2.1.11.1', type: Counter, read: () => messages() % 2 ** 32 });
  publishInterfaces(mib, machine, identity.interfaces);
  publishChassis(mib, identity.model);
}

function scalar(
  mib: Mib,
  of: { readonly oid: string; readonly type: number; readonly read: () => Value },
): void {
  const handler = (request: MibRequest) => {
    request.instanceNode.value = of.read();
    request.done();
  };
  const access = {
    type: MibProviderType.Scalar,
    scalarType: of.type,
    maxAccess: MaxAccess['read-only'],
  };
  mib.registerProvider({ name: of.oid, oid: of.oid, ...access, handler });
  mib.setScalarValue(of.oid, of.read());
}

/** Publishes the chassis in entPhysicalTable (RFC 6933). */
function publishChassis(mib: Mib, model: string): void {
  mib.registerProvider({
    type: MibProviderType.Table,
    maxAccess: MaxAccess['not-accessible'],
    name: 'entPhysicalEntry',
    oid: '1.3.6.1.2.1.47.1.1.1.1',
    tableIndex: [{ columnName: 'entPhysicalIndex' }],
    tableColumns: [
      column(1, 'entPhysicalIndex', ObjectType.Integer),
      column(13, 'entPhysicalModelName', ObjectType.OctetString),
    ],
  });
  mib.addTableRow('entPhysicalEntry', [1, model]);
}

function column(number: number, name: string, type: number) {
  return { number, name, type, maxAccess: MaxAccess['read-only'] };
}

/** Values of ifType and ifOperStatus (RFC 2863). */
const ethernet = 6;
const up = 1;
/** Value of ifHighSpeed. */
const gigabit = 1000;

/** Publishes ifTable with index, name, type, address, state, errors and discards, and ifXTable with the 64-bit counters and the speed (RFC 2863). */
function publishInterfaces(mib: Mib, machine: SimulatedMachine, rates: readonly number[]): void {
  const access = { type: MibProviderType.Table, maxAccess: MaxAccess['not-accessible'] };
  const octets = (row: number, share: number) =>
    counter64(machine.uptimeSeconds * (rates[row - 1] ?? 0) * share);
  mib.registerProvider({
    ...access,
    name: 'ifEntry',
    oid: '1.3.6.1.2.1.2.2.1',
    tableIndex: [{ columnName: 'ifIndex' }],
    tableColumns: [
      column(1, 'ifIndex', ObjectType.Integer),
      column(2, 'ifDescr', ObjectType.OctetString),
      column(3, 'ifType', ObjectType.Integer),
      column(6, 'ifPhysAddress', ObjectType.OctetString),
      column(8, 'ifOperStatus', ObjectType.Integer),
      column(13, 'ifInDiscards', ObjectType.Counter),
      column(14, 'ifInErrors', ObjectType.Counter),
      column(19, 'ifOutDiscards', ObjectType.Counter),
      column(20, 'ifOutErrors', ObjectType.Counter),
    ],
  });
  mib.registerProvider({
    ...access,
    name: 'ifXEntry',
    oid: '1.3.6.1.2.1.31.1.1.1',
    tableAugments: 'ifEntry',
    tableColumns: [
      column(6, 'ifHCInOctets', ObjectType.Counter64),
      column(10, 'ifHCOutOctets', ObjectType.Counter64),
      column(15, 'ifHighSpeed', ObjectType.Gauge),
    ],
    handler: (request: MibRequest) => {
      const [number, row] = request.oid.split('.').slice(-2).map(Number);
      request.instanceNode.value =
        number === 15 ? gigabit : octets(row ?? 0, number === 6 ? 1 : sentShare);
      request.done();
    },
  });
  for (const row of rates.keys()) {
    const address = Buffer.from(machine.mac.replaceAll(':', ''), 'hex');
    mib.addTableRow('ifEntry', [row + 1, `port ${row + 1}`, ethernet, address, up, 0, 0, 0, 0]);
    mib.addTableRow('ifXEntry', [row + 1, counter64(0), counter64(0), gigabit]);
  }
}

/** Octets sent for each that is received. */
const sentShare = 0.3;

/** Encodes a Counter64 for the library. The demo's counters never set the highest bit, the sign in BER. */
function counter64(value: number): Buffer {
  const octets = Buffer.alloc(8);
  octets.writeBigUInt64BE(BigInt(Math.floor(value)));
  return octets;
}
