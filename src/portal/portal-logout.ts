import type { CallerScope } from '../contract/caller.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { findOpenPortalSessions } from '../aaa/session/portal-session.ts';
import { findGuest } from './guest-user.ts';
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
