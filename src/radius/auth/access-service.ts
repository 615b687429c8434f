import type { DecisionLog } from '../../aaa/policy/decision-log.ts';
import type { AcceptedLogin, LoginDecision } from '../../aaa/policy/login-decision.ts';
import { mayAuthenticateHere } from '../../aaa/policy/local-credentials.ts';
import { readRejectText } from '../../aaa/policy/reject-message.ts';
import { findNetworkUser } from '../../aaa/policy/subscriber.ts';
import { readLanguages, type Languages } from '../../organization/languages.ts';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { hasAttribute } from '../../protocol/radius/packet.ts';
import type { AccessProxy, LocalPolicy, ProvenUser } from '../core/access-proxy.ts';
import type { Client } from '../core/clients.ts';
import { createDecisionRow, type DecisionEntry } from '../core/decision-row.ts';
import type { EapAccess, ProxyInnerLogin } from '../core/eap-access.ts';
import { Places } from '../core/places.ts';
import type { PacketService, RadiusRequest, ServiceReply } from '../core/radius-request.ts';
import {
  decideAccess,
  decideRequest,
  findLogin,
  logReject,
  recordAccept,
  recordUse,
  type DecisionContext,
  type KnownLogin,
} from './access-decision.ts';
import { buildReject } from './access-reject.ts';
import { buildAccept, type AccessReply } from './access-reply.ts';
import { readCredential, readNames, type RequestCredential } from './access-request.ts';
import type { MessageAuthenticatorPolicy } from './message-authenticator-policy.ts';
import { decideUnknownDevice, type DeviceLogin } from './unknown-device.ts';

/** Limits of pending logins: of all, of an organization and of a client. Requests above are dropped; their clients retransmit. */
const maxPending = 1_024;
const maxPendingOfOrganization = 768;
const maxPendingOfClient = 256;

interface AccessServiceContext extends Pick<DecisionContext, 'accessPoints' | 'attempt'> {
  readonly messageAuthenticatorPolicy: MessageAuthenticatorPolicy;
  readonly decisionLog: Pick<DecisionLog, 'add'>;
  /** The home servers; without any, the proxy is not asked. */
  readonly upstreams: { readonly isEmpty: boolean };
  readonly proxy: AccessProxy;
  /** Answers EAP; null: it is off. */
  readonly eap: EapAccess | null;
}

/** Creates the service for Access-Requests (RFC 2865 section 2): proxies them, or authenticates and authorizes local users. */
export function createAccessService(
  gateway: Gateway,
  {
    messageAuthenticatorPolicy,
    decisionLog,
    accessPoints,
    attempt,
    ...others
  }: AccessServiceContext,
): PacketService<ServiceReply> {
  const { upstreams, proxy, eap } = others;
  const languages = readLanguages(gateway.config.portal.texts_dir);
  const context = { gateway, accessPoints, attempt, logins: gateway.logins, languages };
  const pending = new PendingDecisions();
  const serveLocally = async (
    request: RadiusRequest,
    known: KnownLogin | null,
  ): Promise<ServiceReply> => {
    pending.add(request.client);
    const startedMs = performance.now();
    try {
      const { login, decision, reply } = await attempt(async () => {
        const found = known ?? (await findLogin(request, context));
        return { login: found, ...(await decide(request, found, context)) };
      });
      const { isAccepted } = decision;
      const entry = { ...decision, upstream: null, maskedItems: reply.maskedItems };
      decisionLog.add(createDecisionRow(request, entry, performance.now() - startedMs));
      if (!isAccepted) logReject(gateway, request, { ...login, decision });
      return { result: isAccepted ? 'accepted' : 'refused', attributes: reply.attributes };
    } finally {
      pending.remove(request.client);
    }
  };
  const proxyInner = createInnerProxy(proxy, context);
  return {
    verify(request) {
      const reason = messageAuthenticatorPolicy.verify(request);
      if (reason) return reason;
      const { packet } = request;
      return hasAttribute(packet, attributeType.proxyState) && proxy.isLoop(packet) ? 'loop' : null;
    },
    async serve(request) {
      const ofInner = upstreams.isEmpty ? null : proxyInner;
      if (eap?.continues(request) === true) return eap.serve(request, ofInner);
      const route = upstreams.isEmpty ? null : proxy.selectRoute(request);
      if (!route)
        return eap && hasAttribute(request.packet, attributeType.eapMessage)
          ? eap.serve(request, ofInner)
          : serveLocally(request, null);
      const policy = createLocalPolicy(request, context);
      if (!route.sparesLocalUsers) return route.serve(policy);
      const login = await attempt(() => findLogin(request, context));
      return isLocal(login) ? serveLocally(request, login) : route.serve(policy);
    },
  };
}

/** Returns what has an upstream verify the login inside of EAP. */
function createInnerProxy(proxy: AccessProxy, context: ReplyContext): ProxyInnerLogin {
  const isOwn = async (inner: RadiusRequest) =>
    isLocal(await context.attempt(() => findLogin(inner, context)));
  return async (inner, { method, checkMethod }) => {
    const route = proxy.selectInnerRoute(inner);
    if (!route || (route.sparesLocalUsers && (await isOwn(inner)))) return null;
    return route.serve(createLocalPolicy(inner, { ...context, check: checkMethod }), method);
  };
}

/**
 * True if the gateway decides over the logins of a user, if a directory knows the person, or if the device has a Wi-Fi key or is
 * logged in at the captive portal.
 */
function isLocal({ identity: { user, isGuest }, found, key }: KnownLogin): boolean {
  if (key) return true;
  if (found && !('silence' in found)) return true;
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

interface ReplyContext extends DecisionContext {
  readonly languages: Languages;
}

async function decide(
  request: RadiusRequest,
  login: KnownLogin,
  context: ReplyContext,
): Promise<DecidedReply> {
  const { gateway, languages } = context;
  const { store } = gateway;
  const { identity, found, key } = login;
  const { credential, msChap } = credentialOf(request, login);
  if (identity.user === null && identity.mac !== null) {
    const isReadable = credential.kind !== 'unusable' && msChap === null;
    const device = isReadable ? await decideUnknownDevice(gateway, request) : null;
    if (device) return replyToDevice(request, device, gateway);
  }
  const decision = await decideAccess(request, { identity, credential, found }, context);
  if (!decision.isAccepted) {
    const { user, kind } = decision;
    const text = user && (await readRejectText(store, languages, { user, kind }));
    return { decision, reply: buildReject(request, { msChap, kind, text }) };
  }
  return accept(request, { decision, msChap, key }, gateway);
}

/** Returns the credential of a login: the one of the request, unless the key of the device decides. */
function credentialOf(request: RadiusRequest, { identity, key }: KnownLogin): RequestCredential {
  return key
    ? { credential: key.credential, msChap: null }
    : readCredential(request, identity.username);
}

async function accept(
  request: RadiusRequest,
  {
    decision,
    msChap,
    key,
  }: Pick<RequestCredential, 'msChap'> &
    Pick<KnownLogin, 'key'> & { readonly decision: AcceptedLogin },
  gateway: Gateway,
): Promise<DecidedReply> {
  const { dictionary } = gateway;
  const reply = buildAccept(request, { decision, msChap, dictionary, key: key?.items ?? [] });
  if (typeof reply === 'string')
    return {
      decision: { ...decision, isAccepted: false, reason: reply },
      reply: buildReject(request, { msChap, kind: null, text: null }),
    };
  await recordAccept(gateway, request, decision);
  await key?.recordUse(request.receivedAt);
  return { decision, reply };
}

function replyToDevice(
  request: RadiusRequest,
  { decision, grant }: DeviceLogin,
  { dictionary }: Gateway,
): DecidedReply {
  const granted = grant && { user: null, grant, cleartextPassword: null };
  const reply = granted && buildAccept(request, { decision: granted, msChap: null, dictionary });
  if (reply && typeof reply === 'object') return { decision, reply };
  return {
    decision: { ...decision, isAccepted: false, reason: reply ?? decision.reason },
    reply: buildReject(request, { msChap: null, kind: null, text: null }),
  };
}

interface PolicyContext extends ReplyContext {
  /** Refuses what the policy accepts; default: nothing. */
  readonly check?: (decision: LoginDecision) => LoginDecision;
}

/** What an upstream accepts meets the policy of the gateway as well. */
function createLocalPolicy(
  request: RadiusRequest,
  { check = (decision) => decision, ...context }: PolicyContext,
): LocalPolicy {
  const { store } = context.gateway;
  return {
    decide: (proven) => context.attempt(() => decideProven(request, proven, { ...context, check })),
    async rejectAttributes(decision) {
      if (!decision || decision.isAccepted)
        return buildReject(request, { msChap: null, kind: null, text: null }).attributes;
      const { user, kind } = decision;
      const text = user && (await readRejectText(store, context.languages, { user, kind }));
      return buildReject(request, { msChap: null, kind, text }).attributes;
    },
  };
}

async function decideProven(
  request: RadiusRequest,
  { username, method }: ProvenUser,
  { check, ...context }: Required<PolicyContext>,
): Promise<LoginDecision | null> {
  const { gateway } = context;
  const identity = await findNetworkUser(gateway.store, { ...readNames(request), username });
  if (identity.user === null) return null;
  const credential = { kind: 'proven', method } as const;
  const decision = check(await decideRequest(request, { identity, credential }, context));
  if (decision.isAccepted) await recordUse(gateway, decision, request.receivedAt);
  else logReject(gateway, request, { identity, decision });
  return decision;
}
