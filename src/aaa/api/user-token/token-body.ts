import { Type, type Static } from 'typebox';
import { accessPoint } from '../../../organization/access-point.ts';
import { password, user, username } from '../../account/user.ts';
import { burnRules } from '../../voucher/voucher.ts';
import { dateTime, extension, nullable, reference, text } from '../../../contract/fields.ts';
import { resolveReferences } from '../../../http/reference/reference.ts';

/* The bodies of user tokens: fields of both kinds, of each kind, and of a POST. */

/** Fields of both kinds. */
const common = {
  name: Type.Optional(text({ maxLength: 255, 'x-extension': true })),
  expiration: Type.Optional(
    nullable(
      dateTime({
        description: 'without an offset, local time of the site; a date includes its day',
      }),
    ),
  ),
  is_active: Type.Optional(Type.Boolean()),
};
export const ofApi = {
  user: Type.Optional(
    extension(reference('a user; the caller if neither this nor `username` is present')),
  ),
  read_only: Type.Optional(
    Type.Boolean({ 'x-extension': true, description: 'true: only GET is permitted' }),
  ),
};
export const ofNetwork = {
  password: Type.Optional(password()),
  organization: Type.Optional(reference('an organization')),
  profile: Type.Optional(nullable(reference('an AAA profile'))),
  external_id: Type.Optional(nullable(text({ maxLength: 255 }))),
  klass: Type.Optional(nullable(text({ maxLength: 255 }))),
  time: Type.Optional(
    nullable(
      Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'seconds of credit' }),
    ),
  ),
  octets: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        'x-extension': true,
        description: 'octets of credit, both directions together',
      }),
    ),
  ),
  burn: Type.Optional(
    Type.Enum([...burnRules], {
      'x-extension': true,
      description:
        'how `time` is used up: `online` (default) while sessions are open, `first_use` from the first login on',
    }),
  ),
  location: Type.Optional(
    extension(nullable(reference('the location that it is limited to, with those below it'))),
  ),
  valid_from: Type.Optional(
    nullable(
      dateTime({
        'x-extension': true,
        description: 'lets in from then on; without an offset, local time; of a date, its begin',
      }),
    ),
  ),
  devices: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        'x-extension': true,
        description: 'devices at a time; null: as the profile says',
      }),
    ),
  ),
  price: Type.Optional(
    nullable(
      text({ maxLength: 32, 'x-extension': true, description: 'as it is printed: 5.00 EUR' }),
    ),
  ),
  until_checkout: Type.Optional(
    Type.Boolean({
      'x-extension': true,
      description: 'true: `expiration` is a date, at whose check-out time it ends',
    }),
  ),
};

const tokenFields = {
  kind: Type.Optional(
    Type.Enum(['api', 'network'], {
      'x-extension': true,
      description: 'the default is network with a credit (`time`, `octets`), else api',
    }),
  ),
  username: Type.Optional(username()),
  ...common,
  ...ofApi,
  ...ofNetwork,
};
/** Fields of a POST that say how many vouchers to make, and how their codes look. */
export const generation = {
  count: Type.Optional(
    Type.Integer({
      'x-extension': true,
      minimum: 1,
      maximum: 1000,
      description:
        '`network` tokens to make; the reply is the list of them, which share a `batch`, or with `Accept: application/pdf` their sheet',
    }),
  ),
  generate_password: Type.Optional(
    Type.Boolean({
      'x-extension': true,
      description: 'true: the code needs a password, which is generated and shown once',
    }),
  ),
  prefix: Type.Optional(
    text({
      'x-extension': true,
      maxLength: 16,
      pattern: '^[0-9A-Z]+$',
      description: 'prefix of the codes: digits and capital letters',
    }),
  ),
  length: Type.Optional(
    Type.Integer({
      'x-extension': true,
      minimum: 4,
      maximum: 64,
      description: 'random characters of a code; the default is 12',
    }),
  ),
  alphabet: Type.Optional(
    text({
      'x-extension': true,
      minLength: 8,
      maxLength: 36,
      pattern: '^[0-9A-Z]+$',
      description:
        'the characters of the codes: digits and capital letters; the default leaves out characters that look alike',
    }),
  ),
};

const closed = { additionalProperties: false };

/** The body of PUT and PATCH. A change may repeat the kind and the user, but not change them. */
export const tokenBody = Type.Object(tokenFields, closed);
/** The body of POST. */
export const newTokenBody = Type.Object({ ...tokenFields, ...generation }, closed);

export type TokenBody = Static<typeof tokenBody>;
export type NewTokenBody = Static<typeof newTokenBody>;

/** Checks that the caller may see what a voucher refers to. @throws Fault `invalid` naming the field */
export async function resolveVoucherReferences(
  access: Parameters<typeof resolveReferences>[2],
  body: TokenBody,
): Promise<void> {
  await resolveReferences(user, { ...body }, access);
  await resolveReferences(accessPoint, { location: body.location }, access);
}
