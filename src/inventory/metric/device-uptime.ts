import type { DeviceAddresses, UptimeSample } from '../../gateway/gateway.ts';
import type { Store } from '../../store/store.ts';
import { firstIdAt, timeOfId } from './metric-log-id.ts';

/** Metric of a type that is the time since the start of the device, in seconds. */
export const uptimeMetric = 'uptime';

const maxDevices = 4;

/**
 * Finds the last uptime of each device with one of the addresses.
 *
 * @param since  milliseconds since 1970; older samples are ignored
 */
export async function findDeviceUptimes(
  store: Store,
  { organization, ipAddresses, macAddresses }: DeviceAddresses,
  since: number,
): Promise<readonly UptimeSample[]> {
  const devices = await store.db
    .selectFrom('inventory_device')
    .select('id')
    .where('organization', '=', organization)
    .where((where) =>
      where.or([
        ...(ipAddresses.length > 0 ? [where('ip_address', 'in', ipAddresses)] : []),
        ...(macAddresses.length > 0 ? [where('mac_address', 'in', macAddresses)] : []),
      ]),
    )
    .orderBy('id')
    .limit(maxDevices)
    .execute();
  const samples = await Promise.all(devices.map(({ id }) => findLastUptime(store, id, since)));
  return samples.filter((sample) => sample !== null);
}

async function findLastUptime(
  { db }: Store,
  device: number,
  since: number,
): Promise<UptimeSample | null> {
  const [last, previous] = await db
    .selectFrom('inventory_metric_log as l')
    .innerJoin('inventory_metric_source as s', 's.id', 'l.source')
    .innerJoin('inventory_metric as m', 'm.id', 's.metric')
    .select(['l.id', 'l.result'])
    .where('l.device', '=', device)
    .where('m.name', '=', uptimeMetric)
    .where('l.id', '>=', firstIdAt(since + 1))
    .orderBy('l.id', 'desc')
    .limit(2)
    .execute();
  if (typeof last?.result !== 'number') return null;
  return {
    takenAt: timeOfId(last.id),
    uptimeSeconds: last.result,
    previousUptimeSeconds: previous?.result ?? null,
  };
}
