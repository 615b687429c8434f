import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import tap, { test } from 'tap';
import { openStore } from '../../src/store/database.ts';
import { mustChange } from '../../src/store/store.ts';
import { eventually } from '../gateway-process.ts';
import { startPostgres } from '../peers/postgres.ts';

/* Units that are written at the same time go to PostgreSQL together; none must notice. */

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-store-'));
const postgres = await startPostgres();
const store = await openStore(postgres.url, folder);
const { db } = store;
tap.teardown(async () => {
  await store.close();
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

const organization = (short_name: string) => ({
  name: short_name,
  short_name,
  created: 1,
  last_change: 1,
});
const insert = (name: string) => db.insertInto('organization').values(organization(name));
const namesOf = (prefix: string) =>
  Array.from({ length: 200 }, (_, number) => `${prefix}-${number}`);

async function stored(prefix: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('organization')
    .select('short_name')
    .where('short_name', 'like', `${prefix}-%`)
    .execute();
  return rows.map((row) => row.short_name);
}

/** Returns the number of transactions that inserted the rows: xmin is the id of the one that inserted a row. */
async function transactionsOf(prefix: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(distinct xmin::text) as count from organization where short_name like ${`${prefix}-%`}`.execute(
    db,
  );
  return Number(rows[0]?.count);
}

test('each learns its own rows, and far fewer transactions are made than units', async (t) => {
  const written = await Promise.all(
    namesOf('many').map((name) => store.write([insert(name).returning('short_name')])),
  );
  t.same(
    written.map(([unit]) => unit?.rows),
    namesOf('many').map((short_name) => [{ short_name }]),
  );
  t.same(new Set(await stored('many')), new Set(namesOf('many')));
  const made = await transactionsOf('many');
  t.ok(made > 0 && made < 50, `${made} transactions for 200 units`);
});

test('a refused batch does not undo others, and gets the reason', async (t) => {
  const names = namesOf('some');
  const outcomes = await Promise.allSettled([
    ...names.slice(0, 100).map((name) => store.write([insert(name)])),
    store.write([insert('many-0')]),
    store.write([{ sql: 'no statement', parameters: [] }]),
    ...names.slice(100).map((name) => store.write([insert(name)])),
  ]);
  const refused = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  );
  t.equal(refused.length, 2);
  t.match(refused[0], {
    kind: 'conflict',
    fields: { short_name: ['already exists'] },
    statement: 0,
  });
  t.same(new Set(await stored('some')), new Set(names));
});

test('a batch that must change a row and does not is a conflict, and no other batch is', async (t) => {
  const nothing = mustChange(
    db.updateTable('organization').set({ name: 'x' }).where('id', '=', -1),
  );
  const outcomes = await Promise.allSettled(
    namesOf('must').map((name, number) => store.write(number === 50 ? [nothing] : [insert(name)])),
  );
  t.same(
    outcomes.flatMap(({ status }, number) => (status === 'rejected' ? [number] : [])),
    [50],
  );
  t.match(outcomes[50], { reason: { kind: 'conflict' } });
  t.equal((await stored('must')).length, 199);
});

test('a store of which only long reads were made closes all of its connections', async (t) => {
  const count = async () => {
    const query = sql<{ count: number }>`
      select count(*) as count from pg_stat_activity where application_name = 'beside'`;
    return Number((await query.execute(db)).rows[0]?.count);
  };
  const url = new URL(postgres.url);
  url.searchParams.set('application_name', 'beside');
  const beside = await openStore(url.href, folder, { isBeside: true });
  await beside.readLong(db.selectFrom('organization').select('id').limit(1));
  t.ok((await count()) > 0);
  await beside.close();
  t.equal(await eventually(count, (found) => found === 0, 10_000), 0);
});

test('a connection that breaks in the middle: confirmed batches are written, and writing continues', async (t) => {
  const killer = new pg.Client(postgres.url);
  await killer.connect();
  const kill = () =>
    killer.query(
      // A busy server takes its time to end a connection.
      'select pg_terminate_backend(pid, 10000) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    );
  const outcomes = [];
  for (let round = 0; round < 5; round += 1) {
    const writes = Promise.allSettled(
      namesOf(`kill-${round}`).map((name) => store.write([insert(name)]).then(() => name)),
    );
    await kill();
    outcomes.push(...(await writes));
  }
  await killer.end();
  // A connection that was ended may be found out by a read only.
  const all = await eventually(
    () => stored('kill').catch(() => null),
    (found) => found !== null,
  );
  const there = new Set(all);
  const confirmed = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [outcome.value] : [],
  );
  const reasons = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  );
  t.same(
    confirmed.filter((name) => !there.has(name)),
    [],
  );
  for (const reason of reasons) t.match(reason, { kind: 'unavailable' });
  t.ok(reasons.length > 0, `${reasons.length} of 1,000 were broken off`);
  let attempts = 0;
  const writesAgain = () =>
    store.write([insert(`afterwards-${(attempts += 1)}`)]).then(
      () => true,
      (error: unknown) => {
        t.match(error, { kind: 'unavailable' });
        return false;
      },
    );
  // The first write may be the one that finds out that its connection was ended, or be under way when the watch closes it: then
  // it may have been stored, so each attempt has a name of its own.
  t.equal(await eventually(writesAgain, (isWritten) => isWritten), true);
});
