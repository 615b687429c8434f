import { auditEntry } from '../upkeep/audit/audit-entry.ts';
import { readers } from '../contract/caller.ts';
import { eventsEndpoint } from '../notify/event/events-endpoint.ts';
import { allVerbs, crud } from '../http/crud.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { connectionProfile } from '../inventory/device/connection-profile.ts';
import { deviceLog } from '../inventory/transaction/device-log.ts';
import { firmwareImage } from '../inventory/device/firmware-image.ts';
import { inventoryType } from '../inventory/device/inventory-type.ts';
import { parameter } from '../inventory/device/parameter.ts';
import { transaction } from '../inventory/transaction/transaction.ts';
import { fleetOperation } from '../inventory/fleet/fleet-operation.ts';
import { metric, metricLog } from '../inventory/metric/metric.ts';
import { addressings, type Addressing } from '../inventory/api/addressing.ts';
import { alertEndpoints } from '../notify/alert/api/alert.ts';
import { webhookEndpoints } from '../notify/alert/api/webhook.ts';
import { configurationEndpoints } from '../inventory/api/configuration.ts';
import { connectionProfileWriteEndpoints } from '../inventory/api/connection-profile.ts';
import { deviceDiagsEndpoints } from '../inventory/api/device-diags.ts';
import { deviceHeadlessOperationEndpoints } from '../inventory/api/device-headless-operation.ts';
import { deviceIppingEndpoint } from '../inventory/api/device-ipping.ts';
import { deviceOperationEndpoint } from '../inventory/api/device-operation.ts';
import { deviceSettingEndpoints } from '../inventory/api/device-setting.ts';
import { deviceVariablesEndpoints } from '../inventory/api/device-variables.ts';
import { deviceWhipEndpoint } from '../inventory/api/device-whip.ts';
import { deviceEndpoints } from '../inventory/api/device.ts';
import { discoveryEndpoints } from '../inventory/api/discovery.ts';
import { dnsfilterCategorygetEndpoint } from '../dnsfilter/api/dnsfilter-categoryget.ts';
import { dnsfilterHostcheckEndpoint } from '../dnsfilter/api/dnsfilter-hostcheck.ts';
import { dnsfilterResourceEndpoints } from '../dnsfilter/api/dnsfilter-resources.ts';
import { fleetOperationEndpoints } from '../inventory/api/fleet-operation.ts';
import { metricLogList } from '../inventory/api/metric-log.ts';
import { retrieveFilteredEndpoint } from '../inventory/api/retrieve-filtered.ts';
import { seriesEndpoints } from '../inventory/api/series.ts';
import { siteDoctorEndpoint } from '../inventory/api/site-doctor.ts';
import { cancelTransactionEndpoint } from '../inventory/api/transactions.ts';
import { variableSetEndpoints } from '../inventory/api/variable-set.ts';

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

/** The device-control API. */
export const controlEndpoints: readonly Endpoint[] = [
  ...addressings.flatMap(deviceCollections),
  ...addressings.filter(({ key }) => key === 'id').map(deviceWhipEndpoint),
  ...crud(connectionProfile, ['list', 'retrieve']),
  ...connectionProfileWriteEndpoints,
  ...crud(connectionProfile, ['destroy'], extension('inventory_connection_profile')),
  ...crud(firmwareImage, allVerbs, extension('inventory_firmware_image')),
  ...crud(deviceLog, ['list', 'retrieve']),
  ...crud(metric, ['list']),
  retrieveFilteredEndpoint(metric, 'name'),
  metricLogList,
  ...crud(metricLog, ['retrieve']),
  ...crud(parameter, ['list']),
  retrieveFilteredEndpoint(parameter, 'group'),
  ...crud(inventoryType, ['list']),
  retrieveFilteredEndpoint(inventoryType, 'name'),
  dnsfilterHostcheckEndpoint('dnsfilter_hostcheck'),
  dnsfilterCategorygetEndpoint('dnsfilter_categoryget'),
  // Older names of the two, for existing clients; the document omits them.
  dnsfilterHostcheckEndpoint('securedns_hostcheck', true),
  dnsfilterCategorygetEndpoint('securedns_categoryget', true),
  ...dnsfilterResourceEndpoints,
  ...variableSetEndpoints,
  ...configurationEndpoints,
  ...crud(transaction, ['list', 'retrieve'], extension('inventory_transaction')),
  cancelTransactionEndpoint,
  ...seriesEndpoints,
  ...crud(fleetOperation, ['list', 'retrieve'], extension('inventory_fleet_operation')),
  ...fleetOperationEndpoints,
  ...alertEndpoints,
  ...webhookEndpoints,
  ...discoveryEndpoints,
  siteDoctorEndpoint,
  eventsEndpoint(readers),
  ...crud(auditEntry, ['list', 'retrieve'], extension('audit')),
];
