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

/* Which of the packets that wait may go out. */

let organization = 0;

/** Fills a queue of its own. @param told  `nas/session`, or `nas` alone for Accounting-On; @returns those that may go out */
async function nextOf(
  store: Store,
  told: readonly string[],
  removed: readonly number[] = [],
): Promise<readonly string[]> {
  organization += 1;
  const queue = { organization, realm: '' };
  const statements = new ForwardStatements(store);
  const words = new Map<number, string>();
  for (const said of told) {
    const [nas = '', session = null] = said.split('/');
    await store.write([
      statements.enqueue(
        queue,
        { nas: [nas], session },
        { received: 1, attributes: Buffer.from(said) },
      ),
    ]);
  }
  const all = await readQueuePage(store, queue, { after: 0, limit: 100 });
  const packets = await readQueuedPackets(
    store,
    all.map(({ id }) => id),
  );
  for (const { id, attributes } of packets) words.set(id, Buffer.from(attributes).toString());
  await deleteQueuedPackets(
    store,
    removed.map((position) => all[position]?.id ?? 0),
  );
  const left = await readQueuePage(store, queue, { after: 0, limit: 100 });
  return left.filter(({ isSendable }) => isSendable).map(({ id }) => words.get(id) ?? '');
}

const cases: readonly {
  readonly says: string;
  readonly told: readonly string[];
  readonly removed?: readonly number[];
  readonly next: readonly string[];
}[] = [
  {
    says: 'of each session the first',
    told: ['a/1', 'a/1', 'a/2', 'b/1', 'a/2'],
    next: ['a/1', 'a/2', 'b/1'],
  },
  {
    says: 'the second where the first is gone',
    told: ['a/1', 'a/1', 'a/1'],
    removed: [0],
    next: ['a/1'],
  },
  {
    says: 'of a NAS what comes before its Accounting-On',
    told: ['a/1', 'a', 'a/2', 'a/1'],
    next: ['a/1'],
  },
  {
    says: 'the Accounting-On where nothing is before it',
    told: ['a/1', 'a', 'a/2'],
    removed: [0],
    next: ['a'],
  },
  {
    says: 'what follows an Accounting-On that is gone',
    told: ['a', 'a/2', 'a/1'],
    removed: [0],
    next: ['a/2', 'a/1'],
  },
  { says: 'whatever other NASes say', told: ['a', 'b/1', 'a/1'], next: ['a', 'b/1'] },
];

for (const store of await bothStores()) {
  for (const { says, told, removed, next } of cases)
    test(`on ${store.engine}, next is ${says}`, async (t) => {
      t.strictSame(await nextOf(store, told, removed), next);
    });

  test(`on ${store.engine}, a lease is held by one gateway until it is released or has expired`, async (t) => {
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
