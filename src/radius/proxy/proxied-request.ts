import { Fault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
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
import type { HidingKey } from '../../protocol/radius/attribute-hiding.ts';
import { encodeAttribute } from '../../protocol/radius/vendor-specific.ts';
import type { RequestResult } from '../core/reply-table.ts';
import { withoutRealm } from '../../aaa/account/realm.ts';
import type { RadiusRequest } from '../core/radius-request.ts';
import { createSessionClass } from '../core/session-class.ts';
import { countReplyOctetsLeft } from '../core/reply-size.ts';
import type { UpstreamTiming } from './upstream-timing.ts';
import type { UpstreamReply, Upstream } from './upstream.ts';

interface Means {
  readonly gateway: Gateway;
  readonly timing: UpstreamTiming;
  readonly proxyState: Buffer;
}

/** What an upstream said, and what the client is told of it. */
export interface ProxiedReply {
  readonly upstream: Upstream;
  readonly answer: UpstreamReply;
  readonly result: Extract<RequestResult, `proxied_${string}`>;
  readonly attributes: Buffer;
}

/**
 * Passes an Access-Request on to one upstream after the other, until one answers.
 *
 * @param upstreams  in the order in which they are asked, one at least
 * @throws Fault `timeout` none has answered: the client repeats; as `Upstream.ask`
 * @see    RFC 2865 section 2.3
 */
export async function proxyAccessRequest(
  request: RadiusRequest,
  upstreams: readonly Upstream[],
  means: Means,
): Promise<ProxiedReply> {
  const there = upstreams.filter(({ state }) => state !== 'down');
  // Where all seem to be away, the first may be back.
  const candidates = there.length > 0 ? there : upstreams.slice(0, 1);
  const deadline = performance.now() + means.timing.retransmission.timeoutMs;
  for (const [position, upstream] of candidates.entries()) {
    const left = deadline - performance.now();
    const isLast = position === candidates.length - 1;
    if (left <= 0) break;
    const answer = await upstream.sendRequest(
      'auth',
      questionOf(request, upstream, means),
      isLast ? left : Math.min(left, means.timing.responseWindowMs),
    );
    if (answer) return returned(request, { upstream, answer }, means);
  }
  throw new Fault('timeout', `no answer from ${candidates.map(({ row }) => row.name).join(', ')}`);
}

function questionOf(
  { packet, client }: RadiusRequest,
  { row }: Upstream,
  { gateway, proxyState }: Means,
) {
  const from = { secret: client.secret, authenticator: authenticatorOf(packet) };
  const username = firstValue(packet, attributeType.userName);
  // EAP says the name once more inside, and both must be the same.
  const isStripped = row.stripsRealm && !hasAttribute(packet, attributeType.eapMessage);
  const userName = isStripped && username ? withoutRealm(username) : null;
  const attributes = (to: HidingKey) =>
    proxiedRequestAttributes(packet, {
      from,
      to,
      dictionary: gateway.dictionary(),
      userName,
      proxyState,
    });
  return { code: packetCode.accessRequest, encodeAttributes: attributes };
}

const results = new Map<number, ProxiedReply['result']>([
  [packetCode.accessAccept, 'proxied_accept'],
  [packetCode.accessReject, 'proxied_reject'],
  [packetCode.accessChallenge, 'proxied_challenge'],
]);

type Said = Pick<ProxiedReply, 'upstream' | 'answer'>;

function returned(
  { packet, client }: RadiusRequest,
  { upstream, answer }: Said,
  { gateway }: Means,
): ProxiedReply {
  const result = results.get(answer.packet.code);
  if (!result) throw new Error(`code ${answer.packet.code} answers no Access-Request`);
  const attributes = proxiedReplyAttributes(answer.packet, {
    from: { secret: answer.secret, authenticator: answer.requestAuthenticator },
    to: { secret: client.secret, authenticator: authenticatorOf(packet) },
    dictionary: gateway.dictionary(),
  });
  const isTicketed =
    result === 'proxied_accept' && !hasAttribute(answer.packet, attributeType.class);
  return {
    upstream,
    answer,
    result,
    attributes: isTicketed ? withTicket(attributes, countReplyOctetsLeft(packet)) : attributes,
  };
}

/**
 * Our ticket, by which accounting finds its session, where it is in nobody's way: a NAS may keep one Class only, and the
 * upstream's is the upstream's.
 */
function withTicket(attributes: Buffer, room: number): Buffer {
  const ticket =
    encodeAttribute(attributeType.class, createSessionClass().octets) ?? Buffer.alloc(0);
  const ticketed = Buffer.concat([attributes, ticket]);
  return ticketed.length > room ? attributes : ticketed;
}
