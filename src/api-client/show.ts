import { nearestTo } from '../runtime/command/nearest.ts';
import type { ApiCommand } from './command-line.ts';
import { usualColumns } from './columns.ts';
import { csvLine, objectLines, pick, Table, type Row } from './output.ts';
import { UsageError } from './usage-error.ts';

/** Writes text, and waits while the output is full. */
type Write = (text: string) => Promise<void>;

/** Writes the pages of a list in one form. */
export interface RowWriter {
  write(rows: readonly Row[]): Promise<void>;
  end(): Promise<void>;
  /** Returns the columns that did not fit the terminal. */
  dropped(): readonly string[];
}

/**
 * Returns the fields that `--columns` or `--fields` names.
 *
 * @throws UsageError for a field that rows do not have
 */
export function namedFields({ own, operation }: ApiCommand): readonly string[] | null {
  const option = own.has('columns') ? 'columns' : 'fields';
  const named = own
    .get(option)
    ?.at(-1)
    ?.split(',')
    .map((name) => name.trim().replaceAll('-', '_'));
  if (!named) return null;
  const { columns } = operation;
  for (const name of named)
    if (columns.length > 0 && !columns.includes(name))
      throw new UsageError(`--${option}: unknown field "${name}"`, nearestTo(name, columns));
  return named;
}

/**
 * Returns the writer of a list.
 *
 * @param width  characters of a line of the terminal; Infinity: none is written to
 */
export function rowWriter(command: ApiCommand, write: Write, width: number): RowWriter {
  const named = namedFields(command);
  const { own, operation } = command;
  if (own.has('json')) return jsonWriter(named, write);
  if (own.has('csv')) return csvWriter(named ?? operation.columns, write);
  const isWide = named !== null || own.has('wide');
  const table = new Table(
    named ?? (isWide ? operation.columns : usualColumns(operation)),
    isWide ? Infinity : width,
  );
  return {
    write: (rows) =>
      write(
        table
          .linesOf(rows)
          .map((line) => `${line}\n`)
          .join(''),
      ),
    end: () => Promise.resolve(),
    dropped: () => table.dropped,
  };
}

/** Writes an object: as JSON, as CSV of one row, or as lines. */
export async function writeObject(command: ApiCommand, row: Row, write: Write): Promise<void> {
  const named = namedFields(command);
  const shown = named ? pick(row, named) : row;
  if (command.own.has('json')) await write(`${JSON.stringify(shown, null, 2)}\n`);
  else if (command.own.has('csv'))
    await write(`${csvLine(Object.keys(shown))}\r\n${csvLine(Object.values(shown))}\r\n`);
  else
    await write(
      objectLines(shown)
        .map((line) => `${line}\n`)
        .join(''),
    );
}

function jsonWriter(named: readonly string[] | null, write: Write): RowWriter {
  let before = '[';
  return {
    write: async (rows) => {
      for (const row of rows) {
        await write(`${before}\n${JSON.stringify(named ? pick(row, named) : row)}`);
        before = ',';
      }
    },
    end: () => write(before === '[' ? '[]\n' : '\n]\n'),
    dropped: () => [],
  };
}

function csvWriter(columns: readonly string[], write: Write): RowWriter {
  let before = `${csvLine(columns)}\r\n`;
  return {
    write: async (rows) => {
      const lines = rows.map((row) => `${csvLine(columns.map((name) => row[name]))}\r\n`);
      await write(`${before}${lines.join('')}`);
      before = '';
    },
    end: () => write(before),
    dropped: () => [],
  };
}
