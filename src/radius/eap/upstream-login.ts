import { reject, type LoginDecision } from '../../aaa/policy/login-decision.ts';
import type { HidingKey } from '../../protocol/radius/attribute-hiding.ts';
import { withoutNumbers } from '../../protocol/radius/attribute-numbers.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import type { Dictionary } from '../../protocol/radius/dictionary.ts';
import {
  microsoftNumber,
  msChapSuccessTypes,
  readMsChapSuccess,
} from '../../protocol/radius/microsoft-attributes.ts';
import {
  authenticatorOf,
  headerOctets,
  packetCode,
  readPacket,
} from '../../protocol/radius/packet.ts';
import { proxiedReplyAttributes } from '../../protocol/radius/proxied-attributes.ts';
import type { InnerProxying, ProxyInnerLogin } from '../core/eap-access.ts';
import type { RadiusRequest, ServiceReply } from '../core/radius-request.ts';
import type { PeerLogin, ProxiedLogin } from './eap-method.ts';
import { innerRequest } from './inner-request.ts';

/* Logins inside of a tunnel that an upstream verifies. */

/**
 * Has the upstream of a user verify the login inside of a tunnel.
 *
 * @returns null: no upstream authenticates the user, or none could verify the credential
 * @throws as `ProxyInnerLogin`
 */
export async function loginAtUpstream(
  request: RadiusRequest,
  { username, carried }: PeerLogin,
  { proxyInner, ...how }: InnerProxying & { readonly proxyInner: ProxyInnerLogin },
): Promise<ProxiedLogin | LoginDecision | null> {
  if (!carried) return null;
  const key = keyOf(request);
  const inner = innerRequest(request, username, carried(key));
  const reply = inner && (await proxyInner(inner, how));
  if (!reply) return null;
  return reply.result === 'proxied_challenge'
    ? unanswerable(how)
    : { isAccepted: reply.result === 'proxied_accept', ...readReply(reply, key) };
}

function keyOf({ packet, client }: RadiusRequest): HidingKey {
  return { secret: client.secret, authenticator: authenticatorOf(packet) };
}

/** @throws Error if the attributes do not fit into a packet, although they came in one */
function readReply({ attributes }: ServiceReply, key: HidingKey): Omit<ProxiedLogin, 'isAccepted'> {
  const header = Buffer.alloc(headerOctets);
  header.writeUInt8(packetCode.accessAccept, 0);
  header.writeUInt16BE(headerOctets + attributes.length, 2);
  const reply = readPacket(Buffer.concat([header, attributes]));
  if (typeof reply === 'string') throw new Error(`the reply of an upstream is malformed: ${reply}`);
  return { reply, key, proof: readMsChapSuccess(reply) };
}

/** A tunnel has no place for a further question. */
function unanswerable({ method }: InnerProxying): LoginDecision {
  const reason = 'the upstream asks for more than the login inside of the tunnel has';
  return reject({ user: null, method }, { kind: 'wrong_credential', reason });
}

/** What the end of EAP states itself: the name, and the keys of TLS in place of those of MS-CHAP. */
const replaced: ReadonlySet<string> = new Set([
  String(attributeType.userName),
  String(attributeType.eapMessage),
  ...msChapSuccessTypes.map((type) => `${attributeType.vendorSpecific}.${microsoftNumber}.${type}`),
]);

/** Returns the attributes of an upstream's Accept for the reply to a later request of the conversation. */
export function upstreamAttributes(
  request: RadiusRequest,
  { reply, key: from }: ProxiedLogin,
  dictionary: Dictionary,
): Buffer {
  const attributes = proxiedReplyAttributes(reply, { from, to: keyOf(request), dictionary });
  return Buffer.concat(withoutNumbers(attributes, replaced, dictionary));
}
