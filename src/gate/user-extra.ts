import { Type, type TObject } from 'typebox';
import { devicesOf } from '../aaa/app-devices.ts';
import { appDevice } from '../aaa/app-device.ts';
import { identityFields, userExtra as of } from '../aaa/user-extra.ts';
import { findUser } from '../aaa/users.ts';
import { Fault } from '../errors.ts';
import { parseTime } from '../fields.ts';
import type { Gateway } from '../gateway.ts';
import { crud } from '../http/crud.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { listing } from '../http/list.ts';
import { change, create, retrieve } from '../http/resource-rows.ts';
import { fieldOf, partial, replacement, shownSchema, writableSchema } from '../http/resource-schema.ts';
import { byOrganization } from './list.ts';

type Item = Readonly<Record<string, unknown>>;

const body = writableSchema(of);
const devices = { device: Type.Optional(Type.Boolean({ description: "true: with the user's registered devices" })) };
const reply: TObject = Type.Object({
  ...shownSchema(of).properties,
  devices: Type.Optional(Type.Array(shownSchema(appDevice), { description: 'only with `device=true`' })),
});
const one = { path: '/user_extra/{id}/', params: Type.Object({ id: fieldOf(of, 'id') }), reply, isOne: true };

/** What is known of users beside what the network needs. */
export const userExtraRows: readonly Endpoint[] = [
  listing({
    of,
    query: { ...byOrganization.query, ...devices },
    where: byOrganization.where,
    reply,
    async finish(items, { gateway, caller, query }) {
      const shown = caller.role === 'admin' ? items : items.map(withoutIdentity);
      return query.device === true ? withDevices(gateway, shown) : shown;
    },
  }),
  endpoint({
    ...{ method: 'GET', summary: `Get ${of.title}`, ...one, query: Type.Object(devices, { additionalProperties: false }) },
    async handle({ gateway, caller, params, query }) {
      const found = await retrieve({ of, gateway, caller }, ['id', params.id]);
      const [shown = found] = query.device === true ? await withDevices(gateway, [found]) : [found];
      return { ...found, ...shown };
    },
  }),
  endpoint({
    ...{ method: 'POST', path: '/user_extra/', summary: `Create ${of.title}`, body, reply },
    handle: async ({ gateway, caller, body }) => create({ of, gateway, caller }, await placed(gateway, body)),
  }),
  endpoint({
    ...{ method: 'PUT', summary: `Replace ${of.title}`, body, ...one },
    handle: async ({ gateway, caller, params, body, ifMatch }) =>
      change({ of, gateway, caller, ifMatch }, ['id', params.id], await placed(gateway, replacement(of, body))),
  }),
  endpoint({
    ...{ method: 'PATCH', summary: `Change ${of.title}`, body: partial(body), ...one },
    handle: async ({ gateway, caller, params, body, ifMatch }) =>
      change({ of, gateway, caller, ifMatch }, ['id', params.id], await placed(gateway, body)),
  }),
  ...crud(of, ['destroy']),
];

/** The record belongs to the organization of its user; whether the caller may see that user is checked with the other references. */
async function placed(gateway: Gateway, body: Item): Promise<Record<string, unknown>> {
  if (typeof body.birthday === 'string' && parseTime(body.birthday) === null)
    throw Fault.field('birthday', 'Expected a date such as 1990-12-31.');
  const parent = typeof body.parent === 'number' ? await findUser(gateway.store, body.parent) : undefined;
  return { ...body, ...(parent && { organization: parent.organization }) };
}

function withoutIdentity(item: Item): Item {
  const hidden: readonly string[] = identityFields;
  return Object.fromEntries(Object.entries(item).filter(([field]) => !hidden.includes(field)));
}

async function withDevices(gateway: Gateway, items: readonly Item[]): Promise<Item[]> {
  const devices = await devicesOf(
    gateway.store,
    items.map(({ parent }) => Number(parent)),
  );
  return items.map((item) => ({ ...item, devices: devices.filter(({ user }) => user === item.parent) }));
}
