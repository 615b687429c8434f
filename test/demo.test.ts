import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { t as root, test } from 'tap';
import { eventually, type Json } from './gateway-process.ts';
import { siblingModule } from '../src/runtime/package-root.ts';

const run = promisify(execFile);
const script = fileURLToPath(siblingModule('../tools/demo/demo', import.meta.url));

/** A running demo and its output so far. */
class Demo {
  readonly #child;
  readonly #ended: Promise<unknown>;
  output = '';

  constructor(...args: readonly string[]) {
    // Variables that would point the demo at an installed gateway.
    const env = {
      PATH: process.env['PATH'],
      GATEHOUSE_DATA_DIR: '/nonexistent',
      GATEHOUSE_LOG_LEVEL: 'trace',
    };
    this.#child = spawn(process.execPath, [script, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#ended = once(this.#child, 'close');
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
    root.teardown(() => this.interrupt());
  }

  /** Waits until the output matches. */
  async waitForOutput(pattern: RegExp): Promise<string> {
    const found = await eventually(
      () => Promise.resolve(pattern.exec(this.output)?.[0]),
      (match) => match !== undefined,
      60_000,
    );
    if (found === undefined)
      throw new Error(`the demo did not print ${String(pattern)}:\n${this.output}`);
    return found;
  }

  get curls(): readonly string[] {
    return this.output.match(/(?<=^ +)curl .*$/gm) ?? [];
  }

  /** @throws Error if none was printed: an empty name would match every process of the machine */
  get folder(): string {
    const found = /\/\S*gatehouse-demo-\w+/.exec(this.output)?.[0];
    if (found === undefined) throw new Error(`the demo printed no folder:\n${this.output}`);
    return found;
  }

  /** The ids of the processes whose command line names its folder. */
  get gateways(): readonly number[] {
    const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return ids.filter((id) => commandLine(id).includes(this.folder)).map(Number);
  }

  /** Sends SIGINT. @returns the exit code */
  async interrupt(): Promise<number | null> {
    this.#child.kill('SIGINT');
    return this.end();
  }

  async end(): Promise<number | null> {
    await this.#ended;
    return this.#child.exitCode;
  }
}

function commandLine(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8');
  } catch {
    return ''; // the process has ended
  }
}

/** Runs a printed line in a shell. */
async function pasted(line: string): Promise<{ status: string; body: Json }> {
  const { stdout } = await run('sh', ['-c', `${line} -w '\\n%{http_code}'`]);
  const [body = '', status = ''] = stdout.split(/\n(?=\d+$)/);
  return { status, body: JSON.parse(body) as Json };
}

async function rows(line: string): Promise<readonly Json[]> {
  const { status, body } = await pasted(line);
  if (status !== '200') throw new Error(`${line} answered ${status}`);
  return body['results'] as readonly Json[];
}

root.setTimeout(240_000);
const demo = new Demo();
await demo.waitForOutput(/Events:/);
const [devicesLine = '', sessionsLine = '', rebootLine = ''] = demo.curls;

test('it prints three lines to try', (t) => {
  t.equal(demo.curls.length, 3);
  t.end();
});

test('a browser that opens its link is signed in to the console', async (t) => {
  const link = /(?<=console +)http:\S+/.exec(demo.output)?.[0] ?? '';
  const led = await fetch(link, { redirect: 'manual' });
  const console = led.headers.get('location') ?? '';
  t.match([led.status, console], [303, /\/console\/$/]);
  t.equal((await fetch(console)).status, 200);
  const cookie = led.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
  const session = await fetch(new URL('../gate/api/v1/session/current/', console), {
    headers: { cookie },
  });
  t.match(await session.json(), { username: 'admin', role: 'admin' });
  t.equal((await fetch(new URL('/', link))).status, 404, 'the link is no guess');
});

test('the documents that it names are there', async (t) => {
  const pages = demo.output.match(/http:\S+\/docs/g) ?? [];
  t.equal(pages.length, 2);
  for (const page of pages) t.equal((await fetch(page)).status, 200, page);
});

test('the first line lists the devices, and all come up', async (t) => {
  const found = await eventually(
    () => rows(devicesLine),
    (devices) => devices.every(({ status }) => status === true),
  );
  t.strictSame(
    found.map(({ name, type_name, status_text, last_error }) => [
      name,
      type_name,
      status_text,
      last_error,
    ]),
    [
      ['lobby-ap', 'OpenWrt', 'Up', null],
      ['pool-ap', 'OpenWrt', 'Up', null],
      ['tv-server', 'Linux host', 'Up', null],
      ['core-switch', 'Generic SNMP device', 'Up', null],
      ['edge-router', 'NETCONF device', 'Up', null],
    ],
  );
});

for (const [device, protocol, parameters] of [
  ['lobby-ap', 'SSH', 17],
  ['tv-server', 'SSH', 14],
  ['core-switch', 'SNMP', 20],
  ['edge-router', 'NETCONF', 9],
] as const) {
  test(`${device} gives every parameter of its type over ${protocol}`, async (t) => {
    t.ok(
      await demo.waitForOutput(
        new RegExp(`${device} is up: ${parameters} parameters read over ${protocol}`),
      ),
    );
  });
}

test('the first poll records metrics at once', async (t) => {
  const line = devicesLine.replace(
    'inventory_device/',
    'inventory_metric_log/?metric__name=uptime',
  );
  const found = await eventually(
    () => rows(line),
    (entries) => new Set(entries.map(({ device }) => (device as Json)['name'])).size === 4,
  );
  const of = (device: string, metric: string) =>
    found.find(
      (row) =>
        (row['device'] as Json)['name'] === device && (row['metric'] as Json)['name'] === metric,
    )?.['result'];
  t.ok(Number(of('lobby-ap', 'uptime')) > 86_400);
  t.ok(Number(of('core-switch', 'uptime')) > 86_400);
  const states = await rows(line.replace('metric__name=uptime', 'metric__name=interface_state'));
  const interfaces = (device: string) =>
    states
      .filter((row) => (row['device'] as Json)['name'] === device)
      .map((row) => `${String(row['interface'])} ${String(row['result'])}`);
  t.same(new Set(interfaces('lobby-ap')), new Set(['wan 1', 'phy0-ap0 1', 'phy1-ap0 1']));
  t.same(new Set(interfaces('tv-server')), new Set(['enp1s0 1']));
});

test('the second line shows the sessions of guests', async (t) => {
  await demo.waitForOutput(/alice started a session on lobby-ap/);
  const found = await rows(sessionsLine);
  t.match(found.at(-1), { username: 'alice', nasidentifier: 'lobby-ap', session_status: 'active' });
});

test('the third line reboots an access point, and the gateway has seen that it did', async (t) => {
  const { status, body } = await pasted(rebootLine);
  t.equal(status, '200');
  t.match(body, {
    operation: 'reboot',
    status: 'completed',
    results: { verified: true, disconnected: true },
  });
});

test('the reboot of an access point ends its sessions', async (t) => {
  const ended = await eventually(
    () => rows(sessionsLine),
    (sessions) => sessions.some(({ acctterminatecause }) => acctterminatecause === 'NAS-Reboot'),
  );
  const cut = ended.find(({ acctterminatecause }) => acctterminatecause === 'NAS-Reboot');
  t.match(cut, { session_status: 'completed', nasidentifier: 'lobby-ap' });
});

test('what a guest uses grows', async (t) => {
  await demo.waitForOutput(/bob started a session on pool-ap/);
  const ofBob = async () => (await rows(sessionsLine)).find(({ username }) => username === 'bob');
  const later = await eventually(
    ofBob,
    (session) => Number(session?.['acctoutputoctets']) > 0,
    60_000,
  );
  t.ok(Number(later?.['acctoutputoctets']) > 0);
  t.ok(Number(later?.['acctinputoctets']) > 0);
  t.ok(Number(later?.['acctsessiontime']) > 0);
});

test('Ctrl-C ends it, and leaves no process', async (t) => {
  const { folder } = demo;
  t.equal(demo.gateways.length, 1, 'the gateway runs');
  t.ok(existsSync(folder), 'in a folder');
  t.equal(await demo.interrupt(), 0);
  t.strictSame(demo.gateways, []);
  t.notOk(existsSync(folder));
});

test('it ends by itself in the same way', async (t) => {
  const other = new Demo('--seconds', '3');
  await other.waitForOutput(/Events:/);
  t.equal(await other.end(), 0);
  t.strictSame(other.gateways, []);
  t.notOk(existsSync(other.folder));
});

test('a gateway that dies ends the demo, which says so', async (t) => {
  const other = new Demo();
  await other.waitForOutput(/Events:/);
  for (const id of other.gateways) process.kill(id, 'SIGKILL');
  t.equal(await other.end(), 1);
  t.match(other.output, /The demo has ended: The gateway ended with SIGKILL/);
  t.notOk(existsSync(other.folder));
});
