import type { ComponentChildren } from 'preact';
import type { Loaded } from '../../app/load.ts';
import { t } from '../../app/texts.ts';
import { Card, TableBox } from '../../design/layout.tsx';
import { Empty, WhenLoaded } from '../../design/states.tsx';

/* What the reports are made of. */

interface TotalsProps {
  readonly cells: readonly (readonly [name: string, value: string])[];
}

/** The figures of a report that matter most. */
export function Totals({ cells }: TotalsProps) {
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

interface WhenFoundProps<T> {
  readonly loaded: Loaded<T>;
  readonly isEmpty: (found: T) => boolean;
  /** What is said if there is nothing: that, and what to do. */
  readonly none: readonly [title: string, step: string];
  readonly children: (found: T) => ComponentChildren;
}

/** A report once it is read, or that it has no rows. */
export function WhenFound<T>({
  loaded,
  isEmpty,
  none: [title, step],
  children,
}: WhenFoundProps<T>) {
  return (
    <WhenLoaded loaded={loaded}>
      {(found) => (isEmpty(found) ? <NoRows title={title}>{step}</NoRows> : <>{children(found)}</>)}
    </WhenLoaded>
  );
}

function NoRows({ title, children }: { readonly title: string; readonly children: string }) {
  return (
    <Card isFlush>
      <Empty icon="report" title={title}>
        {children}
      </Empty>
    </Card>
  );
}

export interface ReportColumn<Row> {
  readonly title: string;
  /** `wide`: left out on phones. */
  readonly kind?: 'number' | 'wide' | 'wide number';
  readonly draw: (row: Row) => ComponentChildren;
}

interface ReportTableProps<Row> {
  readonly title: string;
  /** The first one names the row. */
  readonly columns: readonly ReportColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/** The rows of a report. */
export function ReportTable<Row>({ title, columns, rows, keyOf }: ReportTableProps<Row>) {
  return (
    <Card title={title} isFlush>
      <TableBox label={title}>
        <table class="table">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.title} scope="col" class={classOf(column)}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map((column, place) => (
                  <td key={column.title} class={classOf(column)}>
                    {place === 0 ? <span class="name">{column.draw(row)}</span> : column.draw(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
    </Card>
  );
}

function classOf({ kind }: Pick<ReportColumn<never>, 'kind'>): string {
  const classes = [
    kind?.includes('number') === true ? 'is-number nowrap' : '',
    kind?.includes('wide') === true ? 'wide-only' : '',
  ];
  return classes.filter(Boolean).join(' ');
}

/** A part of a whole as a bar. */
export function Share({ of, value, label }: { of: number; value: number; label: string }) {
  return <progress class="meter" max={Math.max(of, 1)} value={value} aria-label={label} />;
}
