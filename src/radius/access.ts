import { isUtf8 } from 'node:buffer';
import { authenticate } from '../aaa/authenticate.ts';
import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { attribute } from '../protocol/radius/attribute.ts';
import { signature } from '../protocol/radius/authenticator.ts';
import { first, type Packet } from '../protocol/radius/packet.ts';
import { userPassword } from '../protocol/radius/password.ts';
import { integer, text } from '../protocol/radius/value.ts';
import { Secret } from '../secret.ts';
import { requirePresent, type Refusal, type Request, type Service } from './request.ts';
import type { Weakness } from './weakness.ts';

/** Passwords being checked at a time: each takes tens of milliseconds of a core. More are dropped, and repeated later. */
const mostChecks = 256;

/** Access-Request with User-Password. Any other way to prove who one is gets a reject (RFC 2865 section 2.2). */
export function access(gateway: Gateway, weakness: Weakness): Service {
  let checks = 0;
  return {
    verify: (request) => verify(request, weakness),
    async serve({ packet, client }) {
      const given = credentials(packet, client.secret);
      if (!given) return 'refused';
      if (checks >= mostChecks) throw new Fault('overloaded', `${mostChecks} passwords are being checked`);
      checks += 1;
      try {
        const verdict = await authenticate(gateway.store, { organization: client.organization, ...given, at: gateway.now() });
        if (!verdict.isAccepted)
          gateway.log.info({ client: client.name, username: given.username, why: verdict.why }, 'login refused');
        return verdict.isAccepted ? 'accepted' : 'refused';
      } finally {
        checks -= 1;
      }
    },
  };
}

/** What the client must sign is looked at first, then what it did sign. */
function verify({ packet, client }: Request, weakness: Weakness): Refusal | null {
  const isSigned = packet.firstOf[attribute.messageAuthenticator] !== 0;
  if (isSigned) {
    const refusal = requirePresent(signature(packet, client.secret));
    if (!refusal) weakness.signed(client);
    return refusal;
  }
  const hasEap = packet.firstOf[attribute.eapMessage] !== 0;
  if (hasEap || weakness.mustSign(client)) return 'message_authenticator_missing';
  if (client.limitProxyState !== 'no' && packet.firstOf[attribute.proxyState] !== 0) return 'proxy_state';
  weakness.unsigned(client);
  return null;
}

const authorizeOnly = 17;

/** Name and password, where the request has both and claims nothing besides. */
function credentials(packet: Packet, secret: Secret): { readonly username: string; readonly password: Secret } | null {
  const username = text(first(packet, attribute.userName));
  const password = userPassword(packet, secret);
  const isAuthorizeOnly = integer(first(packet, attribute.serviceType)) === authorizeOnly;
  if (username === null || password === null || isAuthorizeOnly || packet.firstOf[attribute.chapPassword] !== 0) return null;
  return isUtf8(password) ? { username, password: new Secret(password.toString()) } : null;
}
