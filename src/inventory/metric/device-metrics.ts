import type { Store } from '../../store/store.ts';
import { readLastMetrics } from './last-metrics.ts';

/* The last values of devices in the text format of Prometheus. */

const devicesPerQuery = 200;
/** Series of one reply. */
const maxSeries = 100_000;

const head = [
  '# HELP gatehouse_device_up 1: the device answered when it was last asked.',
  '# TYPE gatehouse_device_up gauge',
  '# HELP gatehouse_device_metric Result of a metric of the last poll, of devices that answer.',
  '# TYPE gatehouse_device_metric gauge',
];

/**
 * Returns whether each device answers, and its last values.
 *
 * @param organizations  whose devices are shown
 */
export async function renderDeviceMetrics(
  store: Store,
  organizations: readonly number[],
): Promise<string> {
  const lines = [...head];
  let omitted = 0;
  let after = 0;
  for (;;) {
    const page = await findDevicesAfter(store, { organizations, after });
    const series = await renderPage(store, page);
    const room = maxSeries + head.length - lines.length;
    lines.push(...series.slice(0, room));
    omitted += Math.max(0, series.length - room);
    after = page.at(-1)?.id ?? 0;
    if (page.length < devicesPerQuery) break;
  }
  lines.push(
    `# HELP gatehouse_device_series_omitted Series beyond the limit of ${maxSeries}.`,
    '# TYPE gatehouse_device_series_omitted gauge',
    `gatehouse_device_series_omitted ${omitted}`,
  );
  return `${lines.join('\n')}\n`;
}

interface Page {
  readonly organizations: readonly number[];
  readonly after: number;
}

type Device = Awaited<ReturnType<typeof findDevicesAfter>>[number];

function findDevicesAfter(store: Store, { organizations, after }: Page) {
  return store.db
    .selectFrom('inventory_device as d')
    .innerJoin('inventory_type as t', 't.id', 'd.type')
    .innerJoin('organization as o', 'o.id', 'd.organization')
    .select(['d.id', 'd.name', 'd.status', 't.short_name as type', 'o.short_name as organization'])
    .where('d.organization', 'in', organizations)
    .where('d.id', '>', after)
    .orderBy('d.id')
    .limit(devicesPerQuery)
    .execute();
}

async function renderPage(store: Store, devices: readonly Device[]): Promise<readonly string[]> {
  const up = devices.filter(({ status }) => status === 1).map(({ id }) => id);
  const last = await readLastMetrics(store, up);
  return devices.flatMap((device) => {
    const { id, name, type, organization, status } = device;
    const labels = labelsOf({ organization, device: name, id: String(id), type });
    const values = (last.get(id) ?? []).flatMap(
      ({ metric, parameter, interface: name, result }) => {
        if (result === null) return [];
        const own = labelsOf({ metric, parameter, ...(name !== null && { interface: name }) });
        return [`gatehouse_device_metric{${labels},${own}} ${result}`];
      },
    );
    return [`gatehouse_device_up{${labels}} ${status === 1 ? 1 : 0}`, ...values];
  });
}

function labelsOf(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',');
}

const escaped = (value: string) =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
