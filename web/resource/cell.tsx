import type { ComponentChildren } from 'preact';
import {
  formatAge,
  formatDuration,
  formatExactTime,
  formatOctets,
  formatTime,
} from '../app/format.ts';
import { textOf } from '../app/problem.ts';
import { formatNumber, t } from '../app/texts.ts';
import { StateBadge } from '../design/badge.tsx';
import { valueAt, type CellKind, type Column, type Row } from './definition.ts';
import { ReferenceName } from './references.tsx';

const numbers: ReadonlySet<CellKind> = new Set(['octets', 'duration', 'number']);

/** True if a column has numbers, which stand to the right. */
export function isNumber({ kind }: Column): boolean {
  return kind !== undefined && numbers.has(kind);
}

/** Draws the value of a column. */
export function Cell({ row, column }: { readonly row: Row; readonly column: Column }) {
  if (column.cell) return <>{column.cell(row)}</>;
  const value = valueAt(row, column.field);
  const sub = column.sub === undefined ? '' : textOf(valueAt(row, column.sub));
  return (
    <>
      {isMissing(value) ? <span class="muted">–</span> : draw[column.kind ?? 'text'](value, column)}
      {sub !== '' && (
        <span class="sub">
          <bdi>{sub}</bdi>
        </span>
      )}
    </>
  );
}

function isMissing(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}

const draw: Readonly<Record<CellKind, (value: unknown, column: Column) => ComponentChildren>> = {
  text: (value) => <bdi>{listed(value)}</bdi>,
  word: (value) => t(textOf(value).replace(/_/g, ' ')),
  mono: (value) => <code>{listed(value)}</code>,
  state: (value) => <StateBadge state={textOf(value)} />,
  time: (value) => <time title={formatExactTime(textOf(value))}>{formatTime(textOf(value))}</time>,
  age: (value) => <time title={formatExactTime(textOf(value))}>{formatAge(textOf(value))}</time>,
  octets: (value) => formatOctets(Number(value)),
  duration: (value) => formatDuration(Number(value)),
  number: (value) => formatNumber(Number(value)),
  boolean: (value) => <StateBadge state={value === true ? 'yes' : 'no'} />,
  reference: (value, { field }) => <ReferenceName field={field} id={textOf(value)} />,
};

function listed(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value);
}
