import { numberAttributeLists } from '../policy/attribute-lists.ts';
import { profile, validateProfile } from '../policy/profile.ts';
import { readSoldLimits } from '../policy/sold-limits.ts';
import { crud } from '../../http/crud.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import {
  createResource,
  findResourceRow,
  updateResource,
  type ResourceAccess,
  type Row,
} from '../../http/resource-access.ts';
import { withWarnings, withWarningsField } from '../../http/warnings.ts';
import { writeEndpoints } from '../../http/write-endpoints.ts';

/** Profiles: sets of RADIUS attributes that users are granted. */
export const profileEndpoints: readonly Endpoint[] = [
  ...crud(profile, ['list', 'retrieve', 'destroy']),
  ...writeEndpoints({
    resource: profile,
    ...withWarningsField(profile),
    async create(access, body) {
      validateProfile(body, access.gateway);
      return warned(access, await createResource(access, numberAttributeLists(body)));
    },
    async update(access, key, body) {
      const before = await findResourceRow(access, key);
      validateProfile(body, { dictionary: access.gateway.dictionary, before });
      return warned(access, await updateResource(access, key, numberAttributeLists(body)));
    },
  }),
];

/** Adds the limits of a profile that access points of its organization do not carry out. */
async function warned(access: ResourceAccess, shown: Row) {
  const limits = await readSoldLimits(access.gateway.store, [Number(shown.id)]);
  const site = { organization: Number(shown.organization), location: null };
  return withWarnings(access, shown, { limits, site });
}
