import { sql, type Expression, type RawBuilder } from 'kysely';
import { compileStatement, mustChange, type Statement, type Store } from '../store/store.ts';
import { splitList } from '../runtime/split-list.ts';

/*
 * The hosts of a category are rows of an edition, and the row of the category names the edition that is in force. A long list is
 * written as a new edition in many short transactions, so that no other write waits for it, and comes into force at once. Rows of
 * other editions are removed later, by `HostPurge`.
 */

declare module '../contract/tables.ts' {
  interface Tables {
    /** A host name, with everything below it, in an edition of the list of a category. */
    dnsfilter_host: { category: number; edition: number; host: string };
  }
}

/** Hosts that a body of JSON, a change and a site file may have. */
export const maxListedHosts = 10_000;
/** Hosts that a category may have. */
export const maxHosts = 2_000_000;

/** Hosts that one statement writes or reads. */
const hostsPerStatement = 5000;

/** An edition of the list of a category. */
export interface HostEdition {
  readonly category: number;
  readonly edition: number;
}

/** Returns a relation with the column `host` from a list of hosts: one parameter, whatever its length. */
function relationOfHosts({ engine }: Store, hosts: readonly string[]): RawBuilder<unknown> {
  const json = JSON.stringify(hosts);
  return engine === 'sqlite'
    ? sql`(select value as host from json_each(${json}))`
    : sql`(select value as host from json_array_elements_text(cast(${json} as json)))`;
}

/** Returns the statement that adds hosts to an edition, except for those that it has. */
export function insertHosts(
  store: Store,
  { category, edition }: Record<keyof HostEdition, number | Expression<unknown>>,
  hosts: readonly string[],
): Statement {
  // Both engines need a condition between the relation and ON CONFLICT.
  return statementOf(
    store,
    sql`insert into dnsfilter_host (category, edition, host)
      select ${category}, ${edition}, given.host from ${relationOfHosts(store, hosts)} as given where true
      on conflict do nothing`,
  );
}

/** Returns the statements that replace the hosts of a category in one transaction. */
export function replaceHosts(
  store: Store,
  category: number | Expression<unknown>,
  hosts: readonly string[],
): readonly Statement[] {
  const edition = sql`(select edition from dnsfilter_category where id = ${category})`;
  return [
    statementOf(
      store,
      sql`update dnsfilter_category
        set last_edition = last_edition + 1, edition = last_edition + 1, hosts_count = ${hosts.length}
        where id = ${category}`,
    ),
    ...splitList(hosts, hostsPerStatement).map((some) =>
      insertHosts(store, { category, edition }, some),
    ),
  ];
}

/** Returns the statements that remove hosts from the edition in force and add others, in one transaction. */
export function changeHosts(
  store: Store,
  of: HostEdition,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): readonly Statement[] {
  const { category, edition } = of;
  const present = (hosts: readonly string[]) =>
    sql`(select count(*) from dnsfilter_host
      where category = ${category} and edition = ${edition} and host in ${relationOfHosts(store, hosts)})`;
  return [
    ...splitList(remove, hostsPerStatement).flatMap((hosts) => [
      statementOf(
        store,
        sql`update dnsfilter_category set hosts_count = hosts_count - ${present(hosts)} where id = ${category}`,
      ),
      statementOf(
        store,
        sql`delete from dnsfilter_host
          where category = ${category} and edition = ${edition} and host in ${relationOfHosts(store, hosts)}`,
      ),
    ]),
    ...splitList(add, hostsPerStatement).flatMap((hosts) => [
      statementOf(
        store,
        sql`update dnsfilter_category set hosts_count = hosts_count + ${hosts.length} - ${present(hosts)}
          where id = ${category}`,
      ),
      insertHosts(store, of, hosts),
    ]),
  ];
}

/** Begins an edition. @returns its number; null: the category is gone */
export async function beginEdition(store: Store, category: number): Promise<number | null> {
  const [begun] = await store.write([
    store.db
      .updateTable('dnsfilter_category')
      .set((is) => ({ last_edition: is('last_edition', '+', 1) }))
      .where('id', '=', category)
      .returning('last_edition'),
  ]);
  const row = begun?.rows[0];
  return row ? Number(row['last_edition']) : null;
}

/** A change of the list of a category. */
export interface ListChange {
  readonly at: number;
  /** `updated_at` of the state that the change applies to; null: any. */
  readonly unchangedSince: number | null;
}

/** Returns the statement that puts an edition in force. */
export function putInForce(
  store: Store,
  { category, edition, count }: HostEdition & { readonly count: number },
  { at, unchangedSince }: ListChange,
): Statement {
  return mustChange(
    store.db
      .updateTable('dnsfilter_category')
      .set({ edition, hosts_count: count, updated_at: at })
      .where('id', '=', category)
      .$if(unchangedSince !== null, (query) => query.where('updated_at', '=', unchangedSince)),
  );
}

/** Returns the statement that marks a list as changed, if it still is the one that was read. */
export function touchList(
  store: Store,
  { category, edition }: HostEdition,
  { at, unchangedSince }: ListChange,
): Statement {
  return mustChange(
    store.db
      .updateTable('dnsfilter_category')
      .set({ updated_at: at })
      .where('id', '=', category)
      .where('edition', '=', edition)
      .$if(unchangedSince !== null, (query) => query.where('updated_at', '=', unchangedSince)),
  );
}

/** Reads the hosts of an edition in parts, sorted. */
export async function* readHosts(
  { store }: { readonly store: Store },
  { category, edition }: HostEdition,
): AsyncGenerator<readonly string[]> {
  let last = '';
  for (;;) {
    const rows = await store.readLong(
      store.db
        .selectFrom('dnsfilter_host')
        .select('host')
        .where('category', '=', category)
        .where('edition', '=', edition)
        .where('host', '>', last)
        .orderBy('host')
        .limit(hostsPerStatement),
    );
    if (rows.length > 0) yield rows.map(({ host }) => host);
    last = rows.at(-1)?.host ?? last;
    if (rows.length < hostsPerStatement) return;
  }
}

/** Reads the lists of all categories that a site file can have, sorted. */
export async function readHostLists(store: Store): Promise<ReadonlyMap<number, readonly string[]>> {
  const lists = new Map<number, readonly string[]>();
  const categories = await store.readLong(
    store.db
      .selectFrom('dnsfilter_category')
      .select(['id', 'edition'])
      .where('hosts_count', '<=', maxListedHosts),
  );
  for (const { id, edition } of categories) {
    const hosts: string[] = [];
    for await (const some of readHosts({ store }, { category: id, edition })) hosts.push(...some);
    lists.set(id, hosts.sort());
  }
  return lists;
}

/** Finds the next pair of category and edition that has hosts, with one search in the index. */
export async function editionAfter(
  store: Store,
  { category, edition }: HostEdition,
): Promise<HostEdition | null> {
  const row = await store.db
    .selectFrom('dnsfilter_host')
    .select(['category', 'edition'])
    .where(sql<boolean>`(category, edition) > (${category}, ${edition})`)
    .orderBy('category')
    .orderBy('edition')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Removes some hosts of an edition. @returns false: it has no more */
export async function removeSome(
  store: Store,
  { category, edition }: HostEdition,
): Promise<boolean> {
  const [removed] = await store.write([
    statementOf(
      store,
      sql`delete from dnsfilter_host where category = ${category} and edition = ${edition} and host in
        (select host from dnsfilter_host where category = ${category} and edition = ${edition} order by host limit ${hostsPerStatement})`,
    ),
  ]);
  return (removed?.changes ?? 0) === hostsPerStatement;
}

function statementOf(store: Store, query: RawBuilder<unknown>): Statement {
  return compileStatement({ compile: () => query.compile(store.db) });
}
