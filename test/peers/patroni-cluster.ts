import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { guideBlock } from '../../tools/documents/guide-blocks.ts';
import { accountOf, startChild, type Child } from './child.ts';
import { killProcess, listProcesses, signalProcess } from './process-tree.ts';
import {
  blockOn,
  machinesIn,
  makeFolder,
  onLoopback,
  passwords,
  placeOf,
  proxyAddress,
  writeOwn,
  type Machine,
} from './patroni-files.ts';

const electionTimeoutMs = 90_000;

/** The cluster of the guide on loopback: PostgreSQL under Patroni on two machines, etcd on three, HAProxy and PgBouncer. */
export class PatroniCluster {
  readonly #network: string;
  readonly #machines: readonly [Machine, Machine, Machine];
  readonly #children = new Map<string, Child>();

  /** @param network  the first three octets of its addresses, within 127.0.0.0/8 */
  constructor(folder: string, network: string) {
    this.#machines = machinesIn(folder, network);
    this.#network = network;
  }

  /** Starts all servers, new or with the data of an earlier run, and creates the gateway's database. */
  async start(): Promise<void> {
    for (const machine of this.#machines) makeFolder(machine.folder);
    await Promise.all(this.#machines.map((machine) => this.#startEtcd(machine)));
    const [first, second] = this.#machines;
    const isNew = !existsSync(dataOf(first));
    await this.#startPatroni(first);
    // A cluster of an earlier run may need both to elect a leader.
    if (isNew) await this.#until('a leader', () => this.leader().then(() => true));
    await this.#startPatroni(second);
    await this.#until('a leader and a synchronous standby', () => this.isWhole());
    await this.#createDatabase();
    await this.#startProxies();
  }

  /** Address with both servers, as the guide gives it. */
  get url(): string {
    return onLoopback(guideBlock('text cluster-url').trim(), this.#network);
  }

  /** Address of PgBouncer, which is in front of HAProxy. */
  get pooledUrl(): string {
    return `postgres://gatehouse:${passwords['GATEWAY-PASSWORD']}@${proxyAddress(this.#network)}:6432/gatehouse`;
  }

  /** Switches over as an administrator does. */
  async switchOver(): Promise<void> {
    const leader = await this.leader();
    const candidate = this.#other(leader);
    const reply = await fetch(`http://${leader.address}:8008/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
    });
    if (!reply.ok) throw new Error(`switchover: ${reply.status} ${await reply.text()}`);
  }

  /** Kills everything on the leader's machine; `repair` starts it again. */
  async kill(): Promise<() => Promise<void>> {
    const leader = await this.leader();
    for (const pid of this.#processesOf(leader)) killProcess(pid);
    await this.#until('another leader', async () => (await this.leader()).name !== leader.name);
    return async () => {
      await this.#startEtcd(leader);
      await this.#startPatroni(leader);
    };
  }

  /** Stops everything on the leader's machine without ending it; connections stay open. `repair` lets it go on. */
  async hang(): Promise<() => Promise<void>> {
    const leader = await this.leader();
    const processes = this.#processesOf(leader);
    for (const pid of processes) signalProcess(pid, 'SIGSTOP');
    await this.#until('another leader', async () => (await this.leader()).name !== leader.name);
    return async () => {
      for (const pid of processes) signalProcess(pid, 'SIGCONT');
      await sleep(0);
    };
  }

  /** Makes the leader refuse writes, with all its connections; `repair` lets it take them again. */
  async makeReadOnly(): Promise<() => Promise<void>> {
    const { address } = await this.leader();
    const set = async (value: 'on' | 'off') => {
      await this.query(`alter system set default_transaction_read_only = ${value}`, address);
      await this.query('select pg_reload_conf()', address);
    };
    await set('on');
    return () => set('off');
  }

  /** True if there is a leader, and the other server follows it synchronously. */
  async isWhole(): Promise<boolean> {
    const { address } = this.#other(await this.leader());
    return (await askPatroni(address, '/synchronous')).ok;
  }

  async untilWhole(): Promise<void> {
    await this.#until('a synchronous standby', () => this.isWhole());
  }

  /** Returns the machine whose Patroni says that it leads. @throws Error without a leader */
  async leader(): Promise<Machine> {
    const [first, second] = this.#machines;
    return Promise.any(
      [first, second].map(async (machine) => {
        const reply = await askPatroni(machine.address, '/primary');
        if (!reply.ok) throw new Error(`${machine.name} does not lead`);
        return machine;
      }),
    );
  }

  /** Asks a server as its superuser. */
  async query(
    text: string,
    address: string,
    database = 'postgres',
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const client = new pg.Client({
      host: address,
      user: 'postgres',
      password: passwords['SUPERUSER-PASSWORD'],
      database,
      connectionTimeoutMillis: 3000,
      // Of the server's own fault that `makeReadOnly` makes.
      options: '-c default_transaction_read_only=off',
    });
    await client.connect();
    try {
      return (await client.query<Readonly<Record<string, unknown>>>(text)).rows;
    } finally {
      await client.end();
    }
  }

  async stop(): Promise<void> {
    for (const machine of this.#machines)
      for (const pid of this.#processesOf(machine)) signalProcess(pid, 'SIGCONT');
    for (const name of ['pgbouncer', 'haproxy', 'patroni db2', 'patroni db1'])
      await this.#children.get(name)?.stop();
    for (const machine of this.#machines) {
      await this.#children.get(`etcd ${machine.name}`)?.stop();
      for (const pid of this.#processesOf(machine)) killProcess(pid);
    }
  }

  #other({ name }: Machine): Machine {
    const [first, second] = this.#machines;
    return name === first.name ? second : first;
  }

  async #startEtcd(machine: Machine): Promise<void> {
    const environment = Object.fromEntries(
      blockOn('ini etcd', machine)
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    await this.#startChild(`etcd ${machine.name}`, {
      command: '/usr/bin/etcd',
      args: [],
      env: environment,
      cwd: machine.folder,
      ready: (output) => output.includes('ready to serve client requests'),
    });
  }

  async #startPatroni(machine: Machine): Promise<void> {
    makeFolder(placeOf('/var/run/postgresql', machine.folder));
    const file = join(machine.folder, 'config.yml');
    writeOwn(file, blockOn('yaml patroni', machine));
    await this.#startChild(`patroni ${machine.name}`, {
      command: '/usr/bin/patroni',
      args: [file],
      cwd: machine.folder,
      ready: async () => (await askPatroni(machine.address, '/liveness')).ok,
    });
  }

  async #createDatabase(): Promise<void> {
    const { address } = await this.leader();
    const known = await this.query(
      "select 1 from pg_database where datname = 'gatehouse'",
      address,
    );
    if (known.length > 0) return;
    for (const statement of onLoopback(guideBlock('sql cluster'), this.#network).trim().split('\n'))
      await this.query(statement, address);
  }

  async #startProxies(): Promise<void> {
    const [, , machine] = this.#machines;
    const haproxy = join(machine.folder, 'haproxy.cfg');
    writeOwn(haproxy, blockOn('haproxy', machine));
    await this.#startChild('haproxy', {
      command: '/usr/sbin/haproxy',
      args: ['-db', '-f', haproxy],
      cwd: machine.folder,
      ready: () => true,
    });
    writeOwn(
      placeOf('/etc/pgbouncer/userlist.txt', machine.folder),
      onLoopback('"gatehouse" "GATEWAY-PASSWORD"\n', this.#network),
    );
    const pgbouncer = join(machine.folder, 'pgbouncer.ini');
    writeOwn(pgbouncer, blockOn('ini pgbouncer', machine));
    await this.#startChild('pgbouncer', {
      command: '/usr/sbin/pgbouncer',
      args: ['-q', pgbouncer],
      cwd: machine.folder,
      ready: async () => {
        const client = new pg.Client({ connectionString: this.pooledUrl });
        await client.connect();
        await client.end();
        return true;
      },
    });
  }

  async #startChild(name: string, options: Parameters<typeof startChild>[0]): Promise<void> {
    const account = accountOf('postgres');
    this.#children.set(name, await startChild({ ...options, account }));
  }

  /** Returns the processes of a machine. Patroni starts PostgreSQL in a session of its own. */
  #processesOf(machine: Machine): readonly number[] {
    const roots = ['etcd', 'patroni'].flatMap(
      (program) => this.#children.get(`${program} ${machine.name}`)?.pid ?? [],
    );
    const all = listProcesses();
    const found = new Set([...roots, ...postmasterOf(machine)]);
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
    return all.filter(({ pid, isZombie }) => found.has(pid) && !isZombie).map(({ pid }) => pid);
  }

  async #until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + electionTimeoutMs;
    while (!(await isSo().catch(() => false))) {
      if (performance.now() > deadline)
        throw new Error(
          `${what}: not within ${electionTimeoutMs / 1000} s\n${[...this.#children]
            .map(([name, child]) => `${name}: ${child.output().slice(-1500)}`)
            .join('\n')}`,
        );
      await sleep(200);
    }
  }
}

function askPatroni(address: string, path: string): Promise<Response> {
  return fetch(`http://${address}:8008${path}`, { signal: AbortSignal.timeout(2000) });
}

/** Returns the folder with the data of a machine's PostgreSQL. */
function dataOf(machine: Machine): string {
  return /^ *data_dir: (.+)$/m.exec(blockOn('yaml patroni', machine))?.[1] ?? '';
}

function postmasterOf(machine: Machine): readonly number[] {
  const file = join(dataOf(machine), 'postmaster.pid');
  if (!existsSync(file)) return [];
  return [Number(readFileSync(file, 'utf8').split('\n')[0])];
}
