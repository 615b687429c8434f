import { Type, type TObject } from 'typebox';
import { findAppDevicesOfUsers } from '../portal/app-device-registry.ts';
import { appDevice } from '../portal/app-device.ts';
import { identityFields, userExtra as of } from '../aaa/account/user-extra.ts';
import { findUserById } from '../aaa/account/user-lookup.ts';
import { Fault } from '../errors.ts';
import { parseTime } from '../fields.ts';
import type { Gateway } from '../gateway.ts';
import { crud } from '../http/crud.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { listEndpoint } from '../http/list-endpoint.ts';
import { updateResource, createResource, retrieveResource } from '../http/resource-access.ts';
import {
  fieldSchema,
  patchSchema,
  completeReplacement,
  readableSchema,
  writableSchema,
} from '../http/resource-schema.ts';
import { organizationFilter } from './list-parameters.ts';

type Item = Readonly<Record<string, unknown>>;

const body = writableSchema(of);
const devices = {
  device: Type.Optional(Type.Boolean({ description: "true: with the user's registered devices" })),
};
const reply: TObject = Type.Object({
  ...readableSchema(of).properties,
  devices: Type.Optional(
    Type.Array(readableSchema(appDevice), { description: 'only with `device=true`' }),
  ),
});
const one = {
  path: '/user_extra/{id}/',
  params: Type.Object({ id: fieldSchema(of, 'id') }),
  reply,
  hasEtag: true,
};

/** What is known of users beside what the network needs. */
export const userExtraEndpoints: readonly Endpoint[] = [
  listEndpoint({
    resource: of,
    query: { ...organizationFilter.query, ...devices },
    where: organizationFilter.where,
    reply,
    async mapItems(items, { gateway, caller, query }) {
      const shown = caller.role === 'admin' ? items : items.map(withoutIdentity);
      return query.device === true ? withDevices(gateway, shown) : shown;
    },
  }),
  endpoint({
    ...{
      method: 'GET',
      summary: `Get ${of.title}`,
      ...one,
      query: Type.Object(devices, { additionalProperties: false }),
    },
    async handle({ gateway, caller, params, query }) {
      const found = await retrieveResource({ resource: of, gateway, caller }, ['id', params.id]);
      const [shown = found] = query.device === true ? await withDevices(gateway, [found]) : [found];
      return { ...found, ...shown };
    },
  }),
  endpoint({
    ...{ method: 'POST', path: '/user_extra/', summary: `Create ${of.title}`, body, reply },
    handle: async ({ gateway, caller, body }) =>
      createResource({ resource: of, gateway, caller }, await placed(gateway, body)),
  }),
  endpoint({
    ...{ method: 'PUT', summary: `Replace ${of.title}`, body, ...one },
    handle: async ({ gateway, caller, params, body, ifMatch }) =>
      updateResource(
        { resource: of, gateway, caller, ifMatch },
        ['id', params.id],
        await placed(gateway, completeReplacement(of, body)),
      ),
  }),
  endpoint({
    ...{ method: 'PATCH', summary: `Change ${of.title}`, body: patchSchema(body), ...one },
    handle: async ({ gateway, caller, params, body, ifMatch }) =>
      updateResource(
        { resource: of, gateway, caller, ifMatch },
        ['id', params.id],
        await placed(gateway, body),
      ),
  }),
  ...crud(of, ['destroy']),
];

/** The record belongs to the organization of its user; whether the caller may see that user is checked with the other references. */
async function placed(gateway: Gateway, body: Item): Promise<Record<string, unknown>> {
  if (typeof body.birthday === 'string' && parseTime(body.birthday) === null)
    throw Fault.field('birthday', 'Expected a date such as 1990-12-31.');
  const parent =
    typeof body.parent === 'number' ? await findUserById(gateway.store, body.parent) : undefined;
  return { ...body, ...(parent && { organization: parent.organization }) };
}

function withoutIdentity(item: Item): Item {
  const hidden: readonly string[] = identityFields;
  return Object.fromEntries(Object.entries(item).filter(([field]) => !hidden.includes(field)));
}

async function withDevices(gateway: Gateway, items: readonly Item[]): Promise<Item[]> {
  const devices = await findAppDevicesOfUsers(
    gateway.store,
    items.map(({ parent }) => Number(parent)),
  );
  return items.map((item) => ({
    ...item,
    devices: devices.filter(({ user }) => user === item.parent),
  }));
}
