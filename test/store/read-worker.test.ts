import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import tap, { test } from 'tap';
import { openStore, sqliteFile } from '../../src/store/database.ts';
import { ReadWorker } from '../../src/store/sqlite/read-worker.ts';
import { copyBlankStore } from '../blank-store.ts';

/* Reads that take some three times their limit and more, on a fast machine too. */

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-reader-'));
copyBlankStore('sqlite', folder);
const store = await openStore('sqlite', folder);
// The write worker has started before the threads are counted.
await store.checkWritable();
let threads = 0;
const exits: Promise<unknown>[] = [];
process.on('worker', (thread: Worker) => {
  threads += 1;
  exits.push(once(thread, 'exit'));
});
const reader = new ReadWorker(sqliteFile('sqlite', folder), 1_000);
tap.teardown(async () => {
  await reader.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

const count = (rows: number) =>
  reader.read(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
     select count(*) as count from n, heartbeat`,
    [],
  );

test('a read beyond its limit is rejected, those behind it are read, and the log is free again', async (t) => {
  const outcomes = await Promise.allSettled([
    count(24_000_000),
    count(2),
    count(20_000_000),
    count(2),
  ]);
  const late = { reason: { kind: 'unavailable', message: /a read takes longer than 1 s$/ } };
  t.match(outcomes, [late, { value: [{ count: 2 }] }, late, late]);
  t.equal(threads, 2, 'no third thread while two go on with a read');
  await t.rejects(count(2), late.reason);
  await Promise.all(exits);
  t.same(await count(2), [{ count: 2 }]);
  await store.write([{ sql: 'update heartbeat set beat = beat + 1', parameters: [] }]);
  t.not(store.logOctets(), 0);
  store.checkpoint();
  t.equal(store.logOctets(), 0);
});
