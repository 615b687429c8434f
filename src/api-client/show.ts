import { nearestTo } from '../runtime/command/nearest.ts';
import type { ApiCommand } from './command-line.ts';
import { csvLine, objectLines, pick, Table, type Row } from './output.ts';
import { UsageError } from './usage-error.ts';

/** Writes text, and waits while the output is full. */
type Write = (text: string) => Promise<void>;

/** Writes the pages of a list in one form. */
export interface RowWriter {
  write(rows: readonly Row[]): Promise<void>;
  end(): Promise<void>;
}

/**
 * Returns the fields that `--fields` names.
 *
 * @throws UsageError for a field that rows do not have
 */
export function namedFields({ own, operation }: ApiCommand): readonly string[] | null {
  const named = own.get('fields')?.at(-1)?.split(',');
  if (!named) return null;
  const { columns } = operation;
  for (const name of named)
    if (columns.length > 0 && !columns.includes(name))
      throw new UsageError(`--fields: unknown field "${name}"`, nearestTo(name, columns));
  return named;
}

/** @param width  characters of a line of the terminal */
export function rowWriter(command: ApiCommand, write: Write, width: number): RowWriter {
  const named = namedFields(command);
  const { own, operation } = command;
  if (own.has('json')) return jsonWriter(named, write);
  if (own.has('csv')) return csvWriter(named ?? operation.columns, write);
  const table = new Table(named ?? operation.columns, named ? Infinity : width);
  return {
    write: (rows) =>
      write(
        table
          .linesOf(rows)
          .map((line) => `${line}\n`)
          .join(''),
      ),
    end: () => Promise.resolve(),
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
  };
}
