import { validateWifiNetwork, wifiNetwork as of } from '../wifi/wifi-network.ts';
import { deskReaders } from '../../contract/caller.ts';
import { crud, type CrudMount } from '../../http/crud.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { createResource, retrieveResource, updateResource } from '../../http/resource-access.ts';
import { writeEndpoints } from '../../http/write-endpoints.ts';

const mount: CrudMount = { path: of.name, key: 'id', isExtension: true, readers: deskReaders };

/** Wi-Fi networks, and the profiles by which devices join them. */
export const wifiNetworkEndpoints: readonly Endpoint[] = [
  ...crud(of, ['list', 'retrieve', 'destroy'], mount),
  ...writeEndpoints({
    resource: of,
    isExtension: true,
    create(access, body) {
      validateWifiNetwork(body);
      return createResource(access, body);
    },
    async update(access, key, body) {
      validateWifiNetwork(body, await retrieveResource(access, key));
      return updateResource(access, key, body);
    },
  }),
];
