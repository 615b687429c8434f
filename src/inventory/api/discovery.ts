import { Type, type Static } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import { crud } from '../../http/crud.ts';
import { endpoint, type Call, type Endpoint } from '../../http/endpoint.ts';
import { pagingParameters } from '../../http/list/filter.ts';
import { fetchOwnPage, pageSchema } from '../../http/list/page.ts';
import { findResourceRows, retrieveResource } from '../../http/resource-access.ts';
import { fieldSchema, readableSchema } from '../../http/resource-schema.ts';
import { connectionProfile } from '../device/connection-profile.ts';
import { cancelDiscovery, createDiscovery } from '../discovery/discovery-request.ts';
import { discovery, discoveryCandidate } from '../discovery/discovery.ts';

const closed = { additionalProperties: false };
const path = '/inventory_discovery';
const params = Type.Object({ id: fieldSchema(discovery, 'id') });

const body = Type.Object(
  {
    network: Type.String({
      maxLength: 64,
      format: 'network',
      description: 'at most a /20, or a /116 of IPv6; within device_networks of the organization',
    }),
    connection_profiles: Type.Array(Type.Integer({ minimum: 1 }), {
      minItems: 1,
      maxItems: 5,
      uniqueItems: true,
      description:
        'ids of profiles whose SNMP services are asked with their credentials, and whose SSH services for their banner, without a login',
    }),
    ping: Type.Optional(
      Type.Boolean({
        description: 'false: also ask addresses that do not answer a ping; default: true',
      }),
    ),
  },
  closed,
);

/** POST /inventory_discovery/: searches a network, without adding devices. */
const creating: Endpoint = endpoint({
  method: 'POST',
  path: `${path}/`,
  summary: 'Search a network for devices',
  body,
  reply: readableSchema(discovery),
  isExtension: true,
  async handle(call) {
    const { gateway, caller } = call;
    const { network, connection_profiles: profiles, ping = true } = call.body;
    await checkProfiles(call);
    const id = await createDiscovery(gateway, caller, { network, profiles, ping });
    return retrieveResource({ resource: discovery, gateway, caller }, ['id', id]);
  },
});

/** @throws Fault `invalid` for a profile that the caller may not see */
async function checkProfiles({
  gateway,
  caller,
  body: { connection_profiles },
}: Pick<Call, 'gateway' | 'caller'> & { readonly body: Static<typeof body> }): Promise<void> {
  const where = [{ column: 'id', operator: 'in' as const, value: connection_profiles }];
  const access = { resource: connectionProfile, gateway, caller };
  const rows = await findResourceRows(access, where, connection_profiles.length);
  const known = new Set(rows.map(({ id }) => Number(id)));
  const absent = connection_profiles.find((id) => !known.has(id));
  if (absent !== undefined) throw Fault.absent('connection_profiles', absent);
}

/** GET /inventory_discovery/{id}/candidates/: the machines found. POST /inventory_device/ adds a device. */
const listing: Endpoint = endpoint({
  method: 'GET',
  path: `${path}/{id}/candidates/`,
  summary: 'List the results of a discovery',
  params,
  query: Type.Object(pagingParameters.offset, closed),
  reply: pageSchema(readableSchema(discoveryCandidate)),
  isExtension: true,
  async handle(call) {
    const { gateway, caller, params } = call;
    await retrieveResource({ resource: discovery, gateway, caller }, ['id', params.id]);
    const where = [{ column: 'discovery', operator: '=' as const, value: params.id }];
    return fetchOwnPage(discoveryCandidate, where, call);
  },
});

/** POST /inventory_discovery/{id}/cancel/ */
const canceling: Endpoint = endpoint({
  method: 'POST',
  path: `${path}/{id}/cancel/`,
  summary: 'Cancel a discovery',
  params,
  body: Type.Object({}, closed),
  reply: readableSchema(discovery),
  status: 200,
  isExtension: true,
  async handle({ gateway, caller, params: { id } }) {
    await cancelDiscovery(gateway, { id, organizations: caller.organizations });
    return retrieveResource({ resource: discovery, gateway, caller }, ['id', id]);
  },
});

export const discoveryEndpoints: readonly Endpoint[] = [
  ...crud(discovery, ['list', 'retrieve'], { path: path.slice(1), key: 'id', isExtension: true }),
  creating,
  listing,
  canceling,
];
