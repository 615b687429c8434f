import { Type } from 'typebox';
import type { Caller } from '../../../contract/caller.ts';
import type { Gateway } from '../../../gateway/gateway.ts';
import { Fault } from '../../../contract/errors.ts';
import { formatTime } from '../../../contract/fields.ts';
import type { Browser } from '../../../gateway/endpoint.ts';
import type { Call } from '../../../http/endpoint.ts';
import { maySignIn } from '../../../http/session/session-cookie.ts';
import { describeUserOfSession } from '../../account/session/session-user.ts';
import {
  endOfSession,
  listSessions,
  type SessionRules,
  type UserSession,
} from '../../account/session/user-session.ts';

export const transports = Type.Enum(['https', 'loopback', 'http'], {
  description:
    'how the request has come: `https`; `loopback`: plain HTTP on this machine; `http`: plain HTTP, which others can read',
});

type Own = Pick<Call, 'gateway' | 'caller'>;

/** Returns the session of a request. @throws Fault `not_found` it has a bearer token */
export async function findOwnSession({ gateway, caller }: Own): Promise<UserSession> {
  const sessions = await listSessions(gateway, gateway.config.console, caller.user);
  const own = sessions.find(({ id }) => id === caller.session);
  if (!own) throw new Fault('not_found', 'This request has no session; it has a bearer token.');
  return own;
}

/** Returns a session as a reply has it. */
export function showSession(session: UserSession, rules: SessionRules) {
  const { expiration, idleExpiration } = endOfSession(session, rules);
  return {
    ...session,
    created: formatTime(session.created),
    last_used: formatTime(session.last_used),
    expiration: formatTime(expiration),
    idle_expiration: formatTime(idleExpiration),
  };
}

/** Returns the session of a request and its user. @throws Fault `not_found` it has a bearer token */
export async function describeCaller({ gateway, caller, browser }: Own & Pick<Call, 'browser'>) {
  const session = await findOwnSession({ gateway, caller });
  return {
    ...showSession(session, gateway.config.console),
    ...namesOf(caller),
    ...(await describeUserOfSession(gateway.store, caller)),
    transport: browser().transport,
    must_enrol: caller.mustEnrol === true,
  };
}

function namesOf({ user, username, role, organization, organizations }: Caller) {
  return { user, username, role, organization, organizations: [...organizations] };
}

/** Returns why nobody can sign in by a request; null: one can. */
export function refuseTransport(
  { console, http }: Pick<Gateway['config'], 'console' | 'http'>,
  { transport, usedOrigin }: Pick<Browser, 'transport' | 'usedOrigin'>,
): string | null {
  if (!console.enabled) return 'The console is off (console.enabled).';
  if (maySignIn(transport, { console })) return null;
  const tls = http.tls.enabled
    ? `Use HTTPS at port ${http.tls.port} of the gateway`
    : 'Switch HTTPS on (http.tls.enabled)';
  return `Signing in needs HTTPS: over ${usedOrigin}, others could read the password. ${tls}; behind a proxy with HTTPS, add its address to http.trusted_proxies. In a network that you trust, console.allow_http permits plain HTTP.`;
}
