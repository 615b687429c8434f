import type { DecisionLog } from '../../aaa/policy/decision-log.ts';
import type { LoginDecision } from '../../aaa/policy/login-decision.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { decodeText, firstValue, hasAttribute } from '../../protocol/radius/packet.ts';
import type { LocalPolicy } from '../core/access-proxy.ts';
import type { StateAffinity } from './state-affinity.ts';
import { createDecisionRow, type DecisionEntry } from '../core/decision-row.ts';
import { addGrant } from './granted-attributes.ts';
import { proxyAccessRequest, type ProxiedReply } from './proxied-request.ts';
import { printableAttributes } from '../core/printable-attributes.ts';
import type { RadiusRequest, ServiceReply } from '../core/radius-request.ts';
import type { UpstreamTiming } from './upstream-timing.ts';
import type { Upstream } from './upstream.ts';

interface ProxiedAccessContext {
  readonly gateway: Gateway;
  readonly policy: LocalPolicy;
  /** The authentication method for the decision log; undefined: as the request has it. */
  readonly method: string | undefined;
  readonly timing: UpstreamTiming;
  readonly stateAffinity: StateAffinity;
  readonly decisionLog: Pick<DecisionLog, 'add'>;
  readonly proxyState: Buffer;
}

/**
 * Serves an Access-Request that upstreams authenticate, and logs the decision. A user of the gateway must be admitted by it as
 * well: its limits and attributes join the upstream's Accept, or a reject takes its place.
 *
 * @throws as `proxyAccessRequest`; Fault if the store cannot be read
 */
export async function serveProxiedAccess(
  request: RadiusRequest,
  upstreams: readonly Upstream[],
  context: ProxiedAccessContext,
): Promise<ServiceReply> {
  const began = performance.now();
  const proxied = await proxyAccessRequest(request, upstreams, context);
  // A challenge is no decision: the decision follows with the last round.
  if (proxied.result === 'proxied_challenge') {
    const { reply, upstream } = proxied;
    context.stateAffinity.remember(request.client.id, reply.packet, upstream.row.id);
    return { result: proxied.result, attributes: proxied.attributes };
  }
  const { reply, entry } =
    proxied.result === 'proxied_accept'
      ? await meetPolicy(request, proxied, context)
      : decided(request, proxied, context);
  context.decisionLog.add(createDecisionRow(request, entry, performance.now() - began));
  return reply;
}

interface Decided {
  readonly reply: ServiceReply;
  readonly entry: DecisionEntry;
}

/** Returns the decision of the upstream alone. */
function decided(
  { packet }: RadiusRequest,
  { upstream: { row }, reply, result, attributes }: ProxiedReply,
  { gateway, method = methodOf(packet) }: ProxiedAccessContext,
): Decided {
  const isAccepted = result === 'proxied_accept';
  return {
    reply: { result, attributes },
    entry: {
      method,
      isAccepted,
      reason: `${isAccepted ? 'accepted' : 'refused'} by upstream ${row.name}`,
      upstream: row.name,
      user: null,
      checks: [],
      limits: [],
      conditions: [],
      maskedItems: printableAttributes(reply.packet, gateway.dictionary()),
    },
  };
}

function methodOf(packet: RadiusRequest['packet']): string {
  return hasAttribute(packet, attributeType.eapMessage) ? 'EAP' : 'proxy';
}

async function meetPolicy(
  request: RadiusRequest,
  proxied: ProxiedReply,
  context: ProxiedAccessContext,
): Promise<Decided> {
  const { policy, gateway } = context;
  const ofUpstream = decided(request, proxied, context);
  const username = nameOf(request, proxied);
  const decision = await policy.decide({ username, method: ofUpstream.entry.method });
  if (!decision) return ofUpstream;
  if (!decision.isAccepted)
    return refused(ofUpstream, decision, await policy.rejectAttributes(decision));
  const granted = addGrant(request, { proxied, decision, dictionary: gateway.dictionary });
  if (typeof granted === 'string')
    return refused(
      ofUpstream,
      { ...decision, reason: granted },
      await policy.rejectAttributes(null),
    );
  const { user, checks, limits, reason } = decision;
  const suffix = reason === 'accepted' ? '' : `; ${reason}`;
  const { attributes, maskedItems } = granted;
  return {
    reply: { ...ofUpstream.reply, attributes },
    entry: {
      ...ofUpstream.entry,
      reason: `${ofUpstream.entry.reason}${suffix}`,
      user,
      checks,
      limits,
      maskedItems: [...maskedItems, ...ofUpstream.entry.maskedItems],
    },
  };
}

/** Replaces the Accept of an upstream by a reject. */
function refused(
  { entry }: Decided,
  { user, checks, limits, reason }: Pick<LoginDecision, 'user' | 'checks' | 'limits' | 'reason'>,
  attributes: Buffer,
): Decided {
  return {
    reply: { result: 'refused', attributes },
    entry: { ...entry, isAccepted: false, reason, user, checks, limits, maskedItems: [] },
  };
}

/** The name that the upstream has authenticated, where it says so: that of EAP inside a tunnel. */
function nameOf({ packet }: RadiusRequest, { reply }: ProxiedReply): string {
  const stated = firstValue(reply.packet, attributeType.userName);
  return decodeText(stated ?? firstValue(packet, attributeType.userName)) ?? '';
}
