import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import tap, { test } from 'tap';
import { openStore } from '../../src/store/database.ts';

/* Reads of one turn of the event loop share a snapshot, and a write that has ended is seen. */

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-snapshot-'));
const store = await openStore('sqlite', folder);
const beside = new Database(join(folder, 'gatehouse.db'));
tap.teardown(async () => {
  beside.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

/** Reads at once, not some microtasks later. */
const beats = async () => {
  const [row] = await store.read<{ readonly beat: number }>(
    store.db.selectFrom('heartbeat').select('beat').compile(),
  );
  return row?.beat ?? -1;
};
const beat = { sql: 'update heartbeat set beat = beat + 1', parameters: [] };

test('the reads of a turn see one state, those of the next turn what was written in between', async (t) => {
  await nextTurn();
  const before = await beats();
  beside.exec(beat.sql);
  t.equal(await beats(), before);
  store.refresh();
  t.equal(await beats(), before + 1, 'who asks for it sees it at once');
  beside.exec(beat.sql);
  await nextTurn();
  t.equal(await beats(), before + 2);
});

test('a write that ends in a turn is seen by its later reads', async (t) => {
  beside.exec('begin immediate');
  const written = store.write([beat]);
  // The write worker waits for the lock.
  await nextTurn();
  const before = await new Promise<number>((resolve, reject) => {
    setTimeout(() => {
      beats().then(resolve, reject);
      beside.exec('commit');
      // Messages of threads arrive before the end of the turn that began here, if they are there.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    });
  });
  await written;
  t.equal(await beats(), before + 1);
});

test('a log is emptied in a turn that has read', async (t) => {
  await nextTurn();
  await beats();
  store.checkpoint();
  t.equal(store.logOctets(), 0);
});
