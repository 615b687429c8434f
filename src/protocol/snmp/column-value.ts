import { formatRows, type NamedNumber } from '../named-rows.ts';
import type { SnmpColumn } from './column-walk.ts';
import {
  downIndexes,
  ifOperStatus,
  indexesOfName,
  indexOf,
  interfaceColumns,
  interfaceTable,
  physicalIndexes,
  type InterfaceTable,
} from './interfaces.ts';
import { refineVarbind, type Refinement } from './refined-value.ts';
import type { SnmpValue, Varbind } from './varbind.ts';

/** Column of a table, the rows that are selected, and what becomes of them; without `sum` and `rows` it is one row. */
export interface ColumnQuery extends Refinement {
  readonly oid: string;
  /** Column that is read where the device has no rows of the first. */
  readonly or?: string;
  /** Ports and radios only; `up`: only interfaces that are up. */
  readonly of?: 'physical' | 'up';
  /** ifName, ifDescr or ifAlias; `*` stands for any characters. */
  readonly interface?: string;
  readonly sum?: boolean;
  /** All rows by the names of their interfaces. */
  readonly rows?: boolean;
  /** With `rows`: the column that names them, instead of the interface table; `index`: none. */
  readonly names?: string;
}

interface RowNumber extends NamedNumber {
  readonly counterBits?: 32;
}

export type ColumnValue =
  | {
      readonly value: SnmpValue;
      readonly counterBits?: 32;
      readonly rows?: readonly RowNumber[];
    }
  | { readonly value: null; readonly fault: string };

type ReadColumns = (oids: readonly string[]) => Promise<readonly SnmpColumn[]>;

/** Reads several columns, each column of the interface table once, and returns the values in the order of the queries. */
export async function readColumnValues(
  queries: readonly ColumnQuery[],
  readColumns: ReadColumns,
): Promise<readonly ColumnValue[]> {
  if (queries.length === 0) return [];
  const needsTable = queries.some(
    ({ of, interface: name, rows, names }) => of ?? name ?? (rows === true && names === undefined),
  );
  const needsStates = queries.some((query) => query.of === 'up');
  const columns = await readAll(
    [
      ...(needsTable ? interfaceColumns.filter((oid) => oid !== ifOperStatus || needsStates) : []),
      ...queries.flatMap(({ oid, names = 'index' }) => (names === 'index' ? [oid] : [names, oid])),
    ],
    readColumns,
  );
  const alternatives = queries.flatMap(({ oid, or }) =>
    or !== undefined && isAbsent(columns.get(oid)) ? [or] : [],
  );
  const others = await readAll(alternatives, readColumns);
  const table = interfaceTable(interfaceColumns.map((oid) => columns.get(oid)));
  return queries.map((query) => {
    const { oid, or = oid } = query;
    const column = isAbsent(columns.get(oid)) && others.has(or) ? or : oid;
    const received = rowsByIndex(column, columns.get(column) ?? others.get(column));
    const rows =
      (query.match ?? query.null_when ?? query.values) ? refined(query, received) : received;
    if (query.names === undefined || typeof rows === 'string') return valueOf(query, rows, table);
    return rowsOf(rows, namesOf(rows, rowsByIndex(query.names, columns.get(query.names))));
  });
}

/** Reads each of the columns once. */
async function readAll(oids: readonly string[], readColumns: ReadColumns) {
  const wanted = [...new Set(oids)];
  const columns = wanted.length === 0 ? [] : await readColumns(wanted);
  return new Map(wanted.map((oid, at) => [oid, columns[at]]));
}

function isAbsent(column: SnmpColumn | undefined): boolean {
  return column === undefined || 'fault' in column || column.rows.length === 0;
}

type Rows = readonly (readonly [index: string, row: Varbind])[];

function rowsByIndex(oid: string, column: SnmpColumn | undefined): Rows | string {
  if (column === undefined) return 'the device did not return it';
  if ('fault' in column) return column.fault;
  if (column.rows.length === 0) return 'the device has no rows below it';
  return column.rows.map((row) => [indexOf(oid, row.oid), row]);
}

/** Returns the rows with the values of a query; rows without one are left out. */
function refined(query: ColumnQuery, rows: Rows | string): Rows | string {
  if (typeof rows === 'string') return rows;
  return rows
    .map(([index, row]) => [index, refineVarbind(query, row)] as const)
    .filter(([, { value }]) => value !== null);
}

function valueOf(query: ColumnQuery, rows: Rows | string, table: InterfaceTable): ColumnValue {
  if (typeof rows === 'string') return fault(rows);
  const physical = query.of === undefined ? new Set<string>() : physicalIndexes(table);
  const down = query.of === 'up' ? downIndexes(table) : new Set<string>();
  const named = query.interface === undefined ? null : indexesOfName(table, query.interface);
  // A device without any port, such as a container, counts the interfaces that it has.
  const selected = rows.filter(
    ([index]) =>
      (physical.size === 0 || physical.has(index)) &&
      !down.has(index) &&
      (named?.has(index) ?? true),
  );
  if (query.sum === true && named?.size !== 0) return sumOf(selected);
  if (query.rows === true) return rowsOf(selected, keysOf(table, physical));
  return singleOf(selected, query.interface ?? '');
}

function singleOf(rows: Rows, name: string): ColumnValue {
  const [first] = rows;
  if (first === undefined) return fault(`the device has no interface "${name}"`);
  if (rows.length > 1) return fault(`${rows.length} interfaces are named "${name}"`);
  const [, row] = first;
  if ('fault' in row) return fault(row.fault);
  const { value, counterBits } = row;
  return counterBits === undefined ? { value } : { value, counterBits };
}

function sumOf(rows: Rows): ColumnValue {
  let sum = 0n;
  for (const [, { oid, value }] of rows) {
    if (typeof value !== 'number' && typeof value !== 'bigint')
      return fault(`row ${oid} is not a number`);
    sum += BigInt(value);
  }
  return { value: sum };
}

/**
 * Returns a name for each interface, or its index if it has no name; if two share a name, the index is appended to the second.
 * Interfaces that are down are named too, so that a name means the same interface in each column and at each poll.
 */
function keysOf({ types, names }: InterfaceTable, physical: ReadonlySet<string>) {
  const taken = new Set<string>();
  const keys = new Map<string, string>();
  for (const index of new Set([...types.keys(), ...names.keys()])) {
    if (physical.size > 0 && !physical.has(index)) continue;
    const [name = index] = names.get(index) ?? [];
    keys.set(index, taken.has(name) ? `${name} (${index})` : name);
    taken.add(name);
  }
  return keys;
}

/** Returns a name for each row: that with the longest beginning of its index, and the rest of the index. */
function namesOf(rows: Rows, column: Rows | string): ReadonlyMap<string, string> {
  const names = new Map(typeof column === 'string' ? [] : column);
  const nameOf = (index: string) => {
    const arcs = index.split('.');
    for (let length = arcs.length; length > 0; length -= 1) {
      const name = names.get(arcs.slice(0, length).join('.'))?.value ?? null;
      if (name !== null) return [String(name), arcs.slice(length).join('.')].join(' ').trim();
    }
    return index;
  };
  return new Map(rows.map(([index]) => [index, nameOf(index)]));
}

/** Returns the rows by the names of their interfaces, in the device's order, and all as a JSON object. */
function rowsOf(rows: Rows, keys: ReadonlyMap<string, string>): ColumnValue {
  const named = rows.map(([index, row]) => ({ ...row, name: keys.get(index) ?? index }));
  const numbers = named.flatMap(({ name, value, ...row }): readonly RowNumber[] => {
    if (typeof value !== 'number' && typeof value !== 'bigint') return [];
    return [{ name, value, ...('counterBits' in row && { counterBits: row.counterBits }) }];
  });
  return { value: formatRows(named), rows: numbers };
}

function fault(text: string): ColumnValue {
  return { value: null, fault: text };
}
