import { sql } from 'kysely';
import type { CommandValues } from '../../contract/adapter.ts';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { operationsOf } from '../../device-type/device-type.ts';
import { Semaphore } from '../../runtime/limit/semaphore.ts';
import { createAdapterLog, resolveConnection } from '../device/connection.ts';
import { findDeviceById, getDeviceType, type StoredDevice } from '../device/find-device.ts';
import { checkParameters, valuesForDevice } from './operation-parameters.ts';

/**
 * Operations on the devices that access points are, at once and without a transaction: for what the gateway itself has to do
 * there, and may repeat.
 */
export class PointOperations {
  readonly #limit = new Semaphore({ max: 8, maxWaiting: 256, name: 'operations for the portal' });

  /** True if an access point is a device of the inventory whose type has an operation. */
  async isPossible(gateway: Gateway, accessPoint: number, operation: string): Promise<boolean> {
    const device = await findDeviceOf(gateway, accessPoint);
    return device !== null && operationsOf(getDeviceType(gateway, device)).has(operation);
  }

  /**
   * Runs an operation on the device that an access point is.
   *
   * @returns false: it is no device of the inventory, or one whose type has no such operation
   * @throws  Fault of the device; `overloaded` if too many wait
   */
  async run(
    gateway: Gateway,
    accessPoint: number,
    { operation, parameters }: { readonly operation: string; readonly parameters: CommandValues },
  ): Promise<boolean> {
    const device = await findDeviceOf(gateway, accessPoint);
    const spec = device && operationsOf(getDeviceType(gateway, device)).get(operation);
    if (!device || !spec) return false;
    const values = checkParameters(spec, parameters, null);
    await this.#limit.run(async () => {
      const connection = await resolveConnection(gateway, device);
      const { adapter, target } = connection.serviceOf(spec.protocol);
      if (!adapter.operate || !spec.command)
        throw new Fault('unsupported', `adapter ${adapter.name} supports no operations`);
      const operate = adapter.operate.bind(adapter);
      const command =
        adapter.fillCommand?.(spec.command, valuesForDevice(spec, values)) ?? spec.command;
      const log = createAdapterLog(gateway, connection);
      await gateway.watchdog.run({ name: operation, timeoutMs: spec.timeout * 1000 }, (signal) =>
        operate(target, command, { signal, log }),
      );
    });
    return true;
  }
}

/** Finds the device that was set to be an access point, else the one with its MAC address. */
async function findDeviceOf(
  { store }: Pick<Gateway, 'store'>,
  accessPoint: number,
): Promise<StoredDevice | null> {
  const { rows } = await sql<{ id: number }>`
    select d.id from access_point as a join inventory_device as d on d.organization = a.organization
      and (d.access_point = a.id or (d.access_point is null and d.mac_address = a.mac))
    where a.id = ${accessPoint} order by case when d.access_point is null then 1 else 0 end, d.id limit 1`.execute(
    store.db,
  );
  const [row] = rows;
  return row ? findDeviceById(store, row.id) : null;
}
