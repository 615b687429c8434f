import { randomUUID } from 'node:crypto';
import type { CallerScope } from '../caller.ts';
import { canonicalMac } from '../fields.ts';
import type { Gateway } from '../gateway.ts';
import type { Secret } from '../secret.ts';
import type { Statement, Store } from '../store/store.ts';
import { passwordClientOf } from '../aaa/policy/password-queue.ts';
import { updateLastLogin } from '../aaa/account/user-lookup.ts';
import { minimumOrNull } from '../aaa/policy/limits.ts';
import { startSessionAccounting } from './session-accounting.ts';
import { admitGuest, PortalReject, type Guest } from './guest-admission.ts';
import { insertPortalLogEntry, type PortalLogEntry } from './portal-log.ts';

/** A login to the portal: a device, and the user that it names. */
export interface PortalRequest {
  readonly uid: string;
  readonly password: Secret | null;
  readonly ap_mac: string;
  readonly mac: string;
  readonly ip: string;
  readonly timeout: number | null;
  readonly user_agent: string | null;
}

export interface PortalSession {
  readonly id: string;
  readonly guest: Guest;
  readonly accessPoint: AccessPoint;
  readonly mac: string;
  readonly sessionSeconds: number | null;
  readonly expires: Date | null;
}

interface AccessPoint {
  readonly id: number;
  readonly location: number | null;
  readonly organization: number;
  readonly mac: string | null;
  readonly ssid: string | null;
  readonly identifier: string | null;
}

/** Opens a session if the user is admitted, and logs the outcome in the portal log. */
export async function openPortalSession(
  gateway: Gateway,
  caller: CallerScope,
  request: PortalRequest,
): Promise<PortalSession | PortalReject> {
  const mac = canonicalMac(request.mac) ?? request.mac;
  const accessPoint = await findAccessPoint(gateway.store, caller, canonicalMac(request.ap_mac));
  const { ip, user_agent } = request;
  const entry = { at: gateway.now(), ...locationOf(accessPoint, caller), mac, ip, user_agent };
  if (!accessPoint)
    return reject(gateway.store, request, { ...entry, rejected: unknownAccessPoint });
  const { uid, password } = request;
  const { organizations } = caller;
  const guest = await admitGuest(gateway.store, {
    uid,
    password,
    mac,
    now: entry.at,
    client: passwordClientOf(caller),
    organizations,
  });
  if (guest instanceof PortalReject)
    return reject(gateway.store, request, { ...entry, rejected: guest });
  const seconds = minimumOrNull([request.timeout, guest.sessionSeconds]);
  const id = randomUUID();
  const expires = seconds === null ? null : new Date(entry.at.getTime() + seconds * 1000);
  const identity = { user: guest.id, username: guest.username };
  const accounting = await startSessionAccounting(gateway, {
    ...identity,
    id,
    mac,
    ip,
    at: entry.at,
    expires,
    accessPoint,
  });
  await writeLogin(gateway.store, { ...entry, ...identity, session_id: id }, accounting);
  return { id, guest, accessPoint, mac, sessionSeconds: seconds, expires };
}

function locationOf(accessPoint: AccessPoint | undefined, caller: CallerScope) {
  if (!accessPoint) return { organization: caller.organization };
  return {
    organization: accessPoint.organization,
    access_point: accessPoint.id,
    location: accessPoint.location,
  };
}

type LoginEntry = Omit<PortalLogEntry, 'type' | 'status'>;

const unknownAccessPoint = new PortalReject(
  'unknown_access_point',
  'There is no such access point, or it is not active.',
);

async function reject(
  store: Store,
  { uid }: PortalRequest,
  { rejected, ...entry }: LoginEntry & { readonly rejected: PortalReject },
): Promise<PortalReject> {
  await store.write([
    insertPortalLogEntry(store, {
      ...entry,
      type: 'ua',
      status: 400,
      detail: rejected.code,
      username: uid,
    }),
  ]);
  return rejected;
}

async function writeLogin(
  store: Store,
  entry: LoginEntry & { readonly user: number },
  accounting: readonly Statement[],
): Promise<void> {
  await store.write([
    ...accounting,
    insertPortalLogEntry(store, { ...entry, type: 'ua', status: 200 }),
    insertPortalLogEntry(store, { ...entry, type: 'ui', status: 200 }),
    updateLastLogin(store, entry.user, entry.at),
  ]);
}

/** Finds an active access point by its address; the caller's own comes before those of organizations below. */
async function findAccessPoint(
  store: Store,
  caller: CallerScope,
  mac: string | null,
): Promise<AccessPoint | undefined> {
  const found = await store.db
    .selectFrom('access_point')
    .select(['id', 'location', 'organization', 'mac', 'ssid', 'identifier'])
    .where('mac', '=', mac)
    .where('is_active', '=', 1)
    .where('organization', 'in', caller.organizations)
    .orderBy('id')
    .execute();
  return found.find(({ organization }) => organization === caller.organization) ?? found[0];
}
