import { address, setQuery } from '../../app/address.ts';
import { formatDuration, formatOctets } from '../../app/format.ts';
import { useLoad } from '../../app/load.ts';
import { formatNumber, plural, t } from '../../app/texts.ts';
import { Segments } from '../../design/button.tsx';
import { Chart } from '../../design/chart.tsx';
import { SelectField } from '../../design/field.tsx';
import { Card, Page, TableBox } from '../../design/layout.tsx';
import { Empty, WhenLoaded } from '../../design/states.tsx';
import { CsvButton } from '../../resource/csv-button.tsx';
import { ReferenceName } from '../../resource/references.tsx';
import {
  groups,
  periods,
  readSums,
  sumsPath,
  withEmptyDays,
  type Choice,
  type Sum,
} from './sums.ts';

/** Sums of sessions by day, place, user and cause. The period and the grouping are in the address. */
export function View() {
  const { query } = address.value;
  const choice: Choice = {
    group: query.get('by') ?? 'day',
    days: Number(query.get('days') ?? '7'),
  };
  const loaded = useLoad(`report ${choice.group} ${choice.days}`, (abort) =>
    readSums(choice, abort),
  );
  return (
    <Page
      title={t('Reports')}
      lead={t('Sessions, time and traffic. The address has the period and the grouping: share it.')}
      actions={
        <>
          <Segments
            label={t('Period')}
            value={String(choice.days)}
            options={periods.map((days) => [String(days), plural(days, '24 h', '{n} days')])}
            onChoose={(days) => {
              setQuery({ days });
            }}
          />
          <CsvButton path={() => sumsPath(choice)} name={`sessions-by-${choice.group}`} />
        </>
      }
    >
      <div class="form-grid">
        <SelectField
          label={t('By')}
          value={choice.group}
          options={Object.entries(groups).map(([value, text]) => [value, t(text)])}
          onChoose={(by) => {
            setQuery({ by });
          }}
        />
      </div>
      <WhenLoaded loaded={loaded}>{(sums) => <Report choice={choice} sums={sums} />}</WhenLoaded>
    </Page>
  );
}

interface ReportProps {
  readonly choice: Choice;
  readonly sums: readonly Sum[];
}

const isTime = ({ group }: Choice) => group === 'day' || group === 'hour';

function Report({ choice, sums }: ReportProps) {
  if (sums.length === 0)
    return (
      <Card isFlush>
        <Empty icon="report" title={t('No session in this period')}>
          {t('Choose a longer one, or wait for the first accounting packet.')}
        </Empty>
      </Card>
    );
  return (
    <>
      <Totals sums={sums} />
      {isTime(choice) && <Courses choice={choice} sums={sums} />}
      <SumTable choice={choice} sums={sums} />
    </>
  );
}

function total(sums: readonly Sum[], pick: (sum: Sum) => number): number {
  return sums.reduce((all, sum) => all + pick(sum), 0);
}

function Totals({ sums }: Pick<ReportProps, 'sums'>) {
  const sessions = total(sums, (sum) => sum.sessions);
  const seconds = total(sums, (sum) => sum.seconds);
  const cells = [
    [t('Sessions'), formatNumber(sessions)],
    [t('Time online'), formatDuration(seconds)],
    [t('Mean session'), formatDuration(sessions === 0 ? 0 : seconds / sessions)],
    [t('Down'), formatOctets(total(sums, (sum) => sum.down))],
    [t('Up'), formatOctets(total(sums, (sum) => sum.up))],
  ] as const;
  return (
    <section class="card" aria-label={t('Totals')}>
      <dl class="sums">
        {cells.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Courses({ choice, sums }: ReportProps) {
  const ordered = withEmptyDays(choice, sums).toSorted((one, other) => one.at - other.at);
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

function SumTable({ choice, sums }: ReportProps) {
  const most = Math.max(...sums.map((sum) => sum.down + sum.up), 1);
  return (
    <Card title={t(groups[choice.group] ?? 'By')} isFlush>
      <TableBox label={t('Sums')}>
        <table class="table">
          <thead>
            <tr>
              <th scope="col">{t(groups[choice.group] ?? 'By')}</th>
              <th scope="col" class="is-number">
                {t('Sessions')}
              </th>
              <th scope="col" class="is-number">
                {t('Time online')}
              </th>
              <th scope="col" class="is-number">
                {t('Traffic')}
              </th>
              <th scope="col" class="wide-only">
                {t('Share')}
              </th>
            </tr>
          </thead>
          <tbody>
            {sums.map((sum) => (
              <tr key={sum.name}>
                <td>
                  <span class="name">
                    <GroupName group={choice.group} name={sum.name} />
                  </span>
                </td>
                <td class="is-number">{formatNumber(sum.sessions)}</td>
                <td class="is-number nowrap">{formatDuration(sum.seconds)}</td>
                <td class="is-number nowrap">{formatOctets(sum.down + sum.up)}</td>
                <td class="wide-only">
                  <progress
                    class="meter"
                    max={most}
                    value={sum.down + sum.up}
                    aria-label={t('Share of the largest')}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
    </Card>
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
  return references.has(group) ? <ReferenceName field={group} id={name} /> : <>{name}</>;
}
