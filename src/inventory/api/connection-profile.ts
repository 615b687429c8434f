import type { Gateway } from '../../gateway/gateway.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { createResource, findResourceRow, updateResource } from '../../http/resource-access.ts';
import { writeEndpoints } from '../../http/write-endpoints.ts';
import { connectionProfile } from '../device/connection-profile.ts';
import { checkConnectionServices } from '../device/connection-service.ts';
import { checkPrivateKeys } from '../device/write-check/private-key-check.ts';
import { contactDevicesOnChange } from '../device/contact-change.ts';

/** Endpoints that write connection profiles, whose services are checked against their adapters. */
export const connectionProfileWriteEndpoints: readonly Endpoint[] = writeEndpoints({
  resource: connectionProfile,
  isExtension: true,
  async create(access, body) {
    const { adapters } = access.gateway;
    const checked = checkConnectionServices(adapters, body);
    await checkPrivateKeys(adapters, checked, false);
    return createResource(access, checked);
  },
  async update(access, key, body) {
    const { gateway } = access;
    const checked = checkConnectionServices(gateway.adapters, body);
    await checkPrivateKeys(gateway.adapters, checked, true);
    const contact = contactDevicesOnChange(gateway, await findResourceRow(access, key), checked);
    const write = (batch: Batch) => gateway.store.write([...batch, ...contact]);
    return updateResource({ ...access, write }, key, checked);
  },
});

type Batch = Parameters<Gateway['store']['write']>[0];
