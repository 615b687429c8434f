import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { asFault, Fault } from '../contract/errors.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { Secret } from '../contract/secret.ts';
import type { Caller } from '../contract/caller.ts';
import type { Call } from './endpoint.ts';
import { parseJsonColumn } from '../store/store.ts';

declare module '../contract/tables.ts' {
  interface Tables {
    /** Requests with an Idempotency-Key: `status` and `reply` are null while the first is in progress. */
    idempotency_key: {
      user: number;
      key: string;
      digest: string;
      status: Nullable<number>;
      reply: Nullable<JsonText>;
      created: EpochMs;
    };
  }
}

/** Hours that the reply to a key is kept. */
export const keptHours = 24;
const keptMs = keptHours * 3_600_000;
const digestPlace = 'idempotency_key.digest';
const replyPlace = 'idempotency_key.reply';

/** Columns with sealed values, and the places that they are bound to. The table has no id. */
export const sealedIdempotencyColumns = [
  { table: 'idempotency_key', column: 'digest', place: digestPlace },
  { table: 'idempotency_key', column: 'reply', place: replyPlace },
] as const;

interface Exchange {
  readonly gateway: Gateway;
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly call: Call;
  /** False: its reply is not kept, and each request is executed. */
  readonly isKept: boolean;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Executes a request with an Idempotency-Key once: a repetition within 24 hours gets the stored reply.
 * A request that failed may be repeated.
 *
 * @throws Fault `conflict` while the first is running, if it was interrupted, or if the key came with
 *   another request before
 */
export async function runIdempotent(
  exchange: Exchange,
  work: () => Promise<Answer>,
): Promise<Answer & { readonly isReplayed: boolean }> {
  const key = exchange.request.headers['idempotency-key'];
  if (typeof key !== 'string' || !exchange.isKept) return { ...(await work()), isReplayed: false };
  if (key.length === 0 || key.length > 255)
    throw Fault.field('Idempotency-Key', 'Expected 1 to 255 characters.');
  const earlier = await storeKey(exchange, key);
  if (earlier) return { ...earlier, isReplayed: true };
  try {
    const answer = await work();
    await storeReply(exchange, key, answer);
    return { ...answer, isReplayed: false };
  } catch (error) {
    await deleteKey(exchange, key);
    throw error;
  }
}

/** Stores the key as in use. @returns the reply to an earlier request with the key, or null */
async function storeKey(exchange: Exchange, key: string): Promise<Answer | null> {
  const { gateway, caller } = exchange;
  const { db } = gateway.store;
  const now = gateway.now().getTime();
  const before = gateway.trustedClock.now().getTime() - keptMs;
  const digest = digestOf(exchange);
  // Sealed, since digest and reply may reveal secrets of the request.
  const sealed = gateway.vault.seal(new Secret(digest), digestPlace);
  try {
    await gateway.store.write([
      db.deleteFrom('idempotency_key').where('created', '<', before),
      db
        .insertInto('idempotency_key')
        .values({ user: caller.user, key, digest: sealed, created: now }),
    ]);
    return null;
  } catch (error) {
    if (asFault(error)?.kind !== 'conflict') throw error;
    const row = await db
      .selectFrom('idempotency_key')
      .selectAll()
      .where('user', '=', caller.user)
      .where('key', '=', key)
      .executeTakeFirst();
    return earlierAnswer(gateway, row, digest);
  }
}

interface StoredReply {
  readonly digest: string;
  readonly status: number | null;
  readonly reply: string | null;
}

function earlierAnswer({ vault }: Gateway, row: StoredReply | undefined, digest: string): Answer {
  if (row && vault.open(row.digest, digestPlace).reveal() !== digest)
    throw new Fault('conflict', 'Another request had this Idempotency-Key before.');
  if (row?.status && row.reply !== null)
    return {
      status: row.status,
      body: parseJsonColumn(vault.open(row.reply, replyPlace).reveal()),
    };
  throw new Fault(
    'conflict',
    'The request with this Idempotency-Key is still running or was interrupted: check its result before repeating it.',
  );
}

async function storeReply(
  { gateway, caller }: Exchange,
  key: string,
  { status, body }: Answer,
): Promise<void> {
  const reply = gateway.vault.seal(new Secret(JSON.stringify(body ?? null)), replyPlace);
  const query = gateway.store.db.updateTable('idempotency_key').set({ status, reply });
  await gateway.store.write([query.where('user', '=', caller.user).where('key', '=', key)]);
}

async function deleteKey({ gateway, caller }: Exchange, key: string): Promise<void> {
  await gateway.store.write([
    gateway.store.db
      .deleteFrom('idempotency_key')
      .where('user', '=', caller.user)
      .where('key', '=', key),
  ]);
}

function digestOf({ request, call }: Exchange): string {
  return createHash('sha256')
    .update(JSON.stringify([request.method, request.url, call.body]))
    .digest('hex');
}

const repliesPerRead = 500;

/**
 * Deletes the stored replies that contain one of the texts, such as the name of an erased person; a repetition of such a
 * request is refused. Replies are sealed, so all replies of the last 24 hours are opened.
 */
export async function deleteRepliesAbout(
  { store, vault }: Pick<Gateway, 'store' | 'vault'>,
  texts: readonly string[],
): Promise<void> {
  const words = texts.map((text) => JSON.stringify(text).toLowerCase());
  const isAbout = (reply: string | null) => {
    const text = reply === null ? '' : vault.open(reply, replyPlace).reveal().toLowerCase();
    return words.some((word) => text.includes(word));
  };
  let last = { user: 0, key: '' };
  for (;;) {
    const { user, key } = last;
    const rows = await store.db
      .selectFrom('idempotency_key')
      .select(['user', 'key', 'reply'])
      .where(sql<boolean>`("user", key) > (${user}, ${key})`)
      .orderBy('user')
      .orderBy('key')
      .limit(repliesPerRead)
      .execute();
    const found = rows.filter(({ reply }) => isAbout(reply));
    if (found.length > 0)
      await store.write(
        found.map((row) =>
          store.db
            .updateTable('idempotency_key')
            .set({ reply: null })
            .where('user', '=', row.user)
            .where('key', '=', row.key),
        ),
      );
    const end = rows.at(-1);
    if (!end || rows.length < repliesPerRead) return;
    last = end;
    await nextTurn();
  }
}
