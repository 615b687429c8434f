import type { CallerScope } from '../../contract/caller.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { Secret } from '../../contract/secret.ts';
import { PortalReject } from '../portal-reject.ts';
import { endFormerSessions, type RecalledGuest } from '../recall.ts';
import { logInGuest, type PortalAccess } from '../portal-access.ts';
import { scopeOfPage, type ServedPage } from '../page/page-store.ts';
import type { Visit } from './visit.ts';

/** What a guest has filled in. */
export interface LoginForm {
  readonly kind: string;
  readonly username: string;
  readonly password: string;
  readonly code: string;
  readonly hasAccepted: boolean;
}

interface PageLogin {
  readonly visit: Visit;
  readonly page: ServedPage;
  readonly mac: string;
  readonly form: LoginForm;
  readonly remoteAddress: string;
  readonly userAgent: string | null;
  /** The guest that the browser remembers, or null. */
  readonly recalled: RecalledGuest | null;
}

/** A user to log in as. */
interface Identity {
  /** The name of a user, or the code of a voucher. */
  readonly uid: string;
  readonly isCode: boolean;
  /** Id of a user that has been recognized. */
  readonly recalled?: number;
  /** Null: the code or the terms alone let in. */
  readonly password: Secret | null;
}

/**
 * Logs the guest of a form in. Wrong passwords and codes are limited by person, device and address, as in the APIs,
 * and logins by the terms alone by device and address.
 *
 * @throws Fault `throttled`
 */
export async function logInByForm(
  gateway: Gateway,
  login: PageLogin,
): Promise<PortalAccess | PortalReject> {
  const { page, form } = login;
  const { kind, code } = form;
  const scope = await scopeOfPage(gateway.store, page.organization);
  const known = knownIdentity(login);
  if (known instanceof PortalReject) return known;
  if (known) {
    limitFreeLogins(gateway, login);
    const { mac, recalled } = login;
    if (kind === 'recall' && recalled)
      await endFormerSessions(gateway, recalled, { mac, organizations: scope.organizations });
    return open(gateway, login, { scope, identity: known });
  }
  const identity: Identity =
    kind === 'voucher'
      ? { uid: code, isCode: true, password: null }
      : { uid: form.username, isCode: false, password: new Secret(form.password) };
  return open(gateway, login, { scope, identity });
}

/** Returns the user of a login that needs no password; null: the form names one. */
function knownIdentity({ page, form, recalled }: PageLogin): Identity | PortalReject | null {
  const known = { isCode: false, password: null };
  const unknown = new PortalReject('unknown_user', 'There is no such user.');
  if (form.kind === 'terms')
    return page.termsUser === null ? unknown : { ...known, uid: page.termsUser };
  if (form.kind !== 'recall') return null;
  if (!recalled) return unknown;
  const { username: uid, kind, user } = recalled;
  return { ...known, uid, isCode: kind === 'voucher', recalled: user };
}

/** Limits logins that need no password by device and by address, which all guests behind one NAT share. */
function limitFreeLogins({ portal }: Gateway, { page, mac, remoteAddress }: PageLogin): void {
  const { ofDevice, ofHost } = portal.freeLogins;
  ofHost.take(`${page.organization} ${remoteAddress}`);
  ofDevice.take(`${page.organization} ${mac}`);
}

/** Returns what the portal log has of a guest that is not logged in. */
export function pageGuest({ visit, page, mac, userAgent }: Omit<PageLogin, 'form' | 'recalled'>) {
  const { place, ip } = visit;
  return {
    organization: place?.organization ?? page.organization,
    access_point: place?.id ?? null,
    location: place?.location ?? null,
    page: page.id,
    mac,
    ip,
    user_agent: userAgent,
  };
}

interface Opening {
  readonly scope: CallerScope;
  readonly identity: Identity;
}

function open(gateway: Gateway, login: PageLogin, { scope, identity }: Opening) {
  const { visit, page, mac, userAgent, remoteAddress } = login;
  const { vendor, parameters, originalUrl, ip, place } = visit;
  return logInGuest(gateway, scope, {
    ...identity,
    ap_mac: place?.mac ?? '',
    mac,
    ip,
    timeout: null,
    user_agent: userAgent,
    loginAddress: remoteAddress,
    vendor,
    parameters,
    controller: null,
    originalUrl,
    page: { id: page.id, consent: consentOf(login) },
  });
}

/** Returns the log text of the consent, which a recalled guest may have given at an earlier login. */
function consentOf({ page, form }: PageLogin): string | null {
  if (page.terms === null) return null;
  return `terms accepted${form.hasAccepted ? '' : ' before'}: version ${page.termsVersion}`;
}
