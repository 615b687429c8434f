import type { Row } from '../store/query/row-serialization.ts';
import type { DesiredObject } from './resolve.ts';

/** A field that a site file changes, in words that hold no secret. */
export interface FieldChange {
  readonly field: string;
  /** null: it had none, for the object is new. */
  readonly from: string | null;
  readonly to: string;
}

/** A list's rows that come and go. */
export interface ListChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** What becomes of one object. */
export interface ObjectChange {
  readonly kind: 'create' | 'change' | 'remove';
  readonly desired: DesiredObject;
  readonly fields: readonly FieldChange[];
  /** Columns to be written. A reference to a row that does not exist yet is a sub-select. */
  readonly row: Row;
  readonly list: ListChange | null;
}

const signs = { create: '+ create', change: '~ change', remove: '- remove' } as const;

/** Changes as people read them, one field a line. */
export function describeChanges(changes: readonly ObjectChange[]): string {
  const lines = changes.flatMap(({ kind, desired, fields }) => [
    `${signs[kind]} ${titleOf(desired)}`,
    ...fields.map(
      ({ field, from, to }) => `    ${field}: ${from === null ? '' : `${from} → `}${to}`,
    ),
  ]);
  return [...lines, summaryOf(changes)].join('\n');
}

function summaryOf(changes: readonly ObjectChange[]): string {
  const counted = (['create', 'change', 'remove'] as const)
    .map((kind) => [changes.filter((change) => change.kind === kind).length, kind] as const)
    .filter(([count]) => count > 0)
    .map(([count, kind]) => `${count} to ${kind}`);
  return counted.join(', ');
}

function titleOf({ section, title, organization }: DesiredObject): string {
  return section.table === 'organization' ? title : `${title} in ${organization}`;
}
