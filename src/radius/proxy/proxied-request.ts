import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import {
  authenticatorOf,
  packetCode,
  firstValue,
  hasAttribute,
} from '../../protocol/radius/packet.ts';
import {
  proxiedRequestAttributes,
  proxiedReplyAttributes,
} from '../../protocol/radius/proxied-attributes.ts';
import { msChapVersions } from '../../protocol/radius/microsoft-attributes.ts';
import type { HidingKey } from '../../protocol/radius/attribute-hiding.ts';
import { countReplyOctetsLeft } from '../../protocol/radius/reply-encoder.ts';
import type { RequestResult } from '../core/reply-table.ts';
import { withoutRealm } from '../../aaa/account/realm.ts';
import type { RadiusRequest } from '../core/radius-request.ts';
import { createSessionClass } from '../core/session-class.ts';
import type { UpstreamTiming } from './upstream-timing.ts';
import type { UpstreamReply, Upstream } from './upstream.ts';

interface ProxyContext {
  readonly gateway: Gateway;
  readonly timing: UpstreamTiming;
  readonly proxyState: Buffer;
}

/** The reply of an upstream, and the reply to the client that is made of it. */
export interface ProxiedReply {
  readonly upstream: Upstream;
  readonly reply: UpstreamReply;
  readonly result: Extract<RequestResult, `proxied_${string}`>;
  /** Attributes of the reply to the client. */
  readonly attributes: Buffer;
}

/**
 * Proxies an Access-Request to one upstream after the other until one replies.
 *
 * @param upstreams  in order of priority, at least one
 * @throws Fault `timeout` without a reply: the client retransmits; as `Upstream.sendRequest`
 * @see    RFC 2865 section 2.3
 */
export async function proxyAccessRequest(
  request: RadiusRequest,
  upstreams: readonly Upstream[],
  context: ProxyContext,
): Promise<ProxiedReply> {
  const { upstream, reply } = await requestAccess(
    upstreams,
    (upstream) => proxiedRequest(request, upstream, context),
    context,
  );
  return proxiedReply(request, { upstream, reply }, context);
}

/**
 * Sends an Access-Request to one upstream after the other until one replies.
 *
 * @throws as `proxyAccessRequest`
 */
export async function requestAccess(
  upstreams: readonly Upstream[],
  requestTo: (upstream: Upstream) => Parameters<Upstream['sendRequest']>[1],
  { gateway, timing }: Pick<ProxyContext, 'gateway' | 'timing'>,
): Promise<Pick<ProxiedReply, 'upstream' | 'reply'>> {
  const { clock } = gateway;
  const available = upstreams.filter(({ state }) => state !== 'down');
  // If all are down the first is tried: it may be back.
  const candidates = available.length > 0 ? available : upstreams.slice(0, 1);
  const deadline = clock.monotonicMs() + timing.retransmission.timeoutMs;
  for (const [position, upstream] of candidates.entries()) {
    const leftMs = deadline - clock.monotonicMs();
    const isLast = position === candidates.length - 1;
    if (leftMs <= 0) break;
    const reply = await upstream.sendRequest(
      'auth',
      requestTo(upstream),
      isLast ? leftMs : Math.min(leftMs, timing.responseWindowMs),
    );
    if (reply) return { upstream, reply };
  }
  throw new Fault('timeout', `no reply from ${candidates.map(({ row }) => row.name).join(', ')}`);
}

function proxiedRequest(
  { packet, client }: RadiusRequest,
  { row }: Upstream,
  { gateway, proxyState }: ProxyContext,
) {
  const from = { secret: client.secret, authenticator: authenticatorOf(packet) };
  const username = firstValue(packet, attributeType.userName);
  const isStripped = row.stripsRealm && !hasNameInCredential(packet);
  const userName = isStripped && username ? withoutRealm(username) : null;
  const encodeAttributes = (to: HidingKey) =>
    proxiedRequestAttributes(packet, {
      from,
      to,
      dictionary: gateway.dictionary(),
      userName,
      proxyState,
    });
  return { code: packetCode.accessRequest, encodeAttributes };
}

/**
 * True if the credential depends on the whole name: EAP contains it once more (EAP-Response/Identity), and a response of MS-CHAPv2
 * is computed with it (RFC 2759 section 8.2).
 */
function hasNameInCredential(packet: RadiusRequest['packet']): boolean {
  return hasAttribute(packet, attributeType.eapMessage) || msChapVersions(packet).includes(2);
}

const results = new Map<number, ProxiedReply['result']>([
  [packetCode.accessAccept, 'proxied_accept'],
  [packetCode.accessReject, 'proxied_reject'],
  [packetCode.accessChallenge, 'proxied_challenge'],
]);

function proxiedReply(
  request: RadiusRequest,
  { upstream, reply }: Pick<ProxiedReply, 'upstream' | 'reply'>,
  { gateway }: ProxyContext,
): ProxiedReply {
  const { packet, client } = request;
  const result = results.get(reply.packet.code);
  if (!result) throw new Error(`packet code ${reply.packet.code} is no reply to an Access-Request`);
  const attributes = proxiedReplyAttributes(reply.packet, {
    from: { secret: reply.secret, authenticator: reply.requestAuthenticator },
    to: { secret: client.secret, authenticator: authenticatorOf(packet) },
    dictionary: gateway.dictionary(),
  });
  // A NAS may keep one Class only: the upstream's Class has precedence.
  const needsSessionClass =
    result === 'proxied_accept' && !hasAttribute(reply.packet, attributeType.class);
  return {
    upstream,
    reply,
    result,
    attributes: needsSessionClass
      ? withSessionClass(attributes, countReplyOctetsLeft(packet))
      : attributes,
  };
}

/** Adds the session class, which relates accounting to the session, if it fits into the reply. */
function withSessionClass(attributes: Buffer, maxOctets: number): Buffer {
  const extended = Buffer.concat([attributes, createSessionClass().attribute]);
  return extended.length > maxOctets ? attributes : extended;
}
