import { Type } from 'typebox';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { change, create } from '../http/resource-rows.ts';
import { fieldOf, partial, replacement, shownSchema, writableSchema } from '../http/resource-schema.ts';
import { connectionProfile as of } from '../inventory/connection-profile.ts';
import { checkServices } from '../inventory/services.ts';

const params = Type.Object({ id: fieldOf(of, 'id') });
const body = writableSchema(of);
const common = { reply: shownSchema(of), extension: true };
const one = { path: `/${of.name}/{id}/`, params, ...common, isOne: true };

/** The writing rows of connection profiles: what a service says is checked against the adapter that it names. */
export const connectionProfileWrites: readonly Endpoint[] = [
  endpoint({
    ...{ method: 'POST', path: `/${of.name}/`, summary: `Create ${of.title}`, body, ...common },
    handle: ({ gateway, caller, body }) => create({ of, gateway, caller }, checkServices(gateway.adapters, body)),
  }),
  endpoint({
    ...{ method: 'PUT', summary: `Replace ${of.title}`, body, ...one },
    handle: ({ gateway, caller, params, body, ifMatch }) =>
      change({ of, gateway, caller, ifMatch }, ['id', params.id], replacement(of, checkServices(gateway.adapters, body))),
  }),
  endpoint({
    ...{ method: 'PATCH', summary: `Change ${of.title}`, body: partial(body), ...one },
    handle: ({ gateway, caller, params, body, ifMatch }) =>
      change({ of, gateway, caller, ifMatch }, ['id', params.id], checkServices(gateway.adapters, body)),
  }),
];
