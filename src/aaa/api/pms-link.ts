import { deskReaders } from '../../contract/caller.ts';
import { pmsGuest, pmsPosting } from '../pms/pms-guest.ts';
import { checkPmsLink, pmsLink } from '../pms/pms-link.ts';
import { crud, type CrudMount } from '../../http/crud.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { createResource, findResourceRow, updateResource } from '../../http/resource-access.ts';
import { writeEndpoints } from '../../http/write-endpoints.ts';

const mount = (path: string): CrudMount => ({ path, key: 'id', isExtension: true });

/** Links to hotel systems, with the guests in house and the charges that are posted. */
export const pmsEndpoints: readonly Endpoint[] = [
  ...crud(pmsLink, ['list', 'retrieve', 'destroy'], mount(pmsLink.name)),
  ...writeEndpoints({
    resource: pmsLink,
    isExtension: true,
    async create(access, body) {
      const { organization } = access.caller;
      await checkPmsLink(access, body, { organization });
      return createResource(access, body);
    },
    async update(access, key, body) {
      await checkPmsLink(access, body, await findResourceRow(access, key));
      return updateResource(access, key, body);
    },
  }),
  ...[pmsGuest, pmsPosting].flatMap((resource) =>
    crud(resource, ['list', 'retrieve'], { ...mount(resource.name), readers: deskReaders }),
  ),
];
