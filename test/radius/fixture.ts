import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { hash } from '@node-rs/argon2';
import { createUpstreamLogins } from '../../src/aaa/proxy/upstream-logins.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { Fault } from '../../src/contract/errors.ts';
import type { Gateway } from '../../src/gateway/gateway.ts';
import { TrustedClock } from '../../src/gateway/trusted-clock.ts';
import { loadState } from '../../src/modules/load-modules.ts';
import { PeriodicTasks } from '../../src/jobs/periodic-tasks.ts';
import { lazyDictionary } from '../../src/protocol/radius/dictionary.ts';
import { ChangeNotifier } from '../../src/runtime/change-notifier.ts';
import { systemClock, type Clock } from '../../src/runtime/clock.ts';
import { queuePings } from '../../src/runtime/limit/ping-queue.ts';
import { Watchdog } from '../../src/runtime/watchdog.ts';
import type { UpstreamTiming } from '../../src/radius/proxy/upstream-timing.ts';
import { startRadius, type BoundAddress, type RadiusServer } from '../../src/radius/server.ts';
import { Secret } from '../../src/contract/secret.ts';
import { openStore } from '../../src/store/database.ts';
import type { Store } from '../../src/store/store.ts';
import { openVault } from '../../src/store/vault.ts';
import { copyBlankStore } from '../blank-store.ts';
import {
  radclient as runRadclient,
  type RadclientOutcome,
  type RadclientRequest,
} from '../peers/radclient.ts';

export const secret = 'testing123-and-more';
/** What the gateway shares with upstreams. */
export const upstreamSecret = 'shared with the upstream';
export const password = 'a good password';

export interface Site {
  readonly gateway: Gateway;
  readonly server: RadiusServer;
  readonly store: Store;
  /** What was logged, one object a line. */
  readonly lines: readonly string[];
  addClient(address: string, more?: ClientFields): Promise<number>;
  /** On the loopback interface; the server takes it over before it is returned. */
  addUpstream(fields: UpstreamFields): Promise<number>;
  /** Value of a counter by the labels that are given. */
  counted(metric: string, labels: Readonly<Record<string, string>>): Promise<number>;
  stop(): Promise<void>;
}

export interface ClientFields {
  readonly require_message_authenticator?: string;
  readonly limit_proxy_state?: string;
  readonly secret?: string;
  readonly name?: string;
  readonly transport?: string;
  readonly tls_name?: string;
  readonly last_change?: number;
  readonly organization?: number;
}

export interface UpstreamFields {
  readonly name: string;
  readonly auth_port: number;
  readonly organization?: number;
  readonly address?: string;
  readonly realm?: string;
  readonly strip_realm?: 0 | 1;
  readonly eap?: string;
  readonly handles_authentication?: 0 | 1;
  readonly portal_authentication?: 0 | 1;
  readonly portal_profile?: number;
  readonly priority?: number;
  readonly secret?: string;
  readonly transport?: string;
  readonly require_message_authenticator?: string;
}

interface Options {
  /** How long upstreams are waited for. */
  readonly timing?: UpstreamTiming;
  /** Environment variables of the configuration, without `GATEHOUSE_RADIUS_`. */
  readonly config?: Readonly<Record<string, string>>;
  /** What the gateway is given in place of its store. */
  readonly disguise?: (store: Store) => Store;
  /** Left out: none. */
  readonly deviceTypes?: Gateway['deviceTypes'];
  /** Left out: SQLite. */
  readonly database?: string;
  /** Left out: the machine's. */
  readonly clock?: Clock;
  readonly now?: () => Date;
}

/** A gateway with RADIUS alone: one organization, one user (alice), one client (127.0.0.1), ports of its own. */
export async function startSite({
  config = {},
  timing,
  disguise = (store) => store,
  deviceTypes = new Map(),
  database = 'sqlite',
  clock = systemClock,
  now = clock.now,
}: Options = {}): Promise<Site> {
  const directory = mkdtempSync(join(tmpdir(), 'radius-'));
  const lines: string[] = [];
  const settings = configOf(directory, config);
  const dictionary = lazyDictionary(settings.radius.dictionary_dir);
  copyBlankStore(database, directory);
  const store = await openStore(database, directory);
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
  const metrics = new Registry();
  const opened = disguise(store);
  const vault = openVault(join(directory, 'secret.key'));
  const createState = await loadState();
  const gateway: Gateway = {
    ...createState({ store: opened, vault, clock, deviceTypes, log }),
    audit: { add: () => undefined, addLimited: () => undefined },
    config: settings,
    store: opened,
    vault,
    authenticateToken: () => Promise.reject(new Fault('unauthenticated', 'no HTTP here')),
    adapters: new Map(),
    deviceTypes,
    results: { conditionsOf: () => [] },
    findDeviceUptimes: () => Promise.resolve([]),
    upstreamLogins: createUpstreamLogins(),
    events: { open: () => Promise.reject(new Error('no HTTP here')) },
    dictionary,
    jobs: { wake: () => undefined, waitUntilEnded: () => Promise.resolve() },
    changes: new ChangeNotifier(log),
    resources: [],
    log,
    metrics,
    clock,
    trustedClock: new TrustedClock({ store: opened, clock: { ...clock, now }, log, metrics }),
    watchdog: new Watchdog(clock, metrics),
    requestedPings: queuePings(),
    now,
  };
  await addOrganization(store);
  const addClient = (address: string, more: ClientFields = {}) =>
    insertClient(gateway, store, { address, ...more });
  await addClient('127.0.0.1');
  const close = async () => {
    await store.close();
    rmSync(directory, { recursive: true });
  };
  const server = await startRadius(gateway, timing).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const tasks = new PeriodicTasks(gateway);
  tasks.start(server.tasks);
  const stop = async () => {
    await Promise.all([server.stop(), tasks.stop()]);
    await close();
  };
  const counted = async (metric: string, labels: Readonly<Record<string, string>>) =>
    count(gateway.metrics, metric, labels);
  const addUpstream = async (fields: UpstreamFields) => {
    const id = await insertUpstream(gateway, store, fields);
    await server.reload();
    return id;
  };
  return { gateway, server, store, lines, addClient, addUpstream, counted, stop };
}

function configOf(directory: string, radius: Readonly<Record<string, string>>) {
  const file = join(directory, 'gatehouse.yaml');
  writeFileSync(file, '');
  const values = {
    HOST: '127.0.0.1',
    AUTH_PORT: '0',
    ACCT_PORT: '0',
    // What is acknowledged is in the store.
    SPOOL_MEGABYTES: '0',
    ...radius,
  };
  const environment = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [`GATEHOUSE_RADIUS_${key}`, value]),
  );
  return loadConfig(file, environment);
}

async function addOrganization(store: Store): Promise<void> {
  const times = { created: 0, last_change: 0 };
  const alice = {
    organization: 1,
    username: 'alice',
    role: 'user',
    password: await hash(password),
    ...times,
  };
  await store.write([
    store.db.insertInto('organization').values({ name: 'Hotel', short_name: 'hotel', ...times }),
    store.db
      .insertInto('organization')
      .values({ name: 'Harbour', short_name: 'harbour', ...times }),
    store.db.insertInto('user').values(alice),
    store.db.insertInto('user').values({ ...alice, username: 'retired', is_active: 0 }),
    store.db.insertInto('user').values({ ...alice, username: 'nopassword', password: null }),
    store.db.insertInto('user').values({ ...alice, username: 'stranger', organization: 2 }),
  ]);
}

async function insertClient(
  gateway: Gateway,
  store: Store,
  fields: ClientFields & { readonly address: string },
): Promise<number> {
  const sealed = gateway.vault.seal(new Secret(fields.secret ?? secret), 'aaa_client.secret');
  const now = Date.now();
  const values = {
    organization: 1,
    name: fields.address,
    created: now,
    last_change: now,
    ...fields,
    secret: sealed,
  };
  const [written] = await store.write([
    store.db.insertInto('aaa_client').values(values).returning('id'),
  ]);
  return Number(written?.rows[0]?.['id']);
}

async function insertUpstream(
  gateway: Gateway,
  store: Store,
  fields: UpstreamFields,
): Promise<number> {
  const sealed = gateway.vault.seal(
    new Secret(fields.secret ?? upstreamSecret),
    'aaa_upstream.secret',
  );
  const now = Date.now();
  const values = {
    organization: 1,
    address: '127.0.0.1',
    created: now,
    last_change: now,
    ...fields,
    secret: sealed,
  };
  const [written] = await store.write([
    store.db.insertInto('aaa_upstream').values(values).returning('id'),
  ]);
  return Number(written?.rows[0]?.['id']);
}

async function count(
  registry: Registry,
  metric: string,
  labels: Readonly<Record<string, string>>,
): Promise<number> {
  const found = (await registry.getSingleMetric(metric)?.get())?.values ?? [];
  return found
    .filter((value) =>
      Object.entries(labels).every(([name, label]) => Reflect.get(value.labels, name) === label),
    )
    .reduce((sum, { value }) => sum + value, 0);
}

/** A datagram, from a socket of its own or one that is given, and the answer; null where none comes in time. */
export async function ask(
  to: BoundAddress,
  datagram: Buffer,
  options: { readonly from?: string; readonly withinMs?: number } = {},
) {
  const peer = await Peer.open(options.from);
  peer.send(to, datagram);
  const answer = await peer.answer(options.withinMs);
  await peer.close();
  return answer;
}

/** A NAS in its rawest form: one socket. */
export class Peer {
  readonly #socket = createSocket('udp4');
  readonly #answers: { readonly octets: Buffer; readonly from: string }[] = [];

  static async open(address = '127.0.0.1'): Promise<Peer> {
    const peer = new Peer();
    peer.#socket.on('message', (octets, { address, port }) =>
      peer.#answers.push({ octets, from: `${address}:${port}` }),
    );
    peer.#socket.bind(0, address);
    await once(peer.#socket, 'listening');
    return peer;
  }

  send({ address, port }: BoundAddress, datagram: Buffer): void {
    this.#socket.send(datagram, port, address);
  }

  /** The next answer, or null. */
  async answer(
    withinMs = 30_000,
  ): Promise<{ readonly octets: Buffer; readonly from: string } | null> {
    await untilOrPatient(() => this.#answers.length > 0, withinMs);
    return this.#answers.shift() ?? null;
  }

  async close(): Promise<void> {
    this.#socket.close();
    await once(this.#socket, 'close');
  }
}

const msBetweenLooks = 2;

/**
 * Waits until something is so, or so many milliseconds, counted by its own looks: while this process stands still it neither
 * loses patience nor leaves a gateway in the same process without its turn.
 */
export async function untilOrPatient(isSo: () => boolean, withinMs: number): Promise<void> {
  for (let left = withinMs; left > 0 && !isSo(); left -= msBetweenLooks)
    await sleep(msBetweenLooks);
}

/** Long enough for an answer on loopback to have come, if one were to come. */
export const silenceMs = 250;

interface Radclient extends Omit<RadclientRequest, 'secret' | 'seconds'> {
  readonly secret?: string;
  /** A request that is to have no reply needs a second or less. */
  readonly seconds?: number;
}

/** Sends one request with FreeRADIUS' radclient. */
export function radclient({
  secret: shared = secret,
  seconds = 30,
  ...request
}: Radclient): Promise<RadclientOutcome> {
  return runRadclient({ ...request, secret: shared, seconds });
}
