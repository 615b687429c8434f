import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LoadResult } from './accounting-load.ts';
import { untilItWorks, type Machine } from './machine.ts';

const url = 'http://localhost:8080';
const secret = 'check-secret';
const user = { username: 'check', password: 'a login to check' };
const readyTimeoutMs = 120_000;
const loadProgram = fileURLToPath(new URL('accounting-load.js', import.meta.url));

export type Json = Readonly<Record<string, unknown>>;

/** The gateway of a package that is installed on a machine, used as a site uses it. */
export class PackagedGateway {
  readonly machine: Machine;

  constructor(machine: Machine) {
    this.machine = machine;
  }

  /** Installs a package, or another version of it. @returns what apt wrote */
  async install(file: string): Promise<string> {
    cpSync(file, join(this.machine.root, 'root', basename(file)));
    return this.machine.run(
      ...['apt-get', 'install', '-y', '--no-install-recommends', '--allow-downgrades'],
      `/root/${basename(file)}`,
    );
  }

  async isReady(): Promise<boolean> {
    const line = ['curl', '-s', '-o', '/dev/null', '-w', '%{http_code}', `${url}/readyz`];
    return (await this.machine.runOnNetwork(line).catch(() => '')) === '200';
  }

  /** Waits until the gateway is ready, and systemd knows. */
  async waitUntilReady(): Promise<void> {
    await untilItWorks(async () => {
      assert.ok(await this.isReady(), 'GET /readyz is not 200');
      const state = await this.machine.run('systemctl', 'show', '-p', 'ActiveState', 'gatehouse');
      assert.equal(state.trim(), 'ActiveState=active');
    }, readyTimeoutMs);
  }

  async call(method: string, path: string, body?: Json): Promise<Json> {
    const token = await this.machine.run('cat', '/var/lib/gatehouse/admin-token');
    const headers = `header = "Authorization: Bearer ${token.trim()}"\nheader = "Content-Type: application/json"\n`;
    const content = body === undefined ? '' : `data = ${JSON.stringify(JSON.stringify(body))}\n`;
    const line = ['curl', '-sS', '--fail-with-body', '-X', method, '-K', '-', `${url}${path}`];
    const answer = await this.machine.runOnNetwork(line, { input: headers + content });
    return answer === '' ? {} : (JSON.parse(answer) as Json);
  }

  /** Creates the RADIUS client and the user whose packets `answersRadius` and `startLoad` send. */
  async addClientAndUser(): Promise<void> {
    const client = { name: 'check', address: '127.0.0.1', secret, organization: 1 };
    await this.call('POST', '/gate/api/v1/aaa_client/', client);
    await this.call('POST', '/gate/api/v1/user/', { ...user, organization: 1 });
  }

  /** Asserts that an accounting packet and a PAP login are answered. */
  async answersRadius(session: string): Promise<void> {
    const send = (kind: string, port: number, attributes: readonly string[]) =>
      this.machine.runOnNetwork(['radclient', '-r', '5', `127.0.0.1:${port}`, kind, secret], {
        input: `${attributes.join(', ')}\n`,
      });
    const name = `User-Name="${user.username}"`;
    const start = ['Acct-Status-Type=Start', `Acct-Session-Id="${session}"`, name];
    assert.match(
      await send('acct', 1813, [...start, 'NAS-IP-Address=127.0.0.1']),
      /Received Accounting-Response/,
    );
    const login = [name, `User-Password="${user.password}"`, 'Message-Authenticator=0x00'];
    assert.match(await send('auth', 1812, login), /Received Access-Accept/);
    assert.equal(await this.countSessions(`acctsessionid=${session}`), 1);
  }

  async countSessions(filter: string): Promise<number> {
    const { count } = await this.call('GET', `/gate/api/v1/aaa_accounting/?${filter}`);
    return Number(count);
  }

  /** Sends accounting packets beside work. @returns the figures of the load, whose sessions are named by `name` */
  async underLoad(name: string, work: () => Promise<unknown>): Promise<LoadResult> {
    const load = this.machine.spawnOnNetwork([process.execPath, loadProgram, secret, name]);
    const output: Buffer[] = [];
    load.stdout?.on('data', (part: Buffer) => output.push(part));
    const closed = new Promise((resolve) => load.once('close', resolve));
    try {
      await untilItWorks(async () => {
        assert.ok((await this.countSessions(`acctsessionid__icontains=${name}-&limit=1`)) > 20);
      });
      await work();
    } finally {
      load.stdin?.end();
      await closed;
    }
    return JSON.parse(Buffer.concat(output).toString()) as LoadResult;
  }
}
