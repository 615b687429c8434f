import { createHash, randomBytes } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { compileStatement, writeReturning, type Statement, type Store } from '../../store/store.ts';
import type { SteppedKind } from '../page/portal-page.ts';
import type { PendingLogin } from './pending-login.ts';

/*
 * Logins that wait for their second step. They are in the store and not in memory, so that a restart loses none and any gateway of
 * the store continues each. The browser holds the token, of which the store has only a digest.
 */

const tokenOctets = 24;
const tokenPattern = /^[A-Za-z0-9_-]{32}$/;

/** Returns a token for a browser or a link, of 192 random bits. */
export function createToken(): string {
  return randomBytes(tokenOctets).toString('base64url');
}

/** Returns the digest of a token, or of texts that belong together, as the store has it: SHA-256 in hexadecimal. */
export function digestTexts(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

/** A login that begins. */
export interface NewPendingLogin {
  readonly organization: number;
  readonly page: number;
  readonly kind: SteppedKind;
  readonly mac: string;
  readonly ip: string;
  readonly host: string;
  readonly query: string;
  readonly language: string;
  readonly consent: string | null;
  readonly subject: string;
  /** Default: the kind has no code. */
  readonly code?: string;
  /** What a third party names it by; default: none. */
  readonly reference?: string;
  /** What the kind needs besides, without secrets; default: nothing. */
  readonly details?: Readonly<Record<string, string>>;
  /** Logins within an hour that may have the same subject; default: 4. */
  readonly mostOfSubject?: number;
  readonly minutes: number;
}

/** Logins of a device within an hour, of any kind. */
const maxOfDevice = 10;
/** Logins that name the same address or number within an hour: each may send a message. */
const maxOfSubject = 4;
/** Logins of a page and kind within an hour, several times what a large event has. */
const maxOfPage = 3_000;
const hourMs = 3_600_000;
const retrySeconds = 600;

/** Fails if device, subject or page have begun as many logins within the hour as they may. */
async function checkRecent(
  gateway: Gateway,
  {
    organization,
    kind,
    mac,
    subject,
    page,
    mostOfSubject = maxOfSubject,
  }: Pick<NewPendingLogin, 'organization' | 'kind' | 'mac' | 'subject' | 'page' | 'mostOfSubject'>,
): Promise<void> {
  const ofOrganization = sql`organization = ${organization}`;
  const ofKind = sql`kind = ${kind}`;
  const limits = [
    { of: 'device', is: sql`${ofOrganization} and mac = ${mac}`, most: maxOfDevice },
    { of: 'page', is: sql`page = ${page} and ${ofKind}`, most: maxOfPage },
    {
      of: 'address',
      is: sql`${ofOrganization} and ${ofKind} and subject = ${subject} and subject <> ''`,
      most: mostOfSubject,
    },
  ];
  for (const { of, is, most } of limits)
    await limitRecent(gateway, is, { most, what: `too many logins of this ${of} within an hour` });
}

/** Fails if as many logins as may have begun within the hour. @param logins  a condition @throws Fault `throttled` */
export async function limitRecent(
  { store, now }: Gateway,
  logins: RawBuilder<unknown>,
  { most, what }: { readonly most: number; readonly what: string },
): Promise<void> {
  const { rows } = await sql`select 1 from portal_pending_login
    where ${logins} and created > ${now().getTime() - hourMs} limit ${sql.lit(most)}`.execute(
    store.db,
  );
  if (rows.length < most) return;
  throw new Fault('throttled', `Request was throttled: ${what}.`, { retryAfter: retrySeconds });
}

/**
 * Stores a login that waits for its second step.
 *
 * @param token  of `createToken`, for the browser
 * @returns      its id
 * @throws Fault `throttled` if device, subject or page have begun too many within the hour
 */
export async function insertPendingLogin(
  gateway: Gateway,
  token: string,
  { minutes, code, reference, details, mostOfSubject, ...login }: NewPendingLogin,
): Promise<number> {
  await checkRecent(gateway, { ...login, ...(mostOfSubject !== undefined && { mostOfSubject }) });
  const { store, now } = gateway;
  const at = now().getTime();
  const values = {
    ...login,
    token: digestTexts(token),
    state: 'waiting',
    code: code === undefined ? null : digestTexts(token, code),
    reference: reference ?? null,
    details: JSON.stringify(details ?? {}),
    created: at,
    expires: at + minutes * 60_000,
  } as const;
  const [row] = await writeReturning<{ id: number }>(
    store,
    store.db.insertInto('portal_pending_login').values(values).returning('id').compile(),
  );
  return Number(row?.id);
}

/** Finds a login by the token of its browser, as long as it waits or was approved; one that is `done` as well. */
export async function findPendingLogin(
  gateway: Gateway,
  token: string,
): Promise<PendingLogin | null> {
  const found = await findStoredLogin(gateway, token);
  return found && !hasExpired(gateway, found) ? found : null;
}

/** Finds a login by the token of its browser, also one that has expired lately. */
export function findStoredLogin({ store }: Gateway, token: string): Promise<PendingLogin | null> {
  return findBy(store, 'token', token);
}

/** Finds a login by the token of a third party, whose digest is its reference. */
export async function findReferredLogin(
  { store }: Gateway,
  kind: SteppedKind,
  token: string,
): Promise<PendingLogin | null> {
  const found = await findBy(store, 'reference', token);
  return found?.kind === kind ? found : null;
}

async function findBy(
  { db }: Store,
  column: 'token' | 'reference',
  token: string,
): Promise<PendingLogin | null> {
  if (!tokenPattern.test(token)) return null;
  const found = await db
    .selectFrom('portal_pending_login')
    .selectAll()
    .where(column, '=', digestTexts(token))
    .executeTakeFirst();
  return found ?? null;
}

export function hasExpired({ now }: Gateway, { expires }: PendingLogin): boolean {
  return expires <= now().getTime();
}

/** Tries of a code, after which it is void. */
const maxTries = 5;

/**
 * Compares a code with that of a login. The try is counted before, and on disk, so that neither a crash nor several requests at a
 * time make further tries.
 *
 * @returns `void`: too many were wrong, or the login does not wait
 */
export async function tryCode(
  { store }: Gateway,
  { id, state }: PendingLogin,
  { token, code }: { readonly token: string; readonly code: string },
): Promise<'right' | 'wrong' | 'void'> {
  if (state === 'approved') return 'right';
  const counted = store.db
    .updateTable('portal_pending_login')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('tries', '<', maxTries)
    .returning(['code', 'tries']);
  const [row] = await writeReturning<{ code: string | null; tries: number }>(
    store,
    counted.compile(),
  );
  if (!row) return 'void';
  if (row.code === digestTexts(token, code)) return 'right';
  return row.tries >= maxTries ? 'void' : 'wrong';
}

/** Answers of another site that a login may bring: each is a call to it. */
const maxAnswers = 10;

/** Counts an answer of another site, before it is looked at. @returns false: there were too many */
export async function countAnswer(
  { store }: Gateway,
  { id }: Pick<PendingLogin, 'id'>,
): Promise<boolean> {
  const counted = store.db
    .updateTable('portal_pending_login')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', id)
    .where('tries', '<', maxAnswers);
  const [written] = await store.write([counted]);
  return written?.changes === 1;
}

/** Stores that a login which waits was approved, for the browser that has begun it to go on. */
export async function approveLogin(
  { store }: Gateway,
  { id }: Pick<PendingLogin, 'id'>,
  user: number | null,
): Promise<void> {
  await store.write([
    store.db
      .updateTable('portal_pending_login')
      .set({ state: 'approved', user })
      .where('id', '=', id)
      .where('state', '=', 'waiting'),
  ]);
}

/** Returns a statement for the batch that opens the session of a login: it is used up. */
export function completePendingLogin({ db }: Store, id: number, user: number): Statement {
  return compileStatement(
    db.updateTable('portal_pending_login').set({ state: 'done', user }).where('id', '=', id),
  );
}

/** How long a login is kept after its begin, for the limits by day. */
const keptMs = 48 * hourMs;
const maxDeleted = 1_000;

/** Deletes logins that no limit needs any more. @returns how many */
export async function deleteOldLogins({ store, trustedClock }: Gateway): Promise<number> {
  const at = trustedClock.now().getTime();
  const old = sql`select id from portal_pending_login
    where expires < ${at} and created < ${at - keptMs} limit ${sql.lit(maxDeleted)}`;
  const [deleted] = await store.write([
    store.db
      .deleteFrom('portal_pending_login')
      .where(sql<boolean>`id in (${old})`)
      .returning('id'),
  ]);
  return deleted?.rows.length ?? 0;
}
