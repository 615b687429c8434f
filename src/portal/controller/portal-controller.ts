import { Type } from 'typebox';
import { checkSecretsComeAlong } from '../../contract/secret-destination.ts';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { checkDestination } from '../../inventory/device/device-address.ts';
import { dateTime, id, name, nullable, reference, secret, text } from '../../contract/fields.ts';
import { resource } from '../../contract/resource.ts';
import type { Row } from '../../store/query/row-serialization.ts';
import { dialectNames, isCalled } from '../dialect/dialects.ts';
import { hostOfUrl } from '../../runtime/ip-address.ts';

const short = (description: string) =>
  nullable(text({ minLength: 1, maxLength: 255, description }));
const shortSecret = (description: string) => secret({ minLength: 1, maxLength: 255, description });

/** What the gateway needs to know of the controller or the access points of a vendor to let guests in. */
export const portalController = resource({
  name: 'portal_controller',
  title: 'a portal controller',
  plural: 'portal controllers',
  schema: Type.Object({
    id: id(),
    organization: Type.Integer({
      minimum: 1,
      description:
        'id of an organization; serves the access points of it and of all below it, except where a nearer organization has a controller of the vendor',
    }),
    location: nullable(
      Type.Integer({
        minimum: 1,
        description:
          'id of a location: serves only its access points, ahead of a controller without a location; null: all',
      }),
    ),
    name: name(),
    vendor: Type.Enum([...dialectNames]),
    url: nullable(
      Type.String({
        maxLength: 1000,
        pattern: '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
        description:
          'where the gateway calls the controller, or the name of an access point that guests may be sent to',
      }),
    ),
    site: short('the site on the controller; null: the site in the redirect, else `default`'),
    username: short('the account of the gateway on the controller'),
    password: shortSecret('its password, or the API key'),
    secret: shortSecret(
      'secret shared by access point and portal: uamsecret, faskey, northbound password',
    ),
    certificate_sha256: nullable(
      Type.String({
        pattern: '^([0-9A-Fa-f]{2}:?){31}[0-9A-Fa-f]{2}$',
        description:
          'SHA-256 fingerprint of the certificate of the controller, which is then not checked otherwise; null: it must be signed by a known CA',
      }),
    ),
    is_active: Type.Boolean(),
    description: text(),
    created: dateTime(),
    last_change: dateTime(),
  }),
  key: 'id',
  readOnly: ['id', 'created', 'last_change'],
  defaults: {
    location: null,
    url: null,
    site: null,
    username: null,
    password: null,
    secret: null,
    certificate_sha256: null,
    is_active: true,
    description: '',
  },
  scope: 'organization',
  references: { location: { table: 'location', scope: 'organization' } },
  timestamps: { created: 'created', changed: 'last_change' },
  filters: {
    name: { column: 'name', operator: 'contains', schema: text() },
    vendor: { column: 'vendor', operator: '=' },
    location: { column: 'location', operator: '=', schema: reference('a location') },
  },
  lookups: ['id', 'name', 'vendor', 'location', 'is_active', 'created', 'last_change'],
  databaseDefaults: ['is_active', 'description'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    portal_controller: TableOf<typeof portalController>;
  }
}

/**
 * Validates that the organization of a controller may be connected to where its URL says.
 *
 * @param fields  of the request
 * @param before  the stored controller that they change
 * @throws Fault `invalid` naming the field
 */
export async function checkControllerAddress(
  gateway: Gateway,
  fields: Row,
  before: Row,
): Promise<void> {
  const { vendor, url, organization }: Row = { ...before, ...fields };
  if (!isCalled(vendor) || typeof url !== 'string' || typeof organization !== 'number') return;
  if (!placeFields.some((field) => field in fields)) return;
  if (!URL.canParse(url)) throw Fault.field('url', `"${url}" is not a URL.`);
  await checkDestination(gateway.store, 'url', { organization, host: hostOfUrl(new URL(url)) });
}

/** Fields that decide the address that the gateway connects to, and the organization that it acts for. */
const placeFields = ['vendor', 'url', 'organization'] as const;

/** The server gets the credentials. */
const credentials = {
  secrets: { password: 'password', secret: 'secret' },
  destinationFields: ['vendor', 'url', 'certificate_sha256'],
};

/**
 * Validates that a controller which the gateway calls can be called, and that a change of the server brings the credentials
 * along.
 *
 * @param fields  fields of the request
 * @param before  the stored controller that they change
 * @returns       the fields, unchanged
 * @throws Fault `invalid`
 */
export function validatePortalController(fields: Row, before: Row = {}): Row {
  checkIsCallable({ ...before, ...fields });
  checkSecretsComeAlong(fields, before, credentials);
  return fields;
}

function checkIsCallable(controller: Row): void {
  const { vendor } = controller;
  if (!isCalled(vendor)) return;
  const lacks = (field: string) => (controller[field] ?? null) === null;
  if (lacks('url')) throw Fault.field('url', `A controller of ${vendor} needs a URL.`);
  if (lacks('password') && lacks('secret'))
    throw Fault.field('password', 'The gateway needs a password for the controller.');
}
