import { randomUUID } from 'node:crypto';
import type { CallerScope } from '../caller.ts';
import { canonicalMac } from '../fields.ts';
import type { Gateway } from '../gateway.ts';
import type { Secret } from '../secret.ts';
import type { Statement, Store } from '../store/store.ts';
import { minimumOrNull } from '../aaa/policy/limits.ts';
import { startSessionAccounting } from './session-accounting.ts';
import { admitGuest, PortalReject, type Guest } from './guest-admission.ts';
import { insertPortalLogEntry, type PortalLogEntry } from './portal-log.ts';

/** A device behind a portal, and who is said to use it. */
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

/** Opens a session for a guest where it may be, and writes down in the portal's log that it was, or why not. */
export async function openPortalSession(
  gateway: Gateway,
  caller: CallerScope,
  request: PortalRequest,
): Promise<PortalSession | PortalReject> {
  const mac = canonicalMac(request.mac) ?? request.mac;
  const accessPoint = await findAccessPoint(gateway.store, caller, canonicalMac(request.ap_mac));
  const { ip, user_agent } = request;
  const line = { at: gateway.now(), ...placeOf(accessPoint, caller), mac, ip, user_agent };
  if (!accessPoint)
    return refused(gateway.store, request, { ...line, refusal: unknownAccessPoint });
  const { uid, password } = request;
  const { organizations } = caller;
  const guest = await admitGuest(gateway.store, {
    uid,
    password,
    mac,
    now: line.at,
    organizations,
  });
  if (guest instanceof PortalReject)
    return refused(gateway.store, request, { ...line, refusal: guest });
  const seconds = minimumOrNull([request.timeout, guest.sessionSeconds]);
  const id = randomUUID();
  const expires = seconds === null ? null : new Date(line.at.getTime() + seconds * 1000);
  const whose = { user: guest.id, username: guest.username };
  const told = await startSessionAccounting(gateway, {
    ...whose,
    id,
    mac,
    ip,
    at: line.at,
    expires,
    accessPoint,
  });
  await writeOpened(gateway.store, { ...line, ...whose, session_id: id }, told);
  return { id, guest, accessPoint, mac, sessionSeconds: seconds, expires };
}

function placeOf(accessPoint: AccessPoint | undefined, caller: CallerScope) {
  if (!accessPoint) return { organization: caller.organization };
  return {
    organization: accessPoint.organization,
    access_point: accessPoint.id,
    location: accessPoint.location,
  };
}

type Line = Omit<PortalLogEntry, 'type' | 'status'>;

const unknownAccessPoint = new PortalReject(
  'unknown_access_point',
  'There is no such access point, or it is switched off.',
);

async function refused(
  store: Store,
  { uid }: PortalRequest,
  { refusal, ...line }: Line & { readonly refusal: PortalReject },
): Promise<PortalReject> {
  await store.write([
    insertPortalLogEntry(store, {
      ...line,
      type: 'ua',
      status: 400,
      detail: refusal.code,
      username: uid,
    }),
  ]);
  return refusal;
}

async function writeOpened(
  store: Store,
  entry: Line & { readonly user: number },
  told: readonly Statement[],
): Promise<void> {
  await store.write([
    ...told,
    insertPortalLogEntry(store, { ...entry, type: 'ua', status: 200 }),
    insertPortalLogEntry(store, { ...entry, type: 'ui', status: 200 }),
    store.db
      .updateTable('user')
      .set({ last_login: entry.at.getTime() })
      .where('id', '=', entry.user),
  ]);
}

/** The caller's own comes first where organizations below it have one by the same address. */
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
