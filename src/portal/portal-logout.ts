import type { CallerScope } from '../contract/caller.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { findOpenPortalSessions, type PortalSessionRow } from '../aaa/session/portal-session.ts';
import { findGuest } from './guest-user.ts';
import type { OpenSession } from './page/page-store.ts';
import { PortalReject } from './portal-reject.ts';
import { endSession } from './portal-session-end.ts';

/** The sessions to end: of a user, of a device with its canonical address, or of a user on a device. */
export interface PortalLogout {
  readonly uid?: string;
  readonly mac?: string;
}

/** Ends the portal sessions of a user, a device or both; `logout` names at least one. @returns their ids */
export async function logOutGuest(
  gateway: Gateway,
  { organizations }: CallerScope,
  logout: PortalLogout,
): Promise<readonly string[] | PortalReject> {
  const { store } = gateway;
  const user = logout.uid === undefined ? null : await findUser(gateway, organizations, logout.uid);
  if (user instanceof PortalReject) return user;
  const by = { ...user, ...(logout.mac !== undefined && { mac: logout.mac }) };
  const ended: string[] = [];
  for (const session of await findOpenPortalSessions(store, { organizations, ...by })) {
    const end = { event: 'uo', at: gateway.now().getTime(), trigger: 'logout' } as const;
    if (await endSession(gateway, session, end)) ended.push(session.id);
  }
  return ended;
}

async function findUser({ store }: Gateway, organizations: readonly number[], uid: string) {
  const found = await findGuest(store, { uid, organizations });
  return found instanceof PortalReject ? found : { user: found.id };
}

type OwnSession = Pick<OpenSession, 'organization' | 'user'>;

/** More devices than a guest has of its own: they share an account with strangers, who may not see them nor log them out. */
const maxOwn = 8;

/** Finds the devices that are on line with the code or account of a session. */
export async function findGuestDevices(
  { store }: Pick<Gateway, 'store'>,
  { organization, user }: OwnSession,
): Promise<{ readonly count: number; readonly own: readonly PortalSessionRow[] }> {
  const open = await findOpenPortalSessions(store, { organizations: [organization], user });
  return { count: open.length, own: open.length > maxOwn ? [] : open };
}

/** Logs a device of a guest out. @param id  of its session; of no device of the guest: nothing is done */
export async function logOutGuestDevice(
  gateway: Gateway,
  session: OwnSession,
  id: string,
): Promise<void> {
  const { own } = await findGuestDevices(gateway, session);
  const found = own.find((device) => device.id === id);
  const { organization } = session;
  const scope = { organization, organizations: [organization] };
  if (found) await logOutGuest(gateway, scope, { mac: found.mac });
}
