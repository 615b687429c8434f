import type { ComponentChildren, ComponentType } from 'preact';
import type { ApiPath } from '../app/api.ts';
import type { EventKind } from '../app/live.ts';
import type { IconName } from '../design/icon.tsx';
import type { ResourceSchema } from './resource-schema.ts';

/* A page that lists a collection and edits its rows, as data. */

/** A row as the API returns it. */
export type Row = Readonly<Record<string, unknown>>;

export type CellKind =
  | 'text'
  | 'word'
  | 'mono'
  | 'state'
  | 'time'
  | 'age'
  | 'octets'
  | 'duration'
  | 'number'
  | 'boolean'
  | 'reference';

export interface Column {
  readonly field: string;
  readonly label?: string;
  readonly kind?: CellKind;
  /** A second field below the first. */
  readonly sub?: string;
  /** Left out on phones. */
  readonly isMinor?: boolean;
  /** Draws the cell, where its kind does not suffice. */
  readonly cell?: (row: Row) => ComponentChildren;
}

/** An action on one row: a POST below its address. */
export interface RowAction {
  readonly label: string;
  readonly icon: IconName;
  /** Last segment of the path, such as `cancel`. */
  readonly path: string;
  readonly isOffered: (row: Row) => boolean;
  readonly done: string;
}

export interface FieldGroup {
  readonly title: string;
  readonly fields: readonly string[];
}

export interface RowPanelProps {
  readonly row: Row;
}

export interface ResourceDefinition {
  readonly path: ApiPath;
  readonly title: string;
  /** What a row is called: RADIUS client. */
  readonly noun: string;
  readonly icon: IconName;
  readonly lead: string;
  readonly schema: () => Promise<{ readonly default: ResourceSchema }>;
  readonly columns: readonly Column[];
  /** Key of a row; default: id. */
  readonly key?: string;
  /** Field that names a row; default: name. */
  readonly nameField?: string;
  /** Parameter of the search field. */
  readonly search?: string;
  /** Closed filters that are offered as chips. */
  readonly filters?: readonly string[];
  readonly order?: string;
  /** Parameters of every request. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** Fields of the form, in groups; without them rows cannot be edited. */
  readonly groups?: readonly FieldGroup[];
  /** Fields of the form that are entered once, when a row is made. */
  readonly onceFields?: readonly string[];
  /** Field of the reply to a new row that is shown then, and never again. */
  readonly shownOnce?: string;
  readonly canCreate?: boolean;
  readonly canDelete?: boolean;
  /** Roles besides admin that may change rows. */
  readonly writers?: readonly string[];
  readonly live?: readonly EventKind[];
  readonly actions?: readonly RowAction[];
  /** Drawn above the form or the details of a row. */
  readonly Panel?: ComponentType<RowPanelProps>;
  /** Drawn above the list. */
  readonly Tool?: ComponentType;
  readonly empty: { readonly title: string; readonly text: string };
  /** Where a row leads; default: its form or its details. */
  readonly to?: (row: Row) => string;
  readonly isFaulty?: (row: Row) => boolean;
}

/** Returns the value of a field, or of one within it: `device.name`. */
export function valueAt(row: Row, field: string): unknown {
  let value: unknown = row;
  for (const part of field.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.entries(value).find(([name]) => name === part)?.[1];
  }
  return value;
}
