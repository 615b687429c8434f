import type { ClientKeys } from '../../../aaa/client/key-vendors.ts';
import {
  findKeyOfDevice,
  findNewestKey,
  recordKeyUse,
  type BoundKey,
  type DeviceKey,
  type KeyOwner,
} from '../../../aaa/key/device-key.ts';
import { admitAttempt, throttledReason } from '../../../aaa/policy/credential-check.ts';
import type { ReplyItem } from '../../../aaa/policy/authorization/authorization.ts';
import type { Credential } from '../../../aaa/policy/credential.ts';
import { findSubscriberById, type LoginIdentity } from '../../../aaa/policy/subscriber.ts';
import { asFault } from '../../../contract/errors.ts';
import { canonicalMac } from '../../../contract/fields.ts';
import type { Gateway } from '../../../gateway/gateway.ts';
import {
  checkOfHandshake,
  type ReportedHandshake,
} from '../../../protocol/eapol/four-way-handshake.ts';
import type { RadiusRequest } from '../../core/radius-request.ts';
import { sourceOfClient } from '../access-request.ts';
import { keyItems, type GivenKey } from './key-attributes.ts';
import { keyVendorRows, type KeyAttribute } from './key-vendors.ts';
import { readHandshake, readSsid } from './reported-handshake.ts';

/* Logins of devices by the Wi-Fi keys of their users. */

const method = 'MPSK';

/** The login of a device that has a key, or whose handshake fits none. */
export interface KeyLogin {
  readonly identity: LoginIdentity;
  readonly credential: Credential;
  /** What the accept gives the NAS; empty: the login is refused. */
  readonly items: readonly ReplyItem[];
  /** Records an accept: the device uses the key. @throws Fault if the store cannot be written */
  readonly recordUse: (at: Date) => Promise<void>;
}

interface KeyRequest {
  readonly request: RadiusRequest;
  readonly keys: ClientKeys;
  readonly identity: LoginIdentity;
  readonly gateway: Gateway;
}

/**
 * Finds the key of the device of a request: the key that its handshake was made with, else the key of the user that its address
 * names, else the key that it is bound to.
 *
 * @returns null: no key decides: none is known of the device, or its network has none
 * @throws Fault if the store cannot be read; `overloaded` if the NAS has to ask again
 */
export async function findKeyLogin(asked: KeyRequest): Promise<KeyLogin | null> {
  const { request, keys, identity, gateway } = asked;
  const { organization, serves } = request.client;
  const mac = identity.station === null ? null : canonicalMac(identity.station);
  if (mac === null) return null;
  const { given, handshake: attributes } = keyVendorRows[keys.vendor];
  const owner = { mac, organizations: [organization, ...serves] };
  const dictionary = gateway.dictionary();
  const ssid = readSsid(request.packet, attributes, dictionary);
  if (keys.ssids.length > 0 && !keys.ssids.includes(ssid ?? '')) return null;
  const handshake = attributes && readHandshake(request.packet, { mac, attributes }, dictionary);
  if (handshake) return proveKey(asked, { owner, ssid, handshake, given: attributes.given });
  if (identity.mac === null) return null;
  const bound = await findKeyOfDevice(gateway, owner);
  const key = await keyOfAddress(asked, bound);
  if (!key) return null;
  return admit(asked, { found: { key, masterKey: null, ssid }, bound, owner, given });
}

/** A user that its device names goes before the key that the device has used; a device that is switched off gets no key. */
async function keyOfAddress(
  { identity: { user, isGuest }, gateway }: KeyRequest,
  bound: BoundKey | null,
): Promise<DeviceKey | null> {
  if (user === null || bound?.user === user.id) return bound;
  if (!isGuest && !user.isActive) return null;
  return (await findNewestKey(gateway, user.id)) ?? bound;
}

interface Proof {
  readonly owner: KeyOwner;
  readonly ssid: string | null;
  readonly handshake: ReportedHandshake;
  readonly given: readonly KeyAttribute[];
}

/** Finds the key that a handshake was made with. */
async function proveKey(asked: KeyRequest, proof: Proof): Promise<KeyLogin> {
  const { gateway, request, identity } = asked;
  const { owner, ssid, handshake, given } = proof;
  const fits = checkOfHandshake(handshake);
  if (typeof fits === 'string') return refuse(asked, fits);
  if (ssid === null) return refuse(asked, 'the request does not name the network of the device');
  try {
    const attempt = admitAttempt(gateway.logins, {
      user: null,
      username: owner.mac,
      station: identity.station,
      source: sourceOfClient(request.client),
      password: null,
    });
    const bound = await findKeyOfDevice(gateway, owner);
    const found = await gateway.wifiKeys
      .find({ ...owner, ssid, fits, bound })
      .catch(withdrawing(attempt));
    if (typeof found === 'number')
      return refuse(asked, `none of ${found} Wi-Fi keys fits the handshake of the device`);
    attempt.accept();
    return await admit(asked, { found: { ...found, ssid }, bound, owner, given });
  } catch (error) {
    if (asFault(error)?.kind !== 'throttled') throw error;
    return refuse(asked, throttledReason);
  }
}

/** An attempt that could not be decided counts as none. */
function withdrawing(attempt: { withdraw(): void }) {
  return (error: unknown): never => {
    attempt.withdraw();
    throw error;
  };
}

interface Admission {
  readonly found: GivenKey;
  /** The key that the device is bound to; null: none. */
  readonly bound: BoundKey | null;
  readonly owner: KeyOwner;
  readonly given: readonly KeyAttribute[];
}

/** Returns the login of the user of a key, over which the policy decides. */
async function admit(
  asked: KeyRequest,
  { found, bound, owner: { mac }, given }: Admission,
): Promise<KeyLogin> {
  const { identity, gateway } = asked;
  const { key } = found;
  const items = await keyItems(given, found);
  if (!items) return refuse(asked, 'the request does not name the network of the device');
  const user = await findSubscriberById(gateway.store, key.user);
  const username = user?.username ?? identity.username;
  return {
    identity: { ...identity, ...ofKey, user, username },
    credential: { kind: 'proven', method },
    items: [{ name: 'User-Name', value: username }, ...items],
    recordUse: (at) => recordKeyUse(gateway.store, { key, bound, mac, at }),
  };
}

function refuse({ identity }: KeyRequest, rejectReason: string): KeyLogin {
  return {
    identity: { ...identity, ...ofKey, user: null },
    credential: { kind: 'refused', method, rejectReason },
    items: [],
    recordUse: () => Promise.resolve(),
  };
}

/** The key says who logs in, not the address of the device; the time of a portal session is not that of a key. */
const ofKey = { mac: null, isGuest: false, sessionEnd: null } as const;
