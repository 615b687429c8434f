import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { openStore, sqliteFile } from '../../src/store/database.ts';
import { ReadWorkers } from '../../src/store/sqlite/read-workers.ts';
import { copyBlankStore } from '../blank-store.ts';
import { startPostgres } from '../peers/postgres.ts';

/* A tenant whose reads are slow delays its own, and those of no other tenant. */

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-turns-'));
copyBlankStore('sqlite', folder);
// A write-ahead log is only read while it has a writer.
const embedded = await openStore('sqlite', folder);
const workers = new ReadWorkers(sqliteFile('sqlite', folder));
const postgres = await startPostgres({ fsync: false });
const store = await openStore(postgres.url, folder);
tap.teardown(async () => {
  await workers.close();
  await embedded.close();
  await store.close();
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

const compiled = store.db.selectFrom('organization').select('id').compile();

type Read = (tenant: string, isSlow: boolean) => Promise<unknown>;

const engines: Readonly<Record<string, Read>> = {
  sqlite: (tenant, isSlow) =>
    workers.read(
      {
        sql: `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?) select count(*) as count from n`,
        parameters: [isSlow ? 10_000_000 : 1],
      },
      { tenant },
    ),
  postgres: (tenant, isSlow) =>
    store.readLong(
      { compile: () => ({ ...compiled, sql: isSlow ? 'select pg_sleep(1)' : 'select 1' }) },
      { tenant },
    ),
};

for (const [engine, read] of Object.entries(engines))
  test(`${engine}: a quick read does not wait for the slow ones of another tenant`, async (t) => {
    await read('quiet', false);
    let ended = 0;
    const slow = Array.from({ length: 6 }, () => read('noisy', true).then(() => (ended += 1)));
    for (let number = 0; number < 5; number += 1) await read('quiet', false);
    t.equal(ended, 0, 'no slow read has ended before');
    await Promise.all(slow);
    t.equal(ended, 6, 'and each of them is made');
  });
