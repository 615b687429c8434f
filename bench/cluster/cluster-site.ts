import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GatewayProcess, type Json } from '../../test/gateway-process.ts';
import { memoryOf } from '../proc.ts';
import { lagMs } from '../radius-run.ts';
import { addDevices, deviceType, startFleet, type Fleet } from '../snmp-fleet.ts';
import { Ledger, storedSessionsQuery } from './ledger.ts';
import { addClients, createNases, type Nas } from './nas.ts';
import type { PatroniCluster } from '../../test/peers/patroni-cluster.ts';
import { Reader } from './reader.ts';
import { SoakReader } from '../soak-reader.ts';

const accessPoints = { count: 10, network: '127.9.1', secret: 'a-secret-of-22-octets!' };
const names = ['east', 'west'] as const;
const devices = 200;
const secondsBetweenPolls = 60;
const streamReaders = 100;
const listReaders = 100;
export const msPerTry = 10_000;
export const tries = 3;

/** Two gateways on one cluster, with their load. */
export class ClusterSite {
  readonly ledger: Ledger;
  readonly #cluster: PatroniCluster;
  readonly #fleet: Fleet;
  readonly #gateways: readonly GatewayProcess[];
  readonly #token: string;
  #nas: readonly Nas[] = [];
  #readers: readonly Reader[] = [];
  #streams: readonly SoakReader[] = [];
  #sending: readonly Promise<void>[] = [];

  private constructor(started: Started, ledger: Ledger) {
    this.#cluster = started.cluster;
    this.#fleet = started.fleet;
    this.#gateways = started.gateways;
    this.#token = started.token;
    this.ledger = ledger;
  }

  /** @param folder  of the soak, perhaps with the data of an earlier run */
  static async start(cluster: PatroniCluster, folder: string): Promise<ClusterSite> {
    const fleet = await startFleet(devices);
    const types = join(folder, 'device-types');
    mkdirSync(types, { recursive: true });
    writeFileSync(
      join(types, 'bench.yaml'),
      JSON.stringify(deviceType(fleet.port, secondsBetweenPolls)),
    );
    const gateways: GatewayProcess[] = [];
    // One uses both servers, the other one PgBouncer on top of HAProxy.
    for (const [at, name] of names.entries()) {
      const dataDir = join(folder, name);
      mkdirSync(dataDir, { recursive: true });
      const key = join(folder, names[0], 'secret.key');
      if (at > 0 && !existsSync(join(dataDir, 'secret.key')))
        cpSync(key, join(dataDir, 'secret.key'));
      gateways.push(
        await GatewayProcess.start(
          {
            GATEHOUSE_DATABASE_URL: at === 0 ? cluster.url : cluster.pooledUrl,
            GATEHOUSE_DATA_DIR: dataDir,
            GATEHOUSE_DEVICE_TYPES_DIR: types,
            GATEHOUSE_LOG_LEVEL: 'warn',
          },
          { makesStore: true },
        ),
      );
    }
    const token = readFileSync(join(folder, names[0], 'admin-token'), 'utf8').trim();
    const started = { cluster, fleet, gateways, token };
    const site = new ClusterSite(started, new Ledger(join(folder, 'acknowledged')));
    await site.#prepare();
    return site;
  }

  /** Begins the load. @param run  part of the names of its sessions */
  startLoad(run: string): void {
    const [east, west] = this.#gateways;
    if (!east || !west) throw new Error('two gateways are needed');
    const options = {
      ...accessPoints,
      name: run,
      msBetweenSessions: 1000,
      msBetweenPackets: 20_000,
      timeoutMs: msPerTry,
      tries,
      accountingPorts: [east.acctPort, west.acctPort],
    } as const;
    this.#nas = createNases(options, this.ledger);
    this.#sending = this.#nas.map((nas) => nas.run());
    this.#readers = Array.from(
      { length: listReaders },
      (_, number) =>
        new Reader(number % 2 === 0 ? east : west, {
          number,
          token: this.#token,
          ledger: this.ledger,
          run,
        }),
    );
    this.#streams = Array.from({ length: streamReaders }, (_, number) => {
      const { httpPort } = number % 2 === 0 ? east : west;
      const url = `http://127.0.0.1:${httpPort}/gate/api/v1/events/?kind=session`;
      return new SoakReader(url, this.#token, () => true);
    });
  }

  /** Ends the load, with the sessions that have begun. */
  async stopLoad(): Promise<void> {
    for (const nas of this.#nas) nas.stop();
    await Promise.all(this.#sending);
    await Promise.all([...this.#readers, ...this.#streams].map((reader) => reader.stop()));
  }

  /** Returns packets answered at each try. */
  get answered(): readonly number[] {
    return Array.from({ length: tries }, (_, at) =>
      this.#nas.reduce((sum, { answeredAtTry }) => sum + (answeredAtTry[at] ?? 0), 0),
    );
  }

  get unanswered(): readonly string[] {
    return this.#nas.flatMap((nas) => nas.unanswered);
  }

  /** Returns replies to list requests and creations by their status. */
  get statuses(): ReadonlyMap<string, number> {
    const all = new Map<string, number>();
    for (const { statuses } of this.#readers)
      for (const [status, count] of statuses) all.set(status, (all.get(status) ?? 0) + count);
    return all;
  }

  get events(): number {
    return this.#streams.reduce((sum, { events }) => sum + events, 0);
  }

  /** Returns memory, descriptors and loop delay of each gateway. */
  async measure(): Promise<readonly Measured[]> {
    return Promise.all(
      this.#gateways.map(async (gateway, at) => ({
        name: names[at] ?? '',
        residentMb: Math.round(memoryOf(gateway.pid).resident / 2 ** 20),
        descriptors: readdirSync(`/proc/${gateway.pid}/fd`).length,
        lagMs: Math.round(
          await lagMs({
            call: (method: string, path: string) =>
              gateway.call(method, path, undefined, this.#token),
          }),
        ),
      })),
    );
  }

  /** Compares the store of the leader with everything that was acknowledged. */
  async faults(): Promise<string[]> {
    const { address } = await this.#cluster.leader();
    const sessions = await this.#cluster.query(storedSessionsQuery, address, 'gatehouse');
    const locations = await this.#cluster.query('select name from location', address, 'gatehouse');
    const names = locations.map(({ name }) => String(name));
    const stored = sessions.map((row) => ({
      session: String(row['session']),
      rows: Number(row['rows']),
      octets: Number(row['octets']),
      open: Number(row['open']),
    }));
    const doubled = stored
      .filter(({ rows }) => rows > 1)
      .map(({ session, rows }) => `${session}: ${rows} rows`);
    return [...new Set([...doubled, ...this.ledger.faults(stored, names)])];
  }

  /** Lines that the gateways have logged. */
  get output(): string {
    return this.#gateways.map(({ output }) => output).join('\n');
  }

  async stop(): Promise<void> {
    await Promise.all(this.#gateways.map((gateway) => gateway.remove()));
    await this.#fleet.agents.stop();
  }

  /** Creates AAA clients and devices, unless an earlier run has. */
  async #prepare(): Promise<void> {
    const [east] = this.#gateways;
    if (!east) return;
    const call = async (method: string, path: string, body?: Json | readonly Json[]) => {
      const answer = await east.call(method, path, body, this.#token);
      if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      return answer;
    };
    const { body } = await call('GET', '/gate/api/v1/aaa_client/?limit=1');
    if (Number(body['count']) === 0)
      await addClients(accessPoints, (client) => call('POST', '/gate/api/v1/aaa_client/', client));
    const found = await call('GET', '/control/api/v1/inventory_device/?limit=1');
    if (Number(found.body['count']) === 0) await addDevices(call, this.#fleet.hosts);
  }
}

interface Started {
  readonly cluster: PatroniCluster;
  readonly fleet: Fleet;
  readonly gateways: readonly GatewayProcess[];
  readonly token: string;
}

export interface Measured {
  readonly name: string;
  readonly residentMb: number;
  readonly descriptors: number;
  readonly lagMs: number;
}
