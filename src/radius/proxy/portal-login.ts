import { realmOf, withoutRealm } from '../../aaa/account/realm.ts';
import type { Gateway, UpstreamDecision, UpstreamLogin } from '../../gateway/gateway.ts';
import { hideValue, maxPasswordOctets } from '../../protocol/radius/attribute-hiding.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { firstInteger, packetCode } from '../../protocol/radius/packet.ts';
import { encodeAttribute } from '../../protocol/radius/vendor-specific.ts';
import { encodeGuest } from './guest-attributes.ts';
import { requestAccess } from './proxied-request.ts';
import type { UpstreamRegistry } from './upstream-registry.ts';
import type { UpstreamTiming } from './upstream-timing.ts';
import type { Upstream } from './upstream.ts';

interface PortalLoginContext {
  readonly gateway: Gateway;
  readonly upstreams: UpstreamRegistry;
  readonly timing: UpstreamTiming;
}

/**
 * Sends a login at the captive portal to the upstreams that authenticate its user there, as a NAS with PAP would. A
 * challenge counts as a reject, since the page has no further question.
 *
 * @returns null: there is no such upstream
 * @throws as `requestAccess`
 */
export async function authenticatePortalLogin(
  login: UpstreamLogin,
  context: PortalLoginContext,
): Promise<UpstreamDecision | null> {
  const { organization, username, password, isLocal } = login;
  const pool = context.upstreams.poolOfUser({ organization, username }, 'portal authentication');
  const [first] = pool.upstreams;
  if (!first || (pool.isDefault && isLocal)) return null;
  const clear = Buffer.from(password.reveal());
  if (clear.length > maxPasswordOctets) return decisionOf(first, { isAccepted: false });
  const requestTo = ({ row }: Upstream) => ({
    code: packetCode.accessRequest,
    encodeAttributes: (key: Parameters<typeof hideValue>[1]) =>
      Buffer.concat([
        encodeGuest({ ...login, username: row.stripsRealm ? withoutRealmOf(username) : username }),
        encodeAttribute(attributeType.userPassword, hideValue(clear, key)) ?? Buffer.alloc(0),
      ]),
  });
  const { upstream, reply } = await requestAccess(pool.upstreams, requestTo, context);
  const isAccepted = reply.packet.code === packetCode.accessAccept;
  const sessionSeconds = firstInteger(reply.packet, attributeType.sessionTimeout);
  return decisionOf(upstream, { isAccepted, sessionSeconds });
}

function withoutRealmOf(username: string): string {
  return realmOf(username) === null ? username : withoutRealm(Buffer.from(username)).toString();
}

function decisionOf(
  { row: { organization, portal_profile: profile } }: Upstream,
  { isAccepted, sessionSeconds = null }: Partial<UpstreamDecision> & { isAccepted: boolean },
): UpstreamDecision {
  return { isAccepted, sessionSeconds, organization, profile };
}
