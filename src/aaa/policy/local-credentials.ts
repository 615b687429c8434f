import { canonicalMac } from '../../contract/fields.ts';
import type { Subscriber } from './subscriber.ts';

/**
 * True if the gateway itself decides over the logins of a user: it is inactive, or it has a password, a directory, a voucher, the
 * address of a device as its name, or an Auth-Type. Others may have been added when an upstream authenticated them.
 */
export function mayAuthenticateHere(user: Subscriber): boolean {
  const { isActive, password, source, voucher, username, rules } = user;
  if (
    !isActive ||
    password !== null ||
    source !== null ||
    voucher !== null ||
    canonicalMac(username) !== null
  )
    return true;
  return typeof rules.controls === 'string' || rules.authType !== undefined;
}

/** True if directories are asked about a login by a password: not about users with credentials of the gateway's own. */
export function isOfSource(user: Subscriber | null): boolean {
  return user === null || user.source !== null || !mayAuthenticateHere(user);
}
