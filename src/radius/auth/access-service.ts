import type { AddressRequest } from '../../aaa/address/allocation.ts';
import { giveAddresses } from '../../aaa/address/login-addresses.ts';
import { storeChosenPassword } from '../../aaa/account/chosen-password.ts';
import type { DecisionLog } from '../../aaa/policy/decision-log.ts';
import { isOfSource, mayAuthenticateHere } from '../../aaa/policy/local-credentials.ts';
import {
  decideLogin,
  dependsOnPlace,
  refuseByLimit,
  refuseWithoutAddress,
  type AcceptedLogin,
  type LoginContext,
  type LoginDecision,
} from '../../aaa/policy/login-decision.ts';
import { reservePlace } from '../../aaa/policy/limit/reservation.ts';
import { readRejectText } from '../../aaa/policy/reject-message.ts';
import {
  findNetworkUser,
  type LoginIdentity,
  type Subscriber,
} from '../../aaa/policy/subscriber.ts';
import type { AccessPointResolver } from '../../aaa/client/access-point-resolver.ts';
import type { FoundPerson } from '../../aaa/source/source-login.ts';
import { recordFirstUse } from '../../aaa/voucher/voucher.ts';
import { readLanguages, type Languages } from '../../organization/languages.ts';
import type { Site } from '../../organization/time-zone.ts';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { hasAttribute } from '../../protocol/radius/packet.ts';
import type { AccessProxy, LocalPolicy } from '../core/access-proxy.ts';
import type { Client } from '../core/clients.ts';
import { createDecisionRow, type DecisionEntry } from '../core/decision-row.ts';
import { Places } from '../core/places.ts';
import type { PacketService, RadiusRequest, ServiceReply } from '../core/radius-request.ts';
import { buildReject } from './access-reject.ts';
import { buildAccept, type AccessReply } from './access-reply.ts';
import {
  readAccessPointIdentifiers,
  readCredential,
  readNames,
  readNasPlace,
  requestAttributesOf,
  sourceOfClient,
} from './access-request.ts';
import { findDirectoryPerson, verifyAtDirectory, type PresentedLogin } from './directory-login.ts';
import type { MessageAuthenticatorPolicy } from './message-authenticator-policy.ts';
import { decideUnknownDevice, type DeviceLogin } from './unknown-device.ts';

/** Limits of pending logins: of all, of an organization and of a client. Requests above are dropped; their clients retransmit. */
const maxPending = 1_024;
const maxPendingOfOrganization = 768;
const maxPendingOfClient = 256;

interface AccessServiceContext {
  readonly messageAuthenticatorPolicy: MessageAuthenticatorPolicy;
  readonly decisionLog: Pick<DecisionLog, 'add'>;
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
  const languages = readLanguages(gateway.config.portal.texts_dir);
  const context = { gateway, accessPoints, logins: gateway.logins, languages };
  const pending = new PendingDecisions();
  const serveLocally = async (
    request: RadiusRequest,
    known: KnownLogin | null,
  ): Promise<ServiceReply> => {
    pending.add(request.client);
    const startedMs = performance.now();
    try {
      const login = known ?? (await findLogin(request, context));
      const { decision, reply } = await decide(request, login, context);
      const { isAccepted } = decision;
      const entry = { ...decision, upstream: null, maskedItems: reply.maskedItems };
      decisionLog.add(createDecisionRow(request, entry, performance.now() - startedMs));
      if (!isAccepted) logReject(gateway, request, { ...login, decision });
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
      const policy = createLocalPolicy(request, context);
      if (!route.sparesLocalUsers) return route.serve(policy);
      const login = await findLogin(request, context);
      return isLocal(login) ? serveLocally(request, login) : route.serve(policy);
    },
  };
}

/** A login, and what the directories know of its person; null: nothing. */
interface KnownLogin {
  readonly identity: LoginIdentity;
  readonly found: FoundPerson | null;
}

async function findLogin(
  request: RadiusRequest,
  { gateway }: Pick<DecisionContext, 'gateway'>,
): Promise<KnownLogin> {
  const identity = await findNetworkUser(gateway.store, readNames(request));
  const { user, mac, isGuest } = identity;
  // A device that logs in by its address is nobody of a directory.
  if (mac !== null || isGuest || !isOfSource(user)) return { identity, found: null };
  const { credential } = readCredential(request, identity.username);
  return { identity, found: await findDirectoryPerson(gateway, request, { identity, credential }) };
}

/**
 * True if the gateway decides over the logins of a user, if a directory knows the person, or if the device is logged in at the
 * captive portal.
 */
function isLocal({ identity: { user, isGuest }, found }: KnownLogin): boolean {
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

interface DecisionContext extends Pick<AccessServiceContext, 'accessPoints'> {
  readonly gateway: Gateway;
  readonly logins: LoginContext;
  readonly languages: Languages;
}

async function decide(
  request: RadiusRequest,
  { identity, found }: KnownLogin,
  context: DecisionContext,
): Promise<DecidedReply> {
  const { gateway, languages } = context;
  const { dictionary, store } = gateway;
  const { client, receivedAt: at } = request;
  const { credential, msChap } = readCredential(request, identity.username);
  if (identity.user === null && identity.mac !== null) {
    const isReadable = credential.kind !== 'unusable' && msChap === null;
    const device = isReadable ? await decideUnknownDevice(gateway, request) : null;
    if (device) return replyToDevice(request, device, gateway);
  }
  const presented = await askDirectory(request, { identity, credential, found }, gateway);
  const decision = await decideRequest(request, presented, context);
  if (!decision.isAccepted) {
    const { user, kind } = decision;
    const text = user && (await readRejectText(store, languages, { user, kind }));
    return { decision, reply: buildReject(request, { msChap, kind, text }) };
  }
  const reply = buildAccept(request, { decision, msChap, dictionary });
  if (typeof reply === 'string')
    return {
      decision: { ...decision, isAccepted: false, reason: reply },
      reply: buildReject(request, { msChap, kind: null, text: null }),
    };
  const { newPassword: password } = decision;
  if (password)
    await storeChosenPassword(gateway, decision.user, { password, client: `client ${client.id}` });
  await recordUse(gateway, decision, at);
  return { decision, reply };
}

function askDirectory(
  request: RadiusRequest,
  { found, ...login }: PresentedLogin & Pick<KnownLogin, 'found'>,
  gateway: Gateway,
): PresentedLogin | Promise<PresentedLogin> {
  return found ? verifyAtDirectory(gateway, request, { ...login, found }) : login;
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

/** Records the first use of a voucher. */
async function recordUse({ store }: Gateway, { user }: AcceptedLogin, at: Date): Promise<void> {
  const { voucher } = user;
  if (voucher?.firstUsed === null) await store.write([recordFirstUse(store, voucher, at)]);
}

async function decideRequest(
  request: RadiusRequest,
  { identity, credential }: PresentedLogin,
  { gateway, accessPoints, logins }: DecisionContext,
): Promise<LoginDecision> {
  const { client, receivedAt: at } = request;
  const { user } = identity;
  const decision = await decideLogin(logins, {
    identity,
    credential,
    request: requestAttributesOf(request, gateway.dictionary),
    nas: () => readNasPlace(request),
    place:
      user !== null && dependsOnPlace(user)
        ? await findSite(request, accessPoints)
        : siteOfClient(client),
    at,
    source: sourceOfClient(client),
  });
  const device = { station: identity.station, at };
  const reserved = await reserve(gateway, decision, device);
  return reserved.isAccepted && hasPools(reserved.user)
    ? giveAddress(gateway, reserved, { ...device, client: client.id })
    : reserved;
}

function hasPools({ addressPools }: Subscriber): boolean {
  return addressPools.some(({ length }) => length > 0);
}

/** Adds the addresses of pools to the grant. */
async function giveAddress(
  { store }: Gateway,
  decision: AcceptedLogin,
  device: Omit<AddressRequest, 'user'>,
): Promise<LoginDecision> {
  const { user, grant } = decision;
  const given = await giveAddresses(store, { user, attributes: grant.attributes, ...device });
  return typeof given === 'string'
    ? refuseWithoutAddress(decision, given)
    : { ...decision, grant: { ...grant, attributes: given } };
}

/** Reserves the place that Simultaneous-Use allows, if it does. */
async function reserve(
  { store, config }: Gateway,
  decision: LoginDecision,
  device: { readonly station: string | null; readonly at: Date },
): Promise<LoginDecision> {
  const seconds = config.radius.reservation_seconds;
  const limit = decision.limits.find(({ name }) => name === 'Simultaneous-Use');
  if (!decision.isAccepted || !limit || limit.allowed === null || seconds === 0) return decision;
  const { allowed } = limit;
  const isFree = await reservePlace(store, { user: decision.user.id, allowed, seconds, ...device });
  return isFree ? decision : refuseByLimit(decision, { ...limit, used: allowed, left: 0 });
}

/** What an upstream accepts meets the policy of the gateway as well. */
function createLocalPolicy(request: RadiusRequest, context: DecisionContext): LocalPolicy {
  const { store } = context.gateway;
  return {
    async decide({ username, method }) {
      const identity = await findNetworkUser(store, { ...readNames(request), username });
      if (identity.user === null) return null;
      const credential = { kind: 'proven', method } as const;
      const decision = await decideRequest(request, { identity, credential }, context);
      if (decision.isAccepted) await recordUse(context.gateway, decision, request.receivedAt);
      else logReject(context.gateway, request, { identity, decision });
      return decision;
    },
    async rejectAttributes(decision) {
      if (!decision || decision.isAccepted)
        return buildReject(request, { msChap: null, kind: null, text: null }).attributes;
      const { user, kind } = decision;
      const text = user && (await readRejectText(store, context.languages, { user, kind }));
      return buildReject(request, { msChap: null, kind, text }).attributes;
    },
  };
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
