import { guardCell } from '../runtime/formula-guard.ts';

/* How rows and objects are shown. */

export type Row = Readonly<Record<string, unknown>>;

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null;
}

/** Returns an object of a reply; an empty one for any other value. */
export function rowOf(value: unknown): Row {
  return isRow(value) ? value : {};
}

/**
 * Returns rows as a table with a header line. A table that is too wide for its line first loses its empty columns, then the ends
 * of long cells, and last the columns to the right; `dropped` names the columns that it lost.
 */
export class Table {
  readonly #columns: readonly string[];
  readonly #width: number;
  #fitted: readonly Fitted[] | null = null;

  /** @param width  characters of a line; Infinity: nothing is left out */
  constructor(columns: readonly string[], width: number) {
    this.#columns = columns;
    this.#width = width;
  }

  /** Returns the columns that are not shown; those that have no value are left out. */
  get dropped(): readonly string[] {
    return this.#fitted?.filter(({ isShown, isEmpty }) => !isShown && !isEmpty).map(nameOf) ?? [];
  }

  /** Returns the lines of some rows. The first ones decide on columns and their widths. */
  linesOf(rows: readonly Row[]): readonly string[] {
    const isFirst = this.#fitted === null;
    this.#fitted ??= fit(this.#columns, rows, this.#width);
    const shown = this.#fitted.filter(({ isShown }) => isShown);
    const line = (cells: readonly string[]) =>
      cells
        .map((cell, at) => cut(cell, shown[at]?.width ?? 0).padEnd(shown[at]?.width ?? 0))
        .join(gap)
        .trimEnd();
    const lines = rows.map((row) => line(shown.map(({ name }) => labelOf(row[name]))));
    return isFirst ? [line(shown.map(({ name }) => name.toUpperCase())), ...lines] : lines;
  }
}

/** A column of a table. */
interface Fitted {
  readonly name: string;
  readonly isEmpty: boolean;
  readonly isShown: boolean;
  /** True: its cells may be cut. */
  readonly isText: boolean;
  /** Infinity: the width of each cell. */
  readonly width: number;
}

const nameOf = ({ name }: Fitted) => name;
const gap = '  ';
/** Cells are not cut below this width. */
const leastWidth = 12;
/** Longer cells with spaces are sentences, whose beginning says most; an address or a time that is cut says nothing. */
const sentenceLength = 20;

function fit(columns: readonly string[], rows: readonly Row[], width: number): readonly Fitted[] {
  const all = columns.map((name): Fitted => {
    const cells = rows.map((row) => labelOf(row[name]));
    const filled = Math.max(0, ...cells.map((cell) => cell.length));
    return {
      name,
      isEmpty: filled === 0,
      isShown: true,
      isText: cells.some((cell) => cell.length > sentenceLength && cell.includes(' ')),
      width: Math.max(name.length, filled),
    };
  });
  if (widthOf(all) <= width) return all;
  const filled =
    rows.length === 0 ? all : all.map((one) => ({ ...one, isShown: one.isShown && !one.isEmpty }));
  return drop(narrow(filled, width), width);
}

function widthOf(columns: readonly Fitted[]): number {
  const shown = columns.filter(({ isShown }) => isShown);
  return shown.reduce((sum, { width }) => sum + width + gap.length, -gap.length);
}

/** Narrows the widest columns of text, each to its name or `leastWidth` at least. */
function narrow(columns: readonly Fitted[], width: number): readonly Fitted[] {
  const widths = columns.map((one) => one.width);
  const least = columns.map(({ name }) => Math.max(name.length, leastWidth));
  for (let excess = widthOf(columns) - width; excess > 0; excess -= 1) {
    const spare = widths.map((one, at) =>
      columns[at]?.isShown && columns[at].isText && one > (least[at] ?? 0) ? one : 0,
    );
    const widest = spare.indexOf(Math.max(...spare));
    if ((spare[widest] ?? 0) === 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return columns.map((one, at) => ({ ...one, width: widths[at] ?? one.width }));
}

/** Drops columns from the right until the others fit; one stays. */
function drop(columns: readonly Fitted[], width: number): readonly Fitted[] {
  const last = columns.findLastIndex(({ isShown }) => isShown);
  const isOnly = columns.findIndex(({ isShown }) => isShown) === last;
  if (isOnly || widthOf(columns) <= width) return columns;
  return drop(
    columns.map((one, at) => (at === last ? { ...one, isShown: false } : one)),
    width,
  );
}

function cut(cell: string, width: number): string {
  return cell.length <= width ? cell : `${cell.slice(0, width - 1)}…`;
}

/** Returns an object as lines: a name and a value in each. */
export function objectLines(row: Row): readonly string[] {
  const width = Math.max(0, ...Object.keys(row).map((name) => name.length));
  return Object.entries(row).map(([name, value]) =>
    `${name.padEnd(width)}  ${cellOf(value)}`.trimEnd(),
  );
}

/** Returns a line of CSV (RFC 4180); cells that a spreadsheet would take for formulas are escaped. */
export function csvLine(cells: readonly unknown[]): string {
  return cells.map(csvCell).join(',');
}

function csvCell(value: unknown): string {
  const text = typeof value === 'string' ? guardCell(value) : textOf(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A time of the API, with its fraction of a second. */
const timePattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d+Z$/;

/** Returns a cell of a table; an object is shown by its name, and a time in whole seconds. */
function labelOf(value: unknown): string {
  if (!isRow(value)) return cellOf(value).replace(timePattern, '$1Z');
  const label = value['variable_name'] ?? value['name'];
  return cellOf(typeof label === 'string' ? label : value);
}

function cellOf(value: unknown): string {
  return onOneLine(textOf(value));
}

/** Returns a text for one line of a terminal: names that devices report may hold control characters. */
export function onOneLine(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the named fields of a row, in the order of the names. */
export function pick(row: Row, fields: readonly string[]): Row {
  return Object.fromEntries(fields.map((name) => [name, row[name]]));
}
