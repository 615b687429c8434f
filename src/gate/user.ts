import { Type, type TObject } from 'typebox';
import { checkAttributeLists } from '../aaa/attribute-faults.ts';
import { numbered } from '../aaa/attributes.ts';
import { passwordColumns } from '../aaa/password.ts';
import { password, user as of } from '../aaa/user.ts';
import { Fault } from '../errors.ts';
import { maybe } from '../fields.ts';
import type { Gateway } from '../gateway.ts';
import { endpoint, type Call, type Endpoint } from '../http/endpoint.ts';
import { listing } from '../http/list.ts';
import { change, create, createAll, destroy, find, retrieve } from '../http/resource-rows.ts';
import { fieldOf, partial, replacement, shownSchema, writableSchema } from '../http/resource-schema.ts';
import { Secret } from '../secret.ts';
import { byOrganization } from './list.ts';

const reply = shownSchema(of);
const body = Type.Object(
  {
    ...writableSchema(of).properties,
    password: Type.Optional(maybe(password())),
    reversible_password: Type.Optional(
      Type.Boolean({
        writeOnly: true,
        'x-extension': true,
        description: 'keep the password sealed as well, for protocols that need it in clear (CHAP, MS-CHAPv2)',
      }),
    ),
  },
  { additionalProperties: false },
);

type Body = Readonly<Record<string, unknown>>;

/** One of the two ways in which the API names a user. */
interface Addressing {
  readonly path: string;
  readonly key: 'id' | 'username';
  readonly params: TObject;
}

const byId: Addressing = { path: '/user/{id}/', key: 'id', params: Type.Object({ id: fieldOf(of, 'id') }) };
const byName: Addressing = {
  path: '/user/username/{+username}/',
  key: 'username',
  params: Type.Object({ username: Type.String({ minLength: 1, maxLength: 255 }) }),
};

/** The users of the network and of the APIs. */
export const userRows: readonly Endpoint[] = [
  listing({ of, ...byOrganization, csv: true }),
  endpoint({
    ...{ method: 'POST', path: '/user/', summary: 'Create a user, or a list of users', body, bulk: true },
    reply: Type.Union([reply, Type.Array(reply)]),
    async handle({ gateway, caller, body }) {
      const row = (given: Body) => stored(gateway, { body: given, wasReversible: false });
      const access = { of, gateway, caller };
      return Array.isArray(body)
        ? createAll(access, await Promise.all((body as Body[]).map(row)))
        : create(access, await row(body));
    },
  }),
  ...rowsOfOne(byId),
  ...rowsOfOne(byName),
];

function rowsOfOne({ path, key, params }: Addressing): Endpoint[] {
  const common = { path, params, reply, isOne: true };
  return [
    endpoint({
      ...{ method: 'GET', summary: 'Get a user', ...common },
      handle: ({ gateway, caller, params }) => retrieve({ of, gateway, caller }, [key, params[key]]),
    }),
    endpoint({
      ...{ method: 'PUT', summary: 'Replace a user', body, ...common },
      handle: (call) => changed(call, key, replacement(of, call.body)),
    }),
    endpoint({
      ...{ method: 'PATCH', summary: 'Change a user', body: partial(body), ...common },
      handle: (call) => changed(call, key, call.body),
    }),
    endpoint({
      ...{ method: 'DELETE', summary: 'Delete a user; its accounting stays', ...common, reply: Type.Null(), status: 204 },
      async handle({ gateway, caller, params, ifMatch }) {
        const { id } = await find({ of, gateway, caller }, [key, params[key]]);
        if (id === caller.user) throw new Fault('conflict', 'The user of the token in use can not be deleted.');
        return destroy({ of, gateway, caller, ifMatch }, ['id', id]);
      },
    }),
  ];
}

async function changed({ gateway, caller, params, ifMatch }: Call, key: Addressing['key'], body: Body) {
  const found = await find({ of, gateway, caller }, [key, params[key]]);
  const row = await stored(gateway, { body, wasReversible: found.reversible_password !== null });
  return change({ of, gateway, caller, ifMatch }, ['id', found.id], row);
}

/**
 * A body as it is stored: the password as its columns, which are no fields of the resource.
 *
 * @throws Fault `invalid` where a password is to be kept in clear that was not given
 */
async function stored(
  gateway: Gateway,
  { body, wasReversible }: { readonly body: Body; readonly wasReversible: boolean },
): Promise<Record<string, unknown>> {
  const { password, reversible_password: asked, ...given } = body;
  if (given.attributes) checkAttributeLists(given.attributes, gateway.dictionary, 'attributes');
  const fields = given.attributes ? { ...given, attributes: withPlaces(given.attributes) } : given;
  if (typeof password === 'string') {
    const isReversible = typeof asked === 'boolean' ? asked : wasReversible;
    return { ...fields, ...(await passwordColumns(gateway.vault, { password: new Secret(password), isReversible })) };
  }
  if (asked === true && (password === null || !wasReversible))
    throw Fault.field('reversible_password', 'Needs the password, which is kept as a hash only.');
  if (password === null) return { ...fields, password: null, reversible_password: null };
  return asked === false ? { ...fields, reversible_password: null } : fields;
}

function withPlaces(attributes: unknown): Record<string, unknown> {
  const lists = attributes as Readonly<Record<string, readonly { readonly attribute: string }[]>>;
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, numbered(list)]));
}
