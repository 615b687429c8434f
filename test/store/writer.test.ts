import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import tap, { test } from 'tap';
import { openStore } from '../../src/store/database.ts';
import { copyBlankStore } from '../blank-store.ts';
import { eventually } from '../gateway-process.ts';
import { endThreads } from './stores.ts';

/* How the embedded store hands units over to its writer thread. */

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-writer-'));
const reported: string[] = [];
copyBlankStore('sqlite', folder);
const store = await openStore('sqlite', folder, {
  report: (message) => reported.push(message),
});
tap.teardown(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** A statement of its own text, which says which one it was. */
const numbered = (number: number) => ({
  sql: `update heartbeat set beat = beat + 1 where 1 = 1 or ${number} = 0 returning ${number} as number, ? as given`,
  parameters: [`as ${number}`],
});

const expected = (number: number) => [{ rows: [{ number, given: `as ${number}` }], changes: 1 }];

async function beats(): Promise<number> {
  const [row] = await store.read<{ beat: number }>({
    sql: 'select beat from heartbeat',
    parameters: [],
  });
  return row?.beat ?? 0;
}

test('each unit gets what its own statement did, however many texts there are', async (t) => {
  const before = await beats();
  const numbers = Array.from({ length: 3_000 }, (_, index) => index % 1_300);
  const written = await Promise.all(numbers.map((number) => store.write([numbered(number)])));
  const wrong = written.filter(
    (result, index) => JSON.stringify(result) !== JSON.stringify(expected(numbers[index] ?? 0)),
  );
  t.same(wrong, []);
  t.equal(await beats(), before + 3_000);
});

test('batches that arrive one by one are written in the order of their arrival', async (t) => {
  const order: number[] = [];
  const units = Array.from({ length: 2_000 }, async (_, number) => {
    // Some at once, some when those are under way.
    if (number > 700) await new Promise<void>((resolve) => setImmediate(resolve));
    await store.write([numbered(number % 40)]);
    order.push(number);
  });
  await Promise.all(units);
  t.same(
    order,
    Array.from({ length: 2_000 }, (_, number) => number),
  );
});

test('a text that can not be prepared is the fault of its unit alone', async (t) => {
  const wrong = { sql: 'update nothing_of_that_name set a = 1', parameters: [] };
  const outcomes = await Promise.allSettled([
    store.write([numbered(1)]),
    store.write([wrong]),
    store.write([numbered(2), wrong]),
    store.write([numbered(3)]),
  ]);
  t.same(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
  );
  t.match(outcomes[1], { reason: { message: /nothing_of_that_name/ } });
});

test('writes beyond the octets that fit are refused at once, and those within them are kept', async (t) => {
  const before = await beats();
  const text = 'x'.repeat(800_000);
  const statement = (number: number) => ({ ...numbered(number), parameters: [text] });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 900 }, (_, number) => store.write([statement(number % 7)])),
  );
  const written = outcomes.filter(({ status }) => status === 'fulfilled').length;
  t.ok(written >= 20 && written < 100, `${written} written`);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') t.match(outcome.reason, { kind: 'overloaded' });
  t.equal(await beats(), before + written);
  store.checkAlive();
});

test('a batch is undone from memory, unless it may cascade', async (t) => {
  const statement = (sql: string) => ({ sql, parameters: [] });
  const rows = 600;
  await store.write([
    statement('create table filled (id integer primary key, text text)'),
    statement(`with recursive n(id) as (select 1 union all select id + 1 from n where id < ${rows})
      insert into filled select id, hex(zeroblob(900)) from n`),
  ]);
  const octetsOf = async (change: string) => {
    store.checkpoint();
    const before = octetsWritten();
    // Two statements: a savepoint.
    await store.write([statement(change), numbered(3)]);
    return (octetsWritten() - before) / store.logOctets();
  };
  t.ok((await octetsOf(`update filled set text = replace(text, '0', 'x')`)) < 1.5);
  t.ok((await octetsOf('delete from filled where id % 2 = 0')) > 1.5);
});

test('batches that may wait are posted together, though they come one by one', async (t) => {
  // oxlint-disable-next-line typescript/unbound-method -- it is called as the method that it replaces
  const posted = t.capture(Worker.prototype, 'postMessage', Worker.prototype.postMessage);
  const writeInTurns = async (mayWait: boolean) => {
    const written: Promise<unknown>[] = [];
    for (let number = 0; number < 25; number += 1) {
      written.push(store.write([numbered(number)], { mayWait }));
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    await Promise.all(written);
    return posted().length;
  };
  const together = await writeInTurns(true);
  t.ok(together <= 3, `${together} posts of 25 batches`);
  const alone = await writeInTurns(false);
  t.ok(alone > 3 * together, `${alone} posts of 25 batches that may not wait`);
});

/** Returns what all threads of this process have written. @see proc(5) */
const octetsWritten = () =>
  Number(/^wchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);

test('a writer that dies is started again', { timeout: 20_000 }, async (t) => {
  const dying = store.write([numbered(0)]);
  const waiting = store.write([numbered(1)]);
  void endThreads();
  for (const lost of await Promise.allSettled([dying, waiting]))
    t.match(lost, { reason: { kind: 'unavailable' } });
  t.throws(() => {
    store.checkAlive();
  }, /the store has stopped/);
  t.match(reported, [/the write worker has ended/]);
  const before = await beats();
  const isWritten = () =>
    store.write([numbered(2)]).then(
      () => true,
      () => false,
    );
  t.ok(await eventually(isWritten, Boolean));
  t.equal(await beats(), before + 1);
  store.checkAlive();
});
