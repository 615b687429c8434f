import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Selectable } from 'kysely';
import type { FaultKind } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import { claimRows } from '../../store/claim.ts';
import { compileStatement, mustChange, type Statement, type Store } from '../../store/store.ts';
import type { Tables } from '../../tables.ts';
import type { AuthorizationAttributes } from '../policy/attribute-lists.ts';
import type { ChangeKind, ChangeState, ChangeTrigger } from './authorization-change.ts';

/*
 * The list of what NASes are to be told. It is on disk before anything is sent, so a request outlives the gateway that
 * wrote it down, and of several gateways the one that claims it sends it. What has not ended has a `next_try`: when it is
 * due, or, while it is under way, when whoever claimed it counts as dead.
 */

export type ClaimedChange = Selectable<Tables['aaa_authorization_change']>;

export interface ChangeRequest {
  readonly organization: number;
  readonly client: number;
  /** radacctid */
  readonly session: number;
  readonly user: number | null;
  readonly username: string | null;
  readonly kind: ChangeKind;
  readonly trigger: ChangeTrigger;
  /** The limit that was reached, in words. */
  readonly reason?: string | null;
  readonly attributes: AuthorizationAttributes;
  readonly requestedBy: number | null;
}

/** Asks for a change on somebody's behalf. @returns its id */
export async function requestChange(
  { store, now }: Gateway,
  wanted: ChangeRequest,
): Promise<number> {
  const [written] = await store.write([
    store.db.insertInto('aaa_authorization_change').values(rowOf(wanted, now())).returning('id'),
  ]);
  return Number(written?.rows[0]?.['id']);
}

/** A statement that asks for a change of our own; one that the session waits for already is replaced. */
export function scheduleChange(
  { store, now }: Pick<Gateway, 'store' | 'now'>,
  wanted: ChangeRequest,
): Statement {
  const {
    kind,
    trigger,
    reason = null,
    attributes,
    status,
    next_try,
    ...row
  } = rowOf(wanted, now());
  const anew = {
    kind,
    trigger,
    reason,
    attributes,
    status,
    next_try,
    owner: null,
    attempts: 0,
    ...noError,
  };
  return compileStatement(
    store.db
      .insertInto('aaa_authorization_change')
      .values({ ...row, ...anew })
      .onConflict((conflict) => conflict.column('session').where(isPending).doUpdateSet(anew)),
  );
}

const noError = { error_code: null, error_message: null };

const isPending = sql<boolean>`next_try is not null and "trigger" <> 'api'`;

function rowOf({ attributes, requestedBy, ...wanted }: ChangeRequest, now: Date) {
  const created = now.getTime();
  const status: ChangeState = 'scheduled';
  return {
    ...wanted,
    attributes: JSON.stringify(attributes),
    requested_by: requestedBy,
    status,
    created,
    next_try: created,
  };
}

/** A statement that gives up what of our own a session waits for: the reason has gone away. */
export function cancelChange(
  { store, now }: Pick<Gateway, 'store' | 'now'>,
  session: number,
): Statement {
  const canceled = { status: 'canceled', next_try: null, owner: null, completed: now().getTime() };
  return compileStatement(
    store.db
      .updateTable('aaa_authorization_change')
      .set(canceled)
      .where('session', '=', session)
      .where(isPending),
  );
}

const msBetweenLooks = 150;
const ended: readonly string[] = [
  'acknowledged',
  'refused',
  'no_answer',
  'failed',
  'canceled',
] satisfies ChangeState[];

/** Resolves when a change has ended, whichever gateway did it, or after `timeoutMs`. */
export async function waitForChange(store: Store, id: number, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const row = await store.db
      .selectFrom('aaa_authorization_change')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row || ended.includes(row.status)) return;
    await sleep(msBetweenLooks);
  }
}

/** Longer than an attempt takes: who has not said anything by then is gone. */
const leaseMs = 60_000;
/** Of one client, so that its silence takes up few of the places. */
const mostOfClient = 8;
const mostDue = 1_000;

interface ClaimOptions {
  readonly limit: number;
  /** Clients that have enough to answer. */
  readonly busyClients: readonly number[];
  /** Changes that are left to other gateways for now. */
  readonly releasedIds: readonly number[];
}

/** Takes changes that are due, those that have waited longest first, and of each client a few. */
export async function claimChanges(
  { store, now }: Gateway,
  { limit, busyClients, releasedIds }: ClaimOptions,
): Promise<readonly ClaimedChange[]> {
  const at = now().getTime();
  const others = busyClients.length > 0 ? sql`and client not in (${sql.join(busyClients)})` : sql``;
  const elsewhere =
    releasedIds.length > 0 ? sql`${others} and id not in (${sql.join(releasedIds)})` : others;
  const candidates = sql`
    select id from aaa_authorization_change where next_try <= ${at} and id in (
      select id from (
        select id, row_number() over (partition by client order by next_try, id) as place from (
          select id, client, next_try from aaa_authorization_change where next_try <= ${at} ${elsewhere}
          order by next_try limit ${mostDue}
        ) as due
      ) as placed where place <= ${mostOfClient} order by place limit ${limit}
    )`;
  return claimRows<ClaimedChange>(store, {
    table: 'aaa_authorization_change',
    candidates,
    probe: sql`select 1 from aaa_authorization_change where next_try <= ${at} ${elsewhere} limit 1`,
    set: sql`status = 'running', owner = ${randomUUID()}, next_try = ${at + leaseMs}, attempts = attempts + 1`,
    returning: sql`*`,
  });
}

type Ending = Partial<
  Pick<
    ClaimedChange,
    'error_cause' | 'error_cause_name' | 'error_code' | 'error_message' | 'tries' | 'ms'
  >
> & {
  readonly status: Exclude<ChangeState, 'running'>;
};

/** A statement that writes down what came of an attempt; fails its unit where the change is no longer ours to end. */
export function completeChange(
  { store, now }: Gateway,
  { id, owner }: ClaimedChange,
  ending: Ending,
): Statement {
  const end = { next_try: null, completed: now().getTime() };
  return mustChange(
    store.db
      .updateTable('aaa_authorization_change')
      .set({ ...noError, ...ending, owner: null, ...end })
      .where('id', '=', id)
      .where('owner', '=', owner),
  );
}

/** The same where it is tried again later. */
export function postponeChange(
  { store }: Gateway,
  { id, owner }: ClaimedChange,
  again: { readonly at: number } & Partial<Ending>,
) {
  const { at, ...known } = again;
  return mustChange(
    store.db
      .updateTable('aaa_authorization_change')
      .set({ ...noError, ...known, status: 'scheduled', owner: null, next_try: at })
      .where('id', '=', id)
      .where('owner', '=', owner),
  );
}

interface Pause extends Pick<Ending, 'error_code' | 'error_message'> {
  readonly client: number;
  readonly until: number;
}

/** Of a client that is silent, nothing of our own is tried before that time: its sessions would all be waited for in vain. */
export function postponeClientChanges(
  { store }: Gateway,
  { client, until, ...known }: Pause,
): Statement {
  return compileStatement(
    store.db
      .updateTable('aaa_authorization_change')
      .set({ ...known, next_try: until })
      .where('client', '=', client)
      .where('status', '=', 'scheduled')
      .where('next_try', '<', until)
      .where('trigger', '<>', 'api'),
  );
}

/** A statement that leaves a change to another gateway, as if it had not been claimed. */
export function releaseChange(
  { store }: Gateway,
  { id, owner, attempts, created }: ClaimedChange,
): Statement {
  return mustChange(
    store.db
      .updateTable('aaa_authorization_change')
      // Due for whoever looks, however its clock stands.
      .set({ status: 'scheduled', owner: null, next_try: created, attempts: attempts - 1 })
      .where('id', '=', id)
      .where('owner', '=', owner),
  );
}

/** How many changes of a client are under way, at all gateways. */
export async function countRunningChanges({ store }: Gateway, client: number): Promise<number> {
  const running = store.db
    .selectFrom('aaa_authorization_change')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('next_try', 'is not', null)
    .where('status', '=', 'running')
    .where('client', '=', client);
  return (await running.executeTakeFirst())?.count ?? 0;
}

/** A statement that makes due what a client could not be asked for while it was away. */
export function expediteClientChanges({ store, now }: Gateway, client: number): Statement {
  const at = now().getTime();
  return compileStatement(
    store.db
      .updateTable('aaa_authorization_change')
      .set({ next_try: at })
      .where('client', '=', client)
      .where('status', '=', 'scheduled')
      .where('error_code', '=', 'unreachable' satisfies FaultKind)
      .where('next_try', '>', at),
  );
}
