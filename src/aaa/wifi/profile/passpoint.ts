import { createHash } from 'node:crypto';
import { Secret } from '../../../contract/secret.ts';
import { keyStoreOf, uuidOf, type Passpoint, type Profile } from './profile.ts';
import { xml, type Xml } from './xml.ts';

/*
 * Passpoint for Android: a subscription (Hotspot 2.0 section 9.1) with its certificates, as parts of a message.
 * @see AOSP's "Passpoint R1 provisioning"
 */

/**
 * Writes a profile. Keys of certificates have an empty password in it, as the format wants.
 *
 * @throws Error if it is no profile with Passpoint and a certificate of the device
 */
export function writePasspointProfile(profile: Profile): Buffer {
  const { access, passpoint } = profile;
  if (!passpoint || access.kind !== 'device' || !access.device)
    throw new Error('Passpoint needs a certificate of the device');
  const { device, server } = access;
  const fingerprint = createHash('sha256').update(device.certificate.raw).digest('hex');
  const store = keyStoreOf(device, new Secret(''));
  const parts = [
    partOf('application/x-passpoint-profile', subscriptionOf(profile, passpoint, fingerprint)),
    // Android takes one, the issuer of the certificate of the server.
    ...server.authorities.slice(0, 1).map(({ raw }) => partOf('application/x-x509-ca-cert', raw)),
    partOf('application/x-pkcs12', store),
  ];
  const boundary = uuidOf(profile, 'boundary');
  const message = [
    `Content-Type: multipart/mixed; boundary=${boundary}`,
    'Content-Transfer-Encoding: base64',
    '',
    ...parts.flatMap((part) => [`--${boundary}`, ...part]),
    `--${boundary}--`,
    '',
  ].join('\r\n');
  return Buffer.from(linesOf(Buffer.from(message)).join('\r\n'));
}

function partOf(type: string, content: Buffer): readonly string[] {
  return [`Content-Type: ${type}`, 'Content-Transfer-Encoding: base64', '', ...linesOf(content)];
}

/** Lines of base64 as MIME has them (RFC 2045 section 6.8). */
function linesOf(content: Buffer): readonly string[] {
  return content.toString('base64').match(/.{1,76}/g) ?? [];
}

function subscriptionOf(profile: Profile, { domain, consortiums }: Passpoint, fingerprint: string) {
  const provider = [
    leaf('FriendlyName', profile.ssid),
    leaf('FQDN', domain),
    ...(consortiums.length > 0
      ? [leaf('RoamingConsortiumOI', consortiums.join(',').toLowerCase())]
      : []),
  ];
  const certificate = [
    leaf('CertificateType', 'x509v3'),
    leaf('CertSHA256Fingerprint', fingerprint),
  ];
  const credential = [leaf('Realm', domain), node('DigitalCertificate', certificate)];
  const subscription = node('i001', [node('HomeSP', provider), node('Credential', credential)]);
  const { text } = xml`<?xml version="1.0" encoding="UTF-8"?>
<MgmtTree xmlns="syncml:dmddf1.2"><VerDTD>1.2</VerDTD>
<Node><NodeName>PerProviderSubscription</NodeName>
<RTProperties><Type><DDFName>urn:wfa:mo:hotspot2dot0-perprovidersubscription:1.0</DDFName></Type></RTProperties>
${subscription}</Node>
</MgmtTree>
`;
  return Buffer.from(text);
}

function leaf(name: string, value: string): Xml {
  return xml`<Node><NodeName>${name}</NodeName><Value>${value}</Value></Node>\n`;
}

function node(name: string, children: readonly Xml[]): Xml {
  return xml`<Node><NodeName>${name}</NodeName>\n${children}</Node>\n`;
}
