import { Type, type TObject } from 'typebox';
import { validateAttributeLists } from '../aaa/policy/attribute-list-validation.ts';
import { numberAttributes } from '../aaa/policy/attribute-lists.ts';
import { createPasswordColumns } from '../aaa/account/password-columns.ts';
import { password, user as of } from '../aaa/account/user.ts';
import { Fault } from '../errors.ts';
import { nullable } from '../fields.ts';
import type { Gateway } from '../gateway.ts';
import { endpoint, type Call, type Endpoint } from '../http/endpoint.ts';
import { listEndpoint } from '../http/list-endpoint.ts';
import {
  updateResource,
  createResource,
  createResources,
  deleteResource,
  findResourceRow,
  retrieveResource,
} from '../http/resource-access.ts';
import {
  fieldSchema,
  patchSchema,
  completeReplacement,
  readableSchema,
  writableSchema,
} from '../http/resource-schema.ts';
import { Secret } from '../secret.ts';
import { organizationFilter } from './list-parameters.ts';

const reply = readableSchema(of);
const body = Type.Object(
  {
    ...writableSchema(of).properties,
    password: Type.Optional(nullable(password())),
    reversible_password: Type.Optional(
      Type.Boolean({
        writeOnly: true,
        'x-extension': true,
        description:
          'keep the password sealed as well, for protocols that need it in clear (CHAP, MS-CHAPv2)',
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

const byId: Addressing = {
  path: '/user/{id}/',
  key: 'id',
  params: Type.Object({ id: fieldSchema(of, 'id') }),
};
const byName: Addressing = {
  path: '/user/username/{+username}/',
  key: 'username',
  params: Type.Object({ username: Type.String({ minLength: 1, maxLength: 255 }) }),
};

/** The users of the network and of the APIs. */
export const userEndpoints: readonly Endpoint[] = [
  listEndpoint({ resource: of, ...organizationFilter, csv: true }),
  endpoint({
    ...{
      method: 'POST',
      path: '/user/',
      summary: 'Create a user, or a list of users',
      body,
      bulk: true,
    },
    reply: Type.Union([reply, Type.Array(reply)]),
    async handle({ gateway, caller, body }) {
      const row = (given: Body) => stored(gateway, { body: given, wasReversible: false });
      const access = { resource: of, gateway, caller };
      return Array.isArray(body)
        ? createResources(access, await Promise.all((body as Body[]).map(row)))
        : createResource(access, await row(body));
    },
  }),
  ...rowsOfOne(byId),
  ...rowsOfOne(byName),
];

function rowsOfOne({ path, key, params }: Addressing): Endpoint[] {
  const common = { path, params, reply, hasEtag: true };
  return [
    endpoint({
      ...{ method: 'GET', summary: 'Get a user', ...common },
      handle: ({ gateway, caller, params }) =>
        retrieveResource({ resource: of, gateway, caller }, [key, params[key]]),
    }),
    endpoint({
      ...{ method: 'PUT', summary: 'Replace a user', body, ...common },
      handle: (call) => changed(call, key, completeReplacement(of, call.body)),
    }),
    endpoint({
      ...{ method: 'PATCH', summary: 'Change a user', body: patchSchema(body), ...common },
      handle: (call) => changed(call, key, call.body),
    }),
    endpoint({
      ...{
        method: 'DELETE',
        summary: 'Delete a user; its accounting stays',
        ...common,
        reply: Type.Null(),
        status: 204,
      },
      async handle({ gateway, caller, params, ifMatch }) {
        const { id } = await findResourceRow({ resource: of, gateway, caller }, [key, params[key]]);
        if (id === caller.user)
          throw new Fault('conflict', 'The user of the token in use can not be deleted.');
        return deleteResource({ resource: of, gateway, caller, ifMatch }, ['id', id]);
      },
    }),
  ];
}

async function changed(
  { gateway, caller, params, ifMatch }: Call,
  key: Addressing['key'],
  body: Body,
) {
  const found = await findResourceRow({ resource: of, gateway, caller }, [key, params[key]]);
  const row = await stored(gateway, { body, wasReversible: found.reversible_password !== null });
  return updateResource({ resource: of, gateway, caller, ifMatch }, ['id', found.id], row);
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
  if (given.attributes) validateAttributeLists(given.attributes, gateway.dictionary, 'attributes');
  const fields = given.attributes ? { ...given, attributes: withPlaces(given.attributes) } : given;
  if (typeof password === 'string') {
    const isReversible = typeof asked === 'boolean' ? asked : wasReversible;
    return {
      ...fields,
      ...(await createPasswordColumns(gateway.vault, {
        password: new Secret(password),
        isReversible,
      })),
    };
  }
  if (asked === true && (password === null || !wasReversible))
    throw Fault.field('reversible_password', 'Needs the password, which is kept as a hash only.');
  if (password === null) return { ...fields, password: null, reversible_password: null };
  return asked === false ? { ...fields, reversible_password: null } : fields;
}

function withPlaces(attributes: unknown): Record<string, unknown> {
  const lists = attributes as Readonly<Record<string, readonly { readonly attribute: string }[]>>;
  return Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [name, numberAttributes(list)]),
  );
}
