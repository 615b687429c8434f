import { crud } from '../http/crud.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { connectionProfile } from '../inventory/connection-profile.ts';
import { deviceLog } from '../inventory/device-log.ts';
import { metric, metricLog } from '../inventory/metric.ts';
import { parameter } from '../inventory/parameter.ts';
import { transaction } from '../inventory/transaction.ts';
import { inventoryType } from '../inventory/type.ts';
import { addressings, type Addressing } from './addressing.ts';
import { connectionProfileWrites } from './connection-profile.ts';
import { deviceDiags } from './device-diags.ts';
import { deviceHeadlessOperation } from './device-headless-operation.ts';
import { deviceIpping } from './device-ipping.ts';
import { deviceOperation } from './device-operation.ts';
import { deviceSetting } from './device-setting.ts';
import { deviceVariables } from './device-variables.ts';
import { deviceWhip } from './device-whip.ts';
import { devices } from './device.ts';
import { categoryget } from './dnsfilter-categoryget.ts';
import { hostcheck } from './dnsfilter-hostcheck.ts';
import { dnsfilterCollections } from './dnsfilter.ts';
import { retrieveFiltered } from './filtered.ts';

const ofDevice = (by: Addressing): Endpoint[] => [
  ...devices(by),
  ...deviceDiags(by),
  ...deviceHeadlessOperation(by),
  deviceIpping(by),
  deviceOperation(by),
  ...deviceSetting(by),
  ...deviceVariables(by),
];

const extension = (path: string) => ({ path, key: 'id', extension: true });

/** The device-control API. */
export const control: readonly Endpoint[] = [
  ...addressings.flatMap(ofDevice),
  ...addressings.filter(({ key }) => key === 'id').map(deviceWhip),
  ...crud(connectionProfile, ['list', 'retrieve']),
  ...connectionProfileWrites,
  ...crud(connectionProfile, ['destroy'], extension('inventory_connection_profile')),
  ...crud(deviceLog, ['list', 'retrieve']),
  ...crud(metric, ['list']),
  retrieveFiltered(metric, 'name'),
  ...crud(metricLog, ['list', 'retrieve']),
  ...crud(parameter, ['list']),
  retrieveFiltered(parameter, 'group'),
  ...crud(inventoryType, ['list']),
  retrieveFiltered(inventoryType, 'name'),
  hostcheck('dnsfilter_hostcheck'),
  categoryget('dnsfilter_categoryget'),
  // The names under which older clients know them; they are not in the document.
  hostcheck('securedns_hostcheck', true),
  categoryget('securedns_categoryget', true),
  ...dnsfilterCollections,
  ...crud(transaction, ['list', 'retrieve'], extension('inventory_transaction')),
];
