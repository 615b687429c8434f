import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import tap, { test, type Test } from 'tap';
import { gatewayCommand } from '../../src/runtime/package-root.ts';
import { LogOutput, type Disk } from '../../src/start/log-output.ts';
import { environmentOf } from '../gateway-command.ts';
import { eventually } from '../gateway-process.ts';
import { HttpClient } from '../http-client.ts';
import { freeTcpPort, freeUdpPort } from '../peers/port.ts';

/* A log that cannot be written stops nothing: the disk of the log is full, and has room again. */

const run = promisify(execFile);
const secret = 'a-secret-of-22-octets!';

/** A disk that takes some octets of each write, or none. */
function fakeDisk() {
  const written: Buffer[] = [];
  const disk = {
    room: Infinity,
    perWrite: Infinity,
    get text() {
      return Buffer.concat(written).toString();
    },
  };
  const writeSync = (octets: Buffer) => {
    if (disk.room <= 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    const count = Math.min(octets.length, disk.perWrite);
    written.push(Buffer.from(octets.subarray(0, count)));
    return count;
  };
  const write: Disk['write'] = (octets, done) => {
    setImmediate(() => {
      if (disk.room > 0) done(null, writeSync(octets));
      else done(new Error('full'), 0);
    });
  };
  return { disk, functions: { write, writeSync } };
}

const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('lines are written in order and together, also by parts', async (t) => {
  const { disk, functions } = fakeDisk();
  const output = new LogOutput(functions);
  disk.perWrite = 5;
  for (const line of ['one\n', 'two\n', 'three é\n']) output.write(line);
  t.equal(disk.text, '');
  await turns();
  t.equal(disk.text, 'one\ntwo\nthree é\n');
  disk.perWrite = Infinity;
  output.write('four\n');
  output.flush();
  t.equal(disk.text, 'one\ntwo\nthree é\nfour\n');
  await turns();
  t.equal(disk.text, 'one\ntwo\nthree é\nfour\n', 'once');
});

test('lines that cannot be written are dropped and counted, and it is said when they can be', async (t) => {
  const { disk, functions } = fakeDisk();
  let now = 0;
  const output = new LogOutput(functions, () => now);
  const said: number[] = [];
  output.onRecovery((dropped) => said.push(dropped));
  disk.room = 0;
  for (let line = 0; line < 5; line += 1) {
    output.write(`lost ${line}\n`);
    await turns();
  }
  output.write('lost as well\n');
  output.flush();
  t.equal(output.dropped, 6);
  disk.room = Infinity;
  output.write('within the second\n');
  await turns();
  t.same([disk.text, said], ['', []]);
  now += 1000;
  output.write('after\n');
  await turns();
  t.same([disk.text, said, output.dropped], ['after\n', [7], 7]);
});

test('what waits for a slow disk is bounded', async (t) => {
  const { functions } = fakeDisk();
  const output = new LogOutput(functions);
  for (let line = 0; line < 3000; line += 1) output.write(`${'x'.repeat(1023)}\n`);
  t.equal(output.dropped, 3000 - 1024);
  await turns();
  t.equal(output.dropped, 3000 - 1024);
});

/** Starts a gateway whose standard error is a file. @param redirection  of the shell, in a mount namespace of its own */
async function startGateway(t: Test, redirection: string) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-log-'));
  const [http, auth, acct] = [await freeTcpPort(), await freeUdpPort(), await freeUdpPort()];
  const script = `mkdir "$1/small" && mount -t tmpfs -o size=64k none "$1/small" && exec "$0" serve ${redirection}`;
  const gateway = spawn('unshare', ['-m', 'sh', '-c', script, gatewayCommand, folder], {
    stdio: 'ignore',
    env: environmentOf({
      GATEHOUSE_DATA_DIR: join(folder, 'data'),
      GATEHOUSE_HTTP_HOST: '127.0.0.1',
      GATEHOUSE_HTTP_PORT: String(http),
      GATEHOUSE_RADIUS_HOST: '127.0.0.1',
      GATEHOUSE_RADIUS_AUTH_PORT: String(auth),
      GATEHOUSE_RADIUS_ACCT_PORT: String(acct),
      GATEHOUSE_LOG_LEVEL: 'debug',
    }),
  });
  const ended = once(gateway, 'exit');
  t.teardown(async () => {
    gateway.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true });
  });
  const client = new HttpClient(http);
  const ask = async (path: string) => client.ask('GET', path).catch(() => null);
  const isReady = async () => (await ask('/readyz'))?.status;
  t.equal(await eventually(isReady, (code) => code === 200, 60_000), 200);
  const token = readFileSync(join(folder, 'data', 'admin-token'), 'utf8').trim();
  const body = JSON.stringify({ name: 'nas', address: '127.0.0.1', secret });
  t.equal((await client.ask('POST', '/gate/api/v1/aaa_client/', { token, body })).status, 201);
  const account = (session: number) => {
    const attributes = `Acct-Status-Type=Start, Acct-Session-Id=s${session}, User-Name=guest, NAS-IP-Address=192.0.2.1`;
    const send = `echo "${attributes}" | radclient -r 1 -t 3 127.0.0.1:${acct} acct '${secret}'`;
    return run('sh', ['-c', send]).then(({ stdout }) => stdout);
  };
  const stop = async () => {
    gateway.kill('SIGTERM');
    return (await ended) as readonly unknown[];
  };
  const log = `/proc/${gateway.pid ?? 0}/root${folder}/small/log`;
  return { client, token, ask, account, stop, log, isReady };
}

const mayMount = process.getuid?.() === 0;
if (!mayMount) throw new Error('a disk of its own needs root');

test('a gateway whose log has no room serves as with one, and ends', async (t) => {
  const gateway = await startGateway(t, '2>/dev/full >/dev/full');
  for (let session = 1; session <= 10; session += 1)
    t.match(await gateway.account(session), /Accounting-Response/);
  t.equal(await gateway.isReady(), 200);
  t.same(await gateway.stop(), [0, null]);
});

test('a log whose disk was full goes on when there is room, and says what is missing', async (t) => {
  const gateway = await startGateway(t, '2>>"$1/small/log" >/dev/null');
  const { client, token, log } = gateway;
  const metric = async () => {
    const { text } = await client.ask('GET', '/metrics', { token });
    return Number(/^gatehouse_log_dropped_lines_total (\d+)/m.exec(text)?.[1] ?? 0);
  };
  const path = `/control/api/v1/inventory_device/?name=${'x'.repeat(2000)}`;
  const fill = async () => {
    for (let request = 0; request < 20; request += 1) await client.ask('GET', path);
    return metric();
  };
  t.ok((await eventually(fill, (dropped) => dropped > 0, 60_000)) > 0);
  t.match(await gateway.account(1), /Accounting-Response/);
  truncateSync(log);
  const isSaid = async () => {
    await client.ask('GET', path);
    return readFileSync(log, 'utf8');
  };
  t.match(
    await eventually(isSaid, (text) => text.includes('are lost'), 30_000),
    /lines could not be written, and are lost/,
  );
  t.same(await gateway.stop(), [0, null]);
});

tap.setTimeout(180_000);
