import { setImmediate as nextTurn } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { test } from 'tap';
import type { Job } from '../../src/gateway/job.ts';
import { JobRunner } from '../../src/jobs/job-runner.ts';
import { Watchdog } from '../../src/runtime/watchdog.ts';
import { ManualClock } from '../manual-clock.ts';
import { claimTransactions } from '../../src/inventory/transaction/transaction-lease.ts';
import type { Gateway } from '../../src/gateway/gateway.ts';
import type { Store } from '../../src/store/store.ts';
import { tenantOf } from '../../src/contract/caller.ts';
import { queuePings } from '../../src/runtime/limit/ping-queue.ts';
import { bothStores, insert, stamps } from '../store/stores.ts';

/* The queues that organizations share: one that asks for much waits for itself. */

/** Adds an organization with devices, each with a transaction that is due. */
async function addOrganization(store: Store, name: string, devices: number): Promise<number> {
  const organization = await insert(store, 'organization', { name, short_name: name, ...stamps });
  const times = { created_at: 0, updated_at: 0 };
  const type = await insert(store, 'inventory_type', { name, short_name: name, ...times });
  for (let number = 0; number < devices; number += 1) {
    const label = `${name}-${number}`;
    const device = await insert(store, 'inventory_device', {
      organization,
      name: label,
      type,
      ...times,
    });
    await insert(store, 'inventory_transaction', {
      id: label,
      organization,
      device,
      kind: 'operation',
      operation: 'sync',
      status: 'scheduled',
      parameters: '{}',
      created_at: name === 'noisy' ? number : 1000 + number,
      due_at: 0,
    });
  }
  return organization;
}

const stores = await bothStores();

for (const store of stores)
  test(`${store.engine}: the transaction of an organization comes before those of one that has its share`, async (t) => {
    const noisy = await addOrganization(store, 'noisy', 20);
    const quiet = await addOrganization(store, 'quiet', 1);
    // A claim reads no more of a gateway.
    const trustedClock = { skippedTime: () => ({ skipped_from: 0, skipped_until: 0 }) };
    const gateway = { store, now: () => new Date(5000), trustedClock } as unknown as Gateway;
    const lease = { owner: 'one', until: 60_000 };
    const claim = async (limit: number, maxRunning: number | null) =>
      (await claimTransactions(gateway, lease, { limit, isSilent: false, maxRunning })).map(
        ({ organization }) => organization,
      );
    t.same(await claim(4, 4), [noisy, noisy, noisy, noisy], 'the oldest, as long as none runs');
    t.same(await claim(4, 4), [quiet]);
    t.same(await claim(4, 4), []);
    t.same(await claim(2, null), [noisy, noisy], 'free slots are used');
  });

test('the pings of an organization leave places to the others', async (t) => {
  const queue = queuePings();
  const ping = (organization: number) =>
    ({ lane: 'ping', client: tenantOf({ organization }) }) as const;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const noisy = Array.from({ length: 60 }, () =>
    queue.run(ping(1), () => held).catch(() => 'refused'),
  );
  t.equal(await queue.run(ping(2), () => Promise.resolve('done')), 'done');
  release();
  const refused = (await Promise.all(noisy)).filter((result) => result === 'refused');
  t.equal(refused.length, 60 - 6 - 32);
});

for (const store of stores)
  test(`${store.engine}: an operation begins while many of another organization wait for slots`, async (t) => {
    await store.write([store.db.updateTable('inventory_transaction').set({ status: 'completed' })]);
    const noisy = await addOrganization(store, 'many', 12);
    const clock = new ManualClock();
    const metrics = new Registry();
    const began: number[] = [];
    const ends: (() => void)[] = [];
    const untilEnded = () => new Promise<void>((resolve) => ends.push(resolve));
    const job: Job = {
      kind: 'operation',
      waitsForDevice: 'never',
      async run({ organization, runStep, pause }) {
        const step = { name: 'operation', timeoutMs: 3_600_000, keepsSlot: true };
        await runStep(step, () => Promise.resolve());
        if (organization === noisy) await pause(10);
        began.push(organization);
        await runStep(step, untilEnded);
        return {};
      },
    };
    const runner = new JobRunner([job], 'one', clock);
    const gateway = {
      store,
      clock,
      metrics,
      now: clock.now,
      watchdog: new Watchdog(clock, metrics),
      config: { jobs: { concurrency: 2, lease_seconds: 36_000 } },
      trustedClock: { skippedTime: () => ({ skipped_from: 0, skipped_until: 0 }) },
    } as unknown as Gateway;
    const task = await runner.start(gateway);
    const search = () => task.run(new AbortController().signal);
    // Each of them gives its slot back for a pause, so that the next one begins.
    for (let round = 0; round < 12; round += 1) await search();
    await clock.advance(10);
    t.equal(began.length, 12, 'all are in progress');
    t.equal(ends.length, 2, 'as many as there are slots have one');
    const quiet = await addOrganization(store, 'one', 1);
    await search();
    let turns = 0;
    while (!began.includes(quiet) && turns < 10) {
      await clock.advance(100);
      ends[turns]?.();
      turns += 1;
      // The slot passes on once the end is stored.
      while (ends.length < turns + 2) await nextTurn();
    }
    t.ok(turns <= 2, `it had a slot after ${turns} turns`);
    for (let ended = turns; ended < 13; ended += 1) {
      while (ends.length <= ended) await nextTurn();
      ends[ended]?.();
    }
    await runner.stop(gateway);
  });
