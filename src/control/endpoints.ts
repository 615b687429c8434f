import { auditEntry } from '../audit/audit-entry.ts';
import { readers } from '../caller.ts';
import { eventsEndpoint } from '../event/events-endpoint.ts';
import { allVerbs, crud } from '../http/crud.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { connectionProfile } from '../inventory/device/connection-profile.ts';
import { deviceLog } from '../inventory/device/device-log.ts';
import { firmwareImage } from '../inventory/device/firmware-image.ts';
import { inventoryType } from '../inventory/device/inventory-type.ts';
import { parameter } from '../inventory/device/parameter.ts';
import { transaction } from '../inventory/device/transaction.ts';
import { fleetOperation } from '../inventory/fleet/fleet-operation.ts';
import { metric, metricLog } from '../inventory/metric/metric.ts';
import { addressings, type Addressing } from './addressing.ts';
import { alertEndpoints } from './alert/alert.ts';
import { webhookEndpoints } from './alert/webhook.ts';
import { configurationEndpoints } from './configuration.ts';
import { connectionProfileWriteEndpoints } from './connection-profile.ts';
import { deviceDiagsEndpoints } from './device-diags.ts';
import { deviceHeadlessOperationEndpoints } from './device-headless-operation.ts';
import { deviceIppingEndpoint } from './device-ipping.ts';
import { deviceOperationEndpoint } from './device-operation.ts';
import { deviceSettingEndpoints } from './device-setting.ts';
import { deviceVariablesEndpoints } from './device-variables.ts';
import { deviceWhipEndpoint } from './device-whip.ts';
import { deviceEndpoints } from './device.ts';
import { discoveryEndpoints } from './discovery.ts';
import { dnsfilterCategorygetEndpoint } from './dnsfilter-categoryget.ts';
import { dnsfilterHostcheckEndpoint } from './dnsfilter-hostcheck.ts';
import { dnsfilterResourceEndpoints } from './dnsfilter-resources.ts';
import { fleetOperationEndpoints } from './fleet-operation.ts';
import { metricLogList } from './metric/metric-log.ts';
import { retrieveFilteredEndpoint } from './retrieve-filtered.ts';
import { seriesEndpoints } from './series.ts';
import { siteDoctorEndpoint } from './site-doctor.ts';
import { cancelTransactionEndpoint } from './transactions.ts';
import { variableSetEndpoints } from './variable-set.ts';

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
