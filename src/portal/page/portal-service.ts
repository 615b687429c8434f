import { Type, type Static } from 'typebox';
import { checkSecretsComeAlong } from '../../contract/secret-destination.ts';
import type { CallerScope } from '../../contract/caller.ts';
import { Fault } from '../../contract/errors.ts';
import {
  dateTime,
  id,
  isRecord,
  keysOf,
  name,
  nullable,
  reference,
  secret,
  text,
} from '../../contract/fields.ts';
import { resource } from '../../contract/resource.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { checkDestination } from '../../inventory/device/device-address.ts';
import { hostOfUrl } from '../../runtime/ip-address.ts';
import type { Row } from '../../store/query/row-serialization.ts';

const short = (description: string, example: string) =>
  Type.Optional(text({ minLength: 1, maxLength: 255, description, examples: [example] }));

/** The settings of each kind of service. */
const settingsOfKind = {
  sms: {
    method: Type.Optional(Type.Enum(['POST', 'PUT', 'GET'], { description: 'default: POST' })),
    headers: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' }),
        text({ maxLength: 1_000, pattern: '^[\\t\\x20-\\x7e]*$' }),
        {
          additionalProperties: false,
          maxProperties: 16,
          description:
            'by name; `{secret}` stands for the secret, `{basic}` for `username` and secret as HTTP Basic has them',
        },
      ),
    ),
    username: short('the name in `{basic}`', 'gatehouse'),
    body: Type.Optional(
      text({
        description:
          'body of a call; `{number}`, `{text}` and `{secret}` are replaced as its Content-Type has them. Default: JSON with `to` and `text`',
      }),
    ),
    expect: short(
      'text that the answer must have; default: any answer with a status of 200 to 299',
      'queued',
    ),
  },
  oidc: {
    client_id: short('the client that the issuer has registered', 'gatehouse'),
    scope: Type.Optional(
      text({
        maxLength: 255,
        pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e ]+$',
        description: 'default: openid email profile',
        examples: ['openid email'],
      }),
    ),
    response_mode: Type.Optional(
      Type.Enum(['query', 'form_post'], {
        description:
          'how the issuer sends the browser back: by its address, or by a form that it posts. Default: what the issuer says that it can, the address first',
      }),
    ),
    domains: Type.Optional(
      Type.Array(
        Type.String({ maxLength: 253, pattern: '^[a-z0-9._-]+$', examples: ['example.net'] }),
        {
          maxItems: 100,
          uniqueItems: true,
          description:
            'domains that the verified mail address of a guest must be of; empty: any, and none is needed',
        },
      ),
    ),
    claims: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[A-Za-z0-9_.:/-]{1,128}$' }),
        Type.Array(text({ maxLength: 255 }), { minItems: 1, maxItems: 100 }),
        {
          additionalProperties: false,
          maxProperties: 16,
          description:
            'values of claims, one of which a guest must have in each, such as `{"tid": ["…"]}` or `{"groups": ["staff"]}`',
        },
      ),
    ),
    hosts: Type.Optional(
      Type.Array(
        Type.String({
          maxLength: 253,
          pattern: '^(\\*\\.)?[a-z0-9._-]+$',
          examples: ['*.example.net'],
        }),
        {
          maxItems: 100,
          uniqueItems: true,
          description:
            'hosts that the pages of the issuer need besides those that `gatehouse portal test` knows; the access points allow them before the login',
        },
      ),
    ),
  },
} as const;

export const serviceKinds = keysOf(settingsOfKind);
export type ServiceKind = (typeof serviceKinds)[number];

const settings = Type.Object(
  { ...settingsOfKind.sms, ...settingsOfKind.oidc },
  { additionalProperties: false, description: 'by `kind`' },
);

export type ServiceSettings = Static<typeof settings>;

/** An outside service that a kind of login calls. */
export const portalService = resource({
  name: 'portal_service',
  title: 'a portal service',
  plural: 'portal services',
  schema: Type.Object({
    id: id(),
    organization: Type.Integer({
      minimum: 1,
      description:
        'id of an organization; serves the access points of it and of all below it, except where a nearer organization has a service of the kind',
    }),
    location: nullable(
      Type.Integer({
        minimum: 1,
        description:
          'id of a location: serves only its access points, ahead of a service without a location; null: all',
      }),
    ),
    name: name(),
    kind: Type.Enum([...serviceKinds], { description: 'the login kind that it is for' }),
    url: nullable(
      Type.String({
        maxLength: 1000,
        pattern: '^https?://[^\\s/?#@]+(/[^\\s#]*)?$',
        description:
          'sms: what is called, with `{number}` and `{text}` where they belong. oidc: the issuer. The hosts that are called must be within `device_networks`',
      }),
    ),
    secret: secret({
      minLength: 1,
      maxLength: 1000,
      description:
        'sms: API key or password, where the templates have `{secret}`. oidc: secret of the client; null: a public client',
    }),
    settings,
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
    secret: null,
    settings: {},
    is_active: true,
    description: '',
  },
  scope: 'organization',
  references: { location: { table: 'location', scope: 'organization' } },
  timestamps: { created: 'created', changed: 'last_change' },
  filters: {
    name: { column: 'name', operator: 'contains', schema: text() },
    kind: { column: 'kind', operator: '=' },
    location: { column: 'location', operator: '=', schema: reference('a location') },
  },
  lookups: ['id', 'name', 'kind', 'location', 'is_active', 'created', 'last_change'],
  databaseDefaults: ['settings', 'is_active', 'description'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    portal_service: TableOf<typeof portalService>;
  }
}

/** The server gets the secret; what a call has of it is decided by the settings as well. */
const credentials = {
  secrets: { secret: 'secret' },
  destinationFields: ['kind', 'url', 'settings'],
};

/** Who changes it. */
interface Access {
  readonly gateway: Pick<Gateway, 'store'>;
  readonly caller: CallerScope;
}

/**
 * Validates that a service has what its kind needs, that its organization may be connected to where its URL says, and that a change
 * of the server brings the secret along.
 *
 * @param fields  of the request
 * @param before  the stored service that they change
 * @throws Fault `invalid` naming the field
 */
export async function validatePortalService(
  { gateway, caller }: Access,
  fields: Row,
  before: Row,
): Promise<Row> {
  checkSecretsComeAlong(asStored(fields), before, credentials);
  const { kind, url, settings: given, organization }: Row = { ...before, ...fields };
  const known = serviceKinds.find((one) => one === kind);
  const chosen: unknown = typeof given === 'string' ? JSON.parse(given) : (given ?? {});
  if (known) checkSettings(known, chosen);
  if (typeof url !== 'string')
    throw Fault.field('url', `A service of kind ${String(kind)} needs a URL.`);
  if (!URL.canParse(url)) throw Fault.field('url', `"${url}" is not a URL.`);
  if (known === 'oidc') checkIssuer(url, chosen);
  // The write refuses an organization that the caller does not see; its networks are nothing to tell.
  if (typeof organization === 'number' && caller.organizations.includes(organization))
    await checkDestination(gateway.store, 'url', { organization, host: hostOfUrl(new URL(url)) });
  return fields;
}

function asStored(fields: Row): Row {
  return 'settings' in fields
    ? { ...fields, settings: JSON.stringify(fields['settings']) }
    : fields;
}

/** An issuer proves who its guests are: it needs TLS. */
function checkIssuer(url: string, given: unknown): void {
  const { protocol, search } = new URL(url);
  if (protocol !== 'https:') throw Fault.field('url', 'An issuer needs https.');
  if (search !== '') throw Fault.field('url', 'An issuer has no query.');
  const { client_id }: Row = isRecord(given) ? given : {};
  if (typeof client_id !== 'string')
    throw Fault.field('settings', 'A service of kind oidc needs client_id.');
}

function checkSettings(kind: ServiceKind, given: unknown): void {
  const allowed: readonly string[] = Object.keys(settingsOfKind[kind]);
  const values = isRecord(given) ? given : {};
  const wrong = Object.keys(values).find((key) => !allowed.includes(key));
  if (wrong !== undefined)
    throw Fault.field(
      'settings',
      `"${wrong}" is no setting of ${kind}. Known: ${allowed.join(', ')}.`,
    );
}
