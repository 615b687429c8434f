import { Type } from 'typebox';
import { numbered } from '../aaa/attributes.ts';
import { checkProfile, profile as of } from '../aaa/profile.ts';
import { crud } from '../http/crud.ts';
import { endpoint, type Call, type Endpoint } from '../http/endpoint.ts';
import { change, create, find, type Key } from '../http/resource-rows.ts';
import { fieldOf, partial, replacement, shownSchema, writableSchema } from '../http/resource-schema.ts';
import type { Row } from '../store/item.ts';

const body = writableSchema(of);
const reply = shownSchema(of);
const one = { path: '/aaa_profile/{id}/', params: Type.Object({ id: fieldOf(of, 'id') }), reply, isOne: true };

/** Sets of RADIUS attributes that users are granted. */
export const profileRows: readonly Endpoint[] = [
  ...crud(of, ['list', 'retrieve', 'destroy']),
  endpoint({
    ...{ method: 'POST', path: '/aaa_profile/', summary: `Create ${of.title}`, body, reply },
    handle({ gateway, caller, body }) {
      checkProfile(body, gateway);
      return create({ of, gateway, caller }, withPlaces(body));
    },
  }),
  endpoint({
    ...{ method: 'PUT', summary: `Replace ${of.title}`, body, ...one },
    handle: (call) => changed(call, replacement(of, call.body)),
  }),
  endpoint({
    ...{ method: 'PATCH', summary: `Change ${of.title}`, body: partial(body), ...one },
    handle: (call) => changed(call, call.body),
  }),
];

async function changed({ gateway, caller, params, ifMatch }: Call, fields: Row) {
  const key: Key = ['id', params['id']];
  const before = await find({ of, gateway, caller }, key);
  checkProfile(fields, { dictionary: gateway.dictionary, before });
  return change({ of, gateway, caller, ifMatch }, key, withPlaces(fields));
}

/** The attributes of a body with their places, whatever ids it says. */
function withPlaces(body: Row): Row {
  const lists = Object.entries(body).filter(([, value]) => Array.isArray(value));
  return {
    ...body,
    ...Object.fromEntries(lists.map(([name, list]) => [name, numbered(list as readonly { readonly attribute: string }[])])),
  };
}
