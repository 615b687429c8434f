import type { Readable } from 'node:stream';
import { Fault } from '../contract/errors.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Store } from '../store/store.ts';
import {
  beginEdition,
  insertHosts,
  maxHosts,
  putInForce,
  type HostEdition,
  type ListChange,
} from './category-host.ts';
import { readHostList } from './host-list.ts';

/**
 * Writes a list of hosts as a new edition while it arrives, and puts it in force at its end. Until then, and if the list has a
 * fault or its client goes away, the list in force stays.
 *
 * @throws Fault `invalid` naming the lines that are no host names; `not_found` the category is gone
 */
export async function uploadHosts(
  { store, dnsfilter }: Pick<Gateway, 'store' | 'dnsfilter'>,
  { category, text, change }: { category: number; text: Readable; change: ListChange },
): Promise<void> {
  const edition = await beginEdition(store, category);
  if (edition === null) throw new Fault('not_found', 'Not found.');
  const of = { category, edition };
  const release = dnsfilter.purge.hold(of);
  try {
    const count = await writeEdition(store, of, text);
    await store.write([putInForce(store, { ...of, count }, change)]);
  } finally {
    release();
    dnsfilter.purge.wakeUp.trigger();
  }
}

async function writeEdition(store: Store, of: HostEdition, text: Readable): Promise<number> {
  let count = 0;
  for await (const entries of readHostList(text, { mayRemove: false })) {
    const [written] = await store.write([
      insertHosts(
        store,
        of,
        entries.map(({ host }) => host),
      ),
    ]);
    count += written?.changes ?? 0;
    if (count > maxHosts) throw Fault.field('hosts', `A category has at most ${maxHosts} hosts.`);
  }
  return count;
}
