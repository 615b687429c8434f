import type { Gateway } from '../../gateway/gateway.ts';
import type { Job, PeriodicTask } from '../../gateway/job.ts';
import { namedParameter, prepareQuery } from '../../store/prepared-statement.ts';
import { resolveConnection } from '../device/connection.ts';
import { findDeviceById, type StoredDevice } from '../device/find-device.ts';
import { scheduleSettingWrite, settingWrite } from './desired-settings.ts';
import { findPendingSettings } from './pending-settings.ts';
import { namesOf, writePending } from './setting-sync.ts';
import { serializeReadings } from './reported-values.ts';

const searchIntervalMs = 2000;
/** Interval of retries on a device that answers, but could not be written. */
const retryMs = 3_600_000;
const maxDevicesPerRun = 200;

/** Writes the pending settings of a device. A run that was interrupted is repeated. */
export const settingWriteJob: Job<'setting'> = {
  kind: settingWrite.kind,
  waitsForDevice: 'always',
  async run(work, gateway) {
    const device = await findDeviceById(gateway.store, work.device);
    const settings = await findPendingSettings(gateway, device);
    if (settings.length === 0) return { variables: [], applied: [] };
    const connection = await resolveConnection(gateway, device);
    const { readings, applied } = await writePending(gateway, connection, {
      settings,
      readings: [],
      work,
    });
    return { variables: serializeReadings(connection, readings), applied: namesOf(applied) };
  },
};

/** Returns the task that schedules writes for devices that are up again and still have pending settings. */
export function createSettingWriteTask(gateway: Gateway): PeriodicTask {
  return {
    name: 'pending settings',
    intervalMs: searchIntervalMs,
    failureMessage: `cannot search for pending settings; retrying every ${searchIntervalMs / 1000} s`,
    async run() {
      const devices = await findDevicesToWrite(gateway);
      if (devices.length === 0) return undefined;
      await gateway.store.write(
        devices.flatMap((device) => scheduleSettingWrite(gateway, device, null)),
      );
      gateway.jobs.wake();
      return undefined;
    },
  };
}

/** Returns devices that answer and whose pending settings were not tried since the device came back. */
function findDevicesToWrite(
  gateway: Gateway,
): Promise<readonly Pick<StoredDevice, 'id' | 'organization' | 'ip_address'>[]> {
  return selectDevicesToWrite(gateway.store, { retryBefore: gateway.now().getTime() - retryMs });
}

const selectDevicesToWrite = prepareQuery((db) =>
  db
    .selectFrom('inventory_setting as s')
    .innerJoin('inventory_device as d', 'd.id', 's.device')
    .select(['d.id', 'd.organization', 'd.ip_address'])
    .distinct()
    .where('s.state', '=', 'pending')
    .where('d.status', '=', 1)
    .where('d.ip_address', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('inventory_transaction as t')
            .select('t.id')
            .whereRef('t.device', '=', 'd.id')
            .where('t.kind', '=', settingWrite.kind)
            .where((when) =>
              when.or([
                when('t.status', 'in', ['scheduled', 'running']),
                when.and([
                  when('t.completed_at', '>=', when.ref('d.last_status_change')),
                  when('t.completed_at', '>', namedParameter<number>('retryBefore')),
                ]),
              ]),
            ),
        ),
      ),
    )
    .limit(maxDevicesPerRun)
    .compile(),
);
