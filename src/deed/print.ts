import { onOneLine, Table, type Row } from '../api-client/output.ts';

/** Prints lines, without characters that control a terminal. */
export function printLines(...lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${onOneLine(line)}\n`).join(''));
}

/** A column of a table: its title, and the cell of a row. */
export type Column = readonly [title: string, cell: (row: Row) => unknown];

/** Prints rows as a table that fits the terminal, and says which columns did not. */
export function printTable(columns: readonly Column[], rows: readonly Row[]): void {
  const { isTTY, columns: width } = process.stdout;
  const table = new Table(
    columns.map(([title]) => title),
    isTTY && width > 0 ? width : Infinity,
  );
  const cells = rows.map((row) =>
    Object.fromEntries(columns.map(([title, cell]) => [title, cell(row)])),
  );
  process.stdout.write(
    table
      .linesOf(cells)
      .map((line) => `${line}\n`)
      .join(''),
  );
  if (table.dropped.length > 0)
    process.stderr.write(`no room for ${table.dropped.join(', ')}: widen the terminal\n`);
}

/** Returns a count with its noun: `1 device`, `2 devices`. */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
