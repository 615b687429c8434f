import { Type } from 'typebox';
import { accessDevice, accessPoint, hotspotAccessPoint } from '../../organization/access-point.ts';
import { location } from '../../organization/location.ts';
import { isInSubtree } from '../../organization/tree-query.ts';
import { Fault } from '../../contract/errors.ts';
import { crud } from '../../http/crud.ts';
import { appReaders } from '../../contract/caller.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { listEndpoint, type Condition, type QueryValues } from '../../http/list/list-endpoint.ts';
import {
  createResource,
  retrieveResource,
  updateResource,
  type ResourceAccess,
  type ResourceKey,
  type Row,
} from '../../http/resource-access.ts';
import { writeEndpoints } from '../../http/write-endpoints.ts';
import { accessPointWrites } from './access-point.ts';

const coordinates = {
  have_coordinates: Type.Optional(
    Type.Boolean({ description: 'true: only those with coordinates' }),
  ),
};

const hasCoordinates = (query: QueryValues): readonly Condition[] =>
  query.have_coordinates === true
    ? [
        { column: 'latitude', operator: 'is null', value: 0 },
        { column: 'longitude', operator: 'is null', value: 0 },
      ]
    : [];

const hotspot = { query: coordinates, where: hasCoordinates, roles: appReaders };
const app = { query: {}, roles: appReaders };

const extension = (path: string) => ({ path, key: 'id', isExtension: true });

/**
 * Locations and access points: as hot spots, for the sync of an app, and for administration. Lists are
 * ordered by the last change, so that a sync can resume.
 */
export const locationEndpoints: readonly Endpoint[] = [
  listEndpoint({ resource: hotspotAccessPoint, path: 'hostspot_access_points', ...hotspot }),
  listEndpoint({ resource: location, path: 'hostspot_locations', ...hotspot }),
  listEndpoint({ resource: accessDevice, path: 'device_app_access_devices', ...app }),
  listEndpoint({ resource: hotspotAccessPoint, path: 'device_app_access_points', ...app }),
  listEndpoint({ resource: location, path: 'device_app_locations', ...app }),
  ...crud(accessPoint, ['list', 'retrieve', 'destroy'], extension('access_point')),
  ...accessPointWrites,
  ...crud(location, ['list', 'retrieve', 'destroy'], extension('location')),
  ...writeEndpoints({
    resource: location,
    isExtension: true,
    create: createResource,
    update: moveLocation,
  }),
];

/** Changes a location. @throws Fault `invalid` if it would lie within itself */
async function moveLocation(access: ResourceAccess, key: ResourceKey, body: Row): Promise<Row> {
  const { id } = await retrieveResource({ ...access, resource: location }, key);
  const { parent } = body;
  if (
    typeof parent === 'number' &&
    (await isInSubtree(access.gateway.store, 'location', { id: parent, top: id }))
  )
    throw Fault.field('parent', 'A location cannot lie within itself.');
  return updateResource(access, ['id', id], body);
}
