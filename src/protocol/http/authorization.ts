import { Fault } from '../../contract/errors.ts';
import type { Secret } from '../../contract/secret.ts';
import type { DigestLogin, DigestUser } from './digest.ts';
import type { HttpOptions } from './schema.ts';
import type { HttpPeer } from './socket.ts';
import type { HttpRequest } from './template.ts';

/** Credentials that a login over HTTP may use. */
export interface HttpCredentials {
  readonly username?: string;
  readonly password?: Secret;
  readonly token?: Secret;
}

/** A server, how requests to it are made, and the credentials. */
export interface HttpLoginTarget {
  readonly peer: HttpPeer;
  readonly options: HttpOptions;
  readonly credentials: HttpCredentials;
}

/**
 * Returns the headers that authenticate a request.
 *
 * @throws Fault `refused` if the credentials that the login needs are not set
 */
export function authorizationOf(
  target: HttpLoginTarget,
  digest: DigestLogin | null,
  request: HttpRequest,
): Readonly<Record<string, string>> {
  const { login } = target.options;
  if (login?.kind === 'digest') {
    const answer = digest?.authorize(request.method, request.target) ?? null;
    return answer === null ? {} : { Authorization: answer };
  }
  if (login?.kind === 'basic') return { Authorization: `Basic ${basicOf(userOf(target))}` };
  return login?.kind === 'bearer' ? bearerOf(target, login.header) : {};
}

function bearerOf(target: HttpLoginTarget, header: string | undefined) {
  const token = tokenOf(target);
  return header === undefined ? { Authorization: `Bearer ${token}` } : { [header]: token };
}

function basicOf({ username, password }: DigestUser): string {
  return Buffer.from(`${username}:${password}`).toString('base64');
}

/** @throws Fault `refused` if there is no user name */
export function userOf({ credentials, peer }: HttpLoginTarget): DigestUser {
  const { username, password } = credentials;
  if (username === undefined)
    throw new Fault('refused', `${peer.label}: no username is set for this device`, {
      isUntried: true,
    });
  return { username, password: password?.reveal() ?? '' };
}

function tokenOf({ credentials: { token, password }, peer }: HttpLoginTarget): string {
  const text = (token ?? password)?.reveal();
  if (text === undefined)
    throw new Fault('refused', `${peer.label}: no token is set for this device`, {
      isUntried: true,
    });
  if (/[^\x21-\x7e]/.test(text))
    throw new Fault('refused', `${peer.label}: the token has characters that no header may have`);
  return text;
}
