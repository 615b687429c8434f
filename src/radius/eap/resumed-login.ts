import type { RequestCredential } from '../auth/access-request.ts';
import type { DecidedLogin, ResumableLogin } from './eap-method.ts';
import type { Tunnel, TunnelStep } from './tls-method.ts';

/** The octet that says that the handshake is the end (RFC 9190 section 2.5, RFC 9427 section 4). */
export const commitment = Buffer.from([0]);

/** Returns the credential of a login that TLS has proved. @param method  for the decision log */
export function provenBy(method: string): RequestCredential {
  return { credential: { kind: 'proven', method }, msChap: null };
}

/** Decides again over the login whose session a device has resumed: its limits may be used up by now. */
export function decideResumed(
  { username }: ResumableLogin,
  { authenticate }: Pick<Tunnel, 'authenticate'>,
): Promise<DecidedLogin | 'unreadable'> {
  return authenticate({ username, presented: provenBy('resumed') });
}

/** Ends a resumed session without a login in its tunnel (RFC 5281 section 7.5; on TLS 1.3 RFC 9427 section 4). */
export async function endResumed(resumed: ResumableLogin, tunnel: Tunnel): Promise<TunnelStep> {
  const login = await decideResumed(resumed, tunnel);
  if (login === 'unreadable')
    return { kind: 'fail', reason: 'inside the tunnel: the name is too long' };
  const isNewest = tunnel.socket.getProtocol() === 'TLSv1.3';
  return login.decision.isAccepted && isNewest
    ? { kind: 'decide', login, write: commitment }
    : { kind: 'decide', login };
}
