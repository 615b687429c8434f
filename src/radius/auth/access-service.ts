import type { DecisionLog } from '../../aaa/policy/decision-log.ts';
import { mayAuthenticateHere } from '../../aaa/policy/local-credentials.ts';
import { decideLogin, dependsOnPlace, type LoginContext } from '../../aaa/policy/login-decision.ts';
import { findNetworkUser, type LoginIdentity } from '../../aaa/policy/subscriber.ts';
import type { AccessPointResolver } from '../../aaa/client/access-point-resolver.ts';
import { recordFirstUse } from '../../aaa/voucher/voucher.ts';
import type { Site } from '../../organization/time-zone.ts';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { hasAttribute } from '../../protocol/radius/packet.ts';
import type { AccessProxy } from '../core/access-proxy.ts';
import type { Client } from '../core/clients.ts';
import { createDecisionRow, type DecisionEntry } from '../core/decision-row.ts';
import { Places } from '../core/places.ts';
import type { PacketService, RadiusRequest, ServiceReply } from '../core/radius-request.ts';
import { buildAccept, buildReject, type AccessReply } from './access-reply.ts';
import {
  readAccessPointIdentifiers,
  readCredential,
  readNames,
  requestAttributesOf,
} from './access-request.ts';
import type { MessageAuthenticatorPolicy } from './message-authenticator-policy.ts';

/** Limits of pending logins: of all, of an organization and of a client. Requests above are dropped; their clients retransmit. */
const maxPending = 1_024;
const maxPendingOfOrganization = 768;
const maxPendingOfClient = 256;

interface AccessServiceContext {
  readonly messageAuthenticatorPolicy: MessageAuthenticatorPolicy;
  readonly decisionLog: DecisionLog;
  /** Shares its memory with accounting. */
  readonly accessPoints: AccessPointResolver;
  /** The home servers; without any, the proxy is not asked. */
  readonly upstreams: { readonly isEmpty: boolean };
  readonly proxy: AccessProxy;
}

/** Creates the service for Access-Requests (RFC 2865 section 2): proxies them, or authenticates and authorizes local users. */
export function createAccessService(
  gateway: Gateway,
  { messageAuthenticatorPolicy, decisionLog, accessPoints, upstreams, proxy }: AccessServiceContext,
): PacketService<ServiceReply> {
  const { store } = gateway;
  const context = { gateway, accessPoints, logins: gateway.logins };
  const pending = new PendingDecisions();
  const serveLocally = async (
    request: RadiusRequest,
    known: LoginIdentity | null,
  ): Promise<ServiceReply> => {
    pending.add(request.client);
    const startedMs = performance.now();
    try {
      const identity = known ?? (await findNetworkUser(store, readNames(request)));
      const { decision, reply } = await decide(request, identity, context);
      const { isAccepted } = decision;
      const entry = { ...decision, upstream: null, maskedItems: reply.maskedItems };
      decisionLog.add(createDecisionRow(request, entry, performance.now() - startedMs));
      if (!isAccepted) logReject(gateway, request, { identity, decision });
      return { result: isAccepted ? 'accepted' : 'refused', attributes: reply.attributes };
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
      const route = upstreams.isEmpty ? null : proxy.selectRoute(request);
      if (!route) return serveLocally(request, null);
      if (!route.sparesLocalUsers) return route.serve();
      const identity = await findNetworkUser(store, readNames(request));
      return isLocal(identity) ? serveLocally(request, identity) : route.serve();
    },
  };
}

/** True if the gateway decides over the logins of a user, or if the device is logged in at the captive portal. */
function isLocal({ user, isGuest }: LoginIdentity): boolean {
  return user !== null && (isGuest || mayAuthenticateHere(user));
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

/** A decision as the log has it, and the attributes of the reply. */
interface DecidedReply {
  readonly decision: Omit<DecisionEntry, 'upstream' | 'maskedItems'>;
  readonly reply: AccessReply;
}

interface DecisionContext extends Pick<AccessServiceContext, 'accessPoints'> {
  readonly gateway: Gateway;
  readonly logins: LoginContext;
}

async function decide(
  request: RadiusRequest,
  identity: LoginIdentity,
  { gateway, accessPoints, logins }: DecisionContext,
): Promise<DecidedReply> {
  const { dictionary, store } = gateway;
  const { client, receivedAt: at } = request;
  const { credential, msChap } = readCredential(request, identity.username);
  const { user } = identity;
  const decision = await decideLogin(logins, {
    identity,
    credential,
    request: requestAttributesOf(request, dictionary),
    place:
      user !== null && dependsOnPlace(user)
        ? await findSite(request, accessPoints)
        : siteOfClient(client),
    at,
    source: {
      client: `client ${client.id}`,
      organization: client.organization,
      host: null,
      isPublic: false,
    },
  });
  if (!decision.isAccepted) return { decision, reply: buildReject(msChap) };
  const reply = buildAccept(request, { decision, msChap, dictionary });
  if (typeof reply === 'string')
    return {
      decision: { ...decision, isAccepted: false, reason: reply },
      reply: buildReject(msChap),
    };
  const { voucher } = decision.user;
  if (voucher?.firstUsed === null) await store.write([recordFirstUse(store, voucher, at)]);
  return { decision, reply };
}

/** Finds the site of an access point of the request; without one it is the organization of the client. */
async function findSite(request: RadiusRequest, accessPoints: AccessPointResolver): Promise<Site> {
  const place = await accessPoints.find(readAccessPointIdentifiers(request));
  return place ?? siteOfClient(request.client);
}

function siteOfClient({ organization }: Client): Site {
  return { location: null, organization };
}

interface LoggedReject {
  readonly identity: LoginIdentity;
  readonly decision: Pick<DecisionEntry, 'reason'>;
}

function logReject(
  { log }: Gateway,
  { client }: RadiusRequest,
  { identity: { username }, decision: { reason } }: LoggedReject,
): void {
  log.info({ client: client.name, username, reason }, 'RADIUS login rejected');
}
