/* Rows of a CSV file, as spreadsheets save them. */

/**
 * Splits a text into rows and cells: with commas or semicolons, and quotes around cells that have them. A quote within a cell that
 * does not begin with one is a part of its text.
 */
function cellsOf(text: string): readonly (readonly string[])[] {
  const separator = separatorOf(text);
  const quotedCell = '[ \\t]*"(?:[^"]|"")*"[ \\t]*';
  const cell = new RegExp(
    `(${quotedCell}(?=[${separator}\\r\\n]|$)|[^${separator}\\r\\n]*)(${separator}|\\r\\n?|\\n|$)`,
    'y',
  );
  const rows: string[][] = [[]];
  while (cell.lastIndex < text.length) {
    const [, value = '', end = ''] = cell.exec(text) ?? [];
    rows.at(-1)?.push(unquoted(value));
    if (end === '') break;
    if (end !== separator) rows.push([]);
  }
  return rows.filter((row) => row.some((value) => value.trim() !== ''));
}

function separatorOf(text: string): ',' | ';' {
  const [first = ''] = text.split('\n', 1);
  return first.includes(';') && !first.includes(',') ? ';' : ',';
}

function unquoted(value: string): string {
  const quoted = /^\s*"((?:[^"]|"")*)"\s*$/.exec(value)?.[1];
  return quoted === undefined ? value : quoted.replaceAll('""', '"');
}

/** Returns the rows of a file whose first line names the columns, without empty cells. */
export function csvRows(text: string): readonly Readonly<Record<string, string>>[] {
  const [names = [], ...rows] = cellsOf(text.replace(/^\uFEFF/, ''));
  return rows.map((row) =>
    Object.fromEntries(
      names.flatMap((name, index) => {
        const value = row[index]?.trim() ?? '';
        return value === '' ? [] : [[name.trim().toLowerCase(), value]];
      }),
    ),
  );
}
