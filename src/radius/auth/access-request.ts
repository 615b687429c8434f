import { randomBytes } from 'node:crypto';
import type { DecisionLog } from '../../aaa/policy/decision-log.ts';
import { AccessPolicy, type AccessDecision } from '../../aaa/policy/access-policy.ts';
import { Fault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { checkMessageAuthenticator } from '../../protocol/radius/authenticator.ts';
import { firstValue, hasAttribute } from '../../protocol/radius/packet.ts';
import { hasProxyState } from '../../protocol/radius/proxied-attributes.ts';
import { decodeText } from '../../protocol/radius/value-decoder.ts';
import { buildAccept, buildReject, type AccessReply } from './access-reply.ts';
import { StateAffinity } from '../proxy/state-affinity.ts';
import { readRequestCredential } from './request-credential.ts';
import { createDecisionRow, type DecisionEntry } from '../core/decision-row.ts';
import { selectUpstreams } from '../proxy/upstream-selection.ts';
import { requestAttributesOf } from './request-attribute-reader.ts';
import {
  requireSigned,
  type VerifyDropReason,
  type RadiusRequest,
  type ServiceReply,
  type PacketService,
} from '../core/radius-request.ts';
import type { UpstreamTiming } from '../proxy/upstream-timing.ts';
import type { UpstreamRegistry } from '../proxy/upstream-registry.ts';
import type { MessageAuthenticatorPolicy } from './message-authenticator-policy.ts';

/** Logins being decided at a time: each may take tens of milliseconds of a core. More are dropped, and repeated later. */
const mostChecks = 256;

interface Means {
  readonly weakness: MessageAuthenticatorPolicy;
  readonly trace: DecisionLog;
  readonly upstreams: UpstreamRegistry;
  readonly timing: UpstreamTiming;
}

/** Access-Request: who it is (RFC 2865 section 2), whether they may come in now, and with what; or who else is to say so. */
export function createAccessService(
  gateway: Gateway,
  { weakness, trace, upstreams, timing }: Means,
): PacketService<ServiceReply> {
  const decisions = new AccessPolicy(gateway);
  const conversations = new StateAffinity();
  // Of this run: what comes in with it has been here before.
  const proxyState = randomBytes(proxyStateOctets);
  const isOurs = (request: RadiusRequest) =>
    decisions.hasUser({ ...whoOf(request), organization: request.client.organization });
  let checks = 0;
  const serveOurs = async (request: RadiusRequest): Promise<ServiceReply> => {
    if (checks >= mostChecks)
      throw new Fault('overloaded', `${mostChecks} logins are being decided`);
    checks += 1;
    const begun = performance.now();
    try {
      const { decision, said } = await answer(request, decisions, gateway);
      trace.add(createDecisionRow(request, rulingOf(decision, said), performance.now() - begun));
      if (!decision.isAccepted) logRefusal(gateway, request, decision);
      return { result: decision.isAccepted ? 'accepted' : 'refused', attributes: said.attributes };
    } finally {
      checks -= 1;
    }
  };
  return {
    verify: (request) =>
      verify(request, weakness) ?? (hasProxyState(request.packet, proxyState) ? 'loop' : null),
    async serve(request) {
      const others = await selectUpstreams(request, {
        upstreams,
        stateAffinity: conversations,
        isLocalUser: isOurs,
      });
      if (others.length === 0) return serveOurs(request);
      const { serveProxiedAccess } = await import('../proxy/access-proxy.ts');
      return serveProxiedAccess(request, others, {
        gateway,
        timing,
        stateAffinity: conversations,
        decisionLog: trace,
        proxyState,
      });
    },
  };
}

const proxyStateOctets = 12;

/** What the client must sign is looked at first, then what it did sign. */
function verify(
  { packet, client }: RadiusRequest,
  weakness: MessageAuthenticatorPolicy,
): VerifyDropReason | null {
  const isSigned = hasAttribute(packet, attributeType.messageAuthenticator);
  if (isSigned) {
    const refusal = requireSigned(checkMessageAuthenticator(packet, client.secret));
    if (!refusal) weakness.recordSigned(client);
    return refusal;
  }
  if (hasAttribute(packet, attributeType.eapMessage)) return 'message_authenticator_missing';
  // Nobody between us can change what comes over TLS.
  if (client.transport === 'tls') return null;
  if (weakness.requiresMessageAuthenticator(client)) return 'message_authenticator_missing';
  if (client.limitProxyState !== 'no' && hasAttribute(packet, attributeType.proxyState))
    return 'proxy_state';
  weakness.recordUnsigned(client);
  return null;
}

/** A decision, and what the client is told of it. */
interface Outcome {
  readonly decision: AccessDecision;
  readonly said: AccessReply;
}

async function answer(
  request: RadiusRequest,
  decisions: AccessPolicy,
  gateway: Gateway,
): Promise<Outcome> {
  const { packet, client, receivedAt } = request;
  const dictionary = gateway.dictionary();
  const who = whoOf(request);
  const { credential, msChap } = readRequestCredential(packet, client.secret, who.username);
  const decision = await decisions.decide({
    organization: client.organization,
    username: who.username,
    station: who.station,
    credential,
    request: requestAttributesOf(request, dictionary),
    at: receivedAt,
  });
  if (!decision.isAccepted) return { decision, said: buildReject(msChap) };
  const said = buildAccept(request, { decision, msChap, dictionary });
  return typeof said === 'string'
    ? { decision: { ...decision, isAccepted: false, reason: said }, said: buildReject(msChap) }
    : { decision, said };
}

function whoOf({ packet }: RadiusRequest): {
  readonly username: string;
  readonly station: string | null;
} {
  return {
    username: decodeText(firstValue(packet, attributeType.userName)) ?? '',
    station: decodeText(firstValue(packet, attributeType.callingStationId)),
  };
}

function rulingOf(
  { method, isAccepted, reason, user, checks, limits }: AccessDecision,
  { maskedItems }: AccessReply,
): DecisionEntry {
  return { method, isAccepted, reason, upstream: null, user, checks, limits, maskedItems };
}

function logRefusal({ log }: Gateway, request: RadiusRequest, { reason }: AccessDecision): void {
  log.info(
    { client: request.client.name, username: whoOf(request).username, why: reason },
    'login refused',
  );
}
