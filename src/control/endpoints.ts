import { crud, everyVerb } from '../http/crud.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { connectionProfile } from '../inventory/connection-profile.ts';
import { deviceLog } from '../inventory/device-log.ts';
import { device } from '../inventory/device.ts';
import { metric, metricLog } from '../inventory/metric.ts';
import { transaction } from '../inventory/transaction.ts';
import { inventoryType } from '../inventory/type.ts';
import { addressings, type Addressing } from './addressing.ts';
import { connectionProfileWrites } from './connection-profile.ts';
import { deviceIpping } from './device-ipping.ts';
import { deviceOperation } from './device-operation.ts';

const ofDevice = (by: Addressing): Endpoint[] => [...crud(device, everyVerb, by), deviceIpping(by), deviceOperation(by)];

const extension = (path: string) => ({ path, key: 'id', extension: true });

/** The device-control API. */
export const control: readonly Endpoint[] = [
  ...addressings.flatMap(ofDevice),
  ...crud(connectionProfile, ['list', 'retrieve']),
  ...connectionProfileWrites,
  ...crud(connectionProfile, ['destroy'], extension('inventory_connection_profile')),
  ...crud(deviceLog, ['list', 'retrieve']),
  ...crud(metric, ['list', 'retrieve']),
  ...crud(metricLog, ['list', 'retrieve']),
  ...crud(inventoryType, ['list', 'retrieve']),
  ...crud(transaction, ['list', 'retrieve'], extension('inventory_transaction')),
];
