import { createHash } from 'node:crypto';
import type { CallerScope } from '../contract/caller.ts';
import { isRecord } from '../contract/fields.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { Secret } from '../contract/secret.ts';
import { findSubscriberById, type Subscriber } from '../aaa/policy/subscriber.ts';
import { findOpenPortalSessions } from '../aaa/session/portal-session.ts';
import { endSession } from './portal-session-end.ts';
import { steppedKinds } from './page/portal-page.ts';

/*
 * A guest who comes back is recalled by a text that its browser keeps: sealed, so that only a gateway with this key makes
 * one, and valid only while the user is as it was then.
 */

const recallPlace = 'portal.recall';
const dayMs = 86_400_000;
const maxLength = 2_048;

/** Kinds of logins that a browser remembers. */
export const recallKinds = ['user', 'voucher', ...steppedKinds] as const;
/** How a guest had logged in. */
export type RecallKind = (typeof recallKinds)[number];

/** The login that a browser remembers. */
interface RememberedLogin {
  readonly user: number;
  readonly kind: RecallKind;
  /** The address of the device at that time, canonical: a device may change it. */
  readonly mac: string;
  /** The page, and the version of its terms that the guest has accepted; null: no terms. */
  readonly page: number;
  readonly terms: string | null;
  /** Milliseconds since 1970 of the login by password or code: one by the text itself does not prolong it. */
  readonly since: number;
}

interface StoredLogin extends RememberedLogin {
  /** Digest of the user and its password. */
  readonly proof: string;
}

/** A guest who has come back. */
export interface RecalledGuest extends RememberedLogin {
  readonly username: string;
}

/** Returns for how many seconds more a login of a time is remembered, by the present setting; 0 or less: it is not. */
export function recallSeconds({ config, now }: Gateway, since: number): number {
  // A clock that was set back makes no login last longer.
  const age = Math.max(0, now().getTime() - since);
  return Math.floor((config.portal.recall_days * dayMs - age) / 1000);
}

/**
 * Seals a login for the browser of its guest; null: the user was deleted in the meantime, or has no password here, so that
 * only an upstream knows whether it may still log in.
 */
export async function sealRecall(
  { store, vault }: Gateway,
  login: RememberedLogin,
): Promise<string | null> {
  const user = await findSubscriberById(store, login.user);
  if (!user || (login.kind === 'user' && user.password === null)) return null;
  const stored: StoredLogin = { ...login, proof: proofOf(user) };
  return vault.seal(new Secret(JSON.stringify(stored)), recallPlace);
}

/**
 * Finds the guest of a sealed login; null: it is not valid any more. A user that was deleted, switched off, renamed or
 * given another password since, or who may not log in here, is not recalled.
 */
export async function findRecalledGuest(
  gateway: Gateway,
  { sealed, scope }: { readonly sealed: string; readonly scope: CallerScope },
): Promise<RecalledGuest | null> {
  const login = openRecall(gateway, sealed);
  if (!login || recallSeconds(gateway, login.since) <= 0) return null;
  const user = await findSubscriberById(gateway.store, login.user);
  return user && isSame(user, login) && scope.organizations.includes(user.organization)
    ? { ...login, username: user.username }
    : null;
}

/** True if the user may log in, and is as it was at the login. */
function isSame(user: Subscriber, { kind, proof }: StoredLogin): boolean {
  return user.isActive && proofOf(user) === proof && (kind !== 'voucher' || user.voucher !== null);
}

function openRecall({ vault }: Gateway, sealed: string): StoredLogin | null {
  if (sealed.length > maxLength) return null;
  try {
    const login: unknown = JSON.parse(vault.open(sealed, recallPlace).reveal());
    return isStoredLogin(login) ? login : null;
  } catch {
    // Sealed with another key, or forged.
    return null;
  }
}

function isStoredLogin(login: unknown): login is StoredLogin {
  return (
    isRecord(login) &&
    Number.isSafeInteger(login['user']) &&
    Number.isSafeInteger(login['since']) &&
    typeof login['proof'] === 'string'
  );
}

/** The hash of a password has a salt, so the digest is another one after each change. */
function proofOf({ id, username, password, reversiblePassword }: Subscriber): string {
  const identity = JSON.stringify([id, username, password, reversiblePassword]);
  return createHash('sha256').update(identity).digest('base64url');
}

/** Ends the sessions of the guest under an address that its device had before: it is one device. */
export async function endFormerSessions(
  gateway: Gateway,
  { user, mac: former }: RecalledGuest,
  { mac, organizations }: { readonly mac: string; readonly organizations: readonly number[] },
): Promise<void> {
  if (former === mac) return;
  const open = await findOpenPortalSessions(gateway.store, { organizations, mac: former, user });
  const detail = 'the device has another address now';
  for (const session of open) {
    const at = gateway.now().getTime();
    await endSession(gateway, session, { event: 'uo', at, detail, trigger: 'logout' });
  }
}
