import { address, linkTo, setQuery } from '../../app/address.ts';
import { control, take } from '../../app/api.ts';
import { formatDuration, formatExactTime, labelOf } from '../../app/format.ts';
import { useLoad } from '../../app/load.ts';
import { formatBy, formatNumber, t } from '../../app/texts.ts';
import { Segments } from '../../design/button.tsx';
import { Chart } from '../../design/chart.tsx';
import { Card, Facts } from '../../design/layout.tsx';
import { Empty, WhenLoaded } from '../../design/states.tsx';
import { ReferenceName } from '../../resource/references.tsx';
import type { DeviceDetails } from './device.tsx';

interface DeviceNowProps {
  readonly device: DeviceDetails['device'];
}

/** State, charts and way of access of a device. */
export function DeviceNow({ device }: DeviceNowProps) {
  return (
    <div class="columns is-wide-first">
      <MetricCharts name={device.name} />
      <div class="stack">
        <Card title={t('What it is')}>
          <Facts
            facts={[
              [t('Type'), device.type_name],
              [t('Hardware'), device.hardware_version],
              [t('Version'), device.software_version],
              [t('Serial number'), device.serial_number],
              ['MAC', device.mac_address && <code>{device.mac_address}</code>],
              [t('Location'), device.location_name],
              [t('Organization'), device.organization_name],
              [t('Description'), device.description],
            ]}
          />
        </Card>
        <Card title={t('How it is reached')}>
          <Facts
            facts={[
              [t('Address'), device.ip_address && <code>{device.ip_address}</code>],
              [t('Connection profile'), profileOf(device)],
              [t('User name'), device.username],
              [t('Host key'), device.host_key && <code>{device.host_key}</code>],
              ['TLS', device.tls_fingerprint && <code>{device.tls_fingerprint}</code>],
              [t('Poll'), device.poll_interval !== null && formatDuration(device.poll_interval)],
              [t('First contact'), formatExactTime(device.first_connection)],
              [t('State since'), formatExactTime(device.last_status_change)],
            ]}
          />
        </Card>
      </div>
    </div>
  );
}

function profileOf({ connection_profile: id }: DeviceNowProps['device']) {
  if (id === null) return t('of the type');
  return (
    <a href={linkTo('connection_profiles', { edit: id })}>
      <ReferenceName field="connection_profile" id={String(id)} />
    </a>
  );
}

const daySeconds = 86_400;

interface Period {
  readonly seconds: number;
  readonly resolution: 'raw' | 'hour' | 'day';
  readonly text: string;
}

const firstPeriod: Period = { seconds: daySeconds, resolution: 'raw', text: '24 h' };
const periods: Readonly<Record<string, Period>> = {
  '24h': firstPeriod,
  '7d': { seconds: 7 * daySeconds, resolution: 'hour', text: '7 d' },
  '60d': { seconds: 60 * daySeconds, resolution: 'day', text: '60 d' },
};

interface MetricSeries {
  readonly name: string;
  readonly times: readonly number[];
  readonly values: readonly number[];
}

const maxRows = 1000;

async function readMetrics(
  device: string,
  { seconds, resolution }: Period,
  signal: AbortSignal,
): Promise<readonly MetricSeries[]> {
  const start = new Date(Date.now() - seconds * 1000).toISOString();
  const { results } = await take(
    control.GET('/control/api/v1/inventory_metric_log/', {
      params: {
        query: {
          device__name: device,
          datetime__gte: start,
          limit: maxRows,
          ...(resolution === 'raw' ? {} : { resolution }),
        },
      },
      signal,
    }),
  );
  const series = new Map<string, [number, number][]>();
  for (const { datetime, metric, interface: port, result, avg } of results) {
    const value = avg ?? result;
    if (value === null) continue;
    const name = port === null ? metric.name : `${metric.name} ${port}`;
    const points = series.get(name) ?? [];
    points.push([Date.parse(datetime) / 1000, value]);
    series.set(name, points);
  }
  return [...series]
    .map(([name, points]) => {
      const ordered = points.toSorted(([one], [other]) => one - other);
      return {
        name,
        times: ordered.map(([time]) => time),
        values: ordered.map(([, value]) => value),
      };
    })
    .filter(({ values }) => values.some((value) => value !== 0))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

const maxCharts = 12;

function MetricCharts({ name }: { readonly name: string }) {
  const chosen = address.value.query.get('period') ?? '24h';
  const period = periods[chosen] ?? firstPeriod;
  const loaded = useLoad(`metrics ${name} ${chosen}`, (abort) => readMetrics(name, period, abort), [
    'device',
  ]);
  return (
    <Card
      title={t('Measured')}
      aside={
        <Segments
          label={t('Period')}
          value={chosen}
          options={Object.entries(periods).map(([value, { text }]) => [value, t(text)])}
          onChoose={(value) => {
            setQuery({ period: value });
          }}
        />
      }
    >
      <WhenLoaded loaded={loaded}>
        {(series) =>
          series.length === 0 ? (
            <Empty icon="report" title={t('Nothing was measured in this time')}>
              {t('The gateway polls a device by its type; each poll adds a point.')}
            </Empty>
          ) : (
            <div class="charts">
              {series.slice(0, maxCharts).map(({ name: metric, times, values }) => (
                <div key={metric} class="stack">
                  <div class="row between">
                    <h3 class="cut">{labelOf(metric)}</h3>
                    <b>{formatNumber(values.at(-1) ?? 0)}</b>
                  </div>
                  <Chart
                    label={labelOf(metric)}
                    times={times}
                    series={[{ name: labelOf(metric), values, colour: 1 }]}
                    format={short}
                  />
                </div>
              ))}
            </div>
          )
        }
      </WhenLoaded>
    </Card>
  );
}

/** Returns a number as it fits beside an axis. */
function short(value: number): string {
  return formatBy(value, { notation: 'compact', maximumFractionDigits: 1 });
}
