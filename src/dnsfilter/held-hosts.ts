import { Fault } from '../contract/errors.ts';
import type { Gateway } from '../gateway/gateway.ts';
import {
  changeHosts,
  readHosts,
  replaceHosts,
  touchList,
  type HostEdition,
  type ListChange,
} from './category-host.ts';

type Context = Pick<Gateway, 'store' | 'dnsfilter'>;

/** A category, and the change of its list. */
interface ChangedList {
  readonly category: number;
  readonly change: ListChange;
}

/** Replaces the hosts of a category in one transaction. @throws Fault `conflict` if another request has changed them */
export async function writeHosts(
  { store, dnsfilter }: Context,
  { category, change }: ChangedList,
  hosts: readonly string[],
): Promise<void> {
  const of = await editionOf({ store }, category);
  await store.write([touchList(store, of, change), ...replaceHosts(store, category, hosts)]);
  dnsfilter.purge.wakeUp.trigger();
}

/** Adds and removes hosts in one transaction. @throws Fault `conflict` if another request has replaced them */
export async function writeHostChanges(
  { store }: Pick<Context, 'store'>,
  { category, change }: ChangedList,
  hosts: Parameters<typeof changeHosts>[2],
): Promise<void> {
  const of = await editionOf({ store }, category);
  await store.write([touchList(store, of, change), ...changeHosts(store, of, hosts)]);
}

/** Reads the edition in force in parts; it is held until its reader has it. @throws Fault `not_found` */
export async function* readHeldHosts(
  { store, dnsfilter: { purge } }: Context,
  category: number,
): AsyncGenerator<readonly string[]> {
  let of = await editionOf({ store }, category);
  let release = purge.hold(of);
  try {
    // The one that was found may have been removed before it was held.
    for (;;) {
      const now = await editionOf({ store }, category);
      if (now.edition === of.edition) break;
      release();
      of = now;
      release = purge.hold(of);
    }
    yield* readHosts({ store }, of);
  } finally {
    release();
  }
}

async function editionOf(
  { store }: Pick<Context, 'store'>,
  category: number,
): Promise<HostEdition> {
  const row = await store.db
    .selectFrom('dnsfilter_category')
    .select('edition')
    .where('id', '=', category)
    .executeTakeFirst();
  if (!row) throw new Fault('not_found', 'Not found.');
  return { category, edition: row.edition };
}
