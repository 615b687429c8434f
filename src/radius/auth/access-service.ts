import { AccessPolicy, type AccessDecision } from '../../aaa/policy/access-policy.ts';
import type { AccessPointResolver } from '../../aaa/client/access-point-resolver.ts';
import type { DecisionLog } from '../../aaa/policy/decision-log.ts';
import type { Site } from '../../organization/time-zone.ts';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { hasAttribute } from '../../protocol/radius/packet.ts';
import type { AccessProxy } from '../core/access-proxy.ts';
import type { Client } from '../core/clients.ts';
import { createDecisionRow } from '../core/decision-row.ts';
import { Places } from '../core/places.ts';
import type { PacketService, RadiusRequest, ServiceReply } from '../core/radius-request.ts';
import { buildAccept, buildReject, type AccessReply } from './access-reply.ts';
import {
  readAccessPointIdentifiers,
  readCredential,
  readIdentity,
  requestAttributesOf,
} from './access-request.ts';
import type { MessageAuthenticatorPolicy } from './message-authenticator-policy.ts';

/** Logins that are decided at once, of all, of an organization and of a client. Requests beyond are dropped; their clients retransmit. */
const maxPending = 1_024;
const maxPendingOfOrganization = 768;
const maxPendingOfClient = 256;

interface AccessServiceContext {
  readonly messageAuthenticatorPolicy: MessageAuthenticatorPolicy;
  readonly decisionLog: DecisionLog;
  /** Shares its memory with accounting. */
  readonly accessPoints: AccessPointResolver;
  /** The home servers; while there is none, the proxy is not asked. */
  readonly upstreams: { readonly isEmpty: boolean };
  readonly proxy: AccessProxy;
}

/** Creates the service for Access-Requests (RFC 2865 section 2): proxies them, or authenticates and authorizes local users. */
export function createAccessService(
  gateway: Gateway,
  { messageAuthenticatorPolicy, decisionLog, accessPoints, upstreams, proxy }: AccessServiceContext,
): PacketService<ServiceReply> {
  const policy = new AccessPolicy(gateway);
  const isLocalUser = (request: RadiusRequest) => policy.hasUser(readIdentity(request));
  const pending = new PendingDecisions();
  const serveLocally = async (request: RadiusRequest): Promise<ServiceReply> => {
    pending.add(request.client);
    const startedMs = performance.now();
    try {
      const { decision, reply } = await decide(request, { policy, gateway, accessPoints });
      const entry = { ...decision, upstream: null, maskedItems: reply.maskedItems };
      decisionLog.add(createDecisionRow(request, entry, performance.now() - startedMs));
      if (!decision.isAccepted) logReject(gateway, request, decision);
      return { result: decision.isAccepted ? 'accepted' : 'refused', attributes: reply.attributes };
    } finally {
      pending.remove(request.client);
    }
  };
  return {
    verify(request) {
      const reason = messageAuthenticatorPolicy.verify(request);
      if (reason) return reason;
      const { packet } = request;
      return hasAttribute(packet, attributeType.proxyState) && proxy.isLoop(packet) ? 'loop' : null;
    },
    async serve(request) {
      const proxied = upstreams.isEmpty ? null : await proxy.serve(request, isLocalUser);
      return proxied ?? serveLocally(request);
    },
  };
}

/** The logins that are being decided. */
class PendingDecisions {
  readonly #ofOrganizations = new Places(maxPendingOfOrganization);
  readonly #ofClients = new Places(maxPendingOfClient);
  #total = 0;

  /** @throws Fault `overloaded` */
  add({ id, organization }: Client): void {
    if (this.#total < maxPending && this.#ofClients.take(id)) {
      if (this.#ofOrganizations.take(organization)) {
        this.#total += 1;
        return;
      }
      this.#ofClients.release(id);
    }
    throw new Fault('overloaded', `${this.#total} logins are being decided`);
  }

  remove({ id, organization }: Client): void {
    this.#ofClients.release(id);
    this.#ofOrganizations.release(organization);
    this.#total -= 1;
  }
}

/** A decision, and the attributes of the reply. */
interface DecidedReply {
  readonly decision: AccessDecision;
  readonly reply: AccessReply;
}

interface DecisionContext extends Pick<AccessServiceContext, 'accessPoints'> {
  readonly policy: AccessPolicy;
  readonly gateway: Gateway;
}

async function decide(
  request: RadiusRequest,
  { policy, gateway, accessPoints }: DecisionContext,
): Promise<DecidedReply> {
  const { dictionary } = gateway;
  const identity = readIdentity(request);
  const { credential, msChap } = readCredential(request, identity.username);
  const decision = await policy.decide({
    ...identity,
    credential,
    request: requestAttributesOf(request, dictionary),
    at: request.receivedAt,
    findSite: () => findSite(request, accessPoints),
    client: `client ${request.client.id}`,
  });
  if (!decision.isAccepted) return { decision, reply: buildReject(msChap) };
  const reply = buildAccept(request, { decision, msChap, dictionary });
  return typeof reply === 'string'
    ? { decision: { ...decision, isAccepted: false, reason: reply }, reply: buildReject(msChap) }
    : { decision, reply };
}

/** Finds the site of an access point of the request; without one it is the organization of the client. */
async function findSite(request: RadiusRequest, accessPoints: AccessPointResolver): Promise<Site> {
  const place = await accessPoints.find(readAccessPointIdentifiers(request));
  return place ?? { location: null, organization: request.client.organization };
}

function logReject({ log }: Gateway, request: RadiusRequest, { reason }: AccessDecision): void {
  const { username } = readIdentity(request);
  log.info({ client: request.client.name, username, reason }, 'RADIUS login rejected');
}
