import type { CallerScope } from '../contract/caller.ts';
import { Fault } from '../contract/errors.ts';
import { canonicalMac } from '../contract/fields.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Store } from '../store/store.ts';
import { findGuest } from './guest-user.ts';
import { PortalReject } from './portal-reject.ts';
import { findAccessPoint } from './login-place.ts';
import { findPageById } from './page/page-store.ts';
import {
  insertPortalLogEntry,
  type PortalLogEntry,
  type ReportedEvent,
} from '../aaa/portal-log/portal-log.ts';

/** A report of a portal in front of the gateway on a guest; a missing field is not known. */
export interface PortalReport {
  readonly type: ReportedEvent;
  /** Default: 200. */
  readonly status?: number;
  readonly detail?: string;
  /** The name, e-mail address or external id of the user. */
  readonly uid?: string;
  readonly ap_mac?: string;
  readonly page?: number;
  readonly mac?: string;
  readonly ip?: string;
  readonly user_agent?: string;
  readonly session_id?: string;
}

/**
 * Writes what a portal reports to the portal log.
 *
 * @returns its time
 * @throws Fault `invalid` if the caller has no such access point or page
 */
export async function recordReport(
  { store, now }: Gateway,
  caller: CallerScope,
  { uid, ap_mac, mac, ...report }: PortalReport,
): Promise<Date> {
  const [place, user] = await Promise.all([
    findPlace(store, caller, ap_mac),
    findUser(store, caller, uid),
    requirePage(store, caller, report.page),
  ]);
  const at = now();
  const device = mac === undefined ? null : canonicalMac(mac);
  const entry = { status: 200, ...report, ...place, ...user, mac: device, at };
  await store.write([insertPortalLogEntry(store, entry)]);
  return at;
}

async function findPlace(store: Store, caller: CallerScope, mac: string | undefined) {
  const { organization } = caller;
  if (mac === undefined) return { organization };
  const found = await findAccessPoint(store, caller, canonicalMac(mac));
  if (!found) throw Fault.absent('ap_mac', mac);
  const { id, location } = found;
  return { organization: found.organization, access_point: id, location };
}

/** A name that no user has stays as it is: a request for a new password may have any. */
async function findUser(
  store: Store,
  { organizations }: CallerScope,
  uid: string | undefined,
): Promise<Pick<PortalLogEntry, 'user' | 'username'>> {
  if (uid === undefined) return {};
  const found = await findGuest(store, { uid, organizations });
  return found instanceof PortalReject
    ? { username: uid }
    : { user: found.id, username: found.username };
}

async function requirePage(
  store: Store,
  { organizations }: CallerScope,
  id: number | undefined,
): Promise<void> {
  if (id === undefined) return;
  const page = await findPageById(store, id);
  if (!page || !organizations.includes(page.organization)) throw Fault.absent('page', id);
}
