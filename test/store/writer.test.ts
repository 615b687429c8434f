import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { openStore } from '../../src/store/database.ts';

/* How the embedded store hands units over to its writer thread. */

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-writer-'));
const store = await openStore('sqlite', folder);
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

test('units that come one by one are written in the order in which they came', async (t) => {
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
