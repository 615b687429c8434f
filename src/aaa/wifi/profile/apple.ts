import type { X509Certificate } from 'node:crypto';
import {
  anonymousName,
  deviceOf,
  keyStoreOf,
  uuidOf,
  type Access,
  type DeviceIdentity,
  type Profile,
} from './profile.ts';
import { xml, type Xml } from './xml.ts';

/* Configuration profiles of iOS, iPadOS and macOS. @see Apple's "Device Management", payload com.apple.wifi.managed */

type Value =
  string | number | boolean | Buffer | readonly Value[] | { readonly [key: string]: Value };

/** Writes a profile as property list, which is signed afterwards. */
export function writeAppleProfile(profile: Profile): Buffer {
  const { organization, ssid, access } = profile;
  const server = 'server' in access ? access.server : null;
  const device = deviceOf(access);
  const authorities = server?.authorities ?? [];
  const payloads = [
    ...authorities.map((one, at) => authorityPayload(profile, one, at)),
    ...(device ? [devicePayload(profile, device)] : []),
    networkPayload(profile, authorities.length),
  ];
  const whole = {
    ...commonOf(profile, { part: 'profile', type: 'Configuration' }),
    PayloadDisplayName: ssid,
    PayloadOrganization: organization,
    PayloadContent: payloads,
  };
  const { text } = xml`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">${serialize(whole)}</plist>
`;
  return Buffer.from(text);
}

function serialize(value: Value): Xml {
  if (typeof value === 'string') return xml`<string>${value}</string>`;
  if (typeof value === 'number') return xml`<integer>${String(value)}</integer>`;
  if (typeof value === 'boolean') return value ? xml`<true/>` : xml`<false/>`;
  if (Buffer.isBuffer(value)) return xml`<data>${value.toString('base64')}</data>`;
  if (isList(value)) return xml`<array>${value.map(serialize)}</array>`;
  const entries = Object.entries(value).map(
    ([key, one]) => xml`<key>${key}</key>${serialize(one)}\n`,
  );
  return xml`<dict>${entries}</dict>`;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

function commonOf(
  profile: Profile,
  { part, type }: { readonly part: string; readonly type: string },
) {
  const uuid = uuidOf(profile, part);
  return {
    PayloadType: type,
    PayloadVersion: 1,
    PayloadUUID: uuid,
    PayloadIdentifier: `gatehouse.wifi.${uuidOf(profile, 'profile')}.${part}`,
  };
}

const authorityPart = (at: number) => `authority${at}`;

function authorityPayload(profile: Profile, { raw, subject }: X509Certificate, at: number) {
  return {
    ...commonOf(profile, { part: authorityPart(at), type: 'com.apple.security.root' }),
    PayloadDisplayName: subject,
    PayloadContent: raw,
  };
}

function devicePayload(profile: Profile, device: DeviceIdentity) {
  const { name, password } = device;
  return {
    ...commonOf(profile, { part: 'device', type: 'com.apple.security.pkcs12' }),
    PayloadDisplayName: name,
    PayloadContent: keyStoreOf(device),
    Password: password.reveal(),
  };
}

function networkPayload(profile: Profile, authorities: number) {
  const { ssid, isHidden, security, access, passpoint } = profile;
  return {
    ...commonOf(profile, { part: 'network', type: 'com.apple.wifi.managed' }),
    PayloadDisplayName: ssid,
    SSID_STR: ssid,
    HIDDEN_NETWORK: isHidden,
    AutoJoin: true,
    EncryptionType: encryptions[security],
    ...accessOf(profile, access, authorities),
    ...(passpoint && {
      IsHotspot: true,
      DomainName: passpoint.domain,
      DisplayedOperatorName: profile.organization,
      RoamingConsortiumOIs: passpoint.consortiums.map((one) => one.toUpperCase()),
    }),
  };
}

const encryptions: Readonly<Record<Profile['security'], string>> = {
  wpa2_enterprise: 'WPA2',
  wpa3_enterprise: 'WPA3',
  wpa3_enterprise_192: 'WPA3',
  wpa2_personal: 'WPA2',
  wpa3_personal: 'WPA3',
  owe: 'None',
  open: 'None',
};

function accessOf(
  profile: Profile,
  access: Access,
  authorities: number,
): { readonly [key: string]: Value } {
  if (access.kind === 'open') return {};
  if (access.kind === 'key') return { Password: access.key.reveal() };
  const { name } = access.server;
  const anchors = Array.from({ length: authorities }, (_, at) =>
    uuidOf(profile, authorityPart(at)),
  );
  const server = {
    TLSTrustedServerNames: [name],
    PayloadCertificateAnchorUUID: anchors,
    TLSMinimumVersion: '1.2',
  };
  if (access.kind === 'device')
    return {
      EAPClientConfiguration: { AcceptEAPTypes: [eapTypes.tls], ...server },
      ...(access.device && { PayloadCertificateUUID: uuidOf(profile, 'device') }),
    };
  const { method, username } = access;
  const client = {
    AcceptEAPTypes: [eapTypes[method]],
    ...server,
    ...(username !== null && { UserName: username }),
    OuterIdentity: anonymousName(username),
    ...(method === 'ttls' && { TTLSInnerAuthentication: 'PAP' }),
  };
  return { EAPClientConfiguration: client };
}

const eapTypes = { tls: 13, ttls: 21, peap: 25 } as const;
