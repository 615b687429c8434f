import { findUpstreamUser, insertUpstreamUser } from '../aaa/account/user-lookup.ts';
import { mayAuthenticateHere } from '../aaa/policy/local-credentials.ts';
import type { Subscriber } from '../aaa/policy/subscriber.ts';
import { asFault } from '../contract/errors.ts';
import { canonicalMac } from '../contract/fields.ts';
import type { Gateway, UpstreamDecision, UpstreamLogin } from '../gateway/gateway.ts';
import { findGuest, PortalReject } from './guest-admission.ts';
import { insertRegistration } from '../aaa/portal-log/portal-log.ts';

/** A user whom an upstream has authenticated. */
export interface UpstreamGuest {
  readonly id: number;
  /** The time that the upstream gives the session; null: no limit. */
  readonly sessionSeconds: number | null;
}

interface Login extends Omit<UpstreamLogin, 'username' | 'isLocal'> {
  readonly uid: string;
  readonly organizations: readonly number[];
}

/**
 * Has an upstream authenticate a guest, if there is one for the name. The guest becomes a user of the organization of the
 * upstream, without credentials here, by which sessions are counted and limited.
 *
 * @returns null: the gateway authenticates the guest itself
 */
export async function authenticateAtUpstream(
  gateway: Gateway,
  { uid, organizations, ...login }: Login,
): Promise<UpstreamGuest | PortalReject | null> {
  // A user of that name would be let in by the address of the device alone.
  if (canonicalMac(uid) !== null) return null;
  const local = await findLocalUser(gateway, { uid, organizations });
  // Only an upstream of its own organization, or of one above, speaks for a user: another one may have the same realm.
  const { organization, username } = local ?? { ...login, username: uid };
  const decision = await ask(gateway, {
    ...login,
    organization,
    username,
    isLocal: local !== null,
  });
  if (decision === null || decision instanceof PortalReject) return decision;
  if (!decision.isAccepted)
    return new PortalReject('wrong_password', 'The home server of the user rejects the login.');
  const { sessionSeconds } = decision;
  const id = local?.id ?? (await findOrAddUser(gateway, uid, decision));
  return id === null ? takenName : { id, sessionSeconds };
}

async function findLocalUser(
  { store }: Gateway,
  login: Pick<Login, 'uid' | 'organizations'>,
): Promise<Subscriber | null> {
  const found = await findGuest(store, login);
  return found instanceof PortalReject || !mayAuthenticateHere(found) ? null : found;
}

const takenName = new PortalReject(
  'not_allowed',
  'Another user of the gateway has the name that the home server accepts.',
);

async function ask(
  { upstreamLogins }: Gateway,
  login: UpstreamLogin,
): Promise<UpstreamDecision | PortalReject | null> {
  try {
    return await upstreamLogins.authenticate(login);
  } catch (error) {
    if (asFault(error)?.kind !== 'timeout') throw error;
    return new PortalReject('upstream_unreachable', 'The home server of the user does not answer.');
  }
}

/** @returns null: the name is that of another user */
async function findOrAddUser(
  { store, now }: Gateway,
  uid: string,
  { organization, profile }: UpstreamDecision,
): Promise<number | null> {
  // Most home servers take a name in upper and lower case, and its limits are those of one person.
  const username = uid.toLowerCase();
  const known = await findUpstreamUser(store, { organization, username });
  if (known !== null) return known;
  const at = now();
  try {
    await store.write([
      insertUpstreamUser(store, { organization, username, profile }, at),
      insertRegistration(store, username, at),
    ]);
  } catch (error) {
    // Another login has added the user at the same moment, or the name is taken.
    if (asFault(error)?.kind !== 'conflict') throw error;
  }
  return findUpstreamUser(store, { organization, username });
}
