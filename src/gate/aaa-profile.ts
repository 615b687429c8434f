import { Type } from 'typebox';
import { numbered } from '../aaa/attributes.ts';
import { profile as of } from '../aaa/profile.ts';
import { crud } from '../http/crud.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { change, create } from '../http/resource-rows.ts';
import { fieldOf, partial, replacement, shownSchema, writableSchema } from '../http/resource-schema.ts';

const body = writableSchema(of);
const reply = shownSchema(of);
const one = { path: '/aaa_profile/{id}/', params: Type.Object({ id: fieldOf(of, 'id') }), reply, isOne: true };

/** Sets of RADIUS attributes that users are granted. */
export const profileRows: readonly Endpoint[] = [
  ...crud(of, ['list', 'retrieve', 'destroy']),
  endpoint({
    ...{ method: 'POST', path: '/aaa_profile/', summary: `Create ${of.title}`, body, reply },
    handle: ({ gateway, caller, body }) => create({ of, gateway, caller }, withPlaces(body)),
  }),
  endpoint({
    ...{ method: 'PUT', summary: `Replace ${of.title}`, body, ...one },
    handle: ({ gateway, caller, params, body, ifMatch }) =>
      change({ of, gateway, caller, ifMatch }, ['id', params.id], replacement(of, withPlaces(body))),
  }),
  endpoint({
    ...{ method: 'PATCH', summary: `Change ${of.title}`, body: partial(body), ...one },
    handle: ({ gateway, caller, params, body, ifMatch }) =>
      change({ of, gateway, caller, ifMatch }, ['id', params.id], withPlaces(body)),
  }),
];

/** The attributes of a body with their places, whatever ids it says. */
function withPlaces(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const lists = Object.entries(body).filter(([, value]) => Array.isArray(value));
  return {
    ...body,
    ...Object.fromEntries(lists.map(([name, list]) => [name, numbered(list as readonly { readonly attribute: string }[])])),
  };
}
