import { hash } from 'node:crypto';
import { sql, type GeneratedAlways, type RawBuilder } from 'kysely';
import type { Statement, Store } from '../../store/store.ts';
import { namedParameter, PreparedStatement } from '../../store/prepared-statement.ts';

declare module '../../tables.ts' {
  interface Tables {
    /**
     * Accounting that waits for an upstream to acknowledge it. A queue is an organization and a realm, and outlives the
     * upstreams that serve it.
     */
    aaa_forward: {
      id: GeneratedAlways<number>;
      /** The organization of the upstream, not that of the packet. */
      organization: number;
      /** Empty: all users. */
      realm: string;
      /** Number derived from the client and the NAS; 0: the gateway itself, for portal sessions. */
      nas: number;
      /** Packets of the same number are sent in order: derived from the session; 0: the NAS itself. */
      line: number;
      received: EpochMs;
      /** As received, octet for octet. */
      attributes: Uint8Array;
    };
  }
}

/*
 * Accounting that upstreams are to be told of. A packet is in its queue before it is answered, and leaves it when an
 * upstream has acknowledged it. Packets of one session go out one after another; Accounting-On and -Off go out after
 * everything that their NAS said before, and before everything that it said after.
 */

/** Of the upstreams of one organization for one realm: several of them are alternatives, and serve one queue. */
export interface ForwardQueue {
  readonly organization: number;
  /** Empty: all users. */
  readonly realm: string;
}

/** Who speaks, and of which session; null: of the NAS itself. */
export interface ForwardOrderKey {
  /** null: the gateway, of a session of its portal. */
  readonly nas: readonly (string | number | null)[] | null;
  readonly session: string | null;
}

export interface QueuedPacket {
  readonly id: number;
  /** When it came in, in milliseconds since 1970. */
  readonly received: number;
  readonly attributes: Uint8Array;
  readonly isFromPortal: boolean;
}

/** What is known of a packet without its octets. */
export interface QueueEntry {
  readonly id: number;
  readonly isSendable: boolean;
}

/** Writes statements that put packets into queues. */
export class ForwardStatements {
  readonly #insert: PreparedStatement<Readonly<Record<string, string | number | Uint8Array>>>;

  constructor({ db }: Store) {
    const columns = ['organization', 'realm', 'nas', 'line', 'received', 'attributes'];
    const names = sql.join(columns.map((column) => sql.ref(column)));
    const values = sql.join(columns.map((column) => namedParameter(column)));
    this.#insert = new PreparedStatement(
      sql`insert into aaa_forward (${names}) values (${values})`.compile(db),
    );
  }

  enqueue(
    queue: ForwardQueue,
    { nas, session }: ForwardOrderKey,
    packet: Pick<QueuedPacket, 'received' | 'attributes'>,
  ): Statement {
    const { organization, realm } = queue;
    const line = session === null ? ofNas : numberOf([session]);
    const { received, attributes } = packet;
    return this.#insert.bind({
      organization,
      realm,
      nas: nas === null ? ofPortal : numberOf(nas),
      line,
      received,
      attributes,
    });
  }
}

const ofNas = 0;
const ofPortal = 0;

/** 48 bits, which every engine keeps as an integer. Two that happen to share a number wait for each other, and that is all. */
function numberOf(parts: readonly (string | number | null)[]): number {
  return 1 + Number.parseInt(hash('md5', JSON.stringify(parts)).slice(0, 12), 16);
}

/**
 * The packets that follow a position in a queue, and which of them may go out: nothing of the same line is before them.
 * What is being sent still stands in its queue, so what waits for it is not next.
 */
export async function readQueuePage(
  store: Store,
  { organization, realm }: ForwardQueue,
  page: QueuePage,
): Promise<readonly QueueEntry[]> {
  // A query for each row, and not a join: an engine that knows little of the table would read all of it.
  const before = (which: RawBuilder<unknown>) => sql`(select min(e.id) from aaa_forward as e
    where e.organization = f.organization and e.realm = f.realm and e.nas = f.nas ${which})`;
  const isFirst = sql`case when f.line = ${ofNas} then ${before(sql``)} = f.id
    else ${before(sql`and e.line = f.line`)} = f.id and coalesce(${before(sql`and e.line = ${ofNas}`)}, f.id) >= f.id end`;
  const query = sql<{ id: number; is_next: number | boolean }>`
    select f.id, (${isFirst}) as is_next from aaa_forward as f
    where f.organization = ${organization} and f.realm = ${realm} and f.id > ${page.after}
    order by f.id limit ${page.limit}`;
  const { rows } = await query.execute(store.db);
  return rows.map(({ id, is_next }) => ({ id, isSendable: Boolean(is_next) }));
}

export interface QueuePage {
  readonly after: number;
  readonly limit: number;
}

export async function readQueuedPackets(
  { db }: Store,
  ids: readonly number[],
): Promise<readonly QueuedPacket[]> {
  if (ids.length === 0) return [];
  const query = db
    .selectFrom('aaa_forward')
    .select(['id', 'nas', 'received', 'attributes'])
    .where('id', 'in', ids)
    .orderBy('id');
  return (await query.execute()).map(({ nas, ...packet }) => ({
    ...packet,
    isFromPortal: nas === ofPortal,
  }));
}

/** Takes packets out of their queue: they have been acknowledged. */
export async function deleteQueuedPackets(store: Store, ids: readonly number[]): Promise<void> {
  const list = JSON.stringify(ids);
  // One parameter, however many they are: the text stays the same.
  const listed =
    store.engine === 'postgres'
      ? sql`select cast(value as bigint) from json_array_elements_text(cast(${list} as json)) as t(value)`
      : sql`select value from json_each(${list})`;
  await store.write([sql`delete from aaa_forward where id in (${listed})`.compile(store.db)]);
}

/** Drops what came into a queue before a time, so many packets at once, the oldest first. @returns how many went */
export async function deleteExpiredPackets(
  store: Store,
  { organization, realm }: ForwardQueue,
  before: Date,
): Promise<number> {
  const some = sql`select id from aaa_forward where organization = ${organization} and realm = ${realm}
    and received < ${before.getTime()} order by id limit 1000`;
  const [written] = await store.write([
    sql`delete from aaa_forward where id in (${some})`.compile(store.db),
  ]);
  return written?.changes ?? 0;
}

/** Whether there is an upstream for a queue, be it switched off. */
export async function queueHasUpstream(
  { db }: Store,
  { organization, realm }: ForwardQueue,
): Promise<boolean> {
  const rows = await db
    .selectFrom('aaa_upstream')
    .select('realm')
    .where('organization', '=', organization)
    .execute();
  return rows.some((row) => (row.realm?.toLowerCase() ?? '') === realm);
}

export interface QueueBacklog extends ForwardQueue {
  readonly count: number;
  /** When the packet that has waited longest came in. */
  readonly oldest: number;
}

/** All queues that anything waits in. Reads an index from end to end, off the event loop. */
export function readAllBacklogs(store: Store): Promise<readonly QueueBacklog[]> {
  const first = sql`select received from aaa_forward where id = q.first`;
  const query = sql<QueueBacklog>`
    select q.organization, q.realm, q.count, (${first}) as oldest
    from (select organization, realm, count(*) as count, min(id) as first from aaa_forward group by organization, realm) as q`;
  return store.readLong({ compile: () => query.compile(store.db) });
}

/** What waits in one queue is counted so far. */
export const backlogCountLimit = 10_000;

/** Queues of those given that anything waits in, `countedUpTo` of each at most: what lies beyond is not read. */
export async function readBacklogs(
  store: Store,
  queues: readonly ForwardQueue[],
): Promise<readonly QueueBacklog[]> {
  if (queues.length === 0) return [];
  const given = queues.map(
    ({ organization, realm }) => sql`(cast(${organization} as bigint), cast(${realm} as text))`,
  );
  const isIn = sql`f.organization = q.organization and f.realm = q.realm`;
  const query = sql<QueueBacklog>`
    with q(organization, realm) as (values ${sql.join(given)}), counted as (
      select q.organization, q.realm,
        (select count(*) from (select 1 from aaa_forward as f where ${isIn} limit ${backlogCountLimit}) as counted_rows) as count,
        (select f.received from aaa_forward as f where ${isIn} order by f.id limit 1) as oldest
      from q)
    select * from counted where oldest is not null`;
  return store.readLong({ compile: () => query.compile(store.db) });
}
