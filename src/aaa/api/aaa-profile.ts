import { numberAttributeLists } from '../policy/attribute-lists.ts';
import { profile, validateProfile } from '../policy/profile.ts';
import { crud } from '../../http/crud.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { createResource, findResourceRow, updateResource } from '../../http/resource-access.ts';
import { writeEndpoints } from '../../http/write-endpoints.ts';

/** Profiles: sets of RADIUS attributes that users are granted. */
export const profileEndpoints: readonly Endpoint[] = [
  ...crud(profile, ['list', 'retrieve', 'destroy']),
  ...writeEndpoints({
    resource: profile,
    create(access, body) {
      validateProfile(body, access.gateway);
      return createResource(access, numberAttributeLists(body));
    },
    async update(access, key, body) {
      const before = await findResourceRow(access, key);
      validateProfile(body, { dictionary: access.gateway.dictionary, before });
      return updateResource(access, key, numberAttributeLists(body));
    },
  }),
];
