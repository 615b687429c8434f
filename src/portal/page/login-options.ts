import { Type, type Static } from 'typebox';

const minutes = (maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum, description }));

/** A domain of mail addresses, in lower case. */
const domain = () =>
  Type.String({
    maxLength: 253,
    pattern: '^([a-z0-9_](-?[a-z0-9_])*\\.)+[a-z0-9](-?[a-z0-9])*$',
    examples: ['example.net'],
  });

const domains = (description: string) =>
  Type.Optional(Type.Array(domain(), { maxItems: 100, uniqueItems: true, description }));

const email = Type.Object(
  {
    domains: domains('domains that an address must be of; empty: any'),
    grace_minutes: minutes(
      60,
      'time on line before the code, to read the mail, once a day for a device and an address; default: 0, none',
    ),
  },
  { additionalProperties: false },
);

const sponsor = Type.Object(
  {
    addresses: Type.Optional(
      Type.Array(
        Type.String({
          maxLength: 200,
          pattern: '^[^\\s@,;:<>()A-Z]{1,64}@[a-z0-9._-]+\\.[a-z0-9-]+$',
          examples: ['reception@example.net'],
        }),
        {
          maxItems: 500,
          uniqueItems: true,
          description: 'mail addresses of those who may let guests in, in lower case',
        },
      ),
    ),
    domains: domains('domains whose mail addresses may let guests in'),
    hours: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 8_760,
        description: 'how long a guest is let in from the approval on; default: 24',
      }),
    ),
    wait_minutes: Type.Optional(
      Type.Integer({
        minimum: 5,
        maximum: 1_440,
        description: 'how long a request waits for its sponsor; default: 60',
      }),
    ),
  },
  { additionalProperties: false },
);

const sms = Type.Object(
  {
    prefixes: Type.Optional(
      Type.Array(Type.String({ pattern: '^\\+[1-9][0-9]{0,14}$', examples: ['+43'] }), {
        maxItems: 100,
        uniqueItems: true,
        description: 'beginnings of numbers that may log in, such as country codes; empty: any',
      }),
    ),
    max_per_hour: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3_000,
        description: 'messages that the page sends within an hour; default: 200',
      }),
    ),
  },
  { additionalProperties: false },
);

/** What a page sells: a voucher. */
const price = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, examples: ['One day'] }),
    amount: Type.Integer({
      minimum: 1,
      maximum: 99_999_999,
      description: 'in the smallest unit of the currency',
      examples: [500],
    }),
    currency: Type.String({ pattern: '^[A-Za-z]{3}$', description: 'ISO 4217', examples: ['EUR'] }),
    time: Type.Optional(
      Type.Integer({
        minimum: 60,
        description: 'seconds from the first login on; default: no limit',
      }),
    ),
    octets: Type.Optional(Type.Integer({ minimum: 1, description: 'default: no limit' })),
    devices: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  },
  { additionalProperties: false },
);

const payment = Type.Object(
  { prices: Type.Array(price, { minItems: 1, maxItems: 20 }) },
  { additionalProperties: false },
);

/** Settings of the kinds of logins, by kind. */
export const loginOptions = Type.Object(
  {
    email: Type.Optional(email),
    sms: Type.Optional(sms),
    sponsor: Type.Optional(sponsor),
    payment: Type.Optional(payment),
  },
  { additionalProperties: false, description: 'settings of login kinds, by kind' },
);

export type LoginOptions = Static<typeof loginOptions>;
export type Price = Static<typeof price>;
