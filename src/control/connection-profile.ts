import type { Endpoint } from '../http/endpoint.ts';
import { createResource, updateResource } from '../http/resource-access.ts';
import { writeEndpoints } from '../http/write-endpoints.ts';
import { connectionProfile } from '../inventory/device/connection-profile.ts';
import { checkConnectionServices } from '../inventory/device/connection-service.ts';

/** Endpoints that write connection profiles, whose services are checked against their adapters. */
export const connectionProfileWriteEndpoints: readonly Endpoint[] = writeEndpoints({
  resource: connectionProfile,
  isExtension: true,
  create: (access, body) =>
    createResource(access, checkConnectionServices(access.gateway.adapters, body)),
  update: (access, key, body) =>
    updateResource(access, key, checkConnectionServices(access.gateway.adapters, body)),
});
