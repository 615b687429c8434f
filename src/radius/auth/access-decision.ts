import type { AddressRequest } from '../../aaa/address/allocation.ts';
import { giveAddresses } from '../../aaa/address/login-addresses.ts';
import { storeChosenPassword } from '../../aaa/account/chosen-password.ts';
import type { Credential } from '../../aaa/policy/credential.ts';
import { isOfSource } from '../../aaa/policy/local-credentials.ts';
import {
  decideLogin,
  dependsOnPlace,
  refuseByLimit,
  refuseAccepted,
  type AcceptedLogin,
  type LoginContext,
  type LoginDecision,
} from '../../aaa/policy/login-decision.ts';
import { reservePlace } from '../../aaa/policy/limit/reservation.ts';
import {
  findNetworkUser,
  type LoginIdentity,
  type Subscriber,
} from '../../aaa/policy/subscriber.ts';
import type { ClientKeys } from '../../aaa/client/key-vendors.ts';
import type { AccessPointResolver } from '../../aaa/client/access-point-resolver.ts';
import type { FoundPerson } from '../../aaa/source/source-login.ts';
import { recordFirstUse } from '../../aaa/voucher/voucher.ts';
import { Fault } from '../../contract/errors.ts';
import type { Site } from '../../organization/time-zone.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Client } from '../core/clients.ts';
import type { DecisionEntry } from '../core/decision-row.ts';
import type { RadiusRequest } from '../core/radius-request.ts';
import {
  readAccessPointIdentifiers,
  readCredential,
  readNames,
  readNasPlace,
  requestAttributesOf,
  sourceOfClient,
} from './access-request.ts';
import type { KeyLogin } from './key/key-login.ts';
import { findDirectoryPerson, verifyAtDirectory, type PresentedLogin } from './directory-login.ts';

/* The decision of the gateway itself over a login, whether the request carries its credential or a tunnel of EAP does. */

/** The parts of a gateway that decisions need. */
export interface DecisionContext {
  readonly gateway: Gateway;
  /** Shares its memory with accounting. */
  readonly accessPoints: AccessPointResolver;
  readonly logins: LoginContext;
  /** Runs what decides over a login, which may be repeated. */
  readonly attempt: Attempt;
}

/** Runs work that reads the store of logins; once more, if the store goes away during it and a copy takes its place. */
export type Attempt = <T>(work: () => Promise<T>) => Promise<T>;

/** A login, and what the directories know of its person; null: nothing. */
export interface KnownLogin {
  readonly identity: LoginIdentity;
  readonly found: FoundPerson | null;
  /** The Wi-Fi key of its device; null: no key decides. */
  readonly key: KeyLogin | null;
}

/**
 * Finds the user of a request.
 *
 * @param presented  the credential of the login; default: the one that the request carries
 * @throws Fault if the store or a directory cannot be read
 */
export async function findLogin(
  request: RadiusRequest,
  { gateway }: Pick<DecisionContext, 'gateway'>,
  presented?: Credential,
): Promise<KnownLogin> {
  const identity = await findNetworkUser(gateway.store, readNames(request));
  const { keys } = request.client;
  const key =
    presented || keys === null ? null : await findKey(request, keys, { identity, gateway });
  if (key) return { identity: key.identity, found: null, key };
  const { user, mac, isGuest } = identity;
  // A device that logs in by its address is nobody of a directory.
  if (mac !== null || isGuest || !isOfSource(user)) return { identity, found: null, key };
  const credential = presented ?? readCredential(request, identity.username).credential;
  const found = await findDirectoryPerson(gateway, request, { identity, credential });
  return { identity, found, key };
}

/** Finds the Wi-Fi key of the device of a client that takes keys. The code is loaded only then. */
async function findKey(
  request: RadiusRequest,
  keys: ClientKeys,
  { identity, gateway }: { readonly identity: LoginIdentity; readonly gateway: Gateway },
): Promise<KeyLogin | null> {
  const { findKeyLogin } = await import('./key/key-login.ts');
  return findKeyLogin({ request, keys, identity, gateway });
}

/** A login with its credential, and what the directories know of its person. */
type CompleteLogin = PresentedLogin & Omit<KnownLogin, 'key'>;

/**
 * Decides over a login: credential, policy, the place that Simultaneous-Use allows, and the addresses of pools.
 *
 * @throws Fault if the store or a directory cannot be read, or the store cannot be written
 */
export async function decideAccess(
  request: RadiusRequest,
  login: CompleteLogin,
  context: DecisionContext,
): Promise<LoginDecision> {
  const { found } = login;
  const presented = found
    ? await verifyAtDirectory(context.gateway, request, { ...login, found })
    : login;
  return decideRequest(request, presented, context);
}

/** Records what an accept changes: the password that the user has chosen, and the first use of a voucher. */
export async function recordAccept(
  gateway: Gateway,
  { client, receivedAt }: RadiusRequest,
  decision: AcceptedLogin,
): Promise<void> {
  const { newPassword: password, user } = decision;
  if (password && gateway.store.isCopy === true)
    throw new Fault('unavailable', 'the store is away, and a copy keeps no new password');
  if (password)
    await storeChosenPassword(gateway, user, { password, client: `client ${client.id}` });
  await recordUse(gateway, decision, receivedAt);
}

/** Records the first use of a voucher. */
export async function recordUse(
  { store }: Gateway,
  { user }: AcceptedLogin,
  at: Date,
): Promise<void> {
  const { voucher } = user;
  if (voucher?.firstUsed === null) await store.write([recordFirstUse(store, voucher, at)]);
}

/** Decides over a login whose directory, if it has one, has answered. */
export async function decideRequest(
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
    ? refuseAccepted(decision, { kind: 'no_address', reason: given })
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

/** Finds the site of an access point of the request; without one it is the organization of the client. */
async function findSite(request: RadiusRequest, accessPoints: AccessPointResolver): Promise<Site> {
  const place = await accessPoints.find(readAccessPointIdentifiers(request));
  return place ?? siteOfClient(request.client);
}

function siteOfClient({ organization }: Client): Site {
  return { location: null, organization };
}

interface LoggedReject {
  readonly identity: Pick<LoginIdentity, 'username'>;
  readonly decision: Pick<DecisionEntry, 'reason'>;
}

/** Writes the reason of a reject to the log of the gateway. */
export function logReject(
  { log }: Gateway,
  { client }: RadiusRequest,
  { identity: { username }, decision: { reason } }: LoggedReject,
): void {
  log.info({ client: client.name, username, reason }, 'RADIUS login rejected');
}
