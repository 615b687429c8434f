import type { CallerScope } from '../../contract/caller.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { Secret } from '../../contract/secret.ts';
import { delayGuesses, limitFreeLogins } from '../login-limits.ts';
import { PortalReject } from '../portal-reject.ts';
import { endFormerSessions, type RecalledGuest } from '../recall.ts';
import { isReportedDevice, type NamedDevice } from '../reported-device.ts';
import type { PortalRequest } from '../portal-session.ts';
import { logInGuest, type PortalAccess } from '../portal-access.ts';
import { scopeOfPage, type ServedPage } from '../page/page-store.ts';
import { findNamelessGuest } from '../page/terms-device.ts';
import { completePendingLogin } from '../step/pending-store.ts';
import type { SteppedGuest } from '../step/step-kind.ts';
import type { Visit } from './visit.ts';

/** What a guest has filled in. */
export interface LoginForm {
  readonly kind: string;
  /** By the names of the fields of the ways to log in. */
  readonly values: Readonly<Record<string, string>>;
  readonly hasAccepted: boolean;
}

/** A guest before a page. */
interface PageGuest {
  readonly visit: Visit;
  readonly page: ServedPage;
  readonly mac: string;
  readonly remoteAddress: string;
  readonly userAgent: string | null;
}

interface PageLogin extends PageGuest {
  readonly form: LoginForm;
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
 * Logs the guest of a form in. Wrong passwords and codes are limited by person and address, as in the APIs, and delayed for
 * the page; logins by the terms alone are limited by page, address and device. A device that the network does not report counts
 * only together with the address: in the redirect, anybody may write any MAC address.
 *
 * @throws Fault `throttled`
 */
export async function logInByForm(
  gateway: Gateway,
  login: PageLogin,
): Promise<PortalAccess | PortalReject> {
  const { page, form, mac, remoteAddress: host } = login;
  const { id, organization } = page;
  const scope = await scopeOfPage(gateway.store, organization);
  const consent = consentOf(login);
  const isReported = await isReportedDevice(gateway, deviceOf(login));
  const origin = { page: id, organization, mac, isReported, host };
  if (isFree(form)) {
    limitFreeLogins(gateway, origin);
    const identity = await freeIdentity(gateway, login, scope);
    return identity instanceof PortalReject
      ? identity
      : open(gateway, login, { scope, identity, isReported, consent });
  }
  const identity = namedIdentity(form);
  return delayGuesses(gateway, origin, () =>
    open(gateway, login, { scope, identity, isReported, consent }),
  );
}

/** True for a login that needs no password. */
function isFree({ kind }: LoginForm): boolean {
  return kind === 'terms' || kind === 'recall';
}

function namedIdentity({ kind, values }: LoginForm): Identity {
  if (kind === 'voucher') return { uid: values['code'] ?? '', isCode: true, password: null };
  const password = new Secret(values['password'] ?? '');
  return { uid: values['username'] ?? '', isCode: false, password };
}

/** Finds the user of a login that needs no password: the guest that the browser remembers, or its device. */
function freeIdentity(
  gateway: Gateway,
  login: PageLogin,
  scope: CallerScope,
): Promise<Identity | PortalReject> {
  return login.form.kind === 'terms'
    ? deviceIdentity(gateway, login, scope)
    : recalledIdentity(gateway, login, scope);
}

async function deviceIdentity(
  gateway: Gateway,
  { page, mac }: PageLogin,
  scope: CallerScope,
): Promise<Identity | PortalReject> {
  const device = await findNamelessGuest(gateway, { page, mac, scope });
  if (device instanceof PortalReject) return device;
  return { uid: device.username, isCode: false, recalled: device.id, password: null };
}

async function recalledIdentity(
  gateway: Gateway,
  { recalled, mac }: PageLogin,
  { organizations }: CallerScope,
): Promise<Identity | PortalReject> {
  if (!recalled) return unknownUser;
  await endFormerSessions(gateway, recalled, { mac, organizations });
  const { username: uid, kind, user } = recalled;
  return { uid, isCode: kind === 'voucher', recalled: user, password: null };
}

const unknownUser = new PortalReject('unknown_user', 'There is no such user.');

/** Returns what the portal log has of a guest that is not logged in. */
export function pageGuest({ visit, page, mac, userAgent }: PageGuest) {
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

/** True if the network reports the device of a guest before a page. */
export function isReportedGuest(gateway: Gateway, guest: PageGuest): Promise<boolean> {
  return isReportedDevice(gateway, deviceOf(guest));
}

function deviceOf({ visit, page, mac, remoteAddress: host }: PageGuest): NamedDevice {
  const { vendor, place } = visit;
  const { organization, location } = place ?? page;
  return { mac, host, vendor, organization, location };
}

/** A guest whom a kind of login with a second step has recognized. */
interface SteppedLogin extends PageGuest {
  readonly guest: SteppedGuest;
  /** Log text of the consent; null: a page without terms. */
  readonly consent: string | null;
  /** The login that is used up; null: none. */
  readonly pending: number | null;
  /** Of `isReportedGuest`; absent: the network is asked. */
  readonly isReported?: boolean | undefined;
}

/** Logs in a guest whom a kind of login has recognized; in the same batch its pending login is used up. */
export async function logInStepped(
  gateway: Gateway,
  { guest, consent, pending, isReported: known, ...login }: SteppedLogin,
): Promise<PortalAccess | PortalReject> {
  const scope = await scopeOfPage(gateway.store, login.page.organization);
  const isReported = known ?? (await isReportedGuest(gateway, login));
  const { user, username: uid, seconds, alongside: own = [] } = guest;
  const identity = { uid, isCode: false, recalled: user, password: null };
  const used = pending === null ? [] : [completePendingLogin(gateway.store, pending, user)];
  const alongside = [...used, ...own];
  return open(gateway, login, { scope, identity, isReported, consent, seconds, alongside });
}

interface Opening {
  readonly scope: CallerScope;
  readonly identity: Identity;
  /** Of `isReportedDevice`. */
  readonly isReported: boolean;
  readonly consent: string | null;
  /** The session ends after this time; absent: by the limits of the user. */
  readonly seconds?: number | null;
  readonly alongside?: PortalRequest['alongside'];
}

function open(
  gateway: Gateway,
  login: PageGuest,
  { scope, identity, isReported, consent, seconds = null, alongside = [] }: Opening,
) {
  const { visit, page, mac, userAgent, remoteAddress } = login;
  const { vendor, parameters, originalUrl, ip, place } = visit;
  return logInGuest(gateway, scope, {
    ...identity,
    ap_mac: place?.mac ?? '',
    mac,
    ip,
    timeout: seconds,
    user_agent: userAgent,
    loginAddress: remoteAddress,
    isReported,
    vendor,
    parameters,
    controller: null,
    originalUrl,
    page: { id: page.id, consent },
    alongside,
  });
}

/** Returns the log text of the consent, which a recalled guest may have given at an earlier login. */
export function consentOf({ page, form }: Pick<PageLogin, 'page' | 'form'>): string | null {
  if (page.terms === null) return null;
  return `terms accepted${form.hasAccepted ? '' : ' before'}: version ${page.termsVersion}`;
}
