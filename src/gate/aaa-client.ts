import { Type } from 'typebox';
import { checkedClient, client as of } from '../aaa/client.ts';
import { crud, type Place } from '../http/crud.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { change, create, find, type Access } from '../http/resource-rows.ts';
import { fieldOf, partial, replacement, shownSchema, writableSchema } from '../http/resource-schema.ts';
import type { Row } from '../store/item.ts';

const at: Place = { path: of.name, key: 'id', extension: true };
const body = writableSchema(of);
const shared = { reply: shownSchema(of), extension: true };
const one = { path: '/aaa_client/{id}/', params: Type.Object({ id: fieldOf(of, 'id') }), isOne: true, ...shared };

/** Who may send us RADIUS. */
export const clientRows: readonly Endpoint[] = [
  ...crud(of, ['list'], at),
  endpoint({
    ...{ method: 'POST', path: '/aaa_client/', summary: `Create ${of.title}`, body, ...shared },
    handle: ({ gateway, caller, body }) => create({ of, gateway, caller }, checkedClient(body)),
  }),
  ...crud(of, ['retrieve'], at),
  endpoint({
    ...{ method: 'PUT', summary: `Replace ${of.title}`, body, ...one },
    handle: ({ gateway, caller, params, body, ifMatch }) =>
      checkedChange({ of, gateway, caller, ifMatch }, params.id, replacement(of, body)),
  }),
  endpoint({
    ...{ method: 'PATCH', summary: `Change ${of.title}`, body: partial(body), ...one },
    handle: ({ gateway, caller, params, body, ifMatch }) => checkedChange({ of, gateway, caller, ifMatch }, params.id, body),
  }),
  ...crud(of, ['destroy'], at),
];

async function checkedChange(access: Access, id: unknown, fields: Row): Promise<Row> {
  const before = await find(access, ['id', id]);
  return change(access, ['id', id], checkedClient(fields, before));
}
