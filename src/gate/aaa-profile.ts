import { Type } from 'typebox';
import { numberAttributes } from '../aaa/policy/attribute-lists.ts';
import { validateProfile, profile as of } from '../aaa/policy/profile.ts';
import { crud } from '../http/crud.ts';
import { endpoint, type Call, type Endpoint } from '../http/endpoint.ts';
import {
  updateResource,
  createResource,
  findResourceRow,
  type ResourceKey,
} from '../http/resource-access.ts';
import {
  fieldSchema,
  patchSchema,
  completeReplacement,
  readableSchema,
  writableSchema,
} from '../http/resource-schema.ts';
import type { Row } from '../store/query/row-serialization.ts';

const body = writableSchema(of);
const reply = readableSchema(of);
const one = {
  path: '/aaa_profile/{id}/',
  params: Type.Object({ id: fieldSchema(of, 'id') }),
  reply,
  hasEtag: true,
};

/** Sets of RADIUS attributes that users are granted. */
export const profileEndpoints: readonly Endpoint[] = [
  ...crud(of, ['list', 'retrieve', 'destroy']),
  endpoint({
    ...{ method: 'POST', path: '/aaa_profile/', summary: `Create ${of.title}`, body, reply },
    handle({ gateway, caller, body }) {
      validateProfile(body, gateway);
      return createResource({ resource: of, gateway, caller }, withPlaces(body));
    },
  }),
  endpoint({
    ...{ method: 'PUT', summary: `Replace ${of.title}`, body, ...one },
    handle: (call) => changed(call, completeReplacement(of, call.body)),
  }),
  endpoint({
    ...{ method: 'PATCH', summary: `Change ${of.title}`, body: patchSchema(body), ...one },
    handle: (call) => changed(call, call.body),
  }),
];

async function changed({ gateway, caller, params, ifMatch }: Call, fields: Row) {
  const key: ResourceKey = ['id', params['id']];
  const before = await findResourceRow({ resource: of, gateway, caller }, key);
  validateProfile(fields, { dictionary: gateway.dictionary, before });
  return updateResource({ resource: of, gateway, caller, ifMatch }, key, withPlaces(fields));
}

/** The attributes of a body with their places, whatever ids it says. */
function withPlaces(body: Row): Row {
  const lists = Object.entries(body).filter(([, value]) => Array.isArray(value));
  return {
    ...body,
    ...Object.fromEntries(
      lists.map(([name, list]) => [
        name,
        numberAttributes(list as readonly { readonly attribute: string }[]),
      ]),
    ),
  };
}
