import { sql } from 'kysely';
import { changeStayUsers } from '../../aaa/account/stay-user.ts';
import { insertPortalLogEntry } from '../../aaa/portal-log/portal-log.ts';
import { asFault } from '../../contract/errors.ts';
import { isRecord } from '../../contract/fields.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { mustChange, parseJsonColumn } from '../../store/store.ts';
import type { ServedPage } from '../page/page-store.ts';
import { PortalReject } from '../portal-reject.ts';
import { findOrAddGuest } from './guest-account.ts';
import type { PendingLogin } from './pending-login.ts';
import { hasExpired } from './pending-store.ts';

/** The answer of a sponsor, at the page that its mail leads to. */
export interface SponsorAnswer {
  readonly page: ServedPage;
  readonly login: PendingLogin;
  readonly isYes: boolean;
  /** The address that the answer comes from. */
  readonly remoteAddress: string;
}

const usualHours = 24;
const hourMs = 3_600_000;
/** The guest has this time at least to go on after the approval. */
const leastMs = 1_800_000;

/** Returns for how many hours a guest of a page is let in. */
export function hoursOf({ options }: ServedPage): number {
  return options.sponsor?.hours ?? usualHours;
}

/** Returns the name that a guest has given. */
export function visitorOf({ details }: PendingLogin): string {
  const parsed = parseJsonColumn<unknown>(details);
  const name = isRecord(parsed) ? parsed['name'] : null;
  return typeof name === 'string' ? name : '';
}

/** True if a request still waits for its sponsor. */
export function isAsked(gateway: Gateway, login: PendingLogin): boolean {
  return login.state === 'waiting' && !hasExpired(gateway, login);
}

/**
 * Lets a guest in or refuses it: the first answer counts. The guest is a user until its time is over; user, approval and log entry
 * are there before the sponsor reads of it.
 *
 * @returns false: the request was answered before, or has expired
 */
export async function answerRequest(gateway: Gateway, answer: SponsorAnswer): Promise<boolean> {
  if (!isAsked(gateway, answer.login)) return false;
  const guest = answer.isYes ? await guestOf(gateway, answer) : null;
  if (guest instanceof PortalReject) return false;
  const at = gateway.now();
  const lasts = guest === null ? [] : [lastingUntil(gateway, { ...answer, user: guest.id, at })];
  const logged = logAnswer(gateway, answer, { guest, at });
  try {
    const changed = mustChange(changeLogin(gateway, answer, { guest, at }));
    await gateway.store.write([changed, ...lasts, logged]);
    return true;
  } catch (error) {
    if (asFault(error)?.kind !== 'conflict') throw error;
    return false;
  }
}

function changeLogin({ store }: Gateway, { login, isYes }: SponsorAnswer, { guest, at }: Answered) {
  const earliest = at.getTime() + leastMs;
  return store.db
    .updateTable('portal_pending_login')
    .set({ state: isYes ? 'approved' : 'refused', user: guest?.id ?? null })
    .set({
      expires: sql<number>`case when expires < ${earliest} then ${earliest} else expires end`,
    })
    .where('id', '=', login.id)
    .where('state', '=', 'waiting');
}

/** The same name at the same device is the same guest. */
function guestOf(gateway: Gateway, { page, login }: SponsorAnswer) {
  const name = visitorOf(login);
  const subject = `${name.toLowerCase()}/${login.mac}`;
  return findOrAddGuest(gateway, {
    page,
    kind: 'sponsor',
    subject,
    names: { first_name: name, language: login.language },
  });
}

function lastingUntil(
  { store }: Gateway,
  { page, login, user, at }: SponsorAnswer & { readonly user: number; readonly at: Date },
) {
  return changeStayUsers(store, sql`(${user})`, {
    first_name: visitorOf(login),
    last_name: null,
    expiration: at.getTime() + hoursOf(page) * hourMs,
    at,
  });
}

interface Answered {
  readonly guest: { readonly id: number; readonly username: string } | null;
  readonly at: Date;
}

function logAnswer(
  { store }: Gateway,
  { login, isYes, remoteAddress }: SponsorAnswer,
  { guest, at }: Answered,
) {
  const { organization, page, mac, ip, subject } = login;
  const words = isYes ? 'let in by' : 'refused by';
  return insertPortalLogEntry(store, {
    organization,
    page,
    access_point: null,
    location: null,
    mac,
    ip,
    type: 'ua',
    status: isYes ? 200 : 403,
    detail: `${visitorOf(login)} ${words} ${subject}, from ${remoteAddress}`,
    user: guest?.id ?? null,
    username: guest?.username ?? null,
    at,
  });
}
