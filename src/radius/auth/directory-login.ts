import type { Credential } from '../../aaa/policy/credential.ts';
import { throttledReason } from '../../aaa/policy/credential-check.ts';
import type { LoginIdentity } from '../../aaa/policy/subscriber.ts';
import {
  authenticatePerson,
  findPerson,
  type FoundPerson,
  type SourceAnswer,
  type SourceLogin,
} from '../../aaa/source/source-login.ts';
import { asFault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { localName } from '../../organization/name-rules.ts';
import type { RadiusRequest } from '../core/radius-request.ts';
import { sourceOfClient } from './access-request.ts';

/** The user that a login names, and its credential. */
export interface PresentedLogin {
  readonly identity: LoginIdentity;
  readonly credential: Credential;
}

/**
 * Finds the person of a login in the directories of the client's organization. Only a password in clear can be verified there.
 *
 * @returns null: no directory speaks for it
 * @throws as `findPerson`
 */
export async function findDirectoryPerson(
  gateway: Gateway,
  { client }: RadiusRequest,
  { identity, credential }: PresentedLogin,
): Promise<FoundPerson | null> {
  if (credential.kind !== 'password') return null;
  const username = localName(identity.username, client.names);
  const { user } = identity;
  return findPerson(gateway, { organization: client.organization, username, user });
}

/**
 * Has the directory of a person verify the password of a login.
 *
 * @param login  with what `findDirectoryPerson` has found
 * @returns      the login with the user that the person is, or with a refused credential
 */
export async function verifyAtDirectory(
  gateway: Gateway,
  { client }: RadiusRequest,
  login: PresentedLogin & { readonly found: FoundPerson },
): Promise<PresentedLogin> {
  const { identity, credential, found } = login;
  if (credential.kind !== 'password') return login;
  const presented = {
    organization: client.organization,
    username: localName(identity.username, client.names),
    user: identity.user,
    password: credential.password,
    station: identity.station,
    source: sourceOfClient(client),
  };
  const answer = await answerOf(gateway, presented, found);
  if (answer.kind === 'accepted') {
    const { user, method } = answer;
    return { identity: { ...identity, user }, credential: { kind: 'proven', method } };
  }
  return { identity, credential: refused(answer.reason) };
}

async function answerOf(
  gateway: Gateway,
  login: SourceLogin,
  found: FoundPerson,
): Promise<SourceAnswer> {
  try {
    return await authenticatePerson(gateway, login, found);
  } catch (error) {
    if (asFault(error)?.kind !== 'throttled') throw error;
    return { kind: 'refused', reason: throttledReason };
  }
}

function refused(rejectReason: string): Credential {
  return { kind: 'refused', method: 'LDAP', rejectReason };
}
