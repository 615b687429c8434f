import { Type } from 'typebox';
import { accessDevice, accessPoint, accessPointPlace } from '../aaa/access-point.ts';
import { location } from '../aaa/location.ts';
import { isBelow } from '../aaa/tree.ts';
import { Fault } from '../errors.ts';
import { crud, everyVerb } from '../http/crud.ts';
import { endpoint, type Call, type Endpoint, type Role } from '../http/endpoint.ts';
import { listing } from '../http/list.ts';
import { change, retrieve } from '../http/resource-rows.ts';
import { fieldOf, partial, replacement, shownSchema, writableSchema } from '../http/resource-schema.ts';
import type { Condition } from '../store/table.ts';

const hotspotReaders: readonly Role[] = ['admin', 'read_only', 'app'];
const appReaders: readonly Role[] = ['admin', 'app'];

const coordinates = {
  have_coordinates: Type.Optional(Type.Boolean({ description: 'true: only those whose coordinates are known' })),
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
  ...{ path: '/location/{id}/', params: Type.Object({ id: fieldOf(location, 'id') }) },
  ...{ reply: shownSchema(location), extension: true, isOne: true },
};

/** Sites and access points: as hot spots, as an app syncs them, and to be written. Lists go by the last change, so that a sync can resume. */
export const locationRows: readonly Endpoint[] = [
  listing({ of: accessPointPlace, path: 'hostspot_access_points', ...hotspot }),
  listing({ of: location, path: 'hostspot_locations', ...hotspot }),
  listing({ of: accessDevice, path: 'device_app_access_devices', ...app }),
  listing({ of: accessPointPlace, path: 'device_app_access_points', ...app }),
  listing({ of: location, path: 'device_app_locations', ...app }),
  ...crud(accessPoint, everyVerb, extension('access_point')),
  ...crud(location, ['list', 'create', 'retrieve', 'destroy'], extension('location')),
  endpoint({
    ...{ method: 'PUT', summary: 'Replace a location', body, ...one },
    handle: (call) => moved(call, replacement(location, call.body)),
  }),
  endpoint({
    ...{ method: 'PATCH', summary: 'Change a location', body: partial(body), ...one },
    handle: (call) => moved(call, call.body),
  }),
];

/** @throws Fault `invalid` where a location would come to lie within itself */
async function moved({ gateway, caller, params, ifMatch }: Call, body: Readonly<Record<string, unknown>>) {
  const access = { of: location, gateway, caller, ifMatch };
  const { id } = await retrieve(access, ['id', params.id]);
  const { parent } = body;
  if (typeof parent === 'number' && (await isBelow(gateway.store, 'location', { id: parent, top: id })))
    throw Fault.field('parent', 'A location can not lie within itself.');
  return change(access, ['id', id], { ...body });
}
