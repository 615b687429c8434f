import { Type, type TObject } from 'typebox';
import { findAppDevicesOfUsers } from '../app/app-device-registry.ts';
import { appDevice } from '../app/app-device.ts';
import { identityFields, userExtra as of } from '../account/user-extra.ts';
import { findUserById } from '../account/user-lookup.ts';
import { Fault } from '../../contract/errors.ts';
import { parseTime } from '../../contract/fields.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { crud } from '../../http/crud.ts';
import { endpoint, type Call, type Endpoint } from '../../http/endpoint.ts';
import { listEndpoint } from '../../http/list/list-endpoint.ts';
import { updateResource, createResource, retrieveResource } from '../../http/resource-access.ts';
import { fieldSchema, readableSchema } from '../../http/resource-schema.ts';
import { writeEndpoints } from '../../http/write-endpoints.ts';
import { organizationFilter } from '../../http/list/list-parameters.ts';

type Item = Readonly<Record<string, unknown>>;

const devices = {
  device: Type.Optional(
    Type.Boolean({ description: 'true: include the registered devices of the user' }),
  ),
};
const reply: TObject = Type.Object({
  ...readableSchema(of).properties,
  devices: Type.Optional(
    Type.Array(readableSchema(appDevice), { description: 'only if `device=true`' }),
  ),
});
const addedFields = ['devices'];

/** Extra records of users: what the network itself does not need. */
export const userExtraEndpoints: readonly Endpoint[] = [
  listEndpoint({
    resource: of,
    query: { ...organizationFilter.query, ...devices },
    where: organizationFilter.where,
    reply,
    async mapItems(items, { gateway, caller, query }) {
      const shown = caller.role === 'admin' ? items : items.map(withoutIdentity);
      return query.device === true ? withDevices({ gateway, caller }, shown) : shown;
    },
  }),
  endpoint({
    method: 'GET',
    path: '/user_extra/{id}/',
    summary: `Get ${of.title}`,
    params: Type.Object({ id: fieldSchema(of, 'id') }),
    reply,
    hasEtag: true,
    addedFields,
    query: Type.Object(devices, { additionalProperties: false }),
    async handle({ gateway, caller, params, query }) {
      const stored = await retrieveResource({ resource: of, gateway, caller }, ['id', params.id]);
      const found = caller.role === 'admin' ? stored : withoutIdentity(stored);
      const [shown = found] =
        query.device === true ? await withDevices({ gateway, caller }, [found]) : [found];
      return { ...found, ...shown };
    },
  }),
  ...writeEndpoints({
    resource: of,
    reply,
    addedFields,
    create: async (access, body) =>
      createResource(access, await withOrganization(access.gateway, body)),
    update: async (access, key, body) =>
      updateResource(access, key, await withOrganization(access.gateway, body)),
  }),
  ...crud(of, ['destroy']),
];

/** Adds the organization of the user whose record it is; that the caller may see the user is checked with the other references. */
async function withOrganization(gateway: Gateway, body: Item): Promise<Record<string, unknown>> {
  if (typeof body.birthday === 'string' && parseTime(body.birthday) === null)
    throw Fault.field('birthday', 'Expected a date such as 1990-12-31.');
  const parent =
    typeof body.parent === 'number' ? await findUserById(gateway.store, body.parent) : undefined;
  return { ...body, ...(parent && { organization: parent.organization }) };
}

function withoutIdentity(item: Item): Item {
  const hidden: readonly string[] = identityFields;
  return Object.fromEntries(Object.entries(item).filter(([field]) => !hidden.includes(field)));
}

/** Adds the devices that the caller may see: what an organization above has registered stays its own. */
async function withDevices(
  { gateway, caller }: Pick<Call, 'gateway' | 'caller'>,
  items: readonly Item[],
): Promise<Item[]> {
  const devices = await findAppDevicesOfUsers(gateway.store, {
    users: items.map(({ parent }) => Number(parent)),
    organizations: caller.organizations,
  });
  return items.map((item) => ({
    ...item,
    devices: devices.filter(({ user }) => user === item.parent),
  }));
}
