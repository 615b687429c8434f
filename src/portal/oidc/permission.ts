import type { ServiceSettings } from '../page/portal-service.ts';
import { isOfDomains } from '../step/email-address.ts';
import type { Claims } from './issuer.ts';

/** Returns the mail address of a guest in lower case; null: it has none, or the issuer has not verified it. */
export function verifiedEmail({ email, email_verified }: Claims): string | null {
  // Some issuers send the text.
  const isVerified = email_verified === true || email_verified === 'true';
  return isVerified && typeof email === 'string' ? email.toLowerCase() : null;
}

/** Returns why a guest may not log in; null: it may. */
export function refusalOf(claims: Claims, { domains, claims: wanted }: ServiceSettings) {
  const email = verifiedEmail(claims);
  if (domains !== undefined && domains.length > 0) {
    if (email === null) return 'no verified mail address';
    if (!isOfDomains(email, domains)) return `${email} is not of the domains`;
  }
  for (const [name, values] of Object.entries(wanted ?? {}))
    if (!hasOne(claims[name], values)) return `no permitted value of the claim ${name}`;
  return null;
}

function hasOne(claim: unknown, values: readonly string[]): boolean {
  const given: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return given.some((one) => values.includes(String(one)));
}
