import { servedOrganizations } from '../aaa/session/client-store.ts';
import { client, validateClient } from '../aaa/session/client.ts';
import type { Caller } from '../caller.ts';
import { Fault } from '../errors.ts';
import { crud, type CrudMount } from '../http/crud.ts';
import type { Endpoint } from '../http/endpoint.ts';
import {
  createResource,
  findResourceRow,
  updateResource,
  type Row,
} from '../http/resource-access.ts';
import { writeEndpoints } from '../http/write-endpoints.ts';

const mount: CrudMount = { path: client.name, key: 'id', isExtension: true };

/** RADIUS clients. */
export const clientEndpoints: readonly Endpoint[] = [
  ...crud(client, ['list', 'retrieve', 'destroy'], mount),
  ...writeEndpoints({
    resource: client,
    isExtension: true,
    create(access, body) {
      checkServed(body, access.caller);
      return createResource(access, validateClient(body));
    },
    async update(access, key, body) {
      const before = await findResourceRow(access, key);
      checkServed(body, access.caller, before);
      return updateResource(access, key, validateClient(body, before));
    },
  }),
];

/** @throws Fault `invalid` if a client is to serve another organization that the caller may not see */
function checkServed({ serves }: Row, caller: Caller, before: Row = {}): void {
  const kept =
    typeof before.serves === 'string' ? servedOrganizations({ serves: before.serves }) : [];
  const added: readonly unknown[] = Array.isArray(serves) ? serves : [];
  for (const id of added)
    if (typeof id === 'number' && ![...kept, ...caller.organizations].includes(id))
      throw Fault.absent('serves', id);
}
