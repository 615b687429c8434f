import { sql } from 'kysely';
import type { Gateway } from '../../gateway/gateway.ts';
import type { PeriodicTask } from '../../gateway/job.ts';
import { findDeviceById } from '../device/find-device.ts';
import { scheduleConfigurationWork } from './configuration-job.ts';

const intervalMs = 300_000;
const maxDevicesPerRun = 100;

/** Returns the task that schedules the backups of devices that are up, as often as their types say. */
export function createBackupTask(gateway: Gateway): PeriodicTask {
  return {
    name: 'backups',
    intervalMs,
    initialDelayMs: intervalMs,
    failureMessage: `cannot schedule backups; retrying every ${intervalMs / 1000} s`,
    async run(signal) {
      for (const id of await findDueDevices(gateway)) {
        if (signal.aborted) break;
        const device = await findDeviceById(gateway.store, id);
        await scheduleConfigurationWork(gateway, { device, restored: null, user: null });
      }
      return undefined;
    },
  };
}

/** Returns devices that are up and whose last backup attempt is older than the interval of their type. */
export async function findDueDevices(gateway: Gateway): Promise<readonly number[]> {
  const now = gateway.now().getTime();
  const types = [...gateway.deviceTypes.values()].flatMap(({ short_name, backup }) =>
    backup && backup.every > 0 ? [{ short_name, since: now - backup.every * 1000 }] : [],
  );
  if (types.length === 0) return [];
  const since = sql`case ${sql.join(
    types.map((type) => sql`when t.short_name = ${type.short_name} then ${sql.lit(type.since)}`),
    sql` `,
  )} end`;
  const query = gateway.store.db
    .selectFrom('inventory_device as d')
    .innerJoin('inventory_type as t', 't.id', 'd.type')
    .select('d.id')
    .where(
      't.short_name',
      'in',
      types.map(({ short_name }) => short_name),
    )
    .where('d.status', '=', 1)
    .where('d.ip_address', 'is not', null)
    .where(
      sql<boolean>`not exists (select 1 from inventory_transaction as b where b.device = d.id
        and b.kind = 'configuration' and (b.status in ('scheduled', 'running') or b.created_at > ${since}))`,
    )
    .limit(maxDevicesPerRun);
  return (await gateway.store.readLong(query)).map(({ id }) => id);
}
