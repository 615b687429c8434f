import { Type, type Static } from 'typebox';
import { entryName, pick, pointer, rows } from './reply-schema.ts';

/* Schemas of requests, logins and readings over HTTP, as device types write them. */

const closed = { additionalProperties: false };
/** Name of a placeholder. */
const placeholder = { pattern: '^[a-z][a-z0-9_]{0,49}$' };

const names = (description: string) =>
  Type.Record(Type.String({ pattern: '^[A-Za-z0-9_.-]{1,100}$' }), Type.String(), {
    ...closed,
    description,
  });

export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A request. Each text may have placeholders such as `{{ value }}`. */
const requestFields = {
  method: Type.Enum([...httpMethods], { default: 'GET' }),
  path: Type.String({
    pattern: '^/([^?#\\s\\\\]|\\{\\{ [a-z0-9_]+ \\}\\})*$',
    description: 'path without query; a placeholder is encoded as part of one segment',
  }),
  query: Type.Optional(names('parameters behind the path')),
  headers: Type.Optional(names('further headers')),
  json: Type.Optional(Type.Unknown({ description: 'body of JSON' })),
  form: Type.Optional(names('body as a form sends it')),
};

/** A part of a reply that later requests use under a name. */
const kept = Type.Union([
  Type.Object({ json: pointer('place in the body') }, closed),
  Type.Object({ header: Type.String({ minLength: 1 }) }, closed),
  Type.Object({ cookie: Type.String({ minLength: 1 }) }, closed),
]);

const each = Type.Object(
  {
    ...requestFields,
    at: pick.at,
    find: pick.find,
    value: pick.value,
    name: entryName('an entry'),
    as_name: Type.String({
      ...placeholder,
      description: 'name of the picked value of an entry in the command',
    }),
  },
  {
    ...closed,
    description:
      'a request for a list: the command is sent once for each of its entries, and its reply is an object of all replies by the names of the entries',
  },
);

const step = Type.Object(
  {
    ...requestFields,
    ...pick,
    keep: Type.Optional(
      Type.Record(Type.String(placeholder), kept, {
        ...closed,
        description: 'parts of the reply that the requests after it use as {{ name }}',
      }),
    ),
    as_name: Type.Optional(
      Type.String({
        ...placeholder,
        description: 'name of the picked value in the requests after it',
      }),
    ),
  },
  closed,
);

const before = Type.Optional(
  Type.Array(step, { maxItems: 8, description: 'requests before it that supply values for it' }),
);
const after = Type.Optional(
  Type.Array(Type.Object(requestFields, closed), {
    maxItems: 8,
    description: 'requests after it, for example to commit the change',
  }),
);

export const loginKinds = ['none', 'basic', 'digest', 'bearer', 'session'] as const;

/** A session: how it is begun, what its requests have, and how it ends. */
const sessionFields = {
  steps: Type.Optional(
    Type.Array(step, {
      maxItems: 8,
      description: 'session: requests that log in, with {{ username }} and {{ password }}',
    }),
  ),
  send: Type.Optional(
    Type.Object(
      {
        headers: Type.Optional(names('headers of every request of a session')),
        query: Type.Optional(names('parameters of every request of a session')),
      },
      closed,
    ),
  ),
  refresh: Type.Optional(
    Type.Record(Type.String(placeholder), Type.String(), {
      ...closed,
      description: 'kept names that a header of any reply replaces',
    }),
  ),
  below: Type.Optional(
    Type.String({
      pattern: '^/[^?#\\s\\\\]*[^/?#\\s\\\\]$',
      description:
        'put before the path of every request of a session, but not of its login and logout',
    }),
  ),
  logout: Type.Optional(Type.Object(requestFields, closed)),
};

const otherwise = Type.Object(
  {
    statuses: Type.Array(Type.Integer({ minimum: 400, maximum: 499 }), {
      minItems: 1,
      description: 'replies to the first step of a server that does not know this login',
    }),
    ...sessionFields,
  },
  { ...closed, description: 'the login of such a server' },
);

const login = Type.Object(
  {
    kind: Type.Enum([...loginKinds], {
      description:
        'basic, digest: by user name and password; bearer: by token; session: by the requests of `steps`',
    }),
    header: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9-]+$',
        description: 'bearer: header that has the token alone, instead of Authorization',
      }),
    ),
    ...sessionFields,
    otherwise: Type.Optional(otherwise),
    with_token: Type.Optional(
      Type.Object(sessionFields, {
        ...closed,
        description:
          'session: the login of a device with a token and no user name; `send` has it as {{ token }}',
      }),
    ),
    expired: Type.Optional(
      Type.Object(
        {
          statuses: Type.Optional(Type.Array(Type.Integer({ minimum: 200, maximum: 599 }))),
          at: Type.Optional(pointer('place of the code in the reply')),
          in: Type.Optional(Type.Array(Type.Union([Type.String(), Type.Number()]))),
        },
        { ...closed, description: 'a reply that means, like 401, that the session is over' },
      ),
    ),
  },
  closed,
);

const success = Type.Object(
  {
    at: pointer('place of the code in a reply'),
    in: Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
      minItems: 1,
      description: 'codes of success',
    }),
    message: Type.Optional(pointer("place of the device's own words")),
    optional: Type.Optional(
      Type.Boolean({ description: 'true: a reply without a code is a success' }),
    ),
  },
  { ...closed, description: 'for an interface that answers errors with status 200' },
);

export const httpOptionsSchema = Type.Object(
  {
    port: Type.Integer({ minimum: 1, maximum: 65_535, default: 443 }),
    tls: Type.Enum(['pin', 'verify', 'off'], {
      default: 'pin',
      description:
        'pin: the first certificate seen is recorded and only that one accepted; verify: it must be signed by `ca` or a known authority for the address of the device; off: no TLS',
    }),
    ca: Type.Optional(
      Type.String({ maxLength: 65_536, description: 'verify: certificates of authorities, PEM' }),
    ),
    legacy: Type.Enum(['off', 'insecure'], {
      default: 'off',
      description: 'insecure: also TLS 1.0, SHA-1 and short keys, for old devices',
    }),
    connect_timeout: Type.Integer({ minimum: 1, maximum: 120, default: 10 }),
    timeout: Type.Integer({
      minimum: 1,
      maximum: 300,
      default: 30,
      description: 'seconds for each request',
    }),
    keep_open: Type.Integer({
      minimum: 0,
      maximum: 86_400,
      default: 300,
      description: 'seconds that a login is kept after its last use; 0: not kept',
    }),
    base_path: Type.String({
      pattern: '^(/[^?#\\s\\\\]*[^/?#\\s\\\\])?$',
      default: '',
      description: 'put before every path',
    }),
    values: Type.Optional(
      names('names for placeholders, such as the site that a controller has the device in'),
    ),
    login: Type.Optional(login),
    success: Type.Optional(success),
  },
  closed,
);

export const httpCommandSchema = Type.Object(
  {
    ...requestFields,
    ...pick,
    rows: Type.Optional(rows),
    each: Type.Optional(each),
    before,
    after,
    match: Type.Optional(
      Type.String({
        description: 'regular expression, multiline; its first group in the text is the value',
      }),
    ),
    as: Type.Optional(
      Type.Enum(['duration'], { description: 'duration: 1w2d3h4m5s becomes seconds' }),
    ),
    values: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
        description: 'values of placeholders',
      }),
    ),
    mask: Type.Optional(
      Type.String({ description: 'regular expression; text that it matches is shown as ***' }),
    ),
    expect_disconnect: Type.Optional(
      Type.Boolean({
        description: 'true: the device may drop the connection instead of answering',
      }),
    ),
  },
  closed,
);

const onto = Type.Object(
  {
    ...requestFields,
    at: pick.at,
    members: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description: 'members of the object there that are sent as they are',
    }),
  },
  {
    ...closed,
    description:
      'a request for the object that is written, for an interface that takes it whole: `json` replaces members of it',
  },
);

export const httpWriteSchema = Type.Object(
  { ...requestFields, onto: Type.Optional(onto), before, after },
  closed,
);

export type HttpOptions = Static<typeof httpOptionsSchema>;
export type HttpLogin = Static<typeof login>;
/** A login as it is in use: the one of the options, or its `otherwise`. */
export type HttpSessionLogin = Pick<HttpLogin, 'steps' | 'send' | 'refresh' | 'below' | 'logout'>;
export type HttpCommand = Static<typeof httpCommandSchema>;
export type HttpWrite = Static<typeof httpWriteSchema>;
export type HttpOnto = Static<typeof onto>;
export type HttpStep = Static<typeof step>;
/** One request, without the handling of its reply. */
export type HttpRequestSpec = Pick<
  HttpCommand,
  'method' | 'path' | 'query' | 'headers' | 'json' | 'form'
>;
export type HttpPick = Pick<HttpCommand, 'at' | 'find' | 'value' | 'reduce'>;
export type HttpEach = Static<typeof each>;
