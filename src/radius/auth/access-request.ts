import type { DecisionLog } from '../../aaa/policy/decision-log.ts';
import { AccessPolicy, type AccessDecision } from '../../aaa/policy/access-policy.ts';
import { Fault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { checkMessageAuthenticator } from '../../protocol/radius/authenticator.ts';
import { firstValue, hasAttribute } from '../../protocol/radius/packet.ts';
import { decodeText } from '../../protocol/radius/value-decoder.ts';
import { buildAccept, buildReject, type AccessReply } from './access-reply.ts';
import { readRequestCredential } from './request-credential.ts';
import { createDecisionRow, type DecisionEntry } from '../core/decision-row.ts';
import { requestAttributesOf } from './request-attribute-reader.ts';
import {
  requireSigned,
  type VerifyDropReason,
  type RadiusRequest,
  type ServiceReply,
  type PacketService,
} from '../core/radius-request.ts';
import type { AccessProxy } from '../core/access-proxy.ts';
import type { MessageAuthenticatorPolicy } from './message-authenticator-policy.ts';

/** Each takes up to tens of milliseconds of a core. Requests beyond are dropped; their clients retransmit. */
const maxPendingDecisions = 256;

interface AccessServiceContext {
  readonly messageAuthenticatorPolicy: MessageAuthenticatorPolicy;
  readonly decisionLog: DecisionLog;
  readonly proxy: AccessProxy;
}

/** Creates the service for Access-Requests (RFC 2865 section 2): proxies them, or authenticates and authorizes local users. */
export function createAccessService(
  gateway: Gateway,
  { messageAuthenticatorPolicy, decisionLog, proxy }: AccessServiceContext,
): PacketService<ServiceReply> {
  const policy = new AccessPolicy(gateway);
  const isLocalUser = (request: RadiusRequest) =>
    policy.hasUser({ ...whoOf(request), organization: request.client.organization });
  let pendingDecisions = 0;
  const serveLocally = async (request: RadiusRequest): Promise<ServiceReply> => {
    if (pendingDecisions >= maxPendingDecisions)
      throw new Fault('overloaded', `${maxPendingDecisions} logins are being decided`);
    pendingDecisions += 1;
    const begun = performance.now();
    try {
      const { decision, said } = await answer(request, policy, gateway);
      decisionLog.add(
        createDecisionRow(request, rulingOf(decision, said), performance.now() - begun),
      );
      if (!decision.isAccepted) logRefusal(gateway, request, decision);
      return { result: decision.isAccepted ? 'accepted' : 'refused', attributes: said.attributes };
    } finally {
      pendingDecisions -= 1;
    }
  };
  return {
    verify: (request) =>
      verify(request, messageAuthenticatorPolicy) ?? (proxy.isLoop(request.packet) ? 'loop' : null),
    serve: async (request) => (await proxy.serve(request, isLocalUser)) ?? serveLocally(request),
  };
}

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
