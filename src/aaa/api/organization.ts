import { isDeepStrictEqual } from 'node:util';
import { Type } from 'typebox';
import { organization as of } from '../../organization/organization.ts';
import {
  addOrganization,
  changeOrganization,
  removeOrganization,
  type OrganizationFields,
} from '../../organization/organization-store.ts';
import { validateRejectFields } from '../../organization/reject-fields.ts';
import { Fault } from '../../contract/errors.ts';
import { guestReaders, type Caller } from '../../contract/caller.ts';
import { crud } from '../../http/crud.ts';
import { endpoint, type Call, type Endpoint } from '../../http/endpoint.ts';
import { checkReferencesOfMove } from '../../http/reference/move.ts';
import { lostPrecondition } from '../../http/precondition.ts';
import { findMatchingRow, retrieveResource } from '../../http/resource-access.ts';
import {
  fieldSchema,
  ignoredFields,
  patchSchema,
  completeReplacement,
  readableSchema,
  writableSchema,
} from '../../http/resource-schema.ts';

const params = Type.Object({ id: fieldSchema(of, 'id') });
const body = writableSchema(of);
const reply = readableSchema(of);
const ignored = ignoredFields(body, reply);
const one = { path: '/organization/{id}/', params, reply, isExtension: true, hasEtag: true };

type Body = Readonly<Record<string, unknown>>;

/** Endpoints of the organizations of a caller: its own and all below. */
export const organizationEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/me/organization/',
    summary: 'Get the organization of the caller',
    reply,
    hasEtag: true,
    roles: [...guestReaders, 'app'],
    handle: ({ gateway, caller }) =>
      retrieveResource({ resource: of, gateway, caller }, ['id', caller.organization]),
  }),
  ...crud(of, ['list']),
  ...crud(of, ['retrieve'], { path: 'organization', key: 'id', isExtension: true }),
  endpoint({
    method: 'POST',
    path: '/organization/',
    summary: 'Create an organization below another',
    body,
    reply,
    ignoredFields: ignored,
    isExtension: true,
    async handle({ gateway, caller, body }) {
      const fields = {
        ...fieldsOf(body),
        name: String(body.name),
        parent: body.parent === undefined ? caller.organization : parentOf(caller, body.parent),
      };
      const id = await addOrganization(gateway.store, fields, gateway.now());
      await gateway.changes.publish(of.name);
      const widened = { ...caller, organizations: [...caller.organizations, id] };
      return retrieveResource({ resource: of, gateway, caller: widened }, ['id', id]);
    },
  }),
  endpoint({
    method: 'PUT',
    summary: 'Replace an organization',
    body,
    ...one,
    ignoredFields: ignored,
    handle: (call) => change(call, completed(call.body)),
  }),
  endpoint({
    method: 'PATCH',
    summary: 'Change an organization',
    body: patchSchema(body),
    ...one,
    ignoredFields: ignored,
    handle: (call) => change(call, call.body),
  }),
  endpoint({
    method: 'DELETE',
    summary: 'Delete an organization',
    ...one,
    reply: Type.Null(),
    status: 204,
    hasEtag: false,
    async handle({ gateway, caller, params, ifMatch }) {
      const unchangedSince = await checkedState({ gateway, caller, params, ifMatch });
      if (params.id === caller.organization)
        throw new Fault('conflict', 'The organization of the caller cannot be deleted.');
      await removeOrganization(gateway.store, { id: params.id, unchangedSince }).catch(
        lostPrecondition(ifMatch),
      );
      await gateway.changes.publish(of.name);
      return null;
    },
  }),
];

async function change({ gateway, caller, params, ifMatch }: Call, body: Body) {
  const unchangedSince = await checkedState({ gateway, caller, params, ifMatch });
  const found = await retrieveResource({ resource: of, gateway, caller }, ['id', params.id]);
  const fields = fieldsOf(body);
  validateRejectFields({ ...found, ...fields });
  if (found.id === caller.organization) refuseForRoot(found, body);
  else if (body.parent !== undefined && body.parent !== found.parent) {
    const parent = parentOf(caller, body.parent);
    await checkReferencesOfMove({ id: found.id, parent }, { gateway });
    Object.assign(fields, { parent });
  }
  await changeOrganization(
    gateway.store,
    { id: found.id, fields, unchangedSince },
    gateway.now(),
  ).catch(lostPrecondition(ifMatch));
  await gateway.changes.publish(of.name);
  return retrieveResource({ resource: of, gateway, caller }, ['id', found.id]);
}

/**
 * Checks If-Match against an organization.
 *
 * @returns the time of its last change, for the statement that writes; null: the change is unconditional
 * @throws Fault `not_found`, `precondition`
 */
async function checkedState({
  gateway,
  caller,
  params,
  ifMatch,
}: Pick<Call, 'gateway' | 'caller' | 'params' | 'ifMatch'>): Promise<number | null> {
  const row = await findMatchingRow({ resource: of, gateway, caller, ifMatch }, ['id', params.id]);
  return ifMatch === null ? null : Number(row.last_change);
}

/** Refuses to move or deactivate the organization of the caller, or to give it other networks. */
function refuseForRoot(
  {
    parent,
    device_networks,
  }: { readonly parent: number | null; readonly device_networks: unknown },
  body: Body,
): void {
  if (
    body.device_networks !== undefined &&
    !isDeepStrictEqual(body.device_networks, device_networks)
  )
    throw Fault.field('device_networks', 'Only an organization above it can change them.');
  if (body.parent !== undefined && body.parent !== parent)
    throw Fault.field('parent', 'The organization of the caller cannot be moved.');
  if (body.is_active === false)
    throw Fault.field('is_active', 'The organization of the caller cannot be deactivated.');
}

/** @returns the parent in a body; @throws Fault `invalid` if the caller may not see it */
function parentOf(caller: Caller, parent: unknown): number {
  if (typeof parent === 'number' && caller.organizations.includes(parent)) return parent;
  throw Fault.absent('parent', parent);
}

/** Completes the body of a PUT with defaults, except for the parent, the short name and the networks, which stay. */
function completed(body: Body): Body {
  const { parent, short_name, device_networks, ...fields } = completeReplacement(of, body);
  return {
    ...fields,
    ...('parent' in body && { parent }),
    ...('short_name' in body && { short_name }),
    ...('device_networks' in body && { device_networks }),
  };
}

/** Returns the fields without the parent, which is checked separately. */
function fieldsOf(body: Body): OrganizationFields {
  return Object.fromEntries(Object.entries(body).filter(([field]) => field !== 'parent'));
}
