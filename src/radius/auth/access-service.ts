import { AccessPolicy, type AccessDecision } from '../../aaa/policy/access-policy.ts';
import type { DecisionLog } from '../../aaa/policy/decision-log.ts';
import { Fault } from '../../errors.ts';
import type { Gateway } from '../../gateway.ts';
import type { AccessProxy } from '../core/access-proxy.ts';
import { createDecisionRow, type DecisionEntry } from '../core/decision-row.ts';
import type { PacketService, RadiusRequest, ServiceReply } from '../core/radius-request.ts';
import { buildAccept, buildReject, type AccessReply } from './access-reply.ts';
import { readCredential, readIdentity, requestAttributesOf } from './access-request.ts';
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
  const isLocalUser = (request: RadiusRequest) => policy.hasUser(readIdentity(request));
  let pendingDecisions = 0;
  const serveLocally = async (request: RadiusRequest): Promise<ServiceReply> => {
    if (pendingDecisions >= maxPendingDecisions)
      throw new Fault('overloaded', `${maxPendingDecisions} logins are being decided`);
    pendingDecisions += 1;
    const startedMs = performance.now();
    try {
      const { decision, reply } = await decide(request, policy, gateway);
      const elapsedMs = performance.now() - startedMs;
      decisionLog.add(createDecisionRow(request, decisionEntry(decision, reply), elapsedMs));
      if (!decision.isAccepted) logReject(gateway, request, decision);
      return { result: decision.isAccepted ? 'accepted' : 'refused', attributes: reply.attributes };
    } finally {
      pendingDecisions -= 1;
    }
  };
  return {
    verify: (request) =>
      messageAuthenticatorPolicy.verify(request) ?? (proxy.isLoop(request.packet) ? 'loop' : null),
    serve: async (request) => (await proxy.serve(request, isLocalUser)) ?? serveLocally(request),
  };
}

/** A decision, and the attributes of the reply. */
interface DecidedReply {
  readonly decision: AccessDecision;
  readonly reply: AccessReply;
}

async function decide(
  request: RadiusRequest,
  policy: AccessPolicy,
  gateway: Gateway,
): Promise<DecidedReply> {
  const dictionary = gateway.dictionary();
  const identity = readIdentity(request);
  const { credential, msChap } = readCredential(request, identity.username);
  const decision = await policy.decide({
    ...identity,
    credential,
    request: requestAttributesOf(request, dictionary),
    at: request.receivedAt,
  });
  if (!decision.isAccepted) return { decision, reply: buildReject(msChap) };
  const reply = buildAccept(request, { decision, msChap, dictionary });
  return typeof reply === 'string'
    ? { decision: { ...decision, isAccepted: false, reason: reply }, reply: buildReject(msChap) }
    : { decision, reply };
}

function decisionEntry(
  { method, isAccepted, reason, user, checks, limits }: AccessDecision,
  { maskedItems }: AccessReply,
): DecisionEntry {
  return { method, isAccepted, reason, upstream: null, user, checks, limits, maskedItems };
}

function logReject({ log }: Gateway, request: RadiusRequest, { reason }: AccessDecision): void {
  const { username } = readIdentity(request);
  log.info({ client: request.client.name, username, reason }, 'RADIUS login rejected');
}
