import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import tap, { test } from 'tap';
import { asFault } from '../../src/contract/errors.ts';
import { openStore } from '../../src/store/database.ts';
import type { Store } from '../../src/store/store.ts';
import { PatroniCluster } from '../peers/patroni-cluster.ts';

/* The cluster of docs/high-availability.md, as the guide sets it up: a store at both servers, and one through PgBouncer and HAProxy. */

const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
chmodSync(folder, 0o755);
const cluster = new PatroniCluster(folder, '127.10.0');
tap.teardown(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});
await cluster.start();
const stores = [await openStore(cluster.url, '/'), await openStore(cluster.pooledUrl, '/')];
tap.teardown(() => Promise.all(stores.map((store) => store.close())));

/** Above the time that Patroni needs to replace a leader, and below three tries of an access point. */
const replacedWithinMs = 28_000;
const msBetweenWrites = 50;

/** Writes rows until it is stopped. @returns the names of the written ones, and the longest time without one */
async function writeUntil(store: Store, prefix: string, end: AbortSignal) {
  const written: string[] = [];
  const kinds = new Set<string | undefined>();
  let last = performance.now();
  let longestMs = 0;
  for (let number = 0; !end.aborted; number += 1) {
    const name = `${prefix}-${number}`;
    const query = store.db
      .insertInto('organization')
      .values({ name, short_name: name, created: 1, last_change: 1 });
    try {
      await store.write([query]);
      written.push(name);
      longestMs = Math.max(longestMs, performance.now() - last);
      last = performance.now();
    } catch (error) {
      kinds.add(asFault(error)?.kind);
    }
    await sleep(msBetweenWrites);
  }
  return { written, kinds: [...kinds], longestMs };
}

/** Lets something happen to the leader while both stores write. */
async function during(name: string, happen: () => Promise<unknown>) {
  const end = new AbortController();
  const writing = stores.map((store, at) => writeUntil(store, `${name}-${at}`, end.signal));
  await happen();
  await cluster.untilWhole();
  await sleep(1000);
  end.abort();
  return Promise.all(writing);
}

const events: Readonly<Record<string, () => Promise<unknown>>> = {
  'a switchover': () => cluster.switchOver(),
  'a leader that is killed': async () => (await cluster.kill())(),
  'a leader that hangs, and goes on': async () => (await cluster.hang())(),
};

for (const [name, happen] of Object.entries(events))
  test(`${name} costs no acknowledged write, and a pause shorter than three tries`, async (t) => {
    const former = await cluster.leader();
    const results = await during(name, happen);
    const leader = await cluster.leader();
    t.not(leader.name, former.name);
    const rows = await cluster.query('select name from organization', leader.address, 'gatehouse');
    const stored = new Set(rows.map((row) => row['name']));
    for (const { written, kinds, longestMs } of results) {
      t.same(
        written.filter((one) => !stored.has(one)),
        [],
      );
      t.ok(written.length > 20, `${written.length} rows`);
      t.ok(longestMs < replacedWithinMs, `${Math.round(longestMs)} ms`);
      t.ok(
        kinds.every((kind) => kind === 'unavailable'),
        kinds.join(),
      );
    }
  });
