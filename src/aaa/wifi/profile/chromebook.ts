import { Secret } from '../../../contract/secret.ts';
import { isEnterprise, isPersonal } from '../wifi-network.ts';
import {
  anonymousName,
  deviceOf,
  keyStoreOf,
  uuidOf,
  type Access,
  type Profile,
  type TrustedServer,
} from './profile.ts';

/* Open Network Configuration, for Chromebooks. @see Chromium's "Open Network Configuration Format" */

/** Writes a profile. Keys of certificates have an empty password in it, as the format wants. */
export function writeChromebookProfile(profile: Profile): Buffer {
  const { ssid, isHidden, security, access } = profile;
  const network = {
    GUID: guidOf(profile, 'network'),
    Name: ssid,
    Type: 'WiFi',
    WiFi: {
      HexSSID: Buffer.from(ssid).toString('hex').toUpperCase(),
      HiddenSSID: isHidden,
      AutoConnect: true,
      Security: securityOf(security),
      ...accessOf(profile, access),
    },
  };
  const whole = {
    Type: 'UnencryptedConfiguration',
    NetworkConfigurations: [network],
    Certificates: certificatesOf(profile, access),
  };
  return Buffer.from(`${JSON.stringify(whole, null, 2)}\n`);
}

function guidOf(profile: Profile, part: string): string {
  return `{${uuidOf(profile, part)}}`;
}

function securityOf(security: Profile['security']): string {
  if (isEnterprise(security)) return 'WPA-EAP';
  return isPersonal(security) ? 'WPA-PSK' : 'None';
}

function accessOf(profile: Profile, access: Access): object {
  if (access.kind === 'open') return {};
  if (access.kind === 'key') return { Passphrase: access.key.reveal() };
  const server = serverOf(profile, access.server);
  if (access.kind === 'password')
    return {
      EAP: {
        ...server,
        Outer: access.method === 'ttls' ? 'EAP-TTLS' : 'PEAP',
        Inner: access.method === 'ttls' ? 'PAP' : 'MSCHAPv2',
        ...(access.username !== null && { Identity: access.username }),
        AnonymousIdentity: anonymousName(access.username),
        SaveCredentials: true,
      },
    };
  const client = access.device && {
    Identity: access.device.username,
    ClientCertType: 'Ref',
    ClientCertRef: guidOf(profile, 'device'),
  };
  return { EAP: { ...server, Outer: 'EAP-TLS', ...client } };
}

function serverOf(profile: Profile, { name, authorities }: TrustedServer) {
  return {
    ServerCARefs: authorities.map((_, at) => guidOf(profile, `authority${at}`)),
    UseSystemCAs: false,
    DomainSuffixMatch: [name],
  };
}

function certificatesOf(profile: Profile, access: Access): readonly object[] {
  if (!('server' in access)) return [];
  const authorities = access.server.authorities.map(({ raw }, at) => ({
    GUID: guidOf(profile, `authority${at}`),
    Type: 'Authority',
    X509: raw.toString('base64'),
  }));
  const device = deviceOf(access);
  if (!device) return authorities;
  const store = keyStoreOf(device, new Secret(''));
  const own = {
    GUID: guidOf(profile, 'device'),
    Type: 'Client',
    PKCS12: store.toString('base64'),
  };
  return [...authorities, own];
}
