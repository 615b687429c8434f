import type { DecisionLog } from '../aaa/decision-log.ts';
import type { Gateway } from '../gateway.ts';
import { attribute } from '../protocol/radius/attribute.ts';
import { has } from '../protocol/radius/packet.ts';
import type { Conversations } from './conversations.ts';
import { decisionRow, type Ruling } from './decision-row.ts';
import { forward, type Forwarded } from './forward.ts';
import { wordsOf } from './packet-words.ts';
import type { Request, Served } from './request.ts';
import type { UpstreamTiming } from './upstream-timing.ts';
import type { Upstream } from './upstream.ts';

interface Means {
  readonly gateway: Gateway;
  readonly timing: UpstreamTiming;
  readonly conversations: Conversations;
  readonly trace: DecisionLog;
  readonly proxyState: Buffer;
}

/** An Access-Request that others decide over. @throws as `forward` */
export async function serveProxied(request: Request, upstreams: readonly Upstream[], means: Means): Promise<Served> {
  const begun = performance.now();
  const forwarded = await forward(request, upstreams, means);
  const { upstream, answer, result, attributes } = forwarded;
  if (result === 'proxied_challenge') means.conversations.remember(request.client.id, answer.packet, upstream.row.id);
  else means.trace.note(decisionRow(request, rulingOf(request, forwarded, means.gateway), performance.now() - begun));
  return { result, attributes };
}

/** A round of a conversation decides nothing: only its end is a decision. */
function rulingOf({ packet }: Request, { upstream: { row }, answer, result }: Forwarded, gateway: Gateway): Ruling {
  const isAccepted = result === 'proxied_accept';
  return {
    method: has(packet, attribute.eapMessage) ? 'EAP' : 'proxy',
    isAccepted,
    reason: `${isAccepted ? 'accepted' : 'refused'} by upstream ${row.name}`,
    upstream: row.name,
    user: null,
    checks: [],
    limits: [],
    shown: wordsOf(answer.packet, gateway.dictionary()),
  };
}
