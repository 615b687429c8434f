import type { Row } from '../store/query/row-serialization.ts';
import type { DesiredObject } from './resolve.ts';

/** A changed field as it is shown, without secrets. */
export interface FieldChange {
  readonly field: string;
  /** The stored value; null if the object is new. */
  readonly from: string | null;
  readonly to: string;
}

/** Entries that are added to a list and removed from it. */
export interface ListChange {
  /** The whole list as it is to be. */
  readonly after: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** A change of one object. */
export interface ObjectChange {
  readonly kind: 'create' | 'change' | 'remove';
  readonly desired: DesiredObject;
  readonly fields: readonly FieldChange[];
  /** Columns to write. A reference to a row that does not exist yet is a subquery. */
  readonly row: Row;
  readonly list: ListChange | null;
}

const signs = { create: '+ create', change: '~ change', remove: '- remove' } as const;

/** Describes changes as text, one field a line. */
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
