import { test } from 'tap';
import {
  ForwardStatements,
  readQueuedPackets,
  readQueuePage,
  deleteQueuedPackets,
} from '../../../src/aaa/proxy/forward-queue.ts';
import { acquireLease, releaseLease } from '../../../src/store/claim.ts';
import type { Store } from '../../../src/store/store.ts';
import { bothStores } from '../../store/stores.ts';

/* The order in which queued packets may be sent. */

let organization = 0;

/**
 * Fills a new queue.
 *
 * @param packets  `nas/session` each, or `nas` alone for Accounting-On
 * @param removed  positions of packets that are deleted afterwards
 * @returns        the packets that may be sent
 */
async function sendableOf(
  store: Store,
  packets: readonly string[],
  removed: readonly number[] = [],
): Promise<readonly string[]> {
  organization += 1;
  const queue = { organization, realm: '' };
  const statements = new ForwardStatements(store);
  const names = new Map<number, string>();
  for (const packet of packets) {
    const [nas = '', session = null] = packet.split('/');
    await store.write([
      statements.enqueue(
        queue,
        { nas: [nas], session },
        { received: 1, attributes: Buffer.from(packet) },
      ),
    ]);
  }
  const all = await readQueuePage(store, queue, { after: 0, limit: 100 });
  const queued = await readQueuedPackets(
    store,
    all.map(({ id }) => id),
  );
  for (const { id, attributes } of queued) names.set(id, Buffer.from(attributes).toString());
  await deleteQueuedPackets(
    store,
    removed.map((position) => all[position]?.id ?? 0),
  );
  const left = await readQueuePage(store, queue, { after: 0, limit: 100 });
  return left.filter(({ isSendable }) => isSendable).map(({ id }) => names.get(id) ?? '');
}

const cases: readonly {
  readonly name: string;
  readonly packets: readonly string[];
  readonly removed?: readonly number[];
  readonly sendable: readonly string[];
}[] = [
  {
    name: 'the first packet of each session',
    packets: ['a/1', 'a/1', 'a/2', 'b/1', 'a/2'],
    sendable: ['a/1', 'a/2', 'b/1'],
  },
  {
    name: 'the second packet once the first is deleted',
    packets: ['a/1', 'a/1', 'a/1'],
    removed: [0],
    sendable: ['a/1'],
  },
  {
    name: 'the packets of a NAS before its Accounting-On',
    packets: ['a/1', 'a', 'a/2', 'a/1'],
    sendable: ['a/1'],
  },
  {
    name: 'the Accounting-On once nothing is before it',
    packets: ['a/1', 'a', 'a/2'],
    removed: [0],
    sendable: ['a'],
  },
  {
    name: 'the packets after a deleted Accounting-On',
    packets: ['a', 'a/2', 'a/1'],
    removed: [0],
    sendable: ['a/2', 'a/1'],
  },
  { name: 'independent of other NASes', packets: ['a', 'b/1', 'a/1'], sendable: ['a', 'b/1'] },
];

for (const store of await bothStores()) {
  for (const { name, packets, removed, sendable } of cases)
    test(`${store.engine}: sendable: ${name}`, async (t) => {
      t.strictSame(await sendableOf(store, packets, removed), sendable);
    });

  test(`${store.engine}: a lease is held by one gateway until it is released or has expired`, async (t) => {
    const lease = { table: 'aaa_forward_lease', key: { organization: 1, realm: 'isp' } };
    const take = (owner: string, now: number) =>
      acquireLease(store, { ...lease, owner }, { now, until: now + 10 });
    t.equal(await take('one', 100), true);
    t.equal(await take('other', 105), false);
    t.equal(await take('one', 108), true);
    t.equal(await take('other', 112), false);
    t.equal(await take('other', 119), true);
    t.equal(await take('one', 120), false);
    await releaseLease(store, { ...lease, owner: 'one' });
    t.equal(await take('one', 121), false);
    await releaseLease(store, { ...lease, owner: 'other' });
    t.equal(await take('one', 122), true);
  });
}
