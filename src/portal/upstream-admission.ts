import { findUpstreamUser } from '../aaa/account/user-lookup.ts';
import { mayAuthenticateHere } from '../aaa/policy/local-credentials.ts';
import type { LoginSource } from '../aaa/policy/credential.ts';
import { deviceKey, personOf } from '../aaa/password/password-attempts.ts';
import { findSubscriberById, type Subscriber } from '../aaa/policy/subscriber.ts';
import type { Store } from '../store/store.ts';
import { asFault } from '../contract/errors.ts';
import { canonicalMac } from '../contract/fields.ts';
import type { Gateway, UpstreamDecision, UpstreamLogin } from '../gateway/gateway.ts';
import { PortalReject } from './portal-reject.ts';
import { addGuest } from './step/guest-account.ts';

/** A user whom an upstream has authenticated. */
export interface UpstreamGuest {
  readonly user: Subscriber;
  /** The time that the upstream gives the session; null: no limit. */
  readonly sessionSeconds: number | null;
}

interface Login {
  readonly uid: string;
  /** The user that `uid` names here. */
  readonly found: Subscriber | PortalReject;
  readonly device: Omit<UpstreamLogin, 'username' | 'isLocal'>;
  readonly source: LoginSource;
}

/**
 * Has an upstream authenticate a guest, if an upstream serves the name. The guest becomes a user of the upstream's
 * organization, without credentials here; sessions are counted and limited per user.
 *
 * @returns null: the gateway authenticates the guest itself
 * @throws Fault `throttled` after too many wrong passwords
 */
export async function authenticateAtUpstream(
  gateway: Gateway,
  login: Login,
): Promise<UpstreamGuest | PortalReject | null> {
  const { uid, found } = login;
  // A user of that name would be let in by the address of the device alone.
  if (canonicalMac(uid) !== null) return null;
  const local = found instanceof PortalReject || !mayAuthenticateHere(found) ? null : found;
  const attempt = admit(gateway, login);
  const decision = await ask(gateway, login, local);
  if (decision === null) attempt.withdraw();
  if (decision === null || decision instanceof PortalReject) return decision;
  attempt.accept();
  const { sessionSeconds } = decision;
  const user = local ?? (await findOrAddUser(gateway, uid, decision));
  return user === null ? takenName : { user, sessionSeconds };
}

function admit(gateway: Gateway, { uid, found, source, device: { station, password } }: Login) {
  const { isReported = true } = source;
  const mac = canonicalMac(station);
  return gateway.logins.attempts.admit({
    person: personOf(found instanceof PortalReject ? null : found.id, uid),
    place: source.client,
    device: mac === null ? null : deviceKey({ mac, isReported, host: source.host }),
    host: source.host,
    password,
    mayLackDevice: false,
  });
}

const takenName = new PortalReject(
  'not_allowed',
  'Another user of the gateway has the name that the home server accepts.',
);

async function ask(
  { upstreamLogins }: Gateway,
  { uid, device }: Login,
  local: Subscriber | null,
): Promise<UpstreamDecision | PortalReject | null> {
  // Only an upstream of its own organization, or of one above, speaks for a user: another one may have the same realm.
  const { organization, username } = local ?? { ...device, username: uid };
  const isLocal = local !== null;
  try {
    const decision = await upstreamLogins.authenticate({
      ...device,
      organization,
      username,
      isLocal,
    });
    return decision?.isAccepted === false ? rejected : decision;
  } catch (error) {
    if (asFault(error)?.kind !== 'timeout') throw error;
    return new PortalReject('upstream_unreachable', 'The home server of the user does not answer.');
  }
}

const rejected = new PortalReject(
  'wrong_password',
  'The home server of the user rejects the login.',
);

/** @returns null: the name belongs to another user */
async function findOrAddUser(
  gateway: Gateway,
  uid: string,
  { organization, profile }: UpstreamDecision,
): Promise<Subscriber | null> {
  // Most home servers ignore the case of a name, so all spellings share the limits of one person.
  const username = uid.toLowerCase();
  const { store } = gateway;
  const known = await findUser(store, { organization, username });
  if (known !== null) return known;
  await addGuest(gateway, { organization, username, profile });
  return findUser(store, { organization, username });
}

async function findUser(
  store: Store,
  named: { readonly organization: number; readonly username: string },
): Promise<Subscriber | null> {
  const id = await findUpstreamUser(store, named);
  return id === null ? null : findSubscriberById(store, id);
}
