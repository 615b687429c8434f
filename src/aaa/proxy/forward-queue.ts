import { hash } from 'node:crypto';
import { sql, type GeneratedAlways, type RawBuilder } from 'kysely';
import type { Statement, Store } from '../../store/store.ts';
import { namedParameter, PreparedStatement } from '../../store/prepared-statement.ts';
import { normalizeRealm } from '../account/realm.ts';

declare module '../../contract/tables.ts' {
  interface Tables {
    /**
     * Accounting that waits for an upstream to acknowledge it. A queue is an organization and a realm, and outlives the
     * upstreams that serve it.
     */
    aaa_forward: {
      id: GeneratedAlways<number>;
      /** The organization of the upstream, not of the packet. */
      organization: number;
      /** Empty: all users. */
      realm: string;
      /** Number derived from the client and the NAS; 0: the gateway itself, for portal sessions. */
      nas: number;
      /** Packets of the same number are sent in order: derived from the session; 0: the NAS itself. */
      line: number;
      received: EpochMs;
      /** Attributes as received, octet for octet. */
      attributes: Uint8Array;
    };
  }
}

/*
 * The forward queue: accounting packets for upstreams. A packet is stored in its queue before the client gets its reply,
 * and deleted when an upstream has acknowledged it. Packets of one session are sent one after another. Accounting-On and
 * Accounting-Off are sent after everything that their NAS sent before them, and before everything that it sent later.
 */

/** A queue, served by all upstreams of one organization and realm; they are alternatives. */
export interface ForwardQueue {
  readonly organization: number;
  /** Realm in lower case; empty: all users. */
  readonly realm: string;
}

/** Returns the queue that an upstream serves. */
export function queueOfUpstream({
  organization,
  realm,
}: {
  readonly organization: number;
  readonly realm: string | null;
}): ForwardQueue {
  return { organization, realm: normalizeRealm(realm) };
}

/** Returns a string that identifies a queue. */
export function forwardQueueKey({ organization, realm }: ForwardQueue): string {
  return `${organization} ${realm}`;
}

/** NAS and session of a packet: packets of the same key are sent in order. */
export interface ForwardOrderKey {
  /** Identity of the NAS; null: the gateway itself, for sessions of its captive portal. */
  readonly nas: readonly (string | number | null)[] | null;
  /** Acct-Session-Id; null: the packet concerns the NAS as a whole. */
  readonly session: string | null;
}

export interface QueuedPacket {
  readonly id: number;
  /** Time of receipt, in milliseconds since 1970. */
  readonly received: number;
  readonly attributes: Uint8Array;
  readonly isFromPortal: boolean;
}

/** A queued packet without its attributes. */
export interface QueueEntry {
  readonly id: number;
  /** True if no packet that must be sent first is still in the queue. */
  readonly isSendable: boolean;
}

/** Creates statements that put packets into queues. */
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
    { organization, realm }: ForwardQueue,
    { nas, session }: ForwardOrderKey,
    { received, attributes }: Pick<QueuedPacket, 'received' | 'attributes'>,
  ): Statement {
    return this.#insert.bind({
      organization,
      realm,
      nas: nas === null ? portalNas : numericKey(nas),
      line: session === null ? nasLine : numericKey([session]),
      received,
      attributes,
    });
  }
}

const nasLine = 0;
const portalNas = 0;

/** Derives a key of 48 bits, which every engine stores as an integer. After a collision two sessions wait for each other. */
function numericKey(parts: readonly (string | number | null)[]): number {
  return 1 + Number.parseInt(hash('md5', JSON.stringify(parts)).slice(0, 12), 16);
}

/**
 * Reads the packets after a position in a queue, and whether each may be sent: no packet of the same session or NAS must be
 * sent before it. Packets in flight stay in the queue, so those behind them are not sendable.
 */
export async function readQueuePage(
  store: Store,
  { organization, realm }: ForwardQueue,
  page: QueuePage,
): Promise<readonly QueueEntry[]> {
  // Correlated subqueries instead of a join: without statistics an engine would read the whole table for the join.
  const firstId = (condition: RawBuilder<unknown>) => sql`(select min(e.id) from aaa_forward as e
    where e.organization = f.organization and e.realm = f.realm and e.nas = f.nas ${condition})`;
  const isFirst = sql`case when f.line = ${nasLine} then ${firstId(sql``)} = f.id
    else ${firstId(sql`and e.line = f.line`)} = f.id and coalesce(${firstId(sql`and e.line = ${nasLine}`)}, f.id) >= f.id end`;
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
    isFromPortal: nas === portalNas,
  }));
}

/** Deletes packets that have been acknowledged. */
export async function deleteQueuedPackets(store: Store, ids: readonly number[]): Promise<void> {
  const list = JSON.stringify(ids);
  // One parameter for any number of ids: the statement stays the same and is prepared once.
  const listed =
    store.engine === 'postgres'
      ? sql`select cast(value as bigint) from json_array_elements_text(cast(${list} as json)) as t(value)`
      : sql`select value from json_each(${list})`;
  await store.write([sql`delete from aaa_forward where id in (${listed})`.compile(store.db)]);
}

const expiredBatchSize = 1_000;

/** Deletes the oldest packets of a queue that were received before a time, one batch. @returns how many were deleted */
export async function deleteExpiredPackets(
  store: Store,
  { organization, realm }: ForwardQueue,
  before: Date,
): Promise<number> {
  const expired = sql`select id from aaa_forward where organization = ${organization} and realm = ${realm}
    and received < ${before.getTime()} order by id limit ${expiredBatchSize}`;
  const [written] = await store.write([
    sql`delete from aaa_forward where id in (${expired})`.compile(store.db),
  ]);
  return written?.changes ?? 0;
}

/** True if packets are queued for any upstream. */
export async function hasQueuedPackets({ db }: Store): Promise<boolean> {
  return (await db.selectFrom('aaa_forward').select('id').limit(1).execute()).length > 0;
}
