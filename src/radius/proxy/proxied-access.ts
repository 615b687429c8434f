import type { DecisionLog } from '../../aaa/policy/decision-log.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { hasAttribute } from '../../protocol/radius/packet.ts';
import type { StateAffinity } from './state-affinity.ts';
import { createDecisionRow, type DecisionEntry } from '../core/decision-row.ts';
import { proxyAccessRequest, type ProxiedReply } from './proxied-request.ts';
import { printableAttributes } from '../core/printable-attributes.ts';
import type { RadiusRequest, ServiceReply } from '../core/radius-request.ts';
import type { UpstreamTiming } from './upstream-timing.ts';
import type { Upstream } from './upstream.ts';

interface ProxiedAccessContext {
  readonly gateway: Gateway;
  readonly timing: UpstreamTiming;
  readonly stateAffinity: StateAffinity;
  readonly decisionLog: DecisionLog;
  readonly proxyState: Buffer;
}

/** Serves an Access-Request that upstreams authenticate, and logs their decision. @throws as `proxyAccessRequest` */
export async function serveProxiedAccess(
  request: RadiusRequest,
  upstreams: readonly Upstream[],
  context: ProxiedAccessContext,
): Promise<ServiceReply> {
  const began = performance.now();
  const proxied = await proxyAccessRequest(request, upstreams, context);
  const { upstream, reply, result, attributes } = proxied;
  // A challenge is no decision: the decision follows with the last round.
  if (result === 'proxied_challenge')
    context.stateAffinity.remember(request.client.id, reply.packet, upstream.row.id);
  else
    context.decisionLog.add(
      createDecisionRow(
        request,
        decisionEntry(request, proxied, context.gateway),
        performance.now() - began,
      ),
    );
  return { result, attributes };
}

function decisionEntry(
  { packet }: RadiusRequest,
  { upstream: { row }, reply, result }: ProxiedReply,
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
    maskedItems: printableAttributes(reply.packet, gateway.dictionary()),
  };
}
