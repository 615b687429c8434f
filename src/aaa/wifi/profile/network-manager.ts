import { anonymousName, keyStoreOf, uuidOf, type Access, type Profile } from './profile.ts';

/* Keyfiles of NetworkManager, for `/etc/NetworkManager/system-connections` or `nmcli connection load`. @see nm-settings-keyfile(5) */

type Group = Readonly<Record<string, string | null>>;

/** Writes a profile. */
export function writeKeyfile(profile: Profile): Buffer {
  const { ssid, isHidden, security, access } = profile;
  const groups: Readonly<Record<string, Group>> = {
    connection: { id: escape(ssid), uuid: uuidOf(profile, 'network'), type: 'wifi' },
    wifi: {
      mode: 'infrastructure',
      ssid: Array.from(Buffer.from(ssid), (octet) => `${octet};`).join(''),
      hidden: isHidden ? 'true' : null,
    },
    'wifi-security': {
      'key-mgmt': keyManagement[security],
      // Protected management frames are part of WPA3.
      pmf: security.startsWith('wpa3') ? '3' : null,
      psk: access.kind === 'key' ? escape(access.key.reveal()) : null,
    },
    '802-1x': loginOf(access),
    ipv4: { method: 'auto' },
    ipv6: { method: 'auto' },
  };
  const texts = Object.entries(groups).flatMap(([name, group]) => {
    const lines = Object.entries(group).flatMap(([key, value]) =>
      value === null ? [] : [`${key}=${value}\n`],
    );
    return lines.length === 0 ? [] : [`[${name}]\n${lines.join('')}`];
  });
  return Buffer.from(texts.join('\n'));
}

const keyManagement: Readonly<Record<Profile['security'], string | null>> = {
  wpa2_enterprise: 'wpa-eap',
  wpa3_enterprise: 'wpa-eap',
  wpa3_enterprise_192: 'wpa-eap-suite-b-192',
  wpa2_personal: 'wpa-psk',
  wpa3_personal: 'sae',
  owe: 'owe',
  open: null,
};

function loginOf(access: Access): Group {
  if (access.kind === 'open' || access.kind === 'key') return {};
  const { name, authorities } = access.server;
  const [authority] = authorities;
  const server = {
    'ca-cert': authority ? dataOf(authority.raw) : null,
    'domain-match': escape(name),
  };
  if (access.kind === 'password')
    return {
      eap: `${access.method};`,
      identity: access.username === null ? null : escape(access.username),
      'anonymous-identity': escape(anonymousName(access.username)),
      ...server,
      'phase2-auth': access.method === 'ttls' ? 'pap' : 'mschapv2',
      // The agent of the desktop asks for the password, and keeps it.
      'password-flags': '1',
    };
  const { device } = access;
  if (!device) return { eap: 'tls;', ...server };
  const store = keyStoreOf(device);
  return {
    eap: 'tls;',
    identity: escape(device.username),
    ...server,
    'client-cert': dataOf(store),
    'private-key': dataOf(store),
    'private-key-password': escape(device.password.reveal()),
  };
}

function dataOf(octets: Buffer): string {
  return `data:;base64,${octets.toString('base64')}`;
}

/** Escapes a value of a key file of GLib. */
function escape(text: string): string {
  return text.replaceAll(
    /[\\\n\r\t]|^ +| +$/g,
    (found) => escapes[found] ?? '\\s'.repeat(found.length),
  );
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};
