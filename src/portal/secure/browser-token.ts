import { Secret } from '../../contract/secret.ts';
import type { Gateway } from '../../gateway/gateway.ts';

/*
 * A browser that has logged a guest in shows so by a sealed text. The address that a request comes from is not enough to give out
 * certificates and keys: devices behind a router share one.
 */

const place = 'portal.browser';
const maxLength = 1_024;

/** How long a browser counts as that of its guest, in seconds. */
export const browserSeconds = 24 * 3_600;

/** Seals for the browser of a guest who it is. @param user  id */
export function sealBrowser({ vault, now }: Gateway, user: number): string {
  return vault.seal(new Secret(`${user} ${now().getTime()}`), place);
}

/** True if a browser has logged in this user within the last day. */
export function isBrowserOf({ vault, now }: Gateway, sealed: string, user: number): boolean {
  if (sealed === '' || sealed.length > maxLength) return false;
  try {
    const [owner, since] = vault.open(sealed, place).reveal().split(' ').map(Number);
    const age = now().getTime() - (since ?? Number.NaN);
    return owner === user && age < browserSeconds * 1_000;
  } catch {
    return false;
  }
}
