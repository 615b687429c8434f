import { Secret } from '../../contract/secret.ts';
import { Fault } from '../../contract/errors.ts';
import type { EapMethodName } from '../../contract/eap-method.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { openServedCertificate } from '../../tls/server-certificate.ts';
import { findNewestKey } from '../key/device-key.ts';
import { generateKey } from '../key/key-text.ts';
import {
  generateDeviceKey,
  issueDeviceCertificate,
  type CertificateOwner,
} from './device-certificate.ts';
import { formats, type FormatName, type ProfileFormat, type Signing } from './profile/formats.ts';
import type { Access, DeviceIdentity, Profile } from './profile/profile.ts';
import { findTrustedServer } from './server-trust.ts';
import { isEnterprise, isPersonal, type Security } from './wifi-network.ts';

/** A network as its profiles need it. */
export interface ProfiledNetwork {
  readonly id: number;
  readonly organization: number;
  readonly ssid: string;
  readonly is_hidden: boolean;
  readonly security: Security;
  readonly methods: readonly EapMethodName[];
  readonly server_name: string | null;
  readonly trusted_ca: string | null;
  readonly certificate_days: number;
  readonly passpoint_domain: string | null;
  readonly roaming_consortiums: readonly string[];
}

/** A profile that is asked for. */
export interface ProfileRequest {
  readonly network: ProfiledNetwork;
  readonly format: FormatName;
  /** Null: the profile is for nobody in particular. */
  readonly owner: CertificateOwner | null;
  /** Null: the first method that network and format have. */
  readonly method: EapMethodName | null;
  /** Name of the device. */
  readonly deviceName: string;
}

/** A profile as a file. */
export interface ProfileFile {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer;
  /** Password of the key in the file, where the system asks for it; null: it does not. */
  readonly password: Secret | null;
  /** Id of the certificate that was issued for it; null: none. */
  readonly certificate: number | null;
}

/**
 * Makes the profile by which a device joins a network. One with a certificate issues that: the key exists in this file alone.
 *
 * @throws Fault `conflict` in words if network, format and user do not go together, or as the store
 */
export async function makeProfile(gateway: Gateway, request: ProfileRequest): Promise<ProfileFile> {
  const format = formats[request.format];
  const { network } = request;
  const { access, certificate } = await accessOf(gateway, request, format);
  const domain = network.passpoint_domain;
  const profile: Profile = {
    id: `${network.organization}/${network.id}`,
    organization: await nameOf(gateway, network.organization),
    ssid: network.ssid,
    isHidden: network.is_hidden,
    security: network.security,
    access,
    passpoint: domain === null ? null : { domain, consortiums: network.roaming_consortiums },
  };
  const content = format.write(profile, await signingOf(gateway));
  const isAsked = request.format === 'pkcs12' && access.kind === 'device';
  return {
    name: `${fileName(network.ssid)}${format.extension}`,
    mediaType: format.mediaType,
    content,
    password: isAsked ? (access.device?.password ?? null) : null,
    certificate,
  };
}

interface IssuedAccess {
  readonly access: Access;
  readonly certificate: number | null;
}

async function accessOf(
  gateway: Gateway,
  request: ProfileRequest,
  format: ProfileFormat,
): Promise<IssuedAccess> {
  const { network, owner, format: name } = request;
  const kinds = kindsOf(gateway, request).filter((kind) => format.carries.includes(kind.kind));
  const [kind] = kinds;
  if (!kind || (format.isPasspoint && network.passpoint_domain === null))
    throw new Fault('conflict', `The format ${name} is not for this network or method.`);
  if (kind.kind === 'open') return { access: { kind: 'open' }, certificate: null };
  if (kind.kind === 'key') return { access: await keyAccess(gateway, owner), certificate: null };
  const server = await findTrustedServer(gateway, network);
  if (kind.kind === 'password') {
    const username = owner?.username ?? null;
    return { access: { ...kind, username, server }, certificate: null };
  }
  if (!format.hasDevice)
    return { access: { kind: 'device', device: null, server }, certificate: null };
  const { device, certificate } = await certificateOf(gateway, request);
  return { access: { kind: 'device', device, server }, certificate };
}

type Kind =
  | { readonly kind: 'open' | 'key' | 'device' }
  | { readonly kind: 'password'; readonly method: 'ttls' | 'peap' };

/** Lists the ways to log in at a network, the preferred one first. */
function kindsOf({ config }: Gateway, { network, method }: ProfileRequest): readonly Kind[] {
  const { security, methods } = network;
  if (isPersonal(security)) return [{ kind: 'key' }];
  if (!isEnterprise(security)) return [{ kind: 'open' }];
  const permitted = methods.length > 0 ? methods : config.radius.eap.methods;
  return permitted
    .filter((one) => method === null || one === method)
    .map((one) => (one === 'tls' ? { kind: 'device' } : { kind: 'password', method: one }));
}

async function keyAccess(gateway: Gateway, owner: CertificateOwner | null): Promise<Access> {
  const key = await findKeyOfUser(gateway, ownerOf(owner).id);
  if (!key) throw new Fault('conflict', 'The user has no Wi-Fi key: create one first.');
  return { kind: 'key', key };
}

/** Finds the key that a user has for networks with keys; null: none. @throws Fault if the store cannot be read */
export async function findKeyOfUser(gateway: Gateway, user: number): Promise<Secret | null> {
  return (await findNewestKey(gateway, user))?.key ?? null;
}

function ownerOf(owner: CertificateOwner | null): CertificateOwner {
  if (!owner) throw Fault.field('user', 'This network and method need a user.');
  return owner;
}

async function certificateOf(
  gateway: Gateway,
  { network, owner: given, deviceName }: ProfileRequest,
): Promise<{ readonly device: DeviceIdentity; readonly certificate: number }> {
  const owner = ownerOf(given);
  const isHighest =
    network.security === 'wpa3_enterprise_192' || gateway.config.radius.eap.security === '192_bit';
  const { privateKey, publicKey } = await generateDeviceKey(isHighest);
  const name = deviceName === '' ? `${owner.username} (${network.ssid})` : deviceName;
  const { id, certificate, authority } = await issueDeviceCertificate(gateway, {
    owner,
    name: name.slice(0, maxName),
    days: network.certificate_days,
    publicKey,
  });
  const { username } = owner;
  const password = new Secret(generateKey());
  return {
    device: { username, name, privateKey, certificate, authority, password },
    certificate: id,
  };
}

const maxName = 128;

async function nameOf({ store }: Gateway, organization: number): Promise<string> {
  const row = await store.db
    .selectFrom('organization')
    .select('name')
    .where('id', '=', organization)
    .executeTakeFirst();
  return row?.name ?? '';
}

/** Profiles are signed by the certificate of HTTPS, which devices may know. */
async function signingOf(gateway: Gateway): Promise<Signing> {
  const signer = await openServedCertificate(gateway).readIfChanged();
  if (!signer) throw new Error('the certificate of HTTPS was read before');
  return { signer, at: gateway.now() };
}

/** Returns a name of a file that every system takes. */
function fileName(ssid: string): string {
  const name = ssid.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return name === '' ? 'wifi' : name;
}
