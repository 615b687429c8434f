import { Type } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import { numberOrNull } from '../../contract/fields.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { crud } from '../../http/crud.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import {
  createResource,
  deleteResource,
  findResourceRow,
  updateResource,
  type ResourceAccess,
  type Row,
} from '../../http/resource-access.ts';
import { fieldSchema } from '../../http/resource-schema.ts';
import { writeEndpoints } from '../../http/write-endpoints.ts';
import { requestRendering } from '../setting/variable-change.ts';
import { variableSet } from '../setting/variable-set.ts';

const path = 'inventory_variable_set';

/** Endpoints of variable sets: settings follow a change, which is requested in the batch that writes it. */
export const variableSetEndpoints: readonly Endpoint[] = [
  ...crud(variableSet, ['list', 'retrieve'], { path, key: 'id', isExtension: true }),
  ...writeEndpoints({
    resource: variableSet,
    isExtension: true,
    create(access, body) {
      const { organization = access.caller.organization } = body;
      return createResource(withRendering(access, [{ ...body, organization }]), body);
    },
    async update(access, key, body) {
      const found = await findResourceRow(access, key);
      checkMove(found, body);
      return updateResource(withRendering(access, [found, { ...found, ...body }]), key, body);
    },
  }),
  endpoint({
    method: 'DELETE',
    path: `/${path}/{id}/`,
    summary: 'Delete a variable set',
    params: Type.Object({ id: fieldSchema(variableSet, 'id') }),
    reply: Type.Null(),
    status: 204,
    isExtension: true,
    hasEtag: true,
    async handle({ gateway, caller, params, ifMatch }) {
      const access = { resource: variableSet, gateway, caller, ifMatch };
      const found = await findResourceRow(access, ['id', params.id]);
      return deleteResource(withRendering(access, [found]), ['id', params.id]);
    },
  }),
];

/** Refuses to leave a location or a device behind: the set would hold for more than before. */
function checkMove(found: Row, body: Row): void {
  const { organization = found['organization'] } = body;
  if (organization === found['organization']) return;
  for (const field of ['location', 'device'])
    if (found[field] !== null && !(field in body))
      throw Fault.field(field, 'This field is required for a move to another organization.');
}

/** Lets the settings of all devices follow that a state of the set holds for. */
function withRendering(access: ResourceAccess, states: readonly Row[]): ResourceAccess {
  const { gateway } = access;
  const requests = states.flatMap(({ organization, device }) =>
    typeof organization === 'number'
      ? [requestRendering(gateway, { organization, device: numberOrNull(device) })]
      : [],
  );
  const write: Gateway['store']['write'] = (batch) => gateway.store.write([...batch, ...requests]);
  return { ...access, write };
}
