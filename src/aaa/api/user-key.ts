import { Type, type TObject } from 'typebox';
import { digestKey } from '../key/key-digest.ts';
import { generateKey, keyPattern, maxKeyLength, minKeyLength } from '../key/key-text.ts';
import { findSessionsOfKeys } from '../key/key-sessions.ts';
import { userKeyDevice } from '../key/user-key-device.ts';
import { userKey as of } from '../key/user-key.ts';
import { user } from '../account/user.ts';
import { requestChange } from '../coa/authorization-change-queue.ts';
import { deskReaders, deskWriters } from '../../contract/caller.ts';
import { asFault, Fault } from '../../contract/errors.ts';
import type { Resource } from '../../contract/resource.ts';
import { Secret } from '../../contract/secret.ts';
import { crud, type CrudMount } from '../../http/crud.ts';
import { endpoint, type Call, type Endpoint } from '../../http/endpoint.ts';
import {
  createResource,
  deleteResource,
  findResourceRow,
  updateResource,
  type ResourceAccess,
  type Row,
} from '../../http/resource-access.ts';
import {
  fieldSchema,
  ignoredFields,
  patchSchema,
  readableSchema,
} from '../../http/resource-schema.ts';

const newKey = Type.Object(
  {
    user: fieldSchema(of, 'user'),
    name: Type.Optional(fieldSchema(of, 'name')),
    key: Type.Optional(
      Type.String({
        minLength: minKeyLength,
        maxLength: maxKeyLength,
        pattern: keyPattern,
        writeOnly: true,
        description:
          'printable ASCII, used by no other key of the organization; default: a key that can be said, which the reply shows',
      }),
    ),
  },
  { additionalProperties: false },
);

const created = Type.Object({
  ...readableSchema(of).properties,
  key: Type.Optional(Type.String({ description: 'the key, if it was generated; shown only here' })),
});

/** A key itself is never changed: who has it would lose the network without a word. */
const changedKey = Type.Object(
  { name: Type.Optional(fieldSchema(of, 'name')) },
  { additionalProperties: false },
);
const device = Type.Object(
  {
    user_key: fieldSchema(userKeyDevice, 'user_key'),
    mac: fieldSchema(userKeyDevice, 'mac'),
  },
  { additionalProperties: false },
);

const changed = {
  path: '/user_key/{id}/',
  roles: deskWriters,
  params: Type.Object({ id: fieldSchema(of, 'id') }),
  body: changedKey,
  reply: readableSchema(of),
  ignoredFields: ignoredFields(changedKey, readableSchema(of)),
  isExtension: true,
} as const;
const changedDevice = {
  path: '/user_key_device/{id}/',
  roles: deskWriters,
  params: Type.Object({ id: fieldSchema(userKeyDevice, 'id') }),
  reply: readableSchema(userKeyDevice),
  ignoredFields: ignoredFields(device, readableSchema(userKeyDevice)),
  isExtension: true,
} as const;

const mount = (path: string): CrudMount => ({
  path,
  key: 'id',
  isExtension: true,
  readers: deskReaders,
});

/** Wi-Fi keys of users and vouchers, and the devices that use them. */
export const userKeyEndpoints: readonly Endpoint[] = [
  ...crud(of, ['list', 'retrieve'], mount(of.name)),
  endpoint({
    method: 'POST',
    path: '/user_key/',
    summary: `Create ${of.title}`,
    roles: deskWriters,
    body: newKey,
    reply: created,
    isExtension: true,
    handle: ({ gateway, caller, body }) => createKey({ resource: of, gateway, caller }, body),
  }),
  endpoint({
    ...changed,
    method: 'PUT',
    summary: `Replace ${of.title}, but not the key itself`,
    handle: ({ gateway, caller, params, body }) =>
      updateResource({ resource: of, gateway, caller }, ['id', params.id], { name: '', ...body }),
  }),
  endpoint({
    ...changed,
    method: 'PATCH',
    summary: `Change ${of.title}, but not the key itself`,
    handle: ({ gateway, caller, params, body }) =>
      updateResource({ resource: of, gateway, caller }, ['id', params.id], body),
  }),
  deletion(of, {
    summary: 'Delete a Wi-Fi key; the sessions of its devices end',
    endedBy: ({ id }) => ({ key: Number(id), mac: null }),
  }),
  ...crud(userKeyDevice, ['list', 'retrieve'], mount(userKeyDevice.name)),
  endpoint({
    method: 'POST',
    path: '/user_key_device/',
    summary: 'Bind a device to a Wi-Fi key before it is used',
    roles: deskWriters,
    body: device,
    reply: readableSchema(userKeyDevice),
    ignoredFields: ignoredFields(device, readableSchema(userKeyDevice)),
    isExtension: true,
    async handle({ gateway, caller, body }) {
      const access = { resource: userKeyDevice, gateway, caller };
      return createResource(access, await withOrganization(access, body));
    },
  }),
  endpoint({
    ...changedDevice,
    method: 'PUT',
    summary: `Replace ${userKeyDevice.title}`,
    body: device,
    handle: changeDevice,
  }),
  endpoint({
    ...changedDevice,
    method: 'PATCH',
    summary: `Change ${userKeyDevice.title}`,
    body: patchSchema(device),
    handle: changeDevice,
  }),
  deletion(userKeyDevice, {
    summary: 'Delete a device of a Wi-Fi key; its sessions end',
    endedBy: ({ user_key: key, mac }) => ({ key: Number(key), mac: String(mac) }),
  }),
];

async function changeDevice({
  gateway,
  caller,
  params,
  body,
}: Pick<Call, 'gateway' | 'caller'> & {
  readonly params: { readonly id: number };
  readonly body: Row;
}): Promise<Row> {
  const access = { resource: userKeyDevice, gateway, caller };
  const { id } = await findResourceRow(access, ['id', params.id]);
  return updateResource(access, ['id', id], await withOrganization(access, body));
}

/** Adds the organization of the key that a device is bound to. */
async function withOrganization(access: ResourceAccess, body: Row): Promise<Row> {
  const { user_key: id } = body;
  if (id === undefined) return body;
  const key = await findGuestRow({ ...access, resource: of }, 'user_key', id);
  return { ...body, organization: key['organization'] };
}

const maxAttempts = 5;

/** @throws Fault `invalid` naming the field */
async function createKey(
  access: ResourceAccess,
  { user: id, name, key }: Readonly<{ user?: unknown; name?: unknown; key?: unknown }>,
): Promise<Row> {
  const { gateway, caller } = access;
  const owner = await findGuestRow({ resource: user, gateway, caller }, 'user', id);
  const row = {
    user: id,
    organization: owner['organization'],
    ...(name !== undefined && { name }),
  };
  if (typeof key === 'string') return addKey(access, row, key);
  for (let attempt = 1; ; attempt += 1)
    try {
      const generated = generateKey();
      return { ...(await addKey(access, row, generated)), key: generated };
    } catch (error) {
      const isTaken = 'key' in (asFault(error)?.fields ?? {});
      if (!isTaken || attempt === maxAttempts) throw error;
    }
}

async function addKey(access: ResourceAccess, row: Row, text: string): Promise<Row> {
  const key = new Secret(text);
  const digest = await digestKey(access.gateway, key);
  // The key is no field, but a column, which the resource does not seal.
  const sealed = access.gateway.vault.seal(key, 'user_key.key');
  const created = access.gateway.now().toISOString();
  return createResource(access, { ...row, key: sealed, digest, created }).catch(nameKey);
}

/** The digest that is not unique is that of a key. */
function nameKey(error: unknown): never {
  if ('digest' in (asFault(error)?.fields ?? {}))
    throw Fault.field('key', 'Another user of the organization has this key.');
  throw error;
}

/** Finds the row that a field names, which the caller may see. @throws Fault `invalid` naming the field */
async function findGuestRow(access: ResourceAccess, field: string, id: unknown): Promise<Row> {
  try {
    return await findResourceRow(access, ['id', id]);
  } catch (error) {
    if (asFault(error)?.kind === 'not_found') throw Fault.absent(field, id);
    throw error;
  }
}

/** The devices whose sessions end. */
interface EndedDevices {
  readonly key: number;
  /** Canonical; null: all of the key. */
  readonly mac: string | null;
}

/** Returns the endpoint that deletes keys or devices, and has the NASes end the sessions of the devices. */
function deletion<T extends TObject>(
  resource: Resource<T>,
  { summary, endedBy }: { readonly summary: string; readonly endedBy: (row: Row) => EndedDevices },
): Endpoint {
  return endpoint({
    method: 'DELETE',
    path: `/${resource.name}/{id}/`,
    summary,
    roles: deskWriters,
    params: Type.Object({ id: fieldSchema(of, 'id') }),
    reply: Type.Null(),
    status: 204,
    isExtension: true,
    async handle({ gateway, caller, params }) {
      const access = { resource, gateway, caller };
      const row = await findResourceRow(access, ['id', params.id]);
      const sessions = await findSessionsOfKeys(gateway.store, endedBy(row));
      await deleteResource(access, ['id', row['id']]);
      for (const session of sessions)
        await requestChange(gateway, {
          ...session,
          kind: 'disconnect',
          trigger: 'api',
          attributes: [],
          requestedBy: caller.user,
        });
      return null;
    },
  });
}
