import { Fault } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { attribute } from '../protocol/radius/attribute.ts';
import { authenticatorOf, code, first, has } from '../protocol/radius/packet.ts';
import { forwardedAttributes, returnedAttributes } from '../protocol/radius/pass-on.ts';
import type { Cover } from '../protocol/radius/password.ts';
import { encodeAttribute } from '../protocol/radius/vendor.ts';
import type { Result } from './outcome.ts';
import { withoutRealm } from './realm.ts';
import type { Request } from './request.ts';
import { newTicket } from './ticket.ts';
import { roomIn } from './authorize-reply.ts';
import type { UpstreamTiming } from './upstream-timing.ts';
import type { Answered, Upstream } from './upstream.ts';

interface Means {
  readonly gateway: Gateway;
  readonly timing: UpstreamTiming;
  readonly proxyState: Buffer;
}

/** What an upstream said, and what the client is told of it. */
export interface Forwarded {
  readonly upstream: Upstream;
  readonly answer: Answered;
  readonly result: Extract<Result, `proxied_${string}`>;
  readonly attributes: Buffer;
}

/**
 * Passes an Access-Request on to one upstream after the other, until one answers.
 *
 * @param upstreams  in the order in which they are asked, one at least
 * @throws Fault `timeout` none has answered: the client repeats; as `Upstream.ask`
 * @see    RFC 2865 section 2.3
 */
export async function forward(request: Request, upstreams: readonly Upstream[], means: Means): Promise<Forwarded> {
  const there = upstreams.filter(({ state }) => state !== 'down');
  // Where all seem to be away, the first may be back.
  const candidates = there.length > 0 ? there : upstreams.slice(0, 1);
  const deadline = performance.now() + means.timing.retransmission.patienceMs;
  for (const [position, upstream] of candidates.entries()) {
    const left = deadline - performance.now();
    const isLast = position === candidates.length - 1;
    if (left <= 0) break;
    const answer = await upstream.ask(
      'auth',
      questionOf(request, upstream, means),
      isLast ? left : Math.min(left, means.timing.windowMs),
    );
    if (answer) return returned(request, { upstream, answer }, means);
  }
  throw new Fault('timeout', `no answer from ${candidates.map(({ row }) => row.name).join(', ')}`);
}

function questionOf({ packet, client }: Request, { row }: Upstream, { gateway, proxyState }: Means) {
  const from = { secret: client.secret, authenticator: authenticatorOf(packet) };
  const username = first(packet, attribute.userName);
  // EAP says the name once more inside, and both must be the same.
  const isStripped = row.stripsRealm && !has(packet, attribute.eapMessage);
  const userName = isStripped && username ? withoutRealm(username) : null;
  const attributes = (to: Cover) =>
    forwardedAttributes(packet, { from, to, dictionary: gateway.dictionary(), userName, proxyState });
  return { code: code.accessRequest, attributes };
}

const results = new Map<number, Forwarded['result']>([
  [code.accessAccept, 'proxied_accept'],
  [code.accessReject, 'proxied_reject'],
  [code.accessChallenge, 'proxied_challenge'],
]);

type Said = Pick<Forwarded, 'upstream' | 'answer'>;

function returned({ packet, client }: Request, { upstream, answer }: Said, { gateway }: Means): Forwarded {
  const result = results.get(answer.packet.code);
  if (!result) throw new Error(`code ${answer.packet.code} answers no Access-Request`);
  const attributes = returnedAttributes(answer.packet, {
    from: { secret: answer.secret, authenticator: answer.requestAuthenticator },
    to: { secret: client.secret, authenticator: authenticatorOf(packet) },
    dictionary: gateway.dictionary(),
  });
  const isTicketed = result === 'proxied_accept' && !has(answer.packet, attribute.class);
  return { upstream, answer, result, attributes: isTicketed ? withTicket(attributes, roomIn(packet)) : attributes };
}

/**
 * Our ticket, by which accounting finds its session, where it is in nobody's way: a NAS may keep one Class only, and the
 * upstream's is the upstream's.
 */
function withTicket(attributes: Buffer, room: number): Buffer {
  const ticket = encodeAttribute(attribute.class, newTicket().octets) ?? Buffer.alloc(0);
  const ticketed = Buffer.concat([attributes, ticket]);
  return ticketed.length > room ? attributes : ticketed;
}
