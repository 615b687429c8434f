import { call } from '../../app/api.ts';
import { formatDay, parseSiteTime } from '../../app/format.ts';
import { useLoad } from '../../app/load.ts';
import { rowsIn, textOf } from '../../app/problem.ts';
import { formatNumber, t } from '../../app/texts.ts';
import { Chart } from '../../design/chart.tsx';
import { Card } from '../../design/layout.tsx';
import { daysOf, reportPath, type Choice, type ReportProps } from './choice.ts';
import { ReportTable, Share, Totals, WhenFound } from './parts.tsx';

const path = '/gate/api/v1/aaa_guest_summary/';

/** Returns path and query of the guests of a period. */
export function guestsPath(choice: Choice): string {
  return reportPath(path, choice);
}

interface GuestDay {
  readonly day: string;
  readonly guests: number;
  readonly devices: number;
  readonly sessions: number;
}

async function readGuests(choice: Choice, signal: AbortSignal): Promise<readonly GuestDay[]> {
  const { body } = await call(guestsPath(choice), { signal });
  return rowsIn(body).map((row) => ({
    day: textOf(row['day']),
    guests: Number(row['guests']),
    devices: Number(row['devices']),
    sessions: Number(row['sessions']),
  }));
}

/** Different guests of each day. */
export function GuestsReport({ choice, name }: ReportProps) {
  const loaded = useLoad(name, (abort) => readGuests(choice, abort));
  return (
    <WhenFound
      loaded={loaded}
      isEmpty={(found) => found.length === 0}
      none={[
        t('No guest in this period'),
        t('Choose a longer one, or wait for the first accounting packet.'),
      ]}
    >
      {(found) => <Guests choice={choice} found={found} />}
    </WhenFound>
  );
}

interface GuestsProps {
  readonly choice: Choice;
  readonly found: readonly GuestDay[];
}

function Guests({ choice, found }: GuestsProps) {
  const known = new Map(found.map((one) => [one.day, one]));
  const days = daysOf(choice.days).map(
    (day) => known.get(day) ?? { day, guests: 0, devices: 0, sessions: 0 },
  );
  const most = Math.max(...days.map(({ guests }) => guests));
  const sum = (pick: (day: GuestDay) => number) => days.reduce((all, day) => all + pick(day), 0);
  return (
    <>
      <Totals
        cells={[
          [t('Most guests on a day'), formatNumber(most)],
          [t('Guests on a mean day'), formatNumber(sum(({ guests }) => guests) / days.length)],
          [t('Devices on a mean day'), formatNumber(sum(({ devices }) => devices) / days.length)],
          [t('Sessions'), formatNumber(sum(({ sessions }) => sessions))],
        ]}
      />
      <Courses days={days} />
      <ReportTable
        title={t('Guests by day')}
        rows={days.toReversed()}
        keyOf={({ day }) => day}
        columns={[
          { title: t('Day'), draw: ({ day }) => formatDay(parseSiteTime(day)) },
          { title: t('Guests'), kind: 'number', draw: ({ guests }) => formatNumber(guests) },
          { title: t('Devices'), kind: 'number', draw: ({ devices }) => formatNumber(devices) },
          { title: t('Sessions'), kind: 'number', draw: (day) => formatNumber(day.sessions) },
          {
            title: t('Share'),
            kind: 'wide',
            draw: ({ guests }) => (
              <Share of={most} value={guests} label={t('Share of the largest')} />
            ),
          },
        ]}
      />
    </>
  );
}

function Courses({ days }: { readonly days: readonly GuestDay[] }) {
  const times = days.map(({ day }) => parseSiteTime(day) / 1000);
  const course = (name: string, values: readonly number[], colour: 1 | 2) => (
    <Card title={name}>
      <Chart
        label={name}
        kind="bars"
        times={times}
        isWhole
        isDays
        series={[{ name, values, colour }]}
        format={(value) => formatNumber(value, 0)}
      />
    </Card>
  );
  return (
    <div class="columns is-even">
      {course(
        t('Guests'),
        days.map(({ guests }) => guests),
        1,
      )}
      {course(
        t('Devices'),
        days.map(({ devices }) => devices),
        2,
      )}
    </div>
  );
}
