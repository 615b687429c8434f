import { guardCell } from '../runtime/formula-guard.ts';

/* How rows and objects are shown. */

export type Row = Readonly<Record<string, unknown>>;

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null;
}

/**
 * Returns fields as a table with a header line. Columns that do not fit the width are left out, empty ones first, unless they
 * were named.
 */
export class Table {
  readonly #columns: readonly string[];
  readonly #width: number;
  #widths: readonly number[] | null = null;
  #shown: readonly string[] = [];

  /**
   * @param width  characters of a line; Infinity: all columns
   */
  constructor(columns: readonly string[], width: number) {
    this.#columns = columns;
    this.#width = width;
  }

  /** Returns the lines of some rows. The first ones decide on columns and their widths. */
  linesOf(rows: readonly Row[]): readonly string[] {
    const isFirst = this.#widths === null;
    this.#widths ??= this.#fit(rows);
    const widths = this.#widths;
    const line = (cells: readonly string[]) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd();
    const lines = rows.map((row) => line(this.#shown.map((name) => labelOf(row[name]))));
    return isFirst ? [line(this.#shown.map((name) => name.toUpperCase())), ...lines] : lines;
  }

  #fit(rows: readonly Row[]): readonly number[] {
    const widths: number[] = [];
    const shown: string[] = [];
    let used = 0;
    const columns = this.#columns.map((name) => {
      const filled = Math.max(0, ...rows.map((row) => labelOf(row[name]).length));
      return { name, isEmpty: filled === 0, width: Math.max(name.length, filled) };
    });
    const isTooWide = columns.reduce((sum, { width }) => sum + width + 2, -2) > this.#width;
    for (const { name, isEmpty, width } of columns) {
      if (isTooWide && isEmpty && rows.length > 0) continue;
      if (used > 0 && used + width > this.#width) continue;
      shown.push(name);
      widths.push(width);
      used += width + 2;
    }
    this.#shown = shown;
    return widths;
  }
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

/** Returns a cell of a table; an object is shown by its name. */
function labelOf(value: unknown): string {
  if (!isRow(value)) return cellOf(value);
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
