import { formatDay, formatDuration, formatOctets, parseSiteTime } from '../../app/format.ts';
import { useLoad } from '../../app/load.ts';
import { formatNumber, t } from '../../app/texts.ts';
import { Chart } from '../../design/chart.tsx';
import { Card } from '../../design/layout.tsx';
import { ReferenceName } from '../../resource/references.tsx';
import type { Choice, ReportProps } from './choice.ts';
import { ReportTable, Share, Totals, WhenFound } from './parts.tsx';
import { groups, readSums, withEmptySteps, type Sum } from './sums.ts';

/** Sums of sessions by day, place, user and cause. */
export function SessionsReport({ choice, name }: ReportProps) {
  const loaded = useLoad(name, (abort) => readSums(choice, abort));
  return (
    <WhenFound
      loaded={loaded}
      isEmpty={(sums) => sums.length === 0}
      none={[
        t('No session in this period'),
        t('Choose a longer one, or wait for the first accounting packet.'),
      ]}
    >
      {(sums) => <Sums choice={choice} sums={sums} />}
    </WhenFound>
  );
}

interface SumsProps {
  readonly choice: Choice;
  readonly sums: readonly Sum[];
}

const isTime = ({ group }: Choice) => group === 'day' || group === 'hour';

function Sums({ choice, sums }: SumsProps) {
  const total = (pick: (sum: Sum) => number) => sums.reduce((all, sum) => all + pick(sum), 0);
  const sessions = total((sum) => sum.sessions);
  const seconds = total((sum) => sum.seconds);
  return (
    <>
      <Totals
        cells={[
          [t('Sessions'), formatNumber(sessions)],
          [t('Time online'), formatDuration(seconds)],
          [t('Mean session'), formatDuration(sessions === 0 ? 0 : seconds / sessions)],
          [t('Down'), formatOctets(total((sum) => sum.down))],
          [t('Up'), formatOctets(total((sum) => sum.up))],
        ]}
      />
      {isTime(choice) && <Courses choice={choice} sums={sums} />}
      <SumTable choice={choice} sums={sums} />
    </>
  );
}

function Courses({ choice, sums }: SumsProps) {
  const ordered = withEmptySteps(choice, sums);
  const times = ordered.map(({ at }) => at);
  return (
    <div class="columns is-even">
      <Card title={t('Sessions')}>
        <Chart
          label={t('Sessions')}
          kind="bars"
          times={times}
          isWhole
          isDays={choice.group === 'day'}
          series={[{ name: t('sessions'), values: ordered.map((sum) => sum.sessions), colour: 1 }]}
          format={(value) => formatNumber(value, 0)}
        />
      </Card>
      <Card title={t('Traffic')}>
        <Chart
          label={t('Traffic')}
          times={times}
          isDays={choice.group === 'day'}
          series={[
            { name: t('Down'), values: ordered.map((sum) => sum.down), colour: 1 },
            { name: t('Up'), values: ordered.map((sum) => sum.up), colour: 2 },
          ]}
          format={formatOctets}
        />
      </Card>
    </div>
  );
}

function SumTable({ choice, sums }: SumsProps) {
  const most = Math.max(...sums.map((sum) => sum.down + sum.up), 1);
  const by = t(groups[choice.group] ?? 'By');
  return (
    <ReportTable
      title={by}
      rows={sums}
      keyOf={({ name }) => name}
      columns={[
        { title: by, draw: ({ name }) => <GroupName group={choice.group} name={name} /> },
        { title: t('Sessions'), kind: 'number', draw: (sum) => formatNumber(sum.sessions) },
        { title: t('Time online'), kind: 'number', draw: (sum) => formatDuration(sum.seconds) },
        { title: t('Traffic'), kind: 'number', draw: (sum) => formatOctets(sum.down + sum.up) },
        {
          title: t('Share'),
          kind: 'wide',
          draw: (sum) => (
            <Share of={most} value={sum.down + sum.up} label={t('Share of the largest')} />
          ),
        },
      ]}
    />
  );
}

const references: ReadonlySet<string> = new Set([
  'user',
  'access_point',
  'location',
  'client',
  'profile',
]);

function GroupName({ group, name }: { readonly group: string; readonly name: string }) {
  if (name === '') return <span class="muted">{t('not known')}</span>;
  if (group === 'day') return <>{formatDay(parseSiteTime(name))}</>;
  return references.has(group) ? <ReferenceName field={group} id={name} /> : <>{name}</>;
}
