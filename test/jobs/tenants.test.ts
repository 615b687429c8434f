import { test } from 'tap';
import { claimTransactions } from '../../src/inventory/transaction/transaction-lease.ts';
import type { Gateway } from '../../src/gateway/gateway.ts';
import type { Store } from '../../src/store/store.ts';
import { queuePings, pingOf } from '../../src/runtime/limit/ping-queue.ts';
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

for (const store of await bothStores())
  test(`${store.engine}: the transaction of an organization comes before those of one that has its share`, async (t) => {
    const noisy = await addOrganization(store, 'noisy', 20);
    const quiet = await addOrganization(store, 'quiet', 1);
    // A claim reads no more of a gateway.
    const gateway = { store, now: () => new Date(5000) } as unknown as Gateway;
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
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const noisy = Array.from({ length: 60 }, () =>
    queue.run(pingOf({ organization: 1 }), () => held).catch(() => 'refused'),
  );
  t.equal(await queue.run(pingOf({ organization: 2 }), () => Promise.resolve('done')), 'done');
  release();
  const refused = (await Promise.all(noisy)).filter((result) => result === 'refused');
  t.equal(refused.length, 60 - 6 - 32);
});
