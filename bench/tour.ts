import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  eventually,
  GatewayProcess,
  results,
  type Answer,
  type Json,
} from '../test/gateway-process.ts';
import { startNetconfd, type Netconfd } from '../test/peers/netconfd.ts';
import { startSnmpd, type Snmpd } from '../test/peers/snmpd.ts';
import { startSshd, type Sshd } from '../test/peers/sshd.ts';
import { exchangesOf } from '../tools/accounting-packets.ts';
import { sendRequests } from './radius-load.ts';
import { packageRoot } from '../src/runtime/package-root.ts';
import { sized } from './scale.ts';

const secret = 'a-secret-of-22-octets!';
const idleDevices = sized(20, 2);
const sessions = sized(150, 5);
const polls = sized(3, 1);

interface Peers {
  readonly sshd: Sshd;
  readonly netconfd: Netconfd;
  readonly snmpd: Snmpd;
}

/** Gateways that use every feature once, with real devices. */
export class Tours {
  readonly #peers: Peers;
  readonly #types: string;
  #gateway: GatewayProcess | null = null;

  private constructor(peers: Peers, types: string) {
    this.#peers = peers;
    this.#types = types;
  }

  static async prepare(): Promise<Tours> {
    const sshd = await startSshd();
    const netconfd = await startNetconfd().catch((error: unknown) => stopped([sshd], error));
    const snmpd = await startSnmpd().catch((error: unknown) => stopped([sshd, netconfd], error));
    return new Tours({ sshd, netconfd, snmpd }, folderOfTypes());
  }

  /** The running gateway of the last tour. */
  async gateway(): Promise<GatewayProcess> {
    return (this.#gateway ??= await GatewayProcess.start({
      GATEHOUSE_DEVICE_TYPES_DIR: this.#types,
    }));
  }

  /** Makes a tour with a new gateway on a new store. @returns its process id; it runs until the next tour */
  async run(): Promise<number> {
    await this.#gateway?.remove();
    this.#gateway = null;
    const gateway = await this.gateway();
    await tour(gateway, this.#peers);
    return gateway.pid;
  }

  async end(): Promise<void> {
    await this.#gateway?.remove();
    const { sshd, netconfd, snmpd } = this.#peers;
    await Promise.all([sshd.stop(), netconfd.stop(), snmpd.stop()]);
    rmSync(this.#types, { recursive: true });
  }
}

/** Starts all peers; if one fails, stops the running ones. */
async function stopped(
  peers: readonly { stop(): Promise<void> }[],
  error: unknown,
): Promise<never> {
  await Promise.all(peers.map((peer) => peer.stop()));
  throw error;
}

/** The shipped device type, polled every second instead of every minute. */
function folderOfTypes(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const shipped = readFileSync(new URL('config/device-types/snmp.yaml', packageRoot), 'utf8');
  const often = shipped
    .replace(/^short_name: .*$/m, 'short_name: snmp_often')
    .replace(/^poll_interval: .*$/m, 'poll_interval: 1');
  writeFileSync(join(folder, 'snmp_often.yaml'), often);
  return folder;
}

async function tour(gateway: GatewayProcess, { sshd, netconfd, snmpd }: Peers): Promise<void> {
  for (let number = 1; number <= idleDevices; number += 1)
    await create(gateway, { name: `idle-${number}`, type: 'snmp' });
  const login = { username: sshd.user, password: sshd.password };
  const accessPoint = await create(gateway, {
    name: 'access-point',
    type: 'linux',
    ip_address: sshd.host,
    ...login,
    connection_profile: await profile(gateway, {
      name: 'ssh',
      connection_service: { protocol: 'ssh', port: sshd.port },
    }),
  });
  await operate(gateway, accessPoint, 'reboot');
  const router = await create(gateway, {
    name: 'router',
    type: 'ietf_netconf',
    ip_address: netconfd.host,
    username: netconfd.user,
    password: netconfd.password,
    connection_profile: await profile(gateway, {
      name: 'nc',
      connection_service: { protocol: 'netconf', port: netconfd.port },
    }),
  });
  await operate(gateway, router, 'sync');
  await poll(gateway, snmpd);
  demand(await gateway.control('GET', `/inventory_device_ipping/${accessPoint}/`), {
    packets_received: 4,
  });
  await account(gateway);
  for (const prefix of ['/control/api/v1', '/gate/api/v1']) await readEverything(gateway, prefix);
}

async function poll(gateway: GatewayProcess, { port, community }: Snmpd): Promise<void> {
  await create(gateway, {
    name: 'switch',
    type: 'snmp_often',
    ip_address: '127.0.0.1',
    connection_profile: await profile(gateway, {
      name: 'snmp',
      collection_service: { protocol: 'snmp', port },
      snmp_community: community,
    }),
  });
  const log = () =>
    gateway.control('GET', '/inventory_metric_log/?device__name=switch&metric__name=uptime');
  const found = await eventually(log, (answer) => results(answer).length >= polls);
  if (results(found).length < polls) throw new Error(`no ${polls} polls: ${found.text}`);
}

async function account(gateway: GatewayProcess): Promise<void> {
  demand(
    await gateway.gate('POST', '/aaa_client/', { name: 'nas', address: '127.0.0.1', secret }),
    { name: 'nas' },
  );
  const exchanges = exchangesOf({ sessions, name: 'tour', secret });
  const { lost } = await sendRequests({ port: gateway.acctPort, window: 32, exchanges });
  if (lost > 0) throw new Error(`${lost} accounting packets without an answer`);
}

/** The part of a path of the OpenAPI document that distinguishes a list from a stream. */
interface DocumentedPath {
  readonly get?: { readonly responses: Readonly<Record<string, { readonly content?: object }>> };
}

/** True for events, whose reply has no end. */
function isStream(get: DocumentedPath['get']): boolean {
  return Object.hasOwn(get?.responses['200']?.content ?? {}, 'text/event-stream');
}

/** Requests every list, the OpenAPI document, and Swagger UI with the files that it loads. */
async function readEverything(gateway: GatewayProcess, prefix: string): Promise<void> {
  const document = await gateway.call('GET', `${prefix}/openapi.json`);
  const paths = document.body['paths'] as Readonly<Record<string, DocumentedPath>>;
  const lists = Object.entries(paths)
    .filter(([path, { get }]) => path.endsWith('/') && !path.includes('{') && !isStream(get))
    .map(([path]) => path);
  for (const path of lists) await gateway.call('GET', path);
  const page = await gateway.call('GET', `${prefix}/docs/`);
  const parts = [...page.text.matchAll(/(?:src|href)="(?:\.\/)?([^"]+)"/g)].map(
    ([, part]) => part ?? '',
  );
  for (const part of parts)
    await gateway.call('GET', new URL(part, `http://page${prefix}/docs/`).pathname);
  if (lists.length === 0 || parts.length === 0)
    throw new Error(`${prefix} has ${lists.length} lists, its page ${parts.length} parts`);
}

async function create(gateway: GatewayProcess, device: Json): Promise<number> {
  const serial = { serial_number: String(device['name']) };
  return Number(
    demand(await gateway.control('POST', '/inventory_device/', { ...serial, ...device }), {})['id'],
  );
}

async function profile(gateway: GatewayProcess, fields: Json): Promise<number> {
  return Number(
    demand(await gateway.control('POST', '/inventory_connection_profile/', fields), {})['id'],
  );
}

async function operate(gateway: GatewayProcess, device: number, operation: string): Promise<void> {
  const answer = await gateway.control('PUT', `/inventory_device_operation/${device}/?wait=30`, {
    operation,
  });
  demand(answer, { status: 'completed' });
}

/** Checks a reply: a figure after a failed request would be meaningless. @throws Error */
function demand({ status, body, text }: Answer, wanted: Json): Json {
  const isWanted = Object.entries(wanted).every(([key, value]) => body[key] === value);
  if (status >= 300 || !isWanted)
    throw new Error(`expected ${JSON.stringify(wanted)}, got ${status} ${text}`);
  return body;
}
