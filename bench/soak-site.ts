import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { GatewayProcess, results, type Json } from '../test/gateway-process.ts';
import { AccountingStream } from '../test/peers/accounting-stream.ts';
import { missing, type Answered } from '../test/peers/kill-rounds.ts';
import { SoakReader } from './soak-reader.ts';

const fakeTime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
const diskSize = '256m';
const secret = 'a-secret-of-22-octets!';
const msBetweenPackets = 25;

/** An organization with an AAA client and an administrator of its own. */
export interface Tenant {
  readonly name: string;
  readonly id: number;
  readonly token: string;
  /** Source address of its AAA client. */
  readonly address: string;
  /** Names of the organizations below it, its own included. */
  readonly sees: readonly string[];
}

/** A gateway with three organizations in two generations, whose accounting never pauses. */
export class SoakSite {
  readonly answered: Answered = new Map();
  readonly gateway: GatewayProcess;
  readonly tenants: readonly Tenant[];
  /** A reader of the events of each organization. */
  readonly readers: readonly SoakReader[];
  readonly #data: string;
  readonly #isMounted: boolean;
  #streams: readonly AccountingStream[] = [];
  #sending: readonly Promise<void>[] = [];
  #rounds = 0;
  answers = 0;

  private constructor(data: string, isMounted: boolean, started: Started) {
    this.#data = data;
    this.#isMounted = isMounted;
    this.gateway = started.gateway;
    this.tenants = started.tenants;
    const url = `http://127.0.0.1:${started.gateway.httpPort}/gate/api/v1/events/?kind=session`;
    this.readers = started.tenants.map(
      ({ token, sees }) => new SoakReader(url, token, (row) => sees.includes(tenantOf(row))),
    );
  }

  /** @param label  part of the names of its sessions; `onDisk` false puts the data on a small disk of its own */
  static async start(network: number, { onDisk }: { readonly onDisk: boolean }): Promise<SoakSite> {
    const data = mkdtempSync(join(tmpdir(), 'gatehouse-soak-'));
    const isMounted = !onDisk && mount(data);
    const gateway = await GatewayProcess.start({
      GATEHOUSE_LOG_LEVEL: 'error',
      GATEHOUSE_DATA_DIR: join(data, 'data'),
      ...clockOf(data),
    });
    const token = readFileSync(join(data, 'data', 'admin-token'), 'utf8').trim();
    const tenants = await addTenants(gateway, token, network);
    return new SoakSite(data, isMounted, { gateway, tenants });
  }

  get hasSmallDisk(): boolean {
    return this.#isMounted;
  }

  get filler(): string {
    return join(this.#data, 'filler');
  }

  /** Moves the clock of the gateway away from the machine's; false if libfaketime is not installed. */
  setClock(offsetSeconds: number): boolean {
    if (!existsSync(fakeTime)) return false;
    const sign = offsetSeconds < 0 ? '' : '+';
    writeFileSync(join(this.#data, 'clock'), `${sign}${offsetSeconds}\n`);
    return true;
  }

  startStreams(): void {
    this.#rounds += 1;
    this.#streams = this.tenants.map(
      ({ name, address }) =>
        new AccountingStream(
          {
            port: this.gateway.acctPort,
            secret,
            name: `${name}/${this.#rounds}`,
            from: address,
            everyMs: msBetweenPackets,
          },
          this.answered,
        ),
    );
    this.#sending = this.#streams.map((stream) => stream.run());
  }

  async stopStreams(): Promise<void> {
    for (const stream of this.#streams) stream.stop();
    await Promise.all(this.#sending);
    this.answers += this.#streams.reduce((sum, { answers }) => sum + answers, 0);
  }

  /** Returns what an organization can read of another one, by its API. */
  async foreignRows(): Promise<string[]> {
    const found: string[] = [];
    for (const { name, token, sees } of this.tenants) {
      for (const path of ['/aaa_accounting/?limit=1000', '/aaa_client/', '/organization/']) {
        const answer = await this.gateway.gate('GET', path, undefined, token);
        if (answer.status !== 200) found.push(`${name} ${path}: ${answer.status}`);
        else
          found.push(
            ...results(answer)
              .filter((row) => !sees.includes(tenantOf(row)))
              .map((row) => `${name} sees ${JSON.stringify(row).slice(0, 200)}`),
          );
      }
    }
    return found;
  }

  /** Returns answered sessions that the store lacks, and sessions in the organization of another client. */
  faults(): string[] {
    const file = join(this.#data, 'data', 'gatehouse.db');
    const lost = missing(file, this.answered).map((session) => `lost: ${session}`);
    const database = new Database(file, { readonly: true });
    const rows = database
      .prepare<[], { session: string; name: string }>(
        `select a.acctsessionid as session, o.name as name from aaa_accounting a join organization o on o.id = a.organization
          where substr(a.acctsessionid, 1, instr(a.acctsessionid, '/') - 1) <> o.name`,
      )
      .all();
    database.close();
    return [
      ...lost,
      ...rows.map(({ session, name }) => `${session} is in ${name}`),
      ...this.readers.flatMap(({ foreign }) => foreign.map((event) => `foreign event: ${event}`)),
      ...this.tenants
        .filter((_, index) => this.readers[index]?.events === 0)
        .map(({ name }) => `${name} has read no event`),
    ];
  }

  async remove(): Promise<void> {
    await this.stopStreams();
    await Promise.all(this.readers.map((reader) => reader.stop()));
    await this.gateway.remove();
    if (this.#isMounted) execFileSync('umount', [this.#data]);
    rmSync(this.#data, { recursive: true, force: true });
  }
}

interface Started {
  readonly gateway: GatewayProcess;
  readonly tenants: readonly Tenant[];
}

/** Returns the organization of a row of a list. */
function tenantOf(row: Json): string {
  const session = row['acctsessionid'];
  if (typeof session === 'string') return session.split('/')[0] ?? '';
  return String(row['name']);
}

/** Mounts a small disk; false if this process may not. */
function mount(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

function clockOf(folder: string): Record<string, string> {
  if (!existsSync(fakeTime)) return {};
  writeFileSync(join(folder, 'clock'), '+0\n');
  return {
    LD_PRELOAD: fakeTime,
    FAKETIME_TIMESTAMP_FILE: join(folder, 'clock'),
    FAKETIME_CACHE_DURATION: '1',
    // Timers go on; only the time of day jumps.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}

async function addTenants(
  gateway: GatewayProcess,
  token: string,
  network: number,
): Promise<readonly Tenant[]> {
  const made: Tenant[] = [];
  const add = async (name: string, parent: number | null, sees: readonly string[]) => {
    const address = `127.0.${network}.${made.length + 1}`;
    const create = async (path: string, body: Json) => {
      const { status, text, ...reply } = await gateway.gate('POST', path, body, token);
      if (status !== 201) throw new Error(`${path}: ${status} ${text}`);
      return reply.body;
    };
    const { id } = await create('/organization/', { name, ...(parent !== null && { parent }) });
    const organization = Number(id);
    await create('/aaa_client/', { name, address, secret, organization });
    const user = await create('/user/', { organization, username: `admin-${name}`, role: 'admin' });
    const { token: own } = await create('/user_token/', { user: user['id'] });
    made.push({ name, id: organization, token: String(own), address, sees });
    return organization;
  };
  const [isp, first, second] = ['isp', 'hotel-a', 'hotel-b'].map((name) => `${name}-${network}`);
  if (isp === undefined || first === undefined || second === undefined) return made;
  const parent = await add(isp, null, [isp, first, second]);
  await add(first, parent, [first]);
  await add(second, parent, [second]);
  return made;
}
