import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import type { LoadResult } from './accounting-load.ts';
import { untilItWorks, type Host, type Machine } from './machine.ts';
import { siblingModule } from '../../src/runtime/package-root.ts';

const secret = 'check-secret';
const user = { username: 'check', password: 'a login to check' };
const loadProgram = fileURLToPath(siblingModule('./accounting-load', import.meta.url));

export type Json = Readonly<Record<string, unknown>>;

/** A gateway of a package, used as a site uses it. */
export class PackagedGateway {
  readonly #host: Host;
  readonly #url: string;

  constructor(host: Host) {
    this.#host = host;
    this.#url = `http://${host.address}:8080`;
  }

  /** Waits until the gateway is ready. */
  async waitUntilReady(): Promise<void> {
    const line = ['curl', '-sS', '--fail-with-body', '-m', '60', `${this.#url}/readyz`];
    await untilItWorks(() => this.#host.runOnNetwork(line), this.#host.timeoutMs);
  }

  async call(method: string, path: string, body?: Json): Promise<Json> {
    const token = await this.#host.readFile('/var/lib/gatehouse/admin-token');
    const headers = `header = "Authorization: Bearer ${token.trim()}"\nheader = "Content-Type: application/json"\n`;
    const content = body === undefined ? '' : `data = ${JSON.stringify(JSON.stringify(body))}\n`;
    const line = [
      'curl',
      '-sS',
      '--fail-with-body',
      '-X',
      method,
      '-K',
      '-',
      `${this.#url}${path}`,
    ];
    const answer = await this.#host.runOnNetwork(line, { input: headers + content });
    return answer === '' ? {} : (JSON.parse(answer) as Json);
  }

  /** Creates the RADIUS client and the user whose packets `answersRadius` and `startLoad` send. */
  async addClientAndUser(): Promise<void> {
    const client = { name: 'check', address: this.#host.clientAddress, secret, organization: 1 };
    await this.call('POST', '/gate/api/v1/aaa_client/', client);
    await this.call('POST', '/gate/api/v1/user/', { ...user, organization: 1 });
  }

  /** Asserts that an accounting packet and a PAP login are answered. */
  async answersRadius(session: string): Promise<void> {
    const send = (kind: string, port: number, attributes: readonly string[]) =>
      this.#host.runOnNetwork(
        ['radclient', '-r', '5', `${this.#host.address}:${port}`, kind, secret],
        {
          input: `${attributes.join(', ')}\n`,
        },
      );
    const name = `User-Name="${user.username}"`;
    const start = ['Acct-Status-Type=Start', `Acct-Session-Id="${session}"`, name];
    assert.match(
      await send('acct', 1813, [...start, 'NAS-IP-Address=127.0.0.1']),
      /Received Accounting-Response/,
    );
    const login = [name, `User-Password="${user.password}"`, 'Message-Authenticator=0x00'];
    assert.match(await send('auth', 1812, login), /Received Access-Accept/);
    assert.equal(await this.countSessions(`acctsessionid=${encodeURIComponent(session)}`), 1);
  }

  async countSessions(filter: string): Promise<number> {
    const { count } = await this.call('GET', `/gate/api/v1/aaa_accounting/?${filter}`);
    return Number(count);
  }

  /** Sends accounting packets during work. @returns the figures of the load, whose sessions are named by `name` */
  async underLoad(name: string, work: () => Promise<unknown>): Promise<LoadResult> {
    const load = this.#host.spawnOnNetwork([
      process.execPath,
      loadProgram,
      this.#host.address,
      secret,
      name,
    ]);
    const output: Buffer[] = [];
    load.stdout?.on('data', (part: Buffer) => output.push(part));
    const closed = new Promise((resolve) => load.once('close', resolve));
    try {
      await untilItWorks(async () => {
        assert.ok((await this.countSessions(`acctsessionid__icontains=${name}-&limit=1`)) > 20);
      }, this.#host.timeoutMs);
      await work();
    } finally {
      load.stdin?.end();
      await closed;
    }
    return JSON.parse(Buffer.concat(output).toString()) as LoadResult;
  }
}

/** The gateway of a package that is installed on a machine. */
export class InstalledGateway extends PackagedGateway {
  readonly machine: Machine;

  constructor(machine: Machine) {
    super(machine);
    this.machine = machine;
  }

  /** Installs a package, or another version of it. @returns what apt wrote */
  async install(file: string): Promise<string> {
    const path = await this.machine.copyIn(file);
    return this.machine.run(
      'apt-get',
      'install',
      '-y',
      '--no-install-recommends',
      '--allow-downgrades',
      path,
    );
  }

  /** Waits until the gateway is ready, and systemd knows. */
  override async waitUntilReady(): Promise<void> {
    await super.waitUntilReady();
    await untilItWorks(async () => {
      const state = await this.machine.run('systemctl', 'show', '-p', 'ActiveState', 'gatehouse');
      assert.equal(state.trim(), 'ActiveState=active');
    }, this.machine.timeoutMs);
  }
}
