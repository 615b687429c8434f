import { pbkdf2Sync } from 'node:crypto';
import { anonymousName, keyStoreOf, type Access, type Profile } from './profile.ts';

/* Configurations of wpa_supplicant, with certificates inside. @see wpa_supplicant.conf(5) */

interface Written {
  /** Lines of the network block. */
  readonly lines: readonly string[];
  /** Data that they refer to, by name. */
  readonly blobs: Readonly<Record<string, Buffer>>;
}

/** Writes a profile. Texts are in hexadecimal digits, which need no escapes. */
export function writeSupplicantProfile({ ssid, isHidden, security, access }: Profile): Buffer {
  const login = access.kind === 'key' ? keyOf({ ssid, security, access }) : loginOf(access);
  const lines = [
    `ssid=${hexOf(ssid)}`,
    ...(isHidden ? ['scan_ssid=1'] : []),
    ...protections[security],
    ...login.lines,
  ];
  const block = ['network={', ...lines.map((line) => `\t${line}`), '}'];
  const blobs = Object.entries(login.blobs).flatMap(([name, octets]) => [
    '',
    `blob-base64-${name}={`,
    ...(octets.toString('base64').match(/.{1,64}/g) ?? []),
    '}',
  ]);
  return Buffer.from(`${[...block, ...blobs].join('\n')}\n`);
}

const protections: Readonly<Record<Profile['security'], readonly string[]>> = {
  wpa2_enterprise: ['key_mgmt=WPA-EAP WPA-EAP-SHA256', 'ieee80211w=1'],
  wpa3_enterprise: ['key_mgmt=WPA-EAP-SHA256', 'ieee80211w=2'],
  wpa3_enterprise_192: [
    'key_mgmt=WPA-EAP-SUITE-B-192',
    'pairwise=GCMP-256',
    'group=GCMP-256',
    'group_mgmt=BIP-GMAC-256',
    'ieee80211w=2',
  ],
  wpa2_personal: ['key_mgmt=WPA-PSK', 'ieee80211w=1'],
  wpa3_personal: ['key_mgmt=SAE', 'ieee80211w=2'],
  owe: ['key_mgmt=OWE', 'ieee80211w=2'],
  open: ['key_mgmt=NONE'],
};

type KeyAccess = Extract<Access, { kind: 'key' }>;

/** A quotation mark has no escape in a key: with one, the key that WPA2 derives from it is written. */
function keyOf({
  ssid,
  security,
  access,
}: Pick<Profile, 'ssid' | 'security'> & { readonly access: KeyAccess }): Written {
  const key = access.key.reveal();
  if (security === 'wpa3_personal') return { lines: [`sae_password=${hexOf(key)}`], blobs: {} };
  const derived = () => pbkdf2Sync(key, ssid, 4096, 32, 'sha1').toString('hex');
  return { lines: [key.includes('"') ? `psk=${derived()}` : `psk="${key}"`], blobs: {} };
}

function loginOf(access: Exclude<Access, KeyAccess>): Written {
  if (access.kind === 'open') return { lines: [], blobs: {} };
  const authorities = access.server.authorities.map((one) => one.toString()).join('');
  const server = {
    lines: ['ca_cert="blob://ca"', `domain_match="${access.server.name}"`],
    blobs: { ca: Buffer.from(authorities) },
  };
  if (access.kind === 'password')
    return {
      lines: [
        `eap=${access.method.toUpperCase()}`,
        ...(access.username === null ? [] : [`identity=${hexOf(access.username)}`]),
        `anonymous_identity=${hexOf(anonymousName(access.username))}`,
        `phase2="auth=${access.method === 'ttls' ? 'PAP' : 'MSCHAPV2'}"`,
        ...server.lines,
      ],
      blobs: server.blobs,
    };
  const { device } = access;
  if (!device) return { ...server, lines: ['eap=TLS', ...server.lines] };
  const store = keyStoreOf(device);
  return {
    lines: [
      'eap=TLS',
      `identity=${hexOf(anonymousName(device.username))}`,
      ...server.lines,
      'private_key="blob://device"',
      `private_key_passwd="${device.password.reveal()}"`,
    ],
    blobs: { ...server.blobs, device: store },
  };
}

function hexOf(text: string): string {
  return Buffer.from(text).toString('hex');
}
