import { X509Certificate } from 'node:crypto';
import { Type } from 'typebox';
import { eapMethodList } from '../../contract/eap-method.ts';
import { Fault } from '../../contract/errors.ts';
import { dateTime, id, nullable, reference, text } from '../../contract/fields.ts';
import { resource } from '../../contract/resource.ts';
import type { Row } from '../../store/query/row-serialization.ts';
import { certificatesIn } from '../../tls/pem.ts';

/** What protects a network. */
export const securities = [
  'wpa2_enterprise',
  'wpa3_enterprise',
  'wpa3_enterprise_192',
  'wpa2_personal',
  'wpa3_personal',
  'owe',
  'open',
] as const;
export type Security = (typeof securities)[number];

/** True if devices log in by 802.1X. */
export function isEnterprise(security: Security): boolean {
  return security.includes('enterprise');
}

/** True if devices join with a key. */
export function isPersonal(security: Security): boolean {
  return security.includes('personal');
}

/** The longest validity of a certificate of a device. */
export const maxCertificateDays = 825;
const maxSsidOctets = 32;
const hostName = '^[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*$';

/** A Wi-Fi network as devices have to know it: the source of their profiles. */
export const wifiNetwork = resource({
  name: 'wifi_network',
  title: 'a Wi-Fi network',
  plural: 'Wi-Fi networks',
  schema: Type.Object({
    id: id(),
    organization: reference('an organization'),
    location: nullable(
      Type.Integer({
        minimum: 1,
        description: 'id of the location that has the network; null: all of the organization',
      }),
    ),
    ssid: Type.String({
      minLength: 1,
      maxLength: 32,
      pattern: '^[^\\u0000-\\u001f\\u007f]*$',
      examples: ['Aurora Secure'],
      description: 'up to 32 octets in UTF-8',
    }),
    is_hidden: Type.Boolean({ description: 'true: access points do not announce the name' }),
    security: Type.Enum([...securities], { examples: ['wpa3_enterprise'] }),
    methods: eapMethodList({
      description:
        'of 802.1X: methods that profiles may use, the preferred one first; empty: those of radius.eap.methods',
    }),
    server_name: nullable(
      Type.String({
        maxLength: 253,
        pattern: hostName,
        description:
          'of 802.1X: the name in the certificate of the server; null: that of the certificate of this gateway',
      }),
    ),
    trusted_ca: nullable(
      text({
        maxLength: 65_536,
        description:
          'of 802.1X: PEM; CAs of the certificate of the server; null: those of the certificate of this gateway',
      }),
    ),
    certificate_days: Type.Integer({
      minimum: 1,
      maximum: maxCertificateDays,
      description: 'how long the certificates of devices in its profiles are valid',
    }),
    passpoint_domain: nullable(
      Type.String({
        maxLength: 253,
        pattern: hostName,
        examples: ['wifi.example.net'],
        description:
          'of 802.1X: domain of the provider by which devices recognize the network with any SSID (Passpoint); null: no Passpoint',
      }),
    ),
    roaming_consortiums: Type.Array(
      Type.String({ pattern: '^(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{10})$', examples: ['5A03BA'] }),
      {
        maxItems: 16,
        uniqueItems: true,
        description: 'of Passpoint: identifiers of organizations, in hexadecimal digits',
      },
    ),
    is_on_portal: Type.Boolean({
      description: 'true: guests get its profile at the portal, once they are logged in',
    }),
    description: text(),
    created: dateTime(),
    last_change: dateTime(),
  }),
  key: 'id',
  readOnly: ['id', 'created', 'last_change'],
  defaults: {
    location: null,
    is_hidden: false,
    methods: [],
    server_name: null,
    trusted_ca: null,
    certificate_days: 365,
    passpoint_domain: null,
    roaming_consortiums: [],
    is_on_portal: false,
    description: '',
  },
  scope: 'organization',
  references: { location: { table: 'location', scope: 'organization' } },
  timestamps: { created: 'created', changed: 'last_change' },
  filters: {},
  lookups: ['id', 'location', 'ssid', 'security', 'is_on_portal', 'created', 'last_change'],
  databaseDefaults: [
    'is_hidden',
    'methods',
    'certificate_days',
    'roaming_consortiums',
    'is_on_portal',
    'description',
  ],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    wifi_network: TableOf<typeof wifiNetwork>;
  }
}

/** Fields of 802.1X, with the value that stands for none. */
const enterpriseFields = ['methods', 'server_name', 'trusted_ca', 'passpoint_domain'] as const;

/**
 * Validates a network beyond its schema.
 *
 * @param fields  fields of the request
 * @param before  the stored network that they change
 * @throws Fault `invalid` naming the field
 */
export function validateWifiNetwork(fields: Row, before: Row = {}): void {
  const after: Row = { ...before, ...fields };
  const { ssid, trusted_ca: ca } = fields;
  if (typeof ssid === 'string' && Buffer.byteLength(ssid) > maxSsidOctets)
    throw Fault.field('ssid', `An SSID has ${maxSsidOctets} octets of UTF-8 at most.`);
  if (typeof ca === 'string' && !holdsCertificates(ca))
    throw Fault.field('trusted_ca', 'This is not a list of certificates in PEM.');
  const security = securities.find((one) => one === after['security']);
  if (security === undefined || isEnterprise(security)) return;
  const wrong = enterpriseFields.find((field) => !isNone(after[field]));
  if (wrong !== undefined)
    throw Fault.field(wrong, `A network with the security ${security} has no ${wrong}.`);
}

function isNone(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function holdsCertificates(pem: string): boolean {
  try {
    const found = certificatesIn(pem);
    for (const one of found) void new X509Certificate(one);
    return found.length > 0;
  } catch {
    return false;
  }
}
