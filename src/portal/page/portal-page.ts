import { Type } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import {
  dateTime,
  id,
  isRecord,
  languagePattern,
  name,
  nullable,
  reference,
  secret,
  text,
  withoutLogin,
} from '../../contract/fields.ts';
import { resource } from '../../contract/resource.ts';
import { loginOptions } from './login-options.ts';
import { checkCss } from './page-css.ts';
import { fontPattern, maxDataUrl, picturePattern } from './page-files.ts';
import type { Row } from '../../store/query/row-serialization.ts';

/** Kinds of logins that may need a second step, each in `stepKinds`. */
export const steppedKinds = ['email', 'sms', 'sponsor', 'oidc', 'payment', 'room'] as const;
export type SteppedKind = (typeof steppedKinds)[number];

/** True for a kind that may need a second step. */
export function isStepped(kind: string): kind is SteppedKind {
  return steppedKinds.some((stepped) => stepped === kind);
}

/**
 * How a guest may log in: as a user with a password, by the code of a voucher, by accepting the terms only, or as a kind with a
 * second step has it.
 */
export const loginKinds = ['user', 'voucher', 'terms', ...steppedKinds] as const;
export type LoginKind = (typeof loginKinds)[number];

/** The shipped looks of a page; each has a style sheet of its name. */
export const themes = ['plain', 'hotel', 'cafe', 'campus', 'transport'] as const;
export type Theme = (typeof themes)[number];

/** Day, night, or as the system of the guest has it. */
export const schemes = ['auto', 'light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];

const link = Type.Object(
  {
    text: text({ maxLength: 80, examples: ['Privacy'] }),
    url: Type.String({
      maxLength: 2_048,
      pattern: '^(https?://|mailto:|tel:|/)[^\\s<>"]+$',
      description: 'of http, https, mailto or tel, or a path',
      examples: ['https://www.example.com/privacy'],
    }),
  },
  { additionalProperties: false },
);

const look = Type.Object(
  {
    color: Type.Optional(
      Type.String({
        pattern: '^#[0-9a-fA-F]{6}$',
        description: 'of buttons, as #rrggbb',
        examples: ['#0b5fff'],
      }),
    ),
    logo: Type.Optional(
      Type.String({
        maxLength: maxDataUrl,
        pattern: picturePattern,
        description:
          'a picture of 1 MiB at most (PNG, JPEG, GIF, WebP or SVG, without its scripts) as a data URL; a reply has the address of the stored file, which is accepted as well',
        examples: ['data:image/png;base64,iVBORw0KGgo='],
      }),
    ),
    logo_text: Type.Optional(
      text({ maxLength: 255, description: 'alternative text of the logo, for screen readers' }),
    ),
    font: Type.Optional(
      Type.String({
        maxLength: maxDataUrl,
        pattern: fontPattern,
        description: 'of all texts: a file of 1 MiB at most (WOFF2, WOFF, TrueType), as the logo',
        examples: ['data:font/woff2;base64,d09GMg=='],
      }),
    ),
  },
  { additionalProperties: false },
);

const languageCode = () => Type.String({ pattern: `^${languagePattern}$`, examples: ['en'] });
const title = (description: string) => nullable(text({ maxLength: 255, description }));
const termsText = (description: string) =>
  nullable(Type.String({ maxLength: 65_536, description }));

const translation = Type.Object(
  {
    language: languageCode(),
    title: Type.Optional(title('null: title of the page')),
    welcome: Type.Optional(nullable(text({ description: 'null: text of the page' }))),
    terms: Type.Optional(termsText('null: terms of the page; a translation has their version')),
  },
  { additionalProperties: false },
);

/** The page that guests log in on. */
export const portalPage = resource({
  name: 'portal_page',
  title: 'a portal page',
  plural: 'portal pages',
  schema: Type.Object({
    id: id(),
    organization: Type.Integer({
      minimum: 1,
      description:
        'id of an organization; serves the access points of it and of all below it, except where a nearer organization has a page. Users of the organization and of all below it log in here',
    }),
    location: nullable(
      Type.Integer({
        minimum: 1,
        description:
          'id of a location: serves only its access points, ahead of a page without a location; null: all',
      }),
    ),
    name: name(),
    title: title('heading; null: standard heading of the language'),
    welcome: nullable(text({ description: 'text below the heading' })),
    languages: Type.Array(languageCode(), {
      maxItems: 32,
      uniqueItems: true,
      description:
        'languages that are offered; a guest with another language gets the first one; empty: all languages',
    }),
    translations: Type.Array(translation, {
      maxItems: 32,
      description: 'texts of the page for guests who read it in another language',
    }),
    login_kinds: Type.Array(Type.Enum([...loginKinds]), {
      minItems: 1,
      maxItems: loginKinds.length,
      uniqueItems: true,
      description: 'in their order on the page',
    }),
    terms: termsText('text that a guest must accept; null: no terms'),
    terms_version: nullable(
      text({
        maxLength: 64,
        description: 'is logged with each login; null: the time of the last change',
      }),
    ),
    terms_user: nullable(
      Type.Integer({
        minimum: 1,
        description: 'id of the user that guests are logged in as who only accept the terms',
      }),
    ),
    theme: Type.Enum([...themes], { description: 'colours, letters, layout and picture' }),
    scheme: Type.Enum([...schemes], { description: 'auto: as the system of the guest has it' }),
    guest_profile: nullable(
      Type.Integer({
        minimum: 1,
        description:
          'id of the AAA profile of guests who become users by their first login here; null: no limits',
      }),
    ),
    login_options: loginOptions,
    payment_url: nullable(
      Type.String({
        maxLength: 1000,
        pattern: `^https?://${withoutLogin}[^\\s/?#]+/?$`,
        description: 'API of the payment provider; null: https://api.stripe.com',
      }),
    ),
    payment_key: secret({ maxLength: 255, description: 'secret key of the account at Stripe' }),
    payment_webhook_secret: secret({
      maxLength: 255,
      description: 'secret that Stripe signs the events of /portal/payment/{id} with',
    }),
    look,
    background: nullable(
      Type.String({
        maxLength: maxDataUrl,
        pattern: `^#[0-9a-fA-F]{6}$|${picturePattern}`,
        description:
          'behind the welcome, in place of the picture of the theme: a colour as #rrggbb, or a picture as the logo',
        examples: ['#1b3a57'],
      }),
    ),
    css: nullable(
      Type.String({
        maxLength: 65_536,
        description: 'rules that follow those of the theme; they load nothing from elsewhere',
      }),
    ),
    links: Type.Array(link, { maxItems: 8, description: 'at the foot of the page' }),
    is_active: Type.Boolean(),
    created: dateTime(),
    last_change: dateTime(),
  }),
  key: 'id',
  readOnly: ['id', 'created', 'last_change'],
  defaults: {
    location: null,
    title: null,
    welcome: null,
    languages: [],
    translations: [],
    login_kinds: ['user', 'voucher'],
    terms: null,
    terms_version: null,
    terms_user: null,
    theme: 'plain',
    scheme: 'auto',
    guest_profile: null,
    login_options: {},
    payment_url: null,
    payment_key: null,
    payment_webhook_secret: null,
    look: {},
    background: null,
    css: null,
    links: [],
    is_active: true,
  },
  scope: 'organization',
  references: {
    location: { table: 'location', scope: 'organization' },
    terms_user: { table: 'user', scope: 'organization' },
    guest_profile: { table: 'aaa_profile', scope: 'organization' },
  },
  timestamps: { created: 'created', changed: 'last_change' },
  filters: {
    name: { column: 'name', operator: 'contains', schema: text() },
    location: { column: 'location', operator: '=', schema: reference('a location') },
  },
  lookups: ['id', 'name', 'location', 'is_active', 'created', 'last_change'],
  databaseDefaults: ['translations', 'login_options', 'is_active', 'theme', 'scheme', 'links'],
  order: { column: 'id', direction: 'asc' },
  paging: 'offset',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    portal_page: TableOf<typeof portalPage>;
  }
}

/**
 * Validates that a page whose guests only accept terms has a user for them, and one translation for each language.
 *
 * @param fields  fields of the request
 * @param before  the page that they change, as the API shows it
 * @returns       the fields, unchanged
 * @throws Fault `invalid`
 */
export function validatePortalPage(fields: Row, before: Row = {}): Row {
  const { login_kinds, terms_user }: Row = { ...portalPage.defaults, ...before, ...fields };
  if (Array.isArray(login_kinds) && login_kinds.includes('terms') && typeof terms_user !== 'number')
    throw Fault.field('terms_user', 'Guests who only accept the terms need a user.');
  checkTranslations(fields);
  checkPayment(fields, before);
  checkSponsors(fields, before);
  const { css } = fields;
  const objection = typeof css === 'string' ? checkCss(css) : null;
  if (objection !== null) throw Fault.field('css', objection);
  return fields;
}

/** Who may change where the key is sent need not know it. The page is read as it is shown, without its key. */
function checkPayment(fields: Row, before: Row): void {
  const { payment_url, payment_key } = fields;
  const isMoved = payment_url !== undefined && payment_url !== (before['payment_url'] ?? null);
  if (isMoved && payment_key === undefined && before['id'] !== undefined)
    throw Fault.field('payment_key', 'A change of payment_url needs the key again.');
  const { login_kinds, login_options }: Row = { ...portalPage.defaults, ...before, ...fields };
  const isOffered = Array.isArray(login_kinds) && login_kinds.includes('payment');
  if (isOffered && !(isRecord(login_options) && isRecord(login_options['payment'])))
    throw Fault.field('login_options', 'A page that sells access needs payment.prices.');
}

/** Anybody could let itself in if each address were a sponsor's. */
function checkSponsors(fields: Row, before: Row): void {
  const { login_kinds, login_options }: Row = { ...portalPage.defaults, ...before, ...fields };
  if (!Array.isArray(login_kinds) || !login_kinds.includes('sponsor')) return;
  const { sponsor }: Row = isRecord(login_options) ? login_options : {};
  const { addresses, domains }: Row = isRecord(sponsor) ? sponsor : {};
  const isSome = (list: unknown) => Array.isArray(list) && list.length > 0;
  if (!isSome(addresses) && !isSome(domains))
    throw Fault.field(
      'login_options',
      'A page with sponsors needs their sponsor.addresses or sponsor.domains.',
    );
}

function checkTranslations({ translations }: Row): void {
  if (!Array.isArray(translations)) return;
  const codes = translations.map((one: unknown) => (isRecord(one) ? one['language'] : undefined));
  const repeated = codes.find((code, index) => codes.indexOf(code) !== index);
  if (repeated !== undefined)
    throw Fault.field('translations', `${JSON.stringify(repeated)} is there twice.`);
}
