import type { CallerScope } from '../caller.ts';
import type { Gateway } from '../gateway.ts';
import { findOpenPortalSessions } from '../aaa/session/portal-session.ts';
import { findGuest, PortalReject } from './guest-admission.ts';
import { endSession } from './portal-session-end.ts';

/** The sessions to end: those of a user, or that of a device with its canonical address. */
export type PortalLogout = { readonly uid: string } | { readonly mac: string };

/** Ends the portal sessions of a user or a device. @returns their ids */
export async function logOutGuest(
  gateway: Gateway,
  { organizations }: CallerScope,
  logout: PortalLogout,
): Promise<readonly string[] | PortalReject> {
  const { store } = gateway;
  const by = 'mac' in logout ? logout : await findUser(gateway, organizations, logout.uid);
  if (by instanceof PortalReject) return by;
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
