import { execFile } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, pbkdf2Sync, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { SaxesParser } from 'saxes';
import tap, { test } from 'tap';
import { writeAppleProfile } from '../../../src/aaa/wifi/profile/apple.ts';
import { writeChromebookProfile } from '../../../src/aaa/wifi/profile/chromebook.ts';
import { writeKeyfile } from '../../../src/aaa/wifi/profile/network-manager.ts';
import { writePasspointProfile } from '../../../src/aaa/wifi/profile/passpoint.ts';
import type { Access, Profile } from '../../../src/aaa/wifi/profile/profile.ts';
import { writeSupplicantProfile } from '../../../src/aaa/wifi/profile/supplicant.ts';
import { wifiText, writeWifiCode } from '../../../src/aaa/wifi/profile/wifi-code.ts';
import { writeWindowsProfile } from '../../../src/aaa/wifi/profile/windows.ts';
import { isEnterprise, isPersonal, securities } from '../../../src/aaa/wifi/wifi-network.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { issueCertificate } from '../../../src/tls/issue.ts';

/* Profiles of networks whose names and keys have what each format gives a meaning to. */

const folder = mkdtempSync(join(tmpdir(), 'profiles-'));
tap.teardown(() => {
  rmSync(folder, { recursive: true });
});

const names = [
  'Aurora',
  'a"b\\c;d,e:f',
  "'; rm -rf $HOME `x`",
  '<Wi&Fi> ]]>',
  'Zürich 東京 📶',
  'two\nlines\r\n}\tblob',
  '  spaces  ',
  'network={#',
];
const keys = ['tozu-mika-relo', '";,:\\ #&<>\'"', '  spaces  ', 'a"#b{}[]=;;', '\\s\\n\\\\psk'];

const keysOfDevice = () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey, publicKey: createPublicKey(privateKey) };
};
const authority = keysOfDevice();
const device = keysOfDevice();
const [notBefore, notAfter] = [new Date('2020-01-01T00:00:00Z'), new Date('2049-12-31T00:00:00Z')];
const issuer = { commonName: 'A CA <&>', ...authority };
const issue = (commonName: string, publicKey: typeof authority.publicKey, isAuthority: boolean) =>
  new X509Certificate(
    issueCertificate(
      {
        commonName,
        publicKey,
        notBefore,
        notAfter,
        purpose: isAuthority ? { kind: 'authority' } : { kind: 'device', username: commonName },
      },
      issuer,
    ),
  );
const ca = issue(issuer.commonName, authority.publicKey, true);
const server = { name: 'radius.example.net', authorities: [ca] };
const username = 'anna & "bob"@example.net';
const identity = {
  username,
  name: "Anna's <phone>",
  privateKey: device.privateKey,
  certificate: issue(username, device.publicKey, false),
  authority: ca,
  password: new Secret('tozu-mika'),
};

const accesses = {
  open: { kind: 'open' },
  key: { kind: 'key', key: new Secret(keys[1] ?? '') },
  ttls: { kind: 'password', method: 'ttls', username, server },
  peap: { kind: 'password', method: 'peap', username, server },
  nobody: { kind: 'password', method: 'ttls', username: null, server },
  tls: { kind: 'device', device: identity, server },
} as const satisfies Readonly<Record<string, Access>>;

function profileOf(ssid: string, access: Access, more: Partial<Profile> = {}): Profile {
  const security = { open: 'open', key: 'wpa2_personal' } as const;
  return {
    id: '1/7',
    organization: 'Hotel <Aurora> & Söhne',
    ssid,
    isHidden: false,
    security:
      access.kind === 'open' || access.kind === 'key' ? security[access.kind] : 'wpa2_enterprise',
    access,
    passpoint: null,
    ...more,
  };
}

interface Element {
  readonly name: string;
  readonly space: string;
  readonly children: Element[];
  text: string;
}

/** Parses XML with namespaces. @throws Error if it is not well-formed */
function parseXml(document: Buffer): Element {
  const root: Element = { name: '', space: '', children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', ({ local, uri }) => {
    const element = { name: local, space: uri.split('/').at(-1) ?? '', children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(document.toString()).close();
  return root.children[0] ?? root;
}

/** Returns what a property list says, as Apple's parser does. */
function parsePlist({ name, text, children }: Element): unknown {
  if (name === 'array') return children.map(parsePlist);
  if (name === 'data') return Buffer.from(text, 'base64');
  if (name === 'integer') return Number(text);
  if (name === 'true' || name === 'false') return name === 'true';
  if (name === 'string') return text;
  const pairs = children.flatMap((child, at) => {
    const value = children[at + 1];
    if (at % 2 === 1) return [];
    if (child.name !== 'key' || !value) throw new Error(`${child.name} stands for a key`);
    return [[child.text, parsePlist(value)]];
  });
  return Object.fromEntries(pairs);
}

interface ApplePayload {
  readonly [key: string]: unknown;
}
interface AppleProfile extends ApplePayload {
  readonly PayloadContent: readonly ApplePayload[];
}

function readApple(profile: Profile): AppleProfile {
  const plist = parseXml(writeAppleProfile(profile));
  const [dict] = plist.children;
  if (!dict || plist.name !== 'plist') throw new Error('no property list');
  return parsePlist(dict) as AppleProfile;
}

test('profiles of Apple have each name and key as they are', (t) => {
  for (const ssid of names) {
    const { PayloadContent: payloads, ...whole } = readApple(profileOf(ssid, { kind: 'open' }));
    t.match(whole, { PayloadType: 'Configuration', PayloadVersion: 1, PayloadDisplayName: ssid });
    t.match(payloads, [{ PayloadType: 'com.apple.wifi.managed', SSID_STR: ssid }]);
    t.equal(payloads.length, 1);
  }
  for (const key of keys) {
    const { PayloadContent: payloads } = readApple(
      profileOf('Hotel', { kind: 'key', key: new Secret(key) }),
    );
    t.match(payloads, [{ EncryptionType: 'WPA2', Password: key }]);
  }
  t.end();
});

test('profiles of Apple name server, CA and certificate, and no password of a person', (t) => {
  const tls = readApple(profileOf('Aurora', accesses.tls)).PayloadContent;
  const [root, own, network] = tls;
  t.match(root, { PayloadType: 'com.apple.security.root', PayloadContent: ca.raw });
  t.match(own, { PayloadType: 'com.apple.security.pkcs12', Password: 'tozu-mika' });
  createSecureContext({ pfx: own?.['PayloadContent'] as Buffer, passphrase: 'tozu-mika' });
  t.same(network?.['EAPClientConfiguration'], {
    AcceptEAPTypes: [13],
    TLSTrustedServerNames: ['radius.example.net'],
    PayloadCertificateAnchorUUID: [root?.['PayloadUUID']],
    TLSMinimumVersion: '1.2',
  });
  t.equal(network?.['PayloadCertificateUUID'], own?.['PayloadUUID']);
  const ttls = readApple(profileOf('Aurora', accesses.ttls)).PayloadContent;
  t.match(ttls.at(-1)?.['EAPClientConfiguration'], {
    AcceptEAPTypes: [21],
    TTLSInnerAuthentication: 'PAP',
    UserName: username,
    OuterIdentity: 'anonymous@example.net',
  });
  t.notMatch(JSON.stringify(ttls), 'Password');
  const passpoint = { domain: 'wifi.example.net', consortiums: ['5a03ba'] };
  const roaming = readApple(profileOf('Aurora', accesses.tls, { passpoint }));
  t.match(roaming.PayloadContent.at(-1), {
    IsHotspot: true,
    DomainName: 'wifi.example.net',
    RoamingConsortiumOIs: ['5A03BA'],
  });
  const uuids = tls.map(({ PayloadUUID: uuid }) => uuid);
  t.equal(new Set(uuids).size, 3);
  for (const uuid of uuids)
    t.match(uuid, /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  t.end();
});

/** Finds an element by the names of those that it stands in. */
function find(root: Element, path: string): Element {
  return path.split(' ').reduce((at, name) => {
    const found = at.children.find((child) => child.name === name);
    if (!found)
      throw new Error(
        `${at.name} has no ${name}, but ${at.children.map((one) => one.name).join(' ')}`,
      );
    return found;
  }, root);
}

const childrenOf = (root: Element, path: string) =>
  find(root, path).children.map(({ name }) => name);

test('profiles of Windows have their elements in the order of the schema', (t) => {
  for (const ssid of names) {
    const root = parseXml(writeWindowsProfile(profileOf(ssid, { kind: 'open' })));
    t.equal(root.space, 'v1');
    t.same(childrenOf(root, 'MSM security authEncryption'), [
      'authentication',
      'encryption',
      'useOneX',
    ]);
    t.same(
      root.children.map(({ name }) => name),
      ['name', 'SSIDConfig', 'connectionType', 'connectionMode', 'MSM'],
    );
    t.equal(find(root, 'SSIDConfig SSID name').text, ssid);
    t.equal(Buffer.from(find(root, 'SSIDConfig SSID hex').text, 'hex').toString(), ssid);
  }
  for (const key of keys) {
    const access = { kind: 'key', key: new Secret(key) } as const;
    const root = parseXml(writeWindowsProfile(profileOf('Hotel', access)));
    t.same(childrenOf(root, 'MSM security sharedKey'), ['keyType', 'protected', 'keyMaterial']);
    t.equal(find(root, 'MSM security sharedKey keyMaterial').text, key);
  }
  t.end();
});

test('profiles of Windows check the server, and have the schema of each method', (t) => {
  const thumbprint = ca.fingerprint.replaceAll(':', ' ').toLowerCase();
  const config = (name: 'tls' | 'ttls' | 'peap') => {
    const root = parseXml(writeWindowsProfile(profileOf('Aurora', accesses[name])));
    t.same(childrenOf(root, 'MSM security'), ['authEncryption', 'OneX']);
    const host = find(root, 'MSM security OneX EAPConfig EapHostConfig');
    t.same(childrenOf(host, 'EapMethod'), ['Type', 'VendorId', 'VendorType', 'AuthorId']);
    return host;
  };
  const tls = config('tls');
  t.equal(find(tls, 'EapMethod Type').text, '13');
  t.same(childrenOf(tls, 'Config Eap EapType'), [
    'CredentialsSource',
    'ServerValidation',
    'DifferentUsername',
    'PerformServerValidation',
    'AcceptServerName',
  ]);
  const peap = config('peap');
  t.equal(find(peap, 'EapMethod Type').text, '25');
  t.same(childrenOf(peap, 'Config Eap EapType'), [
    'ServerValidation',
    'FastReconnect',
    'InnerEapOptional',
    'Eap',
    'EnableQuarantineChecks',
    'RequireCryptoBinding',
    'PeapExtensions',
  ]);
  for (const host of [tls, peap]) {
    const validation = find(host, 'Config Eap EapType ServerValidation');
    t.equal(find(validation, 'ServerNames').text, 'radius.example.net');
    t.equal(find(validation, 'TrustedRootCA').text, thumbprint);
  }
  const ttls = config('ttls');
  t.equal(find(ttls, 'EapMethod Type').text, '21');
  t.equal(find(ttls, 'EapMethod AuthorId').text, '311');
  t.same(childrenOf(ttls, 'Config EapTtls'), [
    'ServerValidation',
    'Phase2Authentication',
    'Phase1Identity',
  ]);
  t.equal(find(ttls, 'Config EapTtls ServerValidation TrustedRootCAHash').text, thumbprint);
  t.equal(
    find(ttls, 'Config EapTtls Phase1Identity AnonymousIdentity').text,
    'anonymous@example.net',
  );
  t.end();
});

interface Onc {
  readonly NetworkConfigurations: readonly { readonly Name: string; readonly WiFi: object }[];
  readonly Certificates: readonly {
    readonly GUID: string;
    readonly PKCS12?: string;
    readonly X509?: string;
  }[];
}

test('profiles of Chromebooks refer to the certificates that they have', (t) => {
  const read = (profile: Profile) => JSON.parse(writeChromebookProfile(profile).toString()) as Onc;
  for (const ssid of names)
    t.match(read(profileOf(ssid, { kind: 'open' })).NetworkConfigurations, [
      { Name: ssid, WiFi: { HexSSID: Buffer.from(ssid).toString('hex').toUpperCase() } },
    ]);
  const { NetworkConfigurations: networks, Certificates: certificates } = read(
    profileOf('Aurora', accesses.tls),
  );
  const [root, own] = certificates;
  t.match(networks, [
    {
      WiFi: {
        Security: 'WPA-EAP',
        EAP: {
          Outer: 'EAP-TLS',
          ServerCARefs: [root?.GUID],
          ClientCertType: 'Ref',
          ClientCertRef: own?.GUID,
          DomainSuffixMatch: ['radius.example.net'],
        },
      },
    },
  ]);
  t.equal(root?.X509, ca.raw.toString('base64'));
  createSecureContext({ pfx: Buffer.from(own?.PKCS12 ?? '', 'base64'), passphrase: '' });
  t.match(read(profileOf('Hotel', accesses.key)).NetworkConfigurations, [
    { WiFi: { Security: 'WPA-PSK', Passphrase: keys[1] } },
  ]);
  t.end();
});

test('profiles of Passpoint are a message with subscription, CA and certificate', (t) => {
  const passpoint = { domain: 'wifi.example.net', consortiums: ['5A03BA', 'F4F5E8F5F4'] };
  for (const ssid of names) {
    const profile = profileOf(ssid, accesses.tls, { passpoint });
    const message = Buffer.from(writePasspointProfile(profile).toString(), 'base64').toString();
    const boundary = /^Content-Type: multipart\/mixed; boundary=(\S+)\r\n/.exec(message)?.[1] ?? '';
    const parts = message.split(`--${boundary}`).slice(1, -1);
    const [subscription, root, own] = parts.map((part) => {
      const [head = '', content = ''] = part.split('\r\n\r\n');
      t.match(head, 'Content-Transfer-Encoding: base64');
      return {
        type: /Content-Type: (\S+)/.exec(head)?.[1],
        content: Buffer.from(content, 'base64'),
      };
    });
    t.equal(parts.length, 3);
    t.equal(subscription?.type, 'application/x-passpoint-profile');
    t.ok(root?.content.equals(ca.raw));
    createSecureContext({ pfx: own?.content ?? Buffer.alloc(0), passphrase: '' });
    const leaves = leavesOf(parseXml(subscription?.content ?? Buffer.alloc(0)));
    t.match(leaves, {
      FriendlyName: ssid,
      FQDN: 'wifi.example.net',
      Realm: 'wifi.example.net',
      RoamingConsortiumOI: '5a03ba,f4f5e8f5f4',
      CertificateType: 'x509v3',
      CertSHA256Fingerprint: identity.certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    });
  }
  t.end();
});

/** Returns the values of a management tree by the names of their nodes. */
function leavesOf({ children }: Element): Readonly<Record<string, string>> {
  const value = children.find(({ name }) => name === 'Value');
  const name = children.find((child) => child.name === 'NodeName');
  if (value && name) return { [name.text]: value.text };
  return Object.assign({}, ...children.map(leavesOf)) as Record<string, string>;
}

/** Reads a key file as GLib does: groups, keys, and escapes of values. */
function parseKeyfile(text: string): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const groups: Record<string, Record<string, string>> = {};
  let group: Record<string, string> = {};
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const name = /^\[([^[\]]+)\]$/.exec(line)?.[1];
    const [, key = '', value = ''] = /^([a-z\d-]+)=\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined) groups[name] = group = {};
    else if (key === '') throw new Error(`neither group nor key: ${line}`);
    else
      group[key] = value.replaceAll(/\\(.)/g, (_, escape: string) => unescaped[escape] ?? 'wrong');
  }
  return groups;
}

const unescaped: Readonly<Record<string, string>> = {
  s: ' ',
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
};

test('keyfiles of NetworkManager have each name and key as they are', (t) => {
  const read = (profile: Profile) => {
    const groups = parseKeyfile(writeKeyfile(profile).toString());
    return (group: string, key: string) => groups[group]?.[key] ?? 'absent';
  };
  for (const ssid of names) {
    const value = read(profileOf(ssid, { kind: 'open' }));
    t.equal(value('connection', 'id'), ssid);
    const octets = Array.from(Buffer.from(ssid), (octet) => `${octet};`);
    t.equal(value('wifi', 'ssid'), octets.join(''));
  }
  for (const key of keys) {
    const value = read(profileOf('Hotel', { kind: 'key', key: new Secret(key) }));
    t.equal(value('wifi-security', 'psk'), key);
  }
  const tls = read(profileOf('Aurora', accesses.tls));
  t.equal(tls('802-1x', 'eap'), 'tls;');
  t.equal(tls('802-1x', 'identity'), username);
  t.equal(tls('802-1x', 'domain-match'), 'radius.example.net');
  t.equal(tls('802-1x', 'ca-cert'), `data:;base64,${ca.raw.toString('base64')}`);
  t.equal(tls('802-1x', 'client-cert'), tls('802-1x', 'private-key'), 'PKCS #12');
  const store = Buffer.from(tls('802-1x', 'private-key').replace('data:;base64,', ''), 'base64');
  createSecureContext({ pfx: store, passphrase: tls('802-1x', 'private-key-password') });
  const peap = read(profileOf('Aurora', accesses.peap));
  t.equal(peap('802-1x', 'phase2-auth'), 'mschapv2');
  t.equal(peap('802-1x', 'password-flags'), '1');
  t.equal(peap('802-1x', 'password'), 'absent');
  t.end();
});

/** Has wpa_supplicant read a configuration. @returns what it says of it */
function readBySupplicant(configuration: Buffer): Promise<string> {
  const file = join(folder, 'station.conf');
  writeFileSync(file, configuration);
  return new Promise((resolve) => {
    // There is no such interface: it stops when it has read the file.
    const args = ['-c', file, '-i', 'absent0', '-D', 'wired', '-ddK'];
    execFile('/usr/sbin/wpa_supplicant', args, { timeout: 10_000 }, (_error, stdout) => {
      resolve(stdout);
    });
  });
}

/** Returns the octets that wpa_supplicant has read of a field. */
function octetsOf(output: string, field: string): Buffer {
  const dump = new RegExp(
    `^${field} - hexdump(?:_ascii)?\\(len=\\d+\\):(.*\\n(?: {5}.*\\n)*)`,
    'm',
  );
  const lines = dump.exec(output)?.[1]?.split('\n') ?? [];
  const hex = lines.map((line) => (line.startsWith('     ') ? line.slice(5, 53) : line));
  return Buffer.from(hex.join('').replaceAll(' ', ''), 'hex');
}

test('wpa_supplicant reads its profiles, with each name and key as they are', async (t) => {
  for (const ssid of names) {
    const output = await readBySupplicant(
      writeSupplicantProfile(profileOf(ssid, { kind: 'open' })),
    );
    t.notMatch(output, /[Ff]ailed to (?:read|parse)|Invalid/);
    t.equal(octetsOf(output, 'ssid').toString(), ssid);
  }
  for (const key of keys)
    for (const security of ['wpa2_personal', 'wpa3_personal'] as const) {
      const profile = profileOf('Hotel', { kind: 'key', key: new Secret(key) }, { security });
      const output = await readBySupplicant(writeSupplicantProfile(profile));
      t.notMatch(output, /[Ff]ailed to (?:read|parse)|Invalid/);
      const derived = octetsOf(output, 'PSK');
      if (security === 'wpa3_personal') t.equal(octetsOf(output, 'sae_password').toString(), key);
      else if (derived.length === 32)
        t.ok(derived.equals(pbkdf2Sync(key, 'Hotel', 4096, 32, 'sha1')), key);
      else t.equal(octetsOf(output, 'PSK \\(ASCII passphrase\\)').toString(), key);
    }
  for (const [name, access] of Object.entries(accesses)) {
    const output = await readBySupplicant(writeSupplicantProfile(profileOf('Aurora', access)));
    t.notMatch(output, /[Ff]ailed to (?:read|parse)|Invalid/, name);
    if ('server' in access) t.equal(octetsOf(output, 'domain_match').toString(), server.name);
  }
});

function accessAt(security: Profile['security']): Access {
  if (isPersonal(security)) return accesses.key;
  return isEnterprise(security) ? accesses.tls : accesses.open;
}

test('wpa_supplicant knows what protects each kind of network', async (t) => {
  for (const security of securities) {
    const profile = profileOf('Aurora', accessAt(security), { security, isHidden: true });
    const output = await readBySupplicant(writeSupplicantProfile(profile));
    t.notMatch(output, /[Ff]ailed to (?:read|parse)|Invalid/, security);
    for (const write of [writeAppleProfile, writeWindowsProfile]) parseXml(write(profile));
    parseKeyfile(writeKeyfile(profile).toString());
  }
});

test('codes of networks escape what separates their parts', (t) => {
  const network = (ssid: string, access: Access) => profileOf(ssid, access);
  t.equal(wifiText(network('Aurora', { kind: 'open' })), 'WIFI:T:nopass;S:Aurora;;');
  t.equal(
    wifiText(network('a"b\\c;d,e:f', { kind: 'key', key: new Secret('k;e:y"\\,1') })),
    String.raw`WIFI:T:WPA;S:a\"b\\c\;d\,e\:f;P:k\;e\:y\"\\\,1;;`,
  );
  const code = parseXml(writeWifiCode(network('Zürich', { kind: 'open' })));
  t.same(
    code.children.map(({ name }) => name),
    ['path', 'path'],
  );
  t.end();
});
