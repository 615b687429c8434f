import { allVerbs, crud } from '../http/crud.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { ModuleApi, ModuleEndpoints } from '../gateway/module.ts';
import { addressings, type Addressing } from './api/addressing.ts';
import { availabilityEndpoint } from './api/availability.ts';
import { configurationEndpoints } from './api/configuration.ts';
import { connectionProfileWriteEndpoints } from './api/connection-profile.ts';
import { deviceDiagsEndpoints } from './api/device-diags.ts';
import { deviceHeadlessOperationEndpoints } from './api/device-headless-operation.ts';
import { deviceIppingEndpoint } from './api/device-ipping.ts';
import { deviceOperationEndpoint } from './api/device-operation.ts';
import { deviceSettingEndpoints } from './api/device-setting.ts';
import { deviceVariablesEndpoints } from './api/device-variables.ts';
import { deviceWhipEndpoint } from './api/device-whip.ts';
import { deviceEndpoints } from './api/device.ts';
import { discoveryEndpoints } from './api/discovery.ts';
import { fleetOperationEndpoints } from './api/fleet-operation.ts';
import { metricLogList } from './api/metric-log.ts';
import { retrieveFilteredEndpoint } from './api/retrieve-filtered.ts';
import { seriesEndpoints } from './api/series.ts';
import { siteDoctorEndpoint } from './api/site-doctor.ts';
import { cancelTransactionEndpoint } from './api/transactions.ts';
import { variableSetEndpoints } from './api/variable-set.ts';
import { connectionProfile } from './device/connection-profile.ts';
import { deviceLog } from './transaction/device-log.ts';
import { firmwareImage } from './device/firmware-image.ts';
import { inventoryType } from './device/inventory-type.ts';
import { parameter } from './device/parameter.ts';
import { transaction } from './transaction/transaction.ts';
import { inventoryBodies, inventoryFields, inventoryTags } from './endpoint-texts.ts';
import { fleetOperation } from './fleet/fleet-operation.ts';
import { metric, metricLog } from './metric/metric.ts';

/** The collections of a device, which exist once per addressing. */
const deviceCollections = (by: Addressing): Endpoint[] => [
  ...deviceEndpoints(by),
  ...deviceDiagsEndpoints(by),
  ...deviceHeadlessOperationEndpoints(by),
  deviceIppingEndpoint(by),
  deviceOperationEndpoint(by),
  ...deviceSettingEndpoints(by),
  ...deviceVariablesEndpoints(by),
];

const extension = (path: string) => ({ path, key: 'id', isExtension: true });

const control: ModuleApi = {
  endpoints: [
    ...addressings.flatMap(deviceCollections),
    ...addressings.filter(({ key }) => key === 'id').map(deviceWhipEndpoint),
    ...crud(connectionProfile, ['list', 'retrieve']),
    ...connectionProfileWriteEndpoints,
    ...crud(connectionProfile, ['destroy'], extension('inventory_connection_profile')),
    ...crud(firmwareImage, allVerbs, extension('inventory_firmware_image')),
    ...crud(deviceLog, ['list', 'retrieve']),
    availabilityEndpoint,
    ...crud(metric, ['list']),
    retrieveFilteredEndpoint(metric, 'name'),
    metricLogList,
    ...crud(metricLog, ['retrieve']),
    ...crud(parameter, ['list']),
    retrieveFilteredEndpoint(parameter, 'group'),
    ...crud(inventoryType, ['list']),
    retrieveFilteredEndpoint(inventoryType, 'name'),
    ...variableSetEndpoints,
    ...configurationEndpoints,
    ...crud(transaction, ['list', 'retrieve'], extension('inventory_transaction')),
    cancelTransactionEndpoint,
    ...seriesEndpoints,
    ...crud(fleetOperation, ['list', 'retrieve'], extension('inventory_fleet_operation')),
    ...fleetOperationEndpoints,
    ...discoveryEndpoints,
    siteDoctorEndpoint,
  ],
  tags: inventoryTags,
  examples: { fields: inventoryFields, bodies: inventoryBodies },
};

export const endpoints: ModuleEndpoints = { control };
