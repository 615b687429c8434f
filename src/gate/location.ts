import { Type } from 'typebox';
import { accessDevice, accessPoint, hotspotAccessPoint } from '../aaa/account/access-point.ts';
import { location } from '../aaa/account/location.ts';
import { isInSubtree } from '../aaa/account/tree-query.ts';
import { Fault } from '../errors.ts';
import { crud, allVerbs } from '../http/crud.ts';
import { endpoint, type Call, type Endpoint, type Role } from '../http/endpoint.ts';
import { listEndpoint } from '../http/list-endpoint.ts';
import { updateResource, retrieveResource } from '../http/resource-access.ts';
import {
  fieldSchema,
  patchSchema,
  completeReplacement,
  readableSchema,
  writableSchema,
} from '../http/resource-schema.ts';
import type { Condition } from '../store/query/resource-query.ts';

const hotspotReaders: readonly Role[] = ['admin', 'read_only', 'app'];
const appReaders: readonly Role[] = ['admin', 'app'];

const coordinates = {
  have_coordinates: Type.Optional(
    Type.Boolean({ description: 'true: only those whose coordinates are known' }),
  ),
};

const located = (query: Readonly<Record<string, unknown>>): readonly Condition[] =>
  query.have_coordinates === true
    ? [
        { column: 'latitude', operator: 'is null', value: 0 },
        { column: 'longitude', operator: 'is null', value: 0 },
      ]
    : [];

const hotspot = { query: coordinates, where: located, roles: hotspotReaders };
const app = { query: {}, roles: appReaders };

const extension = (path: string) => ({ path, key: 'id', extension: true });
const body = writableSchema(location);
const one = {
  ...{ path: '/location/{id}/', params: Type.Object({ id: fieldSchema(location, 'id') }) },
  ...{ reply: readableSchema(location), extension: true, hasEtag: true },
};

/** Sites and access points: as hot spots, as an app syncs them, and to be written. Lists go by the last change, so that a sync can resume. */
export const locationEndpoints: readonly Endpoint[] = [
  listEndpoint({ resource: hotspotAccessPoint, path: 'hostspot_access_points', ...hotspot }),
  listEndpoint({ resource: location, path: 'hostspot_locations', ...hotspot }),
  listEndpoint({ resource: accessDevice, path: 'device_app_access_devices', ...app }),
  listEndpoint({ resource: hotspotAccessPoint, path: 'device_app_access_points', ...app }),
  listEndpoint({ resource: location, path: 'device_app_locations', ...app }),
  ...crud(accessPoint, allVerbs, extension('access_point')),
  ...crud(location, ['list', 'create', 'retrieve', 'destroy'], extension('location')),
  endpoint({
    ...{ method: 'PUT', summary: 'Replace a location', body, ...one },
    handle: (call) => moved(call, completeReplacement(location, call.body)),
  }),
  endpoint({
    ...{ method: 'PATCH', summary: 'Change a location', body: patchSchema(body), ...one },
    handle: (call) => moved(call, call.body),
  }),
];

/** @throws Fault `invalid` where a location would come to lie within itself */
async function moved(
  { gateway, caller, params, ifMatch }: Call,
  body: Readonly<Record<string, unknown>>,
) {
  const access = { resource: location, gateway, caller, ifMatch };
  const { id } = await retrieveResource(access, ['id', params.id]);
  const { parent } = body;
  if (
    typeof parent === 'number' &&
    (await isInSubtree(gateway.store, 'location', { id: parent, top: id }))
  )
    throw Fault.field('parent', 'A location can not lie within itself.');
  return updateResource(access, ['id', id], { ...body });
}
