import { linkTo } from '../../app/address.ts';
import { call } from '../../app/api.ts';
import { formatDuration, parseSiteTime } from '../../app/format.ts';
import { useLoad } from '../../app/load.ts';
import { rowsIn, textOf } from '../../app/problem.ts';
import { session } from '../../app/session.ts';
import { formatBy, formatNumber, t } from '../../app/texts.ts';
import { Chart } from '../../design/chart.tsx';
import { Card } from '../../design/layout.tsx';
import { reportPath, type Choice, type ReportProps } from './choice.ts';
import { ReportTable, Share, Totals, WhenFound } from './parts.tsx';

/** Returns path and query of the availability of devices in a period. */
export function availabilityPath(choice: Choice, group: 'device' | 'day'): string {
  return reportPath('/control/api/v1/inventory_device_availability/', choice, { group_by: group });
}

interface Availability {
  readonly device: string;
  readonly name: string;
  /** Of the site, such as 2026-11-28. */
  readonly day: string;
  /** From 0 to 1; null: neither up nor down. */
  readonly share: number | null;
  readonly up: number;
  readonly down: number;
  readonly outages: number;
}

interface Found {
  readonly devices: readonly Availability[];
  readonly days: readonly Availability[];
}

async function readAvailability(choice: Choice, signal: AbortSignal): Promise<Found> {
  const read = async (group: 'device' | 'day') =>
    rowsIn((await call(availabilityPath(choice, group), { signal })).body).map((row) => ({
      device: textOf(row['device']),
      name: textOf(row['name']),
      day: textOf(row['day']),
      share: typeof row['availability'] === 'number' ? row['availability'] : null,
      up: Number(row['up_seconds']),
      down: Number(row['down_seconds']),
      outages: Number(row['outages']),
    }));
  const [devices, days] = await Promise.all([read('device'), read('day')]);
  return { devices, days };
}

/** How long devices were up, the worst first. */
export function AvailabilityReport({ choice, name }: ReportProps) {
  const loaded = useLoad(name, (abort) => readAvailability(choice, abort), ['device']);
  return (
    <WhenFound
      loaded={loaded}
      isEmpty={({ devices }) => devices.length === 0}
      none={[t('No device here'), t('Choose another place, or add the first device.')]}
    >
      {(found) => <Devices {...found} />}
    </WhenFound>
  );
}

const hoursDown = ({ down }: Availability) => down / 3600;

const formatHours = (hours: number) =>
  formatBy(hours, { style: 'unit', unit: 'hour', unitDisplay: 'short', maximumFractionDigits: 1 });

const percent = (share: number | null) =>
  share === null ? '–' : formatBy(share, { style: 'percent', maximumFractionDigits: 2 });

function Devices({ devices, days }: Found) {
  const sum = (pick: (one: Availability) => number) =>
    days.reduce((all, one) => all + pick(one), 0);
  const most = Math.max(...devices.map((one) => one.down));
  const [up, down] = [sum((one) => one.up), sum((one) => one.down)];
  return (
    <>
      <Totals
        cells={[
          [t('Availability'), percent(up + down === 0 ? null : up / (up + down))],
          [t('Time down'), formatDuration(down)],
          [t('Outages'), formatNumber(sum((one) => one.outages))],
          [t('Devices'), formatNumber(devices.length)],
        ]}
      />
      <Card title={t('Time down by day')}>
        <Chart
          label={t('Time down by day')}
          kind="bars"
          times={days.map((one) => parseSiteTime(one.day) / 1000)}
          isDays
          series={[{ name: t('Time down'), values: days.map(hoursDown), colour: 4 }]}
          format={formatHours}
        />
      </Card>
      <ReportTable
        title={t('Availability of devices')}
        rows={devices}
        keyOf={({ device }) => device}
        columns={[
          { title: t('Device'), draw: (one) => <DeviceName of={one} /> },
          { title: t('Availability'), kind: 'number', draw: ({ share }) => percent(share) },
          { title: t('Time down'), kind: 'number', draw: (one) => formatDuration(one.down) },
          { title: t('Outages'), kind: 'number', draw: (one) => formatNumber(one.outages) },
          {
            title: t('Share of the time down'),
            kind: 'wide',
            draw: (one) => <Share of={most} value={one.down} label={t('Share of the largest')} />,
          },
        ]}
      />
    </>
  );
}

function DeviceName({ of: { device, name } }: { readonly of: Availability }) {
  if (session.value?.role === 'reports') return <>{name}</>;
  return <a href={linkTo('device', { id: device })}>{name}</a>;
}
