import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import tap, { test } from 'tap';
import { eventually, GatewayProcess } from '../gateway-process.ts';
import { AccountingStream } from '../peers/accounting-stream.ts';
import { missing, type Answered } from '../peers/kill-rounds.ts';
import { ask } from '../radius/fixture.ts';
import { signedPacket } from '../radius/packets.ts';

/*
 * What can not be recorded is not answered: the disk of the gateway fills up and is freed again. The disk is a small tmpfs
 * in a mount namespace of this test's own, which begins with the test once more inside it.
 */

const secret = 'a-secret-of-22-octets!';
const inside = 'GATEWAY_DISK';
const folder = process.env[inside];

if (folder === undefined) beginInside();
else await walk(folder);

/** As root, or as anybody where the kernel lets everybody have namespaces; else the test fails. */
function beginInside(): void {
  const disk = mkdtempSync(join(tmpdir(), 'full-disk-'));
  const namespace = process.getuid?.() === 0 ? ['--mount'] : ['--mount', '--map-root-user'];
  const script = 'mount -t tmpfs -o size=24m tmpfs "$1" && exec "$2" "$3"';
  const own = ['sh', '-c', script, 'sh', disk, process.execPath, fileURLToPath(import.meta.url)];
  const { status } = spawnSync(
    'unshare',
    [...namespace, '--propagation', 'private', '--', ...own],
    {
      env: { ...process.env, [inside]: disk },
      stdio: 'inherit',
    },
  );
  rmSync(disk, { recursive: true });
  process.exitCode = status ?? 1;
}

async function walk(disk: string): Promise<void> {
  execFileSync('mountpoint', ['-q', disk]);
  const data = join(disk, 'data');
  mkdirSync(data);
  const gateway = await GatewayProcess.start({
    GATEHOUSE_LOG_LEVEL: 'error',
    GATEHOUSE_DATA_DIR: data,
  });
  tap.teardown(() => gateway.remove());
  const token = spawnSync('cat', [join(data, 'admin-token')])
    .stdout.toString()
    .trim();
  await gateway.gate('POST', '/aaa_client/', { name: 'nas', address: '127.0.0.1', secret }, token);
  const to = { address: '127.0.0.1', port: gateway.acctPort };
  const answered: Answered = new Map();
  const filler = join(disk, 'filler');
  const start = (id: string) =>
    signedPacket(secret, {
      code: 4,
      attributes: [
        [40, 1],
        [44, id],
        [1, 'alice'],
        [4, Buffer.from([192, 0, 2, 10])],
        [55, 1_700_000_000],
      ],
    });
  const readiness = async () => {
    const { status, body } = await gateway.call('GET', '/readyz', undefined, token);
    return { status, store: String(Reflect.get(Object(body['parts']), 'store')) };
  };
  const { pid } = gateway;
  const refused: string[] = [];

  test(
    'accounting goes on until the disk is full, and then nothing is answered',
    { timeout: 60_000 },
    async (t) => {
      const stream = new AccountingStream(
        { port: gateway.acctPort, secret, name: 'filling' },
        answered,
      );
      const sending = stream.run();
      await eventually(
        () => Promise.resolve(stream.answers),
        (answers) => answers > 100,
      );
      fill(filler);
      await eventually(readiness, ({ status }) => status === 503);
      await sleep(500);
      const before = stream.answers;
      t.ok(before > 100, `${before} packets answered`);
      stream.stop();
      await sending;
      // What a checkpoint has freed within the store is used up by some packets, which are stored.
      let attempts = 0;
      while (refused.length < 3 && attempts < 500) {
        attempts += 1;
        const id = `full ${attempts}`;
        const reply = await ask(to, start(id), { withinMs: 300 });
        if (reply === null) refused.push(id);
        else answered.set(id, 0);
      }
      t.equal(refused.length, 3, refused.join(', '));
    },
  );

  test('/readyz says that the store can not be written', async (t) => {
    t.match(await readiness(), { status: 503, store: /can ?not write/ });
  });

  test(
    'with space again, the same gateway answers again by itself',
    { timeout: 30_000 },
    async (t) => {
      truncateSync(filler, 0);
      t.match(await eventually(readiness, ({ status }) => status === 200), {
        status: 200,
        store: 'ok',
      });
      for (const id of refused) t.ok(await ask(to, start(id)), `${id}, repeated`);
      t.equal(gateway.pid, pid);
      const stream = new AccountingStream(
        { port: gateway.acctPort, secret, name: 'after' },
        answered,
      );
      const sending = stream.run();
      await eventually(
        () => Promise.resolve(stream.answers),
        (answers) => answers > 0,
      );
      stream.stop();
      await sending;
      t.ok(stream.answers > 0, `${stream.answers} packets answered`);
    },
  );

  test('no answered packet is missing, and a packet without an answer is stored once', (t) => {
    for (const id of refused) answered.set(id, 0);
    t.strictSame(missing(join(data, 'gatehouse.db'), answered), []);
    t.ok(answered.size > 50, `${answered.size} sessions`);
    const database = new Database(join(data, 'gatehouse.db'), { readonly: true });
    const count = database
      .prepare("select count(*) from aaa_accounting where acctsessionid like 'full %'")
      .pluck()
      .get();
    database.close();
    t.equal(count, [...answered.keys()].filter((id) => id.startsWith('full ')).length);
    t.end();
  });
}

/** Takes all the space that there is. */
function fill(file: string): void {
  const descriptor = openSync(file, 'a');
  try {
    for (const octets of [1 << 20, 1 << 12, 1])
      writeUntilFull(descriptor, Buffer.alloc(octets, 0xff));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function writeUntilFull(descriptor: number, octets: Buffer): void {
  try {
    for (;;) writeSync(descriptor, octets);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}
