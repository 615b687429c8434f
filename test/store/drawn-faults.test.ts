import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { asFault } from '../../src/contract/errors.ts';
import { openStore } from '../../src/store/database.ts';
import type { Statement, Store } from '../../src/store/store.ts';
import { eventually } from '../gateway-process.ts';
import { startPostgres } from '../peers/postgres.ts';
import { PostgresProxy } from '../peers/postgres-proxy.ts';
import { drawnFates, fates } from './drawn-fates.ts';

/*
 * A PostgreSQL of which a drawn share of statements and commits fails, waits or loses its connection. DRAWN_FAULTS_SEED draws
 * others, DRAWN_FAULTS_UNITS makes more of them.
 */

const seed = Number(process.env['DRAWN_FAULTS_SEED'] ?? 1);
const unitCount = Number(process.env['DRAWN_FAULTS_UNITS'] ?? 600);
/** Units that are written at a time. */
const concurrency = 40;

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-store-'));
const postgres = await startPostgres();
tap.teardown(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

type Outcome = 'written' | 'unknown';

/** Writes units a few at a time. @returns what their writers were told */
async function writeAll(
  store: Store,
  unitOf: (number: number) => readonly Statement[],
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  let next = 0;
  const work = async () => {
    for (let number = next++; number < unitCount; number = next++)
      outcomes[number] = await store.write(unitOf(number)).then(
        () => 'written' as const,
        (error: unknown) => {
          if (asFault(error)?.kind === 'unavailable') return 'unknown' as const;
          throw error;
        },
      );
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return outcomes;
}

for (const isPooler of [false, true]) {
  const kind = isPooler ? 'pooler' : 'server';

  test(`${kind}: a unit that is confirmed is written, none is written in part, and none is refused for being there`, async (t) => {
    const database = await postgres.createDatabase(`drawn_${kind}`);
    const proxy = await PostgresProxy.start(database, { fateOf: () => 'passed', isPooler });
    const store = await openStore(proxy.url, folder);
    t.teardown(async () => {
      await store.close();
      await proxy.stop();
    });
    const { db } = store;
    const insert = (name: string) =>
      db
        .insertInto('organization')
        .values({ name, short_name: name, created: 1, last_change: 1 })
        .compile();
    const count = db.updateTable('heartbeat').set(({ eb }) => ({ beat: eb('beat', '+', 1) }));
    const read = async () => {
      const rows = await store.readLong(db.selectFrom('organization').select('short_name'));
      const [heart] = await store.readLong(db.selectFrom('heartbeat').select('beat'));
      return { names: new Set(rows.map((row) => row.short_name)), beat: Number(heart?.beat) };
    };
    const before = await read();
    proxy.options = { fateOf: drawnFates(seed), delayMs: 30, isPooler };

    // Every third unit is a batch, which is written in a transaction of its own; the others go together in groups.
    const isBatch = (number: number) => number % 3 === 0;
    const outcomes = await writeAll(store, (number) =>
      isBatch(number)
        ? [insert(`unit-${number}`), insert(`other-${number}`), count.compile()]
        : [insert(`unit-${number}`)],
    );

    proxy.options = { fateOf: () => 'passed', isPooler };
    const { names, beat } = await eventually(
      () => read().catch(() => null),
      (found) => found !== null,
    ).then((found) => found ?? before);
    const written = outcomes.flatMap((outcome, number) => (outcome === 'written' ? [number] : []));
    t.same(
      written.filter((number) => !names.has(`unit-${number}`)),
      [],
      'nothing that was confirmed is lost',
    );
    const batches = outcomes.flatMap((_, number) => (isBatch(number) ? [number] : []));
    t.same(
      batches.filter((number) => names.has(`unit-${number}`) !== names.has(`other-${number}`)),
      [],
      'no batch is there in part',
    );
    t.equal(
      beat - before.beat,
      batches.filter((number) => names.has(`unit-${number}`)).length,
      'each batch has counted once',
    );
    t.ok(written.length > unitCount / 3, `${written.length} of ${unitCount} were confirmed`);
    t.ok(written.length < unitCount, 'the outcome of some is unknown');
    for (const fate of fates) t.ok((proxy.fates.get(fate) ?? 0) > 2, `${fate} was drawn`);
  });
}

test('a read that collides is tried again, and the store is unavailable if it still does', async (t) => {
  const database = await postgres.createDatabase('collisions');
  const proxy = await PostgresProxy.start(database, { fateOf: () => 'passed' });
  const store = await openStore(proxy.url, folder);
  t.teardown(async () => {
    await store.close();
    await proxy.stop();
  });
  const { db } = store;
  const query = db.selectFrom('organization').select('id').where('id', '=', -1);
  const reads: Readonly<Record<string, () => Promise<unknown>>> = {
    short: () => store.read(query.compile()),
    page: () => store.readPage(query),
    long: () => store.readLong(query),
    'by Kysely': () => query.execute(),
  };
  const failFirst = (count: number) => {
    let left = count;
    const isRead = (statement: string) => statement.startsWith('select "id" from "organization"');
    proxy.options = {
      fateOf: (statement) => (isRead(statement) && left-- > 0 ? 'failed' : 'passed'),
    };
  };
  for (const errorCode of ['40001', '40P01'])
    for (const [name, read] of Object.entries(reads)) {
      failFirst(2);
      proxy.options = { ...proxy.options, errorCode };
      t.same(await read(), [], `${name} after ${errorCode}`);
    }
  for (const [name, read] of Object.entries(reads)) {
    failFirst(Infinity);
    const fault = await read().catch((error: unknown) => error);
    t.match(fault, { kind: 'unavailable', retryAfter: Number }, name);
  }
});
