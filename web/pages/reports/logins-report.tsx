import { call } from '../../app/api.ts';
import { formatDay, parseSiteTime, siteDay } from '../../app/format.ts';
import { useLoad } from '../../app/load.ts';
import { rowsIn, textOf } from '../../app/problem.ts';
import { formatBy, formatNumber, t } from '../../app/texts.ts';
import { Chart } from '../../design/chart.tsx';
import { Card } from '../../design/layout.tsx';
import { Note } from '../../design/states.tsx';
import { daysOf, reportPath, startOf, type Choice, type ReportProps } from './choice.ts';
import { ReportTable, Share, Totals, WhenFound } from './parts.tsx';

const hourMs = 3_600_000;

/** Returns path and query of the logins of a period. A login has no location: its NAS may serve several. */
export function loginsPath(choice: Choice, group: 'reason' | 'hour'): string {
  const more = { group_by: group, location: '' };
  return reportPath('/gate/api/v1/aaa_decision_summary/', choice, more);
}

interface LoginCount {
  /** Reason, or the hour in UTC. */
  readonly name: string;
  readonly accepted: number;
  readonly rejected: number;
}

interface Logins {
  readonly reasons: readonly LoginCount[];
  readonly hours: readonly LoginCount[];
}

async function readLogins(choice: Choice, signal: AbortSignal): Promise<Logins> {
  const read = async (group: 'reason' | 'hour') =>
    rowsIn((await call(loginsPath(choice, group), { signal })).body).map((row) => ({
      name: textOf(row[group]),
      accepted: Number(row['accepted']),
      rejected: Number(row['rejected']),
    }));
  const [reasons, hours] = await Promise.all([read('reason'), read('hour')]);
  return { reasons, hours };
}

/** Logins that were accepted, and those that were refused by their reason. */
export function LoginsReport({ choice, name }: ReportProps) {
  const loaded = useLoad(name, (abort) => readLogins(choice, abort));
  return (
    <WhenFound
      loaded={loaded}
      isEmpty={({ hours }) => hours.length === 0}
      none={[t('No login in this period'), t('Choose a longer one, or wait for the first login.')]}
    >
      {(logins) => <Decisions choice={choice} logins={logins} />}
    </WhenFound>
  );
}

interface DecisionsProps {
  readonly choice: Choice;
  readonly logins: Logins;
}

function Decisions({ choice, logins: { reasons, hours } }: DecisionsProps) {
  const accepted = hours.reduce((all, hour) => all + hour.accepted, 0);
  const rejected = hours.reduce((all, hour) => all + hour.rejected, 0);
  const share = (count: number) =>
    formatBy(count / Math.max(1, accepted + rejected), { style: 'percent' });
  const refusals = reasons
    .filter((reason) => reason.rejected > 0)
    .toSorted((one, other) => other.rejected - one.rejected);
  return (
    <>
      <Totals
        cells={[
          [t('Accepted'), formatNumber(accepted)],
          [t('Refused'), formatNumber(rejected)],
          [t('Share of refusals'), share(rejected)],
        ]}
      />
      <Course choice={choice} hours={hours} />
      <Kept choice={choice} hours={hours} />
      <ReportTable
        title={t('Reasons of refusals')}
        rows={refusals}
        keyOf={({ name }) => name}
        columns={[
          { title: t('Reason'), draw: (reason) => <bdi>{reason.name}</bdi> },
          { title: t('Refused'), kind: 'number', draw: (one) => formatNumber(one.rejected) },
          {
            title: t('Share of refusals'),
            kind: 'number',
            draw: (one) => formatBy(one.rejected / Math.max(1, rejected), { style: 'percent' }),
          },
          {
            title: t('Share'),
            kind: 'wide',
            draw: (one) => (
              <Share
                of={refusals[0]?.rejected ?? 1}
                value={one.rejected}
                label={t('Share of the largest')}
              />
            ),
          },
        ]}
      />
    </>
  );
}

const dayMs = 24 * hourMs;

/** Says so where the period begins before the first login that is kept: nothing does not mean that nobody came. */
function Kept({
  choice,
  hours: [first],
}: {
  readonly choice: Choice;
  readonly hours: Logins['hours'];
}) {
  const begin = Date.parse(first?.name ?? '');
  if (choice.days === 1 || begin - startOf(choice.days) < dayMs) return null;
  return (
    <Note>
      {t(
        'The first login that is kept is of {day}. How long they are kept is "retention" of the organization.',
        {
          day: formatDay(begin),
        },
      )}
    </Note>
  );
}

/** Logins by hour, or by day where these would be too many. */
function Course({ choice, hours }: { readonly choice: Choice; readonly hours: Logins['hours'] }) {
  const isDays = choice.days > 1;
  const keyOf = (time: number) =>
    isDays ? siteDay(time) : String(Math.floor(time / hourMs) * hourMs);
  const sums = new Map<string, { accepted: number; rejected: number }>();
  for (const { name, accepted, rejected } of hours) {
    const key = keyOf(Date.parse(name));
    const sum = sums.get(key) ?? { accepted: 0, rejected: 0 };
    sums.set(key, { accepted: sum.accepted + accepted, rejected: sum.rejected + rejected });
  }
  const keys = isDays ? daysOf(choice.days) : hoursOf(choice.days).map(String);
  const values = (pick: 'accepted' | 'rejected') => keys.map((key) => sums.get(key)?.[pick] ?? 0);
  return (
    <Card title={t('Logins')}>
      <Chart
        label={t('Logins')}
        times={keys.map((key) => (isDays ? parseSiteTime(key) : Number(key)) / 1000)}
        isWhole
        isDays={isDays}
        series={[
          { name: t('Accepted'), values: values('accepted'), colour: 1 },
          { name: t('Refused'), values: values('rejected'), colour: 4 },
        ]}
        format={(value) => formatNumber(value, 0)}
      />
    </Card>
  );
}

function hoursOf(days: number): readonly number[] {
  const first = Math.floor(startOf(days) / hourMs);
  const last = Math.floor(Date.now() / hourMs);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * hourMs);
}
