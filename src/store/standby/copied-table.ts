import type { Statement, Store } from '../store.ts';

/**
 * Rows that are made in the copy have this id and greater ones, so that they are never taken for rows of the store. Ids below
 * it are free for rows that a copy computes.
 */
export const firstOwnId = 2 ** 52;

/** A table of the copy, and which of its rows are copied. */
export interface CopiedTable {
  readonly name: string;
  /** A column with an integer, by which the rows are copied in order; several rows may have the same one. */
  readonly key: string;
  /** The columns that identify a row; they are not null. */
  readonly identity: readonly string[];
  /** Columns that no login reads. */
  readonly without?: readonly string[];
}

/** The rows of a table in a range of its key. */
export interface CopiedRange {
  /** The range begins after this key. */
  readonly after: number;
  /** The last key of the range. */
  readonly through: number;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Reads the columns of a copied table. */
export async function readCopiedColumns(
  copy: Store,
  { name, without = [] }: CopiedTable,
): Promise<readonly string[]> {
  const rows = await copy.read<{ name: string }>({
    sql: 'select name from pragma_table_info(?) order by cid',
    parameters: [name],
  });
  return rows.map((row) => row.name).filter((column) => !without.includes(column));
}

/**
 * Returns the statements that make the rows of the copy in a range those that are given: others are deleted, changed ones
 * written again, and equal ones left alone.
 */
export function replaceRange(
  { name, key, identity }: CopiedTable,
  columns: readonly string[],
  { after, through, rows }: CopiedRange,
): readonly Statement[] {
  const json = encodeRows(columns, rows);
  const places = identity.map((column) => member(columns.indexOf(column))).join(', ');
  const inRange = `${quoted(key)} > ? and ${quoted(key)} <= ?`;
  return [
    {
      sql: `delete from ${quoted(name)} where ${inRange}
        and (${list(identity)}) not in (select ${places} from json_each(?))`,
      parameters: [after, through, json],
    },
    {
      sql: `${insertion(name, columns)} except select ${list(columns)} from ${quoted(name)} where ${inRange}`,
      parameters: [json, after, through],
    },
  ];
}

/** Returns the statement that writes rows, new or changed. */
export function writeRows(
  { name }: CopiedTable,
  columns: readonly string[],
  rows: CopiedRange['rows'],
): Statement {
  return { sql: insertion(name, columns), parameters: [encodeRows(columns, rows)] };
}

/** A row with the unique key of another one replaces it: that one has changed as well, and follows. */
function insertion(name: string, columns: readonly string[]): string {
  const members = columns.map((_, index) => member(index)).join(', ');
  return `insert or replace into ${quoted(name)} (${list(columns)}) select ${members} from json_each(?)`;
}

const quoted = (name: string) => `"${name}"`;
const list = (columns: readonly string[]) => columns.map(quoted).join(', ');
const member = (index: number) => `json_extract(value, '$[${index}]')`;

/** Integers that a number would round are texts, which the column turns into integers again. */
function encodeRows(columns: readonly string[], rows: CopiedRange['rows']): string {
  return JSON.stringify(
    rows.map((row) =>
      columns.map((column) => {
        const value = row[column] ?? null;
        return typeof value === 'bigint' ? String(value) : value;
      }),
    ),
  );
}
