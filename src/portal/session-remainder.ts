import { minimumOrNull } from '../aaa/policy/authorization/authorization.ts';
import { decideLogin } from '../aaa/policy/login-decision.ts';
import { noNas } from '../aaa/policy/reply-condition.ts';
import { findSubscriberById } from '../aaa/policy/subscriber.ts';
import { formatStationId, isAccounted } from '../aaa/session/portal-session.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { OpenSession } from './page/page-store.ts';

/** What is left of an open session; null: no limit. */
interface Remainder {
  readonly seconds: number | null;
  readonly octets: number | null;
  /** Devices that may be on line at a time. */
  readonly devices: number | null;
}

const over: Remainder = { seconds: 0, octets: null, devices: null };

/** Computes for how long an open session may go on, by its own time and the limits that a login of its user would have now. */
export async function findRemainder(
  { store, logins }: Pick<Gateway, 'store' | 'logins'>,
  { user: id, mac, organization, location, expires }: OpenSession,
  at: Date,
): Promise<Remainder> {
  const user = await findSubscriberById(store, id);
  if (!user) return over;
  const { username } = user;
  const device = { station: formatStationId(mac), mac: null, isGuest: false, sessionEnd: null };
  const decision = await decideLogin(logins, {
    identity: { user, username, isCode: false, ...device },
    credential: { kind: 'proven', method: 'portal' },
    request: 'not_compared',
    nas: () => noNas,
    place: { organization, location },
    at,
    source: { client: `organization ${organization}`, organization, host: null, isPublic: true },
  });
  if (!decision.isAccepted) return over;
  const { grant, limits } = decision;
  const { remainingSeconds, remainingOctets: octets } = grant.admission;
  const devices = limits.find(({ name }) => name === 'Simultaneous-Use')?.allowed ?? null;
  const own = expires === null ? null : (expires - at.getTime()) / 1000;
  const seconds = minimumOrNull([own, remainingSeconds]);
  return { seconds: seconds === null ? null : Math.max(0, Math.floor(seconds)), octets, devices };
}

const pendingMs = 60_000;

/** True while a device waits for RADIUS to let it in, for a minute at most: not every NAS accounts for its sessions. */
export async function waitsForNas(
  { store, now }: Pick<Gateway, 'store' | 'now'>,
  { id, opened }: Pick<OpenSession, 'id' | 'opened'>,
): Promise<boolean> {
  return now().getTime() - opened <= pendingMs && !(await isAccounted(store, id));
}
