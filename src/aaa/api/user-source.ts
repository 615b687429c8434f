import { findProfileIds } from '../account/source-user.ts';
import { Fault } from '../../contract/errors.ts';
import { isRecord } from '../../contract/fields.ts';
import { checkSecretsComeAlong } from '../../contract/secret-destination.ts';
import { bindSecret, userSource, validateUserSource } from '../source/user-source.ts';
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

const mount: CrudMount = { path: userSource.name, key: 'id', isExtension: true };

/** User sources: directories whose people are users. */
export const userSourceEndpoints: readonly Endpoint[] = [
  ...crud(userSource, ['list', 'retrieve', 'destroy'], mount),
  ...writeEndpoints({
    resource: userSource,
    isExtension: true,
    async create(access, body) {
      await checkGroupProfiles(access, { organization: access.caller.organization, ...body });
      return createResource(access, await validateUserSource(body));
    },
    async update(access, key, body) {
      const before = await findResourceRow(access, key);
      checkSecretsComeAlong(body, before, bindSecret);
      await checkGroupProfiles(access, { organization: before['organization'], ...body });
      return updateResource(access, key, await validateUserSource(body, before));
    },
  }),
];

/** @throws Fault `invalid` if a group has a profile that the organization does not know */
async function checkGroupProfiles(
  { gateway: { store } }: ResourceAccess,
  { groups, organization }: Row,
): Promise<void> {
  const given: readonly unknown[] = Array.isArray(groups) ? groups : [];
  const names = given.flatMap((entry) =>
    isRecord(entry) && typeof entry['profile'] === 'string' ? [entry['profile']] : [],
  );
  const known = await findProfileIds(store, { organization: Number(organization), names });
  const missing = names.find((name) => !known.has(name));
  if (missing !== undefined)
    throw Fault.field('groups', `There is no AAA profile ${JSON.stringify(missing)}.`);
}
