import { linkTo } from '../../app/address.ts';
import { call } from '../../app/api.ts';
import { formatDuration, formatTime, parseSiteTime, siteDay } from '../../app/format.ts';
import { useLoad } from '../../app/load.ts';
import { rowsIn, textOf } from '../../app/problem.ts';
import { mayServe } from '../../app/session.ts';
import { formatBy, formatNumber, t } from '../../app/texts.ts';
import { Chart } from '../../design/chart.tsx';
import { Card } from '../../design/layout.tsx';
import { daysOf, reportPath, type Choice, type ReportProps } from './choice.ts';
import { ReportTable, Share, Totals, WhenFound, type ReportColumn } from './parts.tsx';
import { worthOf } from './worth.ts';

/** Returns path and query of the vouchers that were made in a period. */
export function vouchersPath(choice: Choice): string {
  return reportPath('/gate/api/v1/user_token_batch_summary/', choice);
}

interface Batch {
  readonly batch: string;
  readonly created: string;
  readonly price: string;
  /** Seconds; null: not metered, or not the same for all. */
  readonly time: number | null;
  readonly made: number;
  readonly used: number;
  readonly left: number;
  readonly expired: number;
  readonly revoked: number;
}

async function readBatches(choice: Choice, signal: AbortSignal): Promise<readonly Batch[]> {
  const { body } = await call(vouchersPath(choice), { signal });
  return rowsIn(body).map((row) => ({
    batch: textOf(row['batch']),
    created: textOf(row['created']),
    price: textOf(row['price']),
    time: typeof row['time'] === 'number' ? row['time'] : null,
    made: Number(row['made']),
    used: Number(row['used']),
    left: Number(row['left']),
    expired: Number(row['expired']),
    revoked: Number(row['revoked']),
  }));
}

/** Vouchers by the batch that they were made in: what was used, and what is left. */
export function VouchersReport({ choice, name }: ReportProps) {
  const loaded = useLoad(name, (abort) => readBatches(choice, abort), ['voucher']);
  return (
    <WhenFound
      loaded={loaded}
      isEmpty={(batches) => batches.length === 0}
      none={[
        t('No voucher was made in this period'),
        t('Choose a longer one, or make some vouchers.'),
      ]}
    >
      {(batches) => <Batches choice={choice} batches={batches} />}
    </WhenFound>
  );
}

interface BatchesProps {
  readonly choice: Choice;
  readonly batches: readonly Batch[];
}

function Batches({ choice, batches }: BatchesProps) {
  const sum = (pick: (batch: Batch) => number) => batches.reduce((all, one) => all + pick(one), 0);
  const made = sum((one) => one.made);
  const used = sum((one) => one.used);
  return (
    <>
      <Totals
        cells={[
          [t('Made'), formatNumber(made)],
          [t('Used'), formatNumber(used)],
          [t('Left'), formatNumber(sum((one) => one.left))],
          [t('Share of used'), formatBy(used / Math.max(1, made), { style: 'percent' })],
        ]}
      />
      <Course choice={choice} batches={batches} />
      <ReportTable
        title={t('Vouchers by batch')}
        rows={batches}
        keyOf={({ batch }) => batch}
        columns={columns()}
      />
    </>
  );
}

const columns = (): readonly ReportColumn<Batch>[] => [
  { title: t('Batch'), draw: (one) => <BatchName batch={one} /> },
  { title: t('Price'), kind: 'wide number', draw: ({ price }) => <bdi>{price}</bdi> },
  { title: t('Made'), kind: 'number', draw: ({ made }) => formatNumber(made) },
  { title: t('Used'), kind: 'number', draw: ({ used }) => formatNumber(used) },
  { title: t('Left'), kind: 'number', draw: ({ left }) => formatNumber(left) },
  { title: t('Expired'), kind: 'wide number', draw: ({ expired }) => formatNumber(expired) },
  { title: t('Revoked'), kind: 'wide number', draw: ({ revoked }) => formatNumber(revoked) },
  {
    title: t('Worth of the used'),
    kind: 'number',
    draw: ({ price, used }) => <bdi>{worthOf(price, used)}</bdi>,
  },
  {
    title: t('Share of used'),
    kind: 'wide',
    draw: ({ made, used }) => <Share of={made} value={used} label={t('Share of used')} />,
  },
];

function BatchName({ batch: { batch, created, time } }: { readonly batch: Batch }) {
  const at = formatTime(created);
  const to = linkTo('vouchers', { tab: 'all', batch });
  return (
    <>
      {mayServe() ? <a href={to}>{at}</a> : at}
      <span class="sub">{time === null ? batch.slice(0, 8) : formatDuration(time)}</span>
    </>
  );
}

function Course({ choice, batches }: BatchesProps) {
  const days = daysOf(choice.days);
  const values = (pick: (batch: Batch) => number) =>
    days.map((day) =>
      batches
        .filter(({ created }) => siteDay(Date.parse(created)) === day)
        .reduce((all, one) => all + pick(one), 0),
    );
  return (
    <Card title={t('Vouchers by the day that they were made')}>
      <Chart
        label={t('Vouchers by the day that they were made')}
        kind="bars"
        times={days.map((day) => parseSiteTime(day) / 1000)}
        isWhole
        isDays
        series={[
          { name: t('Made'), values: values(({ made }) => made), colour: 1 },
          { name: t('Used'), values: values(({ used }) => used), colour: 2 },
        ]}
        format={(value) => formatNumber(value, 0)}
      />
    </Card>
  );
}
