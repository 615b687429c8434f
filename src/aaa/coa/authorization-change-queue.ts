import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Selectable } from 'kysely';
import type { FaultKind } from '../../contract/errors.ts';
import type { Gateway, StoreAndClock } from '../../gateway/gateway.ts';
import { claimRows } from '../../store/claim.ts';
import { namedParameter, prepareQuery } from '../../store/prepared-statement.ts';
import {
  compileStatement,
  mustChange,
  parseJsonColumn,
  type Statement,
  type Store,
} from '../../store/store.ts';
import type { Tables } from '../../contract/tables.ts';
import type { AuthorizationAttributes } from '../policy/attribute-lists.ts';
import type { ChangeKind, ChangeState, ChangeTrigger } from './authorization-change.ts';

/*
 * The queue of authorization changes for NASes. A change is stored before it is sent, so it survives a restart, and one of
 * several gateways claims it and sends it. A change that has not ended has a `next_try`: when it is due, or, while it is being
 * sent, when the claim expires.
 */

/** Changes without a client are complete when they are written: there is no NAS to send them to. */
export type ClaimedChange = Selectable<Tables['aaa_authorization_change']> & {
  readonly client: number;
};

/** Returns the attributes that a change sends. */
export function attributesOfChange({
  attributes,
}: Pick<ClaimedChange, 'attributes'>): AuthorizationAttributes {
  return parseJsonColumn<AuthorizationAttributes>(attributes);
}

export interface ChangeRequest {
  readonly organization: number;
  readonly client: number;
  /** The session's radacctid. */
  readonly session: number;
  readonly user: number | null;
  readonly username: string | null;
  readonly kind: ChangeKind;
  readonly trigger: ChangeTrigger;
  /** Description of the limit that was reached. */
  readonly reason?: string | null;
  readonly attributes: AuthorizationAttributes;
  readonly requestedBy: number | null;
}

/**
 * Queues a change that an API caller requests. Without a client there is no NAS to send it to, so it is complete.
 *
 * @param extra  statements of the same transaction
 * @returns      its id
 */
export async function requestChange(
  { store, now }: Gateway,
  request: Omit<ChangeRequest, 'client'> & { readonly client: number | null },
  extra: readonly Statement[] = [],
): Promise<number> {
  const row = createRow(request, now());
  const complete = { status: 'acknowledged', next_try: null, completed: row.created };
  const [written] = await store.write([
    store.db
      .insertInto('aaa_authorization_change')
      .values(request.client === null ? { ...row, ...complete } : row)
      .returning('id'),
    ...extra,
  ]);
  return Number(written?.rows[0]?.['id']);
}

/** Creates a statement that queues a change of the gateway itself. It replaces a pending one of the session. */
export function scheduleChange({ store, now }: StoreAndClock, request: ChangeRequest): Statement {
  const {
    kind,
    trigger,
    reason = null,
    attributes,
    status,
    next_try,
    ...row
  } = createRow(request, now());
  const updated = {
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
      .values({ ...row, ...updated })
      .onConflict((conflict) => conflict.column('session').where(isPending).doUpdateSet(updated)),
  );
}

const noError = { error_code: null, error_message: null };

const isPending = sql<boolean>`next_try is not null and "trigger" <> 'api'`;

function createRow<T extends Omit<ChangeRequest, 'client'>>(
  { attributes, requestedBy, ...request }: T,
  now: Date,
) {
  const created = now.getTime();
  const status: ChangeState = 'scheduled';
  return {
    ...request,
    attributes: JSON.stringify(attributes),
    requested_by: requestedBy,
    status,
    created,
    next_try: created,
  };
}

/** Creates a statement that cancels a pending change of the gateway itself: its reason no longer holds. */
export function cancelChange({ store, now }: StoreAndClock, session: number): Statement {
  const canceled = { status: 'canceled', next_try: null, owner: null, completed: now().getTime() };
  return compileStatement(
    store.db
      .updateTable('aaa_authorization_change')
      .set(canceled)
      .where('session', '=', session)
      .where(isPending),
  );
}

const pollIntervalMs = 150;
const endStates: readonly string[] = [
  'acknowledged',
  'refused',
  'no_answer',
  'failed',
  'canceled',
] satisfies ChangeState[];

/** Resolves when a change has ended, on any gateway, or after `timeoutMs`. */
export async function waitForChange(store: Store, id: number, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const row = await store.db
      .selectFrom('aaa_authorization_change')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row || endStates.includes(row.status)) return;
    await sleep(pollIntervalMs);
  }
}

/** Longer than an attempt takes. */
const leaseMs = 60_000;
/** Changes of one client in progress at a time, so that a silent client does not delay the others. */
export const maxChangesPerClient = 8;
const maxDue = 1_000;

interface ClaimOptions {
  readonly limit: number;
  /** Clients with the maximum of changes in progress. */
  readonly busyClients: readonly number[];
  /** Changes that are left to other gateways for now. */
  readonly releasedIds: readonly number[];
}

/** Claims changes that are due, the oldest first, and at most `maxChangesPerClient` of each client. */
export async function claimChanges(
  { store, now }: Gateway,
  { limit, busyClients, releasedIds }: ClaimOptions,
): Promise<readonly ClaimedChange[]> {
  const at = now().getTime();
  if ((await findDue(store, { now: at })).length === 0) return [];
  const ofOtherClients =
    busyClients.length > 0 ? sql`and client not in (${sql.join(busyClients)})` : sql``;
  const isClaimable =
    releasedIds.length > 0
      ? sql`${ofOtherClients} and id not in (${sql.join(releasedIds)})`
      : ofOtherClients;
  const candidates = sql`
    select id from aaa_authorization_change where next_try <= ${at} and id in (
      select id from (
        select id, row_number() over (partition by client order by next_try, id) as place from (
          select id, client, next_try from aaa_authorization_change where next_try <= ${at} ${isClaimable}
          order by next_try limit ${maxDue}
        ) as due
      ) as placed where place <= ${maxChangesPerClient} order by place limit ${limit}
    )`;
  return claimRows<ClaimedChange>(store, {
    table: 'aaa_authorization_change',
    candidates,
    probe: sql`select 1 from aaa_authorization_change where next_try <= ${at} ${isClaimable} limit 1`,
    set: sql`status = 'running', owner = ${randomUUID()}, next_try = ${at + leaseMs}, attempts = attempts + 1`,
    returning: sql`*`,
  });
}

const findDue = prepareQuery((db) =>
  db
    .selectFrom('aaa_authorization_change')
    .select('id')
    .where('next_try', '<=', namedParameter<number>('now'))
    .limit(1)
    .compile(),
);

type Outcome = Partial<
  Pick<
    ClaimedChange,
    'error_cause' | 'error_cause_name' | 'error_code' | 'error_message' | 'tries' | 'ms'
  >
> & {
  readonly status: Exclude<ChangeState, 'running'>;
};

/** Creates a statement that records the outcome of an attempt. The transaction fails if the claim has been lost. */
export function completeChange(
  { store, now }: Gateway,
  { id, owner }: ClaimedChange,
  outcome: Outcome,
): Statement {
  const end = { next_try: null, completed: now().getTime() };
  return mustChange(
    store.db
      .updateTable('aaa_authorization_change')
      .set({ ...noError, ...outcome, owner: null, ...end })
      .where('id', '=', id)
      .where('owner', '=', owner),
  );
}

/** Creates a statement that schedules the next attempt. The transaction fails if the claim has been lost. */
export function postponeChange(
  { store }: Gateway,
  { id, owner }: ClaimedChange,
  { at, ...known }: { readonly at: number } & Partial<Outcome>,
) {
  return mustChange(
    store.db
      .updateTable('aaa_authorization_change')
      .set({ ...noError, ...known, status: 'scheduled', owner: null, next_try: at })
      .where('id', '=', id)
      .where('owner', '=', owner),
  );
}

interface Postponement extends Pick<Outcome, 'error_code' | 'error_message'> {
  readonly client: number;
  readonly until: number;
}

/** Creates a statement that postpones the gateway's own changes for a client that does not reply. */
export function postponeClientChanges(
  { store }: Gateway,
  { client, until, ...known }: Postponement,
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

/** Creates a statement that releases a claimed change, for another gateway to claim. */
export function releaseChange(
  { store }: Gateway,
  { id, owner, attempts, created }: ClaimedChange,
): Statement {
  return mustChange(
    store.db
      .updateTable('aaa_authorization_change')
      // The time of creation is in the past by the clock of every gateway.
      .set({ status: 'scheduled', owner: null, next_try: created, attempts: attempts - 1 })
      .where('id', '=', id)
      .where('owner', '=', owner),
  );
}

/** Counts the changes of a client in progress, on all gateways. */
export async function countRunningChanges({ store }: Gateway, client: number): Promise<number> {
  const running = store.db
    .selectFrom('aaa_authorization_change')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('next_try', 'is not', null)
    .where('status', '=', 'running')
    .where('client', '=', client);
  return (await running.executeTakeFirst())?.count ?? 0;
}

/** Creates a statement that makes changes due that failed because their client was not connected. */
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
