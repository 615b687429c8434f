import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { test } from 'tap';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';

/* A command opens the store of a gateway that runs: pages that are only in the log are no damage. */

test('a store opens while another process keeps pages of it in the log', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  t.teardown(() => {
    rmSync(directory, { recursive: true });
  });
  const file = join(directory, 'gatehouse.db');
  await (await openSqliteStore(file, {})).close();
  const reader = new Database(file, { readonly: true });
  const writer = new Database(file);
  t.teardown(() => {
    reader.close();
    writer.close();
  });
  reader.exec('begin');
  reader.prepare('select count(*) from heartbeat').get();
  writer.exec('create table large (octets blob)');
  writer.exec('insert into large values (zeroblob(300000))');
  const octets = Number(writer.pragma('page_count', { simple: true })) * 4096;
  t.ok(statSync(file).size < octets, 'the file is shorter than the store');
  const store = await openSqliteStore(file, {});
  t.ok(statSync(file).size < octets, 'and still is when the store has been opened');
  await store.close();
});
