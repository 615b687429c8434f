import type { Subscriber } from '../aaa/policy/subscriber.ts';
import {
  authenticatePerson,
  findPerson,
  type FoundPerson,
  type SourceLogin,
} from '../aaa/source/source-login.ts';
import { canonicalMac } from '../contract/fields.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { exactNames, localName, readNameRules } from '../organization/name-rules.ts';
import { PortalReject } from './portal-reject.ts';

/** A password, the device that presents it, and the organization of its access point. */
export type PresentedPassword = Pick<
  SourceLogin,
  'organization' | 'password' | 'station' | 'source'
>;

interface Login extends PresentedPassword {
  readonly uid: string;
  /** The user that `uid` names here. */
  readonly found: Subscriber | PortalReject;
}

/**
 * Has a directory of the access point's organization authenticate a guest.
 *
 * @returns null: no directory speaks for the name, or none that answers
 * @throws Fault `throttled` after too many wrong passwords
 */
export async function authenticateAtDirectory(
  gateway: Gateway,
  { uid, found, ...presented }: Login,
): Promise<Subscriber | PortalReject | null> {
  const { organization } = presented;
  const directories = await gateway.userSources.of(organization);
  if (directories.length === 0 || canonicalMac(uid) !== null) return null;
  const user = found instanceof PortalReject ? null : found;
  const username = user?.username ?? (await localNameOf(gateway, uid, organization));
  const person = await findPerson(gateway, { organization, username, user });
  if (person === null || mayBeOfUpstream(person, user)) return null;
  const answer = await authenticatePerson(gateway, { ...presented, username, user }, person);
  if (answer.kind === 'accepted') return answer.user;
  return answer.kind === 'refused'
    ? new PortalReject('wrong_password', 'The directory of the user rejects the login.')
    : new PortalReject('upstream_unreachable', 'The directory of the user does not answer.');
}

async function localNameOf({ store }: Gateway, uid: string, organization: number): Promise<string> {
  return localName(uid, (await readNameRules(store)).get(organization) ?? exactNames);
}

/** An upstream may know whom a silent directory does not name. */
function mayBeOfUpstream(person: FoundPerson, user: Subscriber | null): boolean {
  return 'silence' in person && (user === null || user.source === null);
}
