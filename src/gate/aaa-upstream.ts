import { Type, type TObject } from 'typebox';
import { pendingFields, withPending } from '../aaa/upstream-pending.ts';
import { checkedUpstream, upstream as of } from '../aaa/upstream.ts';
import type { Gateway } from '../gateway.ts';
import { crud, type Place } from '../http/crud.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { listing } from '../http/list.ts';
import { change, create, find, retrieve, type Access } from '../http/resource-rows.ts';
import { fieldOf, partial, replacement, shownSchema, writableSchema } from '../http/resource-schema.ts';
import type { Row } from '../store/item.ts';

const at: Place = { path: of.name, key: 'id', extension: true };
const body = writableSchema(of);
const reply: TObject = Type.Object({ ...shownSchema(of).properties, ...pendingFields });
const shared = { reply, extension: true };
const volatile = Object.keys(pendingFields);
const one = { path: '/aaa_upstream/{id}/', params: Type.Object({ id: fieldOf(of, 'id') }), isOne: true, volatile, ...shared };

/** RADIUS servers that requests are passed on to. */
export const upstreamRows: readonly Endpoint[] = [
  listing({ of, ...shared, finish: (items, { gateway }) => withPending(gateway.store, items) }),
  ...crud(of, ['destroy'], at),
  endpoint({
    ...{ method: 'GET', summary: `Get ${of.title}`, ...one },
    handle: async ({ gateway, caller, params }) => shown(gateway, await retrieve({ of, gateway, caller }, ['id', params.id])),
  }),
  endpoint({
    ...{ method: 'POST', path: '/aaa_upstream/', summary: `Create ${of.title}`, body, ...shared },
    handle: async ({ gateway, caller, body }) => shown(gateway, await create({ of, gateway, caller }, checkedUpstream(body))),
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
  return shown(access.gateway, await change(access, ['id', id], checkedUpstream(fields, before)));
}

async function shown({ store }: Gateway, upstream: Row): Promise<Row> {
  const [found = upstream] = await withPending(store, [upstream]);
  return found;
}
