import { overlapsForeignClient, servedOrganizations } from '../client/client-store.ts';
import { client, validateClient } from '../client/client.ts';
import type { Caller } from '../../contract/caller.ts';
import { Fault } from '../../contract/errors.ts';
import { crud, type CrudMount } from '../../http/crud.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import {
  createResource,
  findResourceRow,
  updateResource,
  type ResourceAccess,
  type Row,
} from '../../http/resource-access.ts';
import { writeEndpoints } from '../../http/write-endpoints.ts';

const mount: CrudMount = { path: client.name, key: 'id', isExtension: true };

/** RADIUS clients. */
export const clientEndpoints: readonly Endpoint[] = [
  ...crud(client, ['list', 'retrieve', 'destroy'], mount),
  ...writeEndpoints({
    resource: client,
    isExtension: true,
    async create(access, body) {
      checkServed(body, access.caller);
      await checkOverlap(access, body);
      return createResource(access, validateClient(body));
    },
    async update(access, key, body) {
      const before = await findResourceRow(access, key);
      checkServed(body, access.caller, before);
      await checkOverlap(access, body, before);
      return updateResource(access, key, validateClient(body, before));
    },
  }),
];

/**
 * Refuses an address that a client of another organization has, whole or in part, without serving the new one.
 *
 * @throws Fault `invalid`, with the same message whichever organization has the address
 */
async function checkOverlap(
  { gateway, caller }: ResourceAccess,
  body: Row,
  before: Row = {},
): Promise<void> {
  const isMoved = ['address', 'organization'].some(
    (field) => body[field] !== undefined && body[field] !== before[field],
  );
  const isActivated = body.is_active === true && before.is_active === 0;
  const after: Row = { organization: caller.organization, ...before, ...body };
  const [organization, address] = [Number(after.organization), String(after.address)];
  // An organization that the caller may not see is refused with the other references.
  if ((!isMoved && !isActivated) || !caller.organizations.includes(organization)) return;
  const consenting = { organization, organizations: caller.organizations };
  if (await overlapsForeignClient(gateway.store, address, consenting))
    throw Fault.field(
      'address',
      `${JSON.stringify(address)} overlaps an AAA client that does not serve this organization.`,
    );
}

/** @throws Fault `invalid` if a client is to serve another organization that the caller may not see */
function checkServed({ serves }: Row, caller: Caller, before: Row = {}): void {
  const kept =
    typeof before.serves === 'string' ? servedOrganizations({ serves: before.serves }) : [];
  const added: readonly unknown[] = Array.isArray(serves) ? serves : [];
  for (const id of added)
    if (typeof id === 'number' && ![...kept, ...caller.organizations].includes(id))
      throw Fault.absent('serves', id);
}
