import { Type, type TObject } from 'typebox';
import { validateAttributeLists } from '../../policy/attribute-list-validation.ts';
import { numberAttributeLists } from '../../policy/attribute-lists.ts';
import { checkStaticAddresses } from '../../address/static-address.ts';
import { administratorGuard } from '../../account/last-administrator.ts';
import { user as of } from '../../account/user.ts';
import { checkFrontDeskProfile } from '../../account/front-desk-profiles.ts';
import { deskReaders, deskWriters, type Caller } from '../../../contract/caller.ts';
import { markSessionsOfUser } from '../../session/session-user.ts';
import { Fault } from '../../../contract/errors.ts';
import { formatTime, isRecord, numberOrNull } from '../../../contract/fields.ts';
import type { Gateway } from '../../../gateway/gateway.ts';
import { endpoint, type Call, type Endpoint } from '../../../http/endpoint.ts';
import { listEndpoint } from '../../../http/list/list-endpoint.ts';
import {
  updateResource,
  createResource,
  createResources,
  deleteResource,
  findResourceRow,
  retrieveResource,
  type ResourceAccess,
  type Row,
} from '../../../http/resource-access.ts';
import {
  fieldSchema,
  ignoredFields,
  patchSchema,
  completeReplacement,
  readableSchema,
  writableSchema,
} from '../../../http/resource-schema.ts';
import { readDeadline } from '../../../organization/deadline.ts';
import type { Site } from '../../../organization/time-zone.ts';
import { insertRegistration } from '../../portal-log/portal-log.ts';
import { logUserChange } from '../../portal-log/user-log.ts';
import { policyField, policyParameters, readEffectivePolicy } from '../effective-policy.ts';
import { organizationFilter } from '../../../http/list/list-parameters.ts';
import { passwordFields, toPasswordColumns } from './user-password.ts';

const reply = readableSchema(of);
/** A user, with the effective policy if it is asked for. */
const shown: TObject = Type.Object({ ...reply.properties, ...policyField });
const body = Type.Object(
  {
    ...writableSchema(of).properties,
    ...passwordFields,
  },
  { additionalProperties: false },
);

type Body = Readonly<Record<string, unknown>>;

/** How a path of the API addresses a user. */
interface Addressing {
  readonly path: string;
  readonly key: 'id' | 'username';
  readonly params: TObject;
}

const byId: Addressing = {
  path: '/user/{id}/',
  key: 'id',
  params: Type.Object({ id: fieldSchema(of, 'id') }),
};
const byName: Addressing = {
  path: '/user/username/{+username}/',
  key: 'username',
  params: Type.Object({ username: Type.String({ minLength: 1, maxLength: 255 }) }),
};

/** The users of the network and of the APIs. */
export const userEndpoints: readonly Endpoint[] = [
  listEndpoint({ resource: of, ...organizationFilter, roles: deskReaders }),
  endpoint({
    method: 'POST',
    path: '/user/',
    summary: 'Create a user, or a list of users',
    roles: deskWriters,
    body,
    reply: Type.Union([reply, Type.Array(reply)]),
    ignoredFields: ignoredFields(body, reply),
    handle: async ({ gateway, caller, body }) =>
      createResource(
        registration({ gateway, caller }, [body]),
        await newColumns({ gateway, caller }, body),
      ),
    bodyOf: of,
    handleMany: async ({ gateway, caller, bodies }) =>
      createResources(
        registration({ gateway, caller }, bodies),
        await Promise.all(bodies.map((body) => newColumns({ gateway, caller }, body))),
      ),
  }),
  ...endpointsOfOne(byId),
  ...endpointsOfOne(byName),
];

/** Returns the access that adds users and logs the registration of guests in the same batch. */
function registration(
  { gateway, caller }: Pick<Call, 'gateway' | 'caller'>,
  bodies: readonly Body[],
): ResourceAccess {
  const { store, now } = gateway;
  const logged = bodies.map(({ username }) => insertRegistration(store, String(username), now()));
  const write: typeof store.write = (batch) => store.write([...batch, ...logged]);
  return { resource: of, gateway, caller, write };
}

function newColumns(
  access: Pick<Call, 'gateway' | 'caller'>,
  body: Body,
): Promise<Record<string, unknown>> {
  return toColumns(access, { body, stored: null });
}

function endpointsOfOne({ path, key, params }: Addressing): Endpoint[] {
  const common = { path, params, reply, hasEtag: true };
  const written = { ...common, ignoredFields: ignoredFields(body, shown) };
  return [
    endpoint({
      method: 'GET',
      summary: 'Get a user',
      roles: deskReaders,
      ...common,
      reply: shown,
      query: Type.Object(policyParameters, { additionalProperties: false }),
      addedFields: Object.keys(policyField),
      async handle({ gateway, caller, params, query }) {
        const found = await retrieveResource({ resource: of, gateway, caller }, [key, params[key]]);
        const effective_policy = await readEffectivePolicy({ gateway, caller, query }, found.id);
        return effective_policy === undefined ? found : { ...found, effective_policy };
      },
    }),
    endpoint({
      method: 'PUT',
      summary: 'Replace a user',
      roles: deskWriters,
      body,
      ...written,
      handle: (call) => changeUser(call, key, completeReplacement(of, call.body)),
    }),
    endpoint({
      method: 'PATCH',
      summary: 'Change a user',
      roles: deskWriters,
      body: patchSchema(body),
      ...written,
      handle: (call) => changeUser(call, key, call.body),
    }),
    endpoint({
      method: 'DELETE',
      summary: 'Delete a user; its accounting stays',
      roles: deskWriters,
      ...common,
      reply: Type.Null(),
      status: 204,
      async handle({ gateway, caller, params, ifMatch }) {
        const { id } = await findResourceRow({ resource: of, gateway, caller }, [key, params[key]]);
        if (id === caller.user)
          throw new Fault('conflict', 'The user of the token in use cannot be deleted.');
        const guarded = await administratorGuard(gateway.store, Number(id), gateway.now());
        const marked = markSessionsOfUser(gateway.store, Number(id));
        const write: typeof guarded = (batch) => guarded([marked, ...batch]);
        return deleteResource({ resource: of, gateway, caller, ifMatch, write }, ['id', id]);
      },
    }),
  ];
}

async function changeUser(
  { gateway, caller, params, ifMatch }: Call,
  key: Addressing['key'],
  body: Body,
) {
  const found = await findResourceRow({ resource: of, gateway, caller }, [key, params[key]]);
  const row = await toColumns({ gateway, caller }, { body, stored: found });
  const guarded = await administratorGuard(gateway.store, Number(found.id), gateway.now());
  const logged = logUserChange(gateway, found, row);
  const write: typeof guarded = (batch) => guarded([...batch, ...logged]);
  return updateResource({ resource: of, gateway, caller, ifMatch, write }, ['id', found.id], row);
}

/**
 * Returns a body with its password as columns, which are not fields of the resource.
 *
 * @param stored  the row of the user; null: it is new
 * @throws Fault `invalid` naming the field of the password that cannot be taken
 */
async function toColumns(
  { gateway, caller }: Pick<Call, 'gateway' | 'caller'>,
  { body, stored }: { readonly body: Body; readonly stored: Row | null },
): Promise<Record<string, unknown>> {
  refuseBeyondGuests(caller, body);
  await checkProfile({ gateway, caller }, { body, stored });
  const { password, password_hash, reversible_password, ...written } = body;
  const passwords = { password, password_hash, reversible_password };
  const organization = numberOrNull(body.organization);
  const given = await withExpiration(gateway, written, {
    location: null,
    organization: organization ?? numberOrNull(stored?.organization) ?? caller.organization,
  });
  if (given.attributes) validateAttributeLists(given.attributes, gateway.dictionary, 'attributes');
  if (isRecord(given.attributes)) {
    const after: Row = { organization: caller.organization, ...stored, ...given };
    await checkStaticAddresses(gateway.store, {
      id: numberOrNull(stored?.id),
      organization: Number(after.organization),
      attributes: given.attributes,
    });
  }
  const fields = isRecord(given.attributes)
    ? { ...given, attributes: numberAttributeLists(given.attributes) }
    : given;
  const columns = await toPasswordColumns(
    { gateway, caller },
    {
      given: passwords,
      stored,
      organization: organization ?? caller.organization,
    },
  );
  return { ...fields, ...columns };
}

/** @throws Fault `invalid` for a profile that a front desk may not give */
async function checkProfile(
  { gateway, caller }: Pick<Call, 'gateway' | 'caller'>,
  { body, stored }: { readonly body: Body; readonly stored: Row | null },
): Promise<void> {
  if (stored !== null && !('profile' in body)) return;
  await checkFrontDeskProfile(gateway.store, caller, {
    profile: numberOrNull(body.profile),
    former: stored === null ? undefined : numberOrNull(stored.profile),
  });
}

/** Replaces an expiration by clocks of the organization with the point in time that it means. */
async function withExpiration({ store }: Gateway, body: Body, site: Site): Promise<Body> {
  const { expiration } = body;
  return typeof expiration === 'string'
    ? { ...body, expiration: formatTime(await readDeadline(store, site, expiration)) }
    : body;
}

/** @throws Fault `invalid` for fields that give a user more rights than a guest, if the caller has the role front_desk */
function refuseBeyondGuests({ role }: Caller, body: Body): void {
  if (role !== 'front_desk') return;
  if (body.role !== undefined && body.role !== 'subscriber')
    throw Fault.field(
      'role',
      `${JSON.stringify(body.role)} - the front desk manages subscribers only.`,
    );
  if (body.attributes !== undefined && body.attributes !== null)
    throw Fault.field('attributes', 'Only an administrator sets attributes.');
  if (Array.isArray(body.profiles) && body.profiles.length > 0)
    throw Fault.field('profiles', 'Only an administrator gives further profiles.');
}
