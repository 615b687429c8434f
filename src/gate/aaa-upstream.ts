import { Type } from 'typebox';
import { checkedUpstream, upstream as of } from '../aaa/upstream.ts';
import { crud, type Place } from '../http/crud.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { change, create, find, type Access } from '../http/resource-rows.ts';
import { fieldOf, partial, replacement, shownSchema, writableSchema } from '../http/resource-schema.ts';
import type { Row } from '../store/item.ts';

const at: Place = { path: of.name, key: 'id', extension: true };
const body = writableSchema(of);
const shared = { reply: shownSchema(of), extension: true };
const one = { path: '/aaa_upstream/{id}/', params: Type.Object({ id: fieldOf(of, 'id') }), isOne: true, ...shared };

/** RADIUS servers that requests are passed on to. */
export const upstreamRows: readonly Endpoint[] = [
  ...crud(of, ['list', 'retrieve', 'destroy'], at),
  endpoint({
    ...{ method: 'POST', path: '/aaa_upstream/', summary: `Create ${of.title}`, body, ...shared },
    handle: ({ gateway, caller, body }) => create({ of, gateway, caller }, checkedUpstream(body)),
  }),
  endpoint({
    ...{ method: 'PUT', summary: `Replace ${of.title}`, body, ...one },
    handle: ({ gateway, caller, params, body, ifMatch }) =>
      checkedChange({ of, gateway, caller, ifMatch }, params.id, replacement(of, body)),
  }),
  endpoint({
    ...{ method: 'PATCH', summary: `Change ${of.title}`, body: partial(body), ...one },
    handle: ({ gateway, caller, params, body, ifMatch }) => checkedChange({ of, gateway, caller, ifMatch }, params.id, body),
  }),
];

async function checkedChange(access: Access, id: unknown, fields: Row): Promise<Row> {
  const before = await find(access, ['id', id]);
  return change(access, ['id', id], checkedUpstream(fields, before));
}
