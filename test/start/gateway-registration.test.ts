import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import tap, { test } from 'tap';
import { registerGateway } from '../../src/start/gateway-registration.ts';
import { openStore } from '../../src/store/database.ts';
import { startPostgres } from '../peers/postgres.ts';

/* Two gateways with one id on one PostgreSQL are noticed: at the start of the copy, or by the original. */

const postgres = await startPostgres({ fsync: false });
const root = mkdtempSync(join(tmpdir(), 'gatehouse-clone-'));
const store = await openStore(postgres.url, root);
tap.teardown(async () => {
  await store.close();
  await postgres.stop();
  rmSync(root, { recursive: true });
});
const signal = new AbortController().signal;
const started = async (data: string) => {
  const registration = await registerGateway(store, data, 'id-1');
  if (!registration) throw new Error('not registered');
  return registration;
};
const original = mkdtempSync(join(root, 'original-'));

function clone(name: string): string {
  cpSync(original, join(root, name), { recursive: true });
  return join(root, name);
}

test('a copy of the data directory does not start while the original runs', async (t) => {
  const first = await started(original);
  const older = clone('older');
  // The original is killed and starts again at once.
  const second = await started(original);
  await second.task.run(signal);
  await t.rejects(started(older), /another gateway with the id id-1 uses this store.*older/);
  await t.rejects(first.task.run(signal), /another gateway has started with the id id-1/);

  const running = clone('running');
  const copy = await started(running);
  await t.rejects(second.task.run(signal), /another gateway has started with the id id-1/);
  await copy.end();
  await started(original);
});

test('an id whose gateway is gone is free after its time', async (t) => {
  const data = mkdtempSync(join(root, 'other-'));
  await t.rejects(started(data), /uses this store/);
  await store.write([sql`update gateway set renewed = renewed - 31000`.compile(store.db)]);
  await (await started(data)).end();
});

test('a start while the store is moved is refused in words of its own', async (t) => {
  const mover = new pg.Client({ connectionString: postgres.url });
  await mover.connect();
  const impatient = new URL(postgres.url);
  impatient.searchParams.set('options', '-c lock_timeout=50ms');
  const other = await openStore(impatient.href, root);
  await mover.query('begin');
  await mover.query('lock table gateway in exclusive mode');
  const data = mkdtempSync(join(root, 'moved-'));
  await t.rejects(registerGateway(other, data, 'id-2'), {
    message: /^cannot register gateway id-2 .* lock timeout.* "gatehouse move-store"/,
  });
  await mover.end();
  const registration = await registerGateway(other, data, 'id-2');
  t.ok(registration, 'a move that is cut off leaves the store usable');
  await registration?.end();
  await other.close();
});
