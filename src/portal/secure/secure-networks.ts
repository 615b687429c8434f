import { findUserById } from '../../aaa/account/user-lookup.ts';
import { findPortalNetworks } from '../../aaa/wifi/portal-networks.ts';
import {
  findKeyOfUser,
  makeProfile,
  type ProfileFile,
  type ProfiledNetwork,
} from '../../aaa/wifi/make-profile.ts';
import { formatNames, type FormatName } from '../../aaa/wifi/profile/formats.ts';
import { isEnterprise, isPersonal } from '../../aaa/wifi/wifi-network.ts';
import type { Secret } from '../../contract/secret.ts';
import type { EapMethodName } from '../../contract/eap-method.ts';
import type { Gateway } from '../../gateway/gateway.ts';

/** A guest who is logged in, and where. */
export interface SecureGuest {
  /** Id. */
  readonly user: number;
  readonly organization: number;
  readonly location: number | null;
}

/** A network that a guest may join without the portal. */
export interface SecureNetwork {
  readonly id: number;
  readonly ssid: string;
  /** The key of the guest; null: the network has none. */
  readonly key: Secret | null;
  readonly formats: readonly FormatName[];
}

/** True if the portal of a place offers networks. @throws Fault if the store cannot be read */
export async function hasSecureNetworks(
  { store }: Gateway,
  place: Omit<SecureGuest, 'user'>,
): Promise<boolean> {
  return (await findPortalNetworks(store, place)).length > 0;
}

/** Lists the networks that the portal offers to a guest. @throws Fault if the store cannot be read */
export async function listSecureNetworks(
  gateway: Gateway,
  guest: SecureGuest,
): Promise<readonly SecureNetwork[]> {
  const networks = await findPortalNetworks(gateway.store, guest);
  const key = networks.some(({ security }) => isPersonal(security))
    ? await findKeyOfUser(gateway, guest.user)
    : null;
  return networks.flatMap((network): readonly SecureNetwork[] => {
    const { id, ssid, security } = network;
    const formats = formatsOf(gateway, network);
    if (isPersonal(security)) return key ? [{ id, ssid, key, formats }] : [];
    return [{ id, ssid, key: null, formats }];
  });
}

/** Formats that one download is enough for: Windows takes no certificate in a profile. */
function formatsOf(gateway: Gateway, network: ProfiledNetwork): readonly FormatName[] {
  const offered = formatNames.filter((name) => name in systems);
  if (!isEnterprise(network.security)) return offered.filter((name) => name !== 'passpoint');
  const methods = methodsOf(gateway, network);
  const hasPasspoint = network.passpoint_domain !== null && methods.includes('tls');
  return offered.filter((name) => {
    if (name === 'windows') return methods.some((method) => method !== 'tls');
    return name !== 'passpoint' || hasPasspoint;
  });
}

function methodsOf({ config }: Gateway, { methods }: ProfiledNetwork): readonly EapMethodName[] {
  const all = config.radius.eap.methods;
  return methods.length > 0 ? methods : all;
}

/** The formats that the page offers, with the systems that they are for. */
export const systems: Readonly<Partial<Record<FormatName, string>>> = {
  mobileconfig: 'iPhone, iPad, Mac',
  passpoint: 'Android',
  windows: 'Windows',
  onc: 'Chromebook',
  networkmanager: 'Linux',
};

/**
 * Makes the profile that a guest has chosen; null: the page does not offer it.
 *
 * @throws Fault `conflict` if it cannot be made, or as the store
 */
export async function makeSecureProfile(
  gateway: Gateway,
  guest: SecureGuest,
  { network: id, format: chosen }: { readonly network: number; readonly format: string },
): Promise<ProfileFile | null> {
  const networks = await findPortalNetworks(gateway.store, guest);
  const network = networks.find((one) => one.id === id);
  const format = network && formatsOf(gateway, network).find((name) => name === chosen);
  const user = await findUserById(gateway.store, guest.user);
  if (!network || format === undefined || !user) return null;
  const { username, organization } = user;
  const owner = { id: guest.user, organization, username };
  const method =
    format === 'windows' && isEnterprise(network.security)
      ? (methodsOf(gateway, network).find((one) => one !== 'tls') ?? null)
      : null;
  const deviceName = systems[format] ?? format;
  return makeProfile(gateway, { network, format, owner, method, deviceName });
}
