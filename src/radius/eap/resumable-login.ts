import { hash } from 'node:crypto';
import type { LoginDecision } from '../../aaa/policy/login-decision.ts';
import type { Subscriber } from '../../aaa/policy/subscriber.ts';
import type { DecidedLogin, ResumableLogin } from './eap-method.ts';

/**
 * Returns what is remembered of a login for the resumption of its TLS session; null: it may not be resumed. A directory is
 * asked at each login, and a password that was changed by the login is not the one that is stored.
 */
export function resumableLogin(
  username: Buffer,
  decision: LoginDecision,
): DecidedLogin['resumable'] {
  if (!decision.isAccepted || decision.newPassword || decision.user.source !== null) return null;
  return { username, user: decision.user.id, proof: proofOf(decision.user) };
}

/** True if a user is the one of a login, and its password has not been changed since. */
export function isProved(user: Subscriber, login: Pick<ResumableLogin, 'user' | 'proof'>): boolean {
  return user.id === login.user && user.source === null && proofOf(user) === login.proof;
}

/** Digest of the stored password: the hash of a password is not kept a second time. */
function proofOf({ password }: Pick<Subscriber, 'password'>): string {
  return password === null ? '' : hash('sha256', password);
}
