import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { parse } from 'csv-parse';
import { isRecord } from '../../../contract/fields.ts';
import type { Mapping } from './mapping.ts';

/** A row of a source. */
export interface SourceRow {
  /** File and line, or number of the row. */
  readonly place: string;
  /** Returns the value of a column; of JSON by a path with dots, which begins with a slash at the root of the document. */
  readonly valueOf: (column: string) => string | number | boolean | null;
}

/** Octets of a JSON document, which is read as a whole, and of a row of CSV. */
const maxDocument = 268_435_456;
const maxRow = 1_048_576;

/**
 * Yields the rows of a file of JSON or CSV.
 *
 * @param onHeader  receives the file and the names of the columns of CSV
 * @throws Error naming the file
 */
export async function* readRows(
  file: string,
  mapping: Mapping,
  onHeader: (file: string, columns: readonly string[]) => void,
): AsyncIterable<SourceRow> {
  if (await isJson(file)) yield* readDocument(file, mapping);
  else
    yield* readTable(file, mapping, (columns) => {
      onHeader(file, columns);
    });
}

async function isJson(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64);
    return /^\uFEFF?\s*[[{]/.test(buffer.toString('utf8', 0, bytesRead));
  } catch (error) {
    throw faultOf(file, error);
  } finally {
    await handle.close();
  }
}

async function* readDocument(file: string, { rows: places }: Mapping): AsyncIterable<SourceRow> {
  if ((await stat(file)).size > maxDocument) throw new Error(`${file}: is longer than 256 MiB`);
  const document = parseJson(file, await readFile(file, 'utf8'));
  const rows = [document, ...places.map((place) => at(document, place))].find(Array.isArray);
  if (!rows)
    throw new Error(`${file}: no list of rows, neither at its root nor at ${places.join(', ')}`);
  for (const [index, row] of rows.entries())
    yield {
      place: `${file}, row ${index + 1}`,
      valueOf: (column) =>
        scalar(column.startsWith('/') ? at(document, column.slice(1)) : at(row, column)),
    };
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    // The message of the parser quotes the document, which may hold secrets.
    throw new Error(`${file}: is not a JSON document`, { cause: error });
  }
}

function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce(
      (inner, key) => (isRecord(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
      value,
    );
}

function scalar(value: unknown): ReturnType<SourceRow['valueOf']> {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : null;
}

async function* readTable(
  file: string,
  { delimiter, columns }: Mapping,
  onHeader: (columns: readonly string[]) => void,
): AsyncIterable<SourceRow> {
  const parser = parse({
    bom: true,
    comment: columns ? '#' : '',
    delimiter,
    info: true,
    max_record_size: maxRow,
    relax_column_count: true,
    // A password of router.db may hold a quotation mark.
    quote: columns && delimiter !== ',' ? null : '"',
    skip_empty_lines: true,
    trim: true,
  });
  // A pipe does not forward errors of the file.
  createReadStream(file)
    .on('error', (error) => parser.destroy(error))
    .pipe(parser);
  const rows: AsyncIterable<ParsedRow> = parser;
  let header: readonly string[] | undefined = columns;
  try {
    for await (const { record, info } of rows) {
      if (header) yield rowOf(`${file}:${info.lines}`, header, record);
      else onHeader((header = record));
    }
  } catch (error) {
    throw faultOf(file, error);
  }
}

function faultOf(file: string, error: unknown): Error {
  return new Error(`${file}: ${error instanceof Error ? error.message : ''}`, { cause: error });
}

interface ParsedRow {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function rowOf(place: string, columns: readonly string[], cells: readonly string[]): SourceRow {
  return { place, valueOf: (column) => cells[columns.indexOf(column)] ?? null };
}
