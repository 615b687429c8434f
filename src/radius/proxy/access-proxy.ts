import type { DecisionLog } from '../../aaa/policy/decision-log.ts';
import type { Gateway } from '../../gateway.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { hasAttribute } from '../../protocol/radius/packet.ts';
import type { StateAffinity } from './state-affinity.ts';
import { createDecisionRow, type DecisionEntry } from '../core/decision-row.ts';
import { proxyAccessRequest, type ProxiedReply } from './proxied-request.ts';
import { printableAttributes } from '../core/printable-attributes.ts';
import type { RadiusRequest, ServiceReply } from '../core/radius-request.ts';
import type { UpstreamTiming } from './upstream-timing.ts';
import type { Upstream } from './upstream.ts';

interface Means {
  readonly gateway: Gateway;
  readonly timing: UpstreamTiming;
  readonly stateAffinity: StateAffinity;
  readonly decisionLog: DecisionLog;
  readonly proxyState: Buffer;
}

/** An Access-Request that others decide over. @throws as `forward` */
export async function serveProxiedAccess(
  request: RadiusRequest,
  upstreams: readonly Upstream[],
  means: Means,
): Promise<ServiceReply> {
  const begun = performance.now();
  const forwarded = await proxyAccessRequest(request, upstreams, means);
  const { upstream, answer, result, attributes } = forwarded;
  if (result === 'proxied_challenge')
    means.stateAffinity.remember(request.client.id, answer.packet, upstream.row.id);
  else
    means.decisionLog.add(
      createDecisionRow(
        request,
        rulingOf(request, forwarded, means.gateway),
        performance.now() - begun,
      ),
    );
  return { result, attributes };
}

/** A round of a conversation decides nothing: only its end is a decision. */
function rulingOf(
  { packet }: RadiusRequest,
  { upstream: { row }, answer, result }: ProxiedReply,
  gateway: Gateway,
): DecisionEntry {
  const isAccepted = result === 'proxied_accept';
  return {
    method: hasAttribute(packet, attributeType.eapMessage) ? 'EAP' : 'proxy',
    isAccepted,
    reason: `${isAccepted ? 'accepted' : 'refused'} by upstream ${row.name}`,
    upstream: row.name,
    user: null,
    checks: [],
    limits: [],
    maskedItems: printableAttributes(answer.packet, gateway.dictionary()),
  };
}
