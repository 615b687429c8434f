import { formatOctets } from '../../app/format.ts';
import { useLoad } from '../../app/load.ts';
import { formatNumber, t } from '../../app/texts.ts';
import { Chart } from '../../design/chart.tsx';
import { Note, Skeleton } from '../../design/states.tsx';
import { readDay, type Day } from './day.ts';

/** What is there now. */
export interface Counts {
  /** Sessions that are open. */
  readonly online: number;
  readonly devices: number;
  readonly devicesUp: number;
}

const whole = (value: number) => formatNumber(value, 0);

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Four charts of the last day that share their axis of time. */
export function DayCharts(counts: Counts) {
  const loaded = useLoad(`day ${counts.devicesUp}`, (abort) => readDay(counts.devicesUp, abort));
  if (loaded.problem && loaded.data === null)
    return <Note kind="bad">{loaded.problem.message}</Note>;
  if (loaded.data === null) return <Skeleton />;
  return (
    <>
      <h2>{t('Last 24 hours')}</h2>
      <div class="charts">
        <Sessions day={loaded.data} {...counts} />
        <Logins day={loaded.data} />
        <Traffic day={loaded.data} />
        <Devices day={loaded.data} {...counts} />
      </div>
    </>
  );
}

interface Figure {
  readonly title: string;
  readonly figure: string;
  readonly note: string;
}

function Heading({ title, figure, note }: Figure) {
  return (
    <div>
      <h3>{title}</h3>
      <div class="wrap">
        <span class="figure">{figure}</span>
        <span class="small soft">{note}</span>
      </div>
    </div>
  );
}

function Sessions({ day, online }: { readonly day: Day } & Counts) {
  return (
    <section class="card card-body">
      <Heading title={t('Sessions')} figure={whole(online)} note={t('open now')} />
      <Chart
        label={t('Sessions, mean of each hour')}
        times={day.times}
        series={[{ name: t('sessions'), values: day.sessions, colour: 1 }]}
        format={(value) => formatNumber(value)}
      />
    </section>
  );
}

function Logins({ day }: { readonly day: Day }) {
  const sum = day.accepted.map((value, index) => value + (day.rejected[index] ?? 0));
  return (
    <section class="card card-body">
      <Heading
        title={t('Logins')}
        figure={whole(total(day.accepted))}
        note={t('accepted, {n} rejected', { n: total(day.rejected) })}
      />
      <Chart
        label={t('Logins by hour')}
        kind="bars"
        times={day.times}
        series={[
          { name: t('rejected'), values: sum, colour: 4 },
          { name: t('accepted'), values: day.accepted, colour: 2 },
        ]}
        isWhole
        format={whole}
      />
    </section>
  );
}

function Traffic({ day }: { readonly day: Day }) {
  return (
    <section class="card card-body">
      <Heading
        title={t('Traffic')}
        figure={formatOctets(total(day.octetsDown))}
        note={t('down, {up} up', { up: formatOctets(total(day.octetsUp)) })}
      />
      <Chart
        label={t('Traffic by hour')}
        times={day.times}
        series={[
          { name: t('Down'), values: day.octetsDown, colour: 1 },
          { name: t('Up'), values: day.octetsUp, colour: 2 },
        ]}
        least={1000}
        format={formatOctets}
      />
    </section>
  );
}

function Devices({ day, devices, devicesUp }: { readonly day: Day } & Counts) {
  return (
    <section class="card card-body">
      <Heading
        title={t('Devices up')}
        figure={whole(devicesUp)}
        note={t('of {n}', { n: devices })}
      />
      <Chart
        label={t('Devices that answer')}
        kind="steps"
        times={day.times}
        series={[{ name: t('up'), values: day.devicesUp, colour: 2 }]}
        isWhole
        format={whole}
      />
    </section>
  );
}
