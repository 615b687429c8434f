import type { Static, TObject, TProperties, TSchema } from 'typebox';
import type { Tables } from './tables.ts';

/** A query parameter of a list: the column that it is compared with, and the operator. */
export interface Filter {
  readonly column: string;
  readonly operator: '=' | '>=' | '<=' | 'contains' | 'in' | 'is null';
  /** Schema of the parameter; default: the schema of the column's field. */
  readonly schema?: TSchema;
  /** True if the published interface lacks it. Absent: it is published. */
  readonly isExtension?: true;
  /** Converts a number or time for the comparison, if the column holds it in another form. Default: unchanged. */
  readonly comparedAs?: (value: number) => number;
}

/** A field that holds the id of a row of another table; `slug`: a column that also identifies that row in bodies. */
export interface Reference {
  readonly table: keyof Tables;
  readonly slug?: string;
  /** 'organization': the row must be visible to the caller. 'shared': it belongs to everybody. */
  readonly scope: 'organization' | 'shared';
}

/** A field that holds a list of ids of rows of another table. */
export interface ReferenceList extends Omit<Reference, 'slug'> {
  /** The table that has a row for each entry, and its column with the id. */
  readonly through: { readonly table: keyof Tables; readonly column: string };
}

/** Indexes that lead to the rows of a filter in the order of the list. */
export interface AccessPaths {
  /** Columns with an index (column, order, key), the most selective first. */
  readonly columns: readonly string[];
  /** Columns with an index (order, key) that holds the rows where the column is null. */
  readonly whereNull?: readonly string[];
  /**
   * Columns of random text: SQLite has an index (last four characters, order), PostgreSQL a hash of the value. Both are
   * cheaper to maintain than an index of the whole value.
   */
  readonly hashed?: readonly string[];
}

/** A column that holds the name of a row of another table. */
export interface NameColumn {
  readonly table: keyof Tables;
  readonly name: string;
  /** The column of the relation that holds the id of that row. */
  readonly id: string;
  /** A table with rows that refer to the named ones, and its referring column; `id` holds the ids of its rows. */
  readonly through?: { readonly table: keyof Tables; readonly column: string };
}

/** The parts of a SELECT that SQLite and PostgreSQL write differently. Each function returns an SQL expression. */
export interface Dialect {
  /** @param members  alternating string literals and expressions */
  readonly jsonObject: (members: string) => string;
  /** Aggregates the rows of a group into a JSON array. */
  readonly jsonList: (expression: string) => string;
  /** Parses a column of JSON text, so that it nests in a JSON object. */
  readonly json: (column: string) => string;
  /** Formats a number as a decimal with a fixed number of places; null stays null. */
  readonly decimal: (column: string, places: number) => string;
}

/**
 * A table that the APIs show. Its schema is the one definition of its fields, and of how each is
 * kept as well: `format: date-time` as milliseconds, booleans as 0 and 1, objects and lists as JSON text,
 * `writeOnly: true` sealed.
 */
interface ResourceDefinition<T extends TObject> {
  /** The table, and the word in paths. */
  readonly name: keyof Tables;
  /**
   * Returns the SELECT that the resource is read from, if that is not the table. Filters and paging work on its rows.
   *
   * @param ownColumns  lists the columns of the table that are fields and not secrets, after an alias
   */
  readonly relation?: (dialect: Dialect, ownColumns: (alias: string) => string) => string;
  /**
   * True: the relation has one row for each row of the table, and its own columns as they are. A page by offset is then chosen
   * in the table, and the other columns are computed for its rows alone.
   */
  readonly extendsTable?: true;
  /** Singular with article, such as "a device". */
  readonly title: string;
  readonly plural: string;
  readonly schema: T;
  /** The column that names one. */
  readonly key: string & keyof Static<T>;
  readonly readOnly: readonly (string & keyof Static<T>)[];
  /** Values of a new row for fields that the body omits. */
  readonly defaults: Partial<Static<T>>;
  /** 'organization': a caller sees only rows of its organizations. Has no default on purpose. */
  readonly scope: 'organization' | 'shared';
  readonly references: Readonly<Record<string, Reference>>;
  /** Fields with lists of ids. */
  readonly referenceLists?: Readonly<Record<string, ReferenceList>>;
  /** The rows that callers of the front desk may see and change; absent: all in their organizations. */
  readonly guests?: { readonly column: string; readonly value: string };
  /** Columns that are set to the time of creation, and of every change. */
  readonly timestamps: { readonly created: string; readonly changed: string } | null;
  /** The parameters of the list, in addition to those from `lookups`, which are extensions. */
  readonly filters: Readonly<Record<string, Filter>>;
  /** Fields over which the list offers `field`, `__gte`, `__lte`, `__in`, `__icontains`, `__isnull` and, in lists by offset, `ordering`. */
  readonly lookups?: readonly (string & keyof Static<T>)[];
  /** Text fields with MAC addresses as each NAS spells them: a filter finds every spelling. */
  readonly stations?: readonly (string & keyof Static<T>)[];
  /** Indexes for the pages and counts of a long list. */
  readonly accessPaths?: AccessPaths;
  /** Columns of the relation that show the name of a referenced row: a filter by the name becomes one by its ids. */
  readonly nameColumns?: Readonly<Record<string, NameColumn>>;
  /** Lists go by this column and then by the key; 'desc' lists page by cursor. */
  readonly order: { readonly column: string; readonly direction: 'asc' | 'desc' };
  readonly paging: 'offset' | 'cursor';
}

/** The definition that read-only resources share. */
export const readOnlyResource = {
  readOnly: [],
  defaults: {},
  references: {},
  timestamps: null,
} as const;

/** Differences between a resource's table and its schema. `TableOf` derives the column types from it. */
interface TableDifferences<Columns, Computed, Defaulted> {
  /** Columns of the table that are not shown as a field, and columns that differ from the field of their name. */
  readonly columns?: Columns;
  /** Fields that the relation computes: the table has no such column. */
  readonly computed?: readonly Computed[];
  /** Columns that an INSERT may leave out, since the database has a default for them. */
  readonly databaseDefaults?: readonly Defaulted[];
}

export type Resource<T extends TObject = TObject> = ResourceDefinition<T> &
  TableDifferences<TProperties, string, string>;

export function resource<
  T extends TObject,
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- no columns is the empty object
  Columns extends TProperties = Record<never, TSchema>,
  Computed extends string & keyof Static<T> = never,
  Defaulted extends string = never,
>(
  definition: ResourceDefinition<T> & TableDifferences<Columns, Computed, Defaulted>,
): ResourceDefinition<T> & TableDifferences<Columns, Computed, Defaulted> {
  return definition;
}

/** Returns the columns of a resource's table with their schemas, as far as the resource declares them. */
export function storedColumns({
  schema,
  computed = [],
  columns = {},
}: Resource): Readonly<Record<string, TSchema>> {
  const fields = Object.entries<TSchema>(schema.properties).filter(
    ([field]) => !computed.includes(field),
  );
  return { ...Object.fromEntries(fields), ...columns };
}
