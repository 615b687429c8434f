import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TSchema } from 'typebox';
import { Fault } from '../../contract/errors.ts';
import { isObjectSchema, typesOf } from '../../contract/fields.ts';
import type { Resource } from '../../contract/resource.ts';
import { guardCell, unguardCell } from '../../runtime/formula-guard.ts';
import { serializeRow, type Row } from '../../store/query/row-serialization.ts';
import type { Store } from '../../store/store.ts';
import { listByKeyset } from '../../store/query/keyset-page.ts';
import { resolveNameFilters, type Selection } from '../../store/query/selection.ts';
import { rowsPerRead } from './bounded-rows.ts';
import { maskSecrets } from '../masking.ts';
import { readableSchema } from '../resource-schema.ts';

export const csvMediaType = 'text/csv';
const maxRowsPerRead = 500;

/** Streams all rows of a selection as CSV with a header line. Reads them in batches, so a long list is never in memory as a whole. */
export function csvStream(
  store: Store,
  of: Resource,
  by: { readonly selection: Selection; readonly masksSecrets: boolean },
): Readable {
  const columns = Object.keys(readableSchema(of).properties);
  return Readable.from(lines(store, of, { ...by, columns }));
}

async function* lines(
  store: Store,
  of: Resource,
  by: {
    readonly selection: Selection;
    readonly masksSecrets: boolean;
    readonly columns: readonly string[];
  },
) {
  // Loaded by the first table: most gateways never write one.
  const { stringify } = await import('csv-stringify/sync');
  const columns = [...by.columns];
  const selection = await resolveNameFilters(store, of, by.selection);
  yield stringify([columns]);
  let last: Row | undefined;
  const limit = Math.min(maxRowsPerRead, rowsPerRead(of));
  do {
    const from = last
      ? { value: last[of.order.column], key: last[of.key], isBackwards: false }
      : null;
    const rows = await listByKeyset(store, of, { ...selection, limit, from, isStreamed: true });
    // A client that takes much at a time has no more than one read of the event loop at a time.
    await nextTurn();
    if (rows.length > 0)
      yield stringify(
        rows.map((row) => {
          const item = serializeRow(of, row);
          return by.masksSecrets ? maskSecrets(item) : item;
        }),
        { columns, cast: { boolean: String, string: guardCell } },
      );
    last = rows.length === limit ? rows.at(-1) : undefined;
  } while (last);
}

/** Rows and columns of a table in a body, octets of a row, and octets that are parsed at a time. */
const maxRows = 1000;
const maxColumns = 1000;
const maxRowOctets = 131_072;
const octetsPerTurn = 32_768;

/**
 * Parses CSV with a header line as a list of bodies. Empty cells are omitted; numbers, booleans and
 * JSON are read by the schema of a body. Other requests are served between two pieces of a long text.
 *
 * @throws Fault `invalid` if it is not CSV
 */
export async function parseCsvBodies(
  text: string,
  schema: TSchema | null,
): Promise<{ readonly row: Row; readonly line: number }[]> {
  const fields = fieldsOf(schema);
  const [head, ...rows] = await parseTable(text).catch((error: unknown) => {
    throw new Fault('invalid', `CSV parse error - ${error instanceof Error ? error.message : ''}`);
  });
  return rows.map(({ record, info }) => {
    const cells = record.map((cell, at): [string, string] => [head?.record[at] ?? '', cell]);
    const row = Object.fromEntries(
      cells
        .filter(([, cell]) => cell !== '')
        .map(([field, cell]) => [field, valueOf(ownField(fields, field), unguardCell(cell))]),
    );
    return { row, line: info.lines };
  });
}

/** A row, and how many lines there are up to its end. */
interface ParsedRow {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** Returns the rows of a table, its header line first. @throws Error if it is not CSV, or too large */
async function parseTable(text: string): Promise<ParsedRow[]> {
  const { parse } = await import('csv-parse');
  const parser = parse({
    bom: true,
    info: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: maxRowOctets,
  });
  const failures: Error[] = [];
  parser.on('error', (error: Error) => failures.push(error));
  const rows: ParsedRow[] = [];
  parser.on('data', (row: ParsedRow) => rows.push(row));
  for (let from = 0; from <= text.length; from += octetsPerTurn) {
    const piece = text.slice(from, from + octetsPerTurn);
    if (piece.length === octetsPerTurn) parser.write(piece);
    else parser.end(piece);
    await nextTurn();
    for (const failure of failures) throw failure;
    if (rows.length > maxRows + 1) throw new Error(`more than ${maxRows} rows`);
    if ((rows[0]?.record.length ?? 0) > maxColumns)
      throw new Error(`more than ${maxColumns} columns`);
  }
  return rows;
}

/**
 * Reads the texts of a form by the schema of a body: numbers, booleans, JSON of objects and lists. A list may also be its values,
 * one or several; an empty text is null where the field can be null and is no text.
 */
export function readTexts(texts: Row, schema: TSchema | null): Row {
  const fields = fieldsOf(schema);
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const field = ownField(fields, name);
      return [name, typeof text === 'string' ? formValue(field, text) : text];
    }),
  );
}

function formValue(schema: TSchema | undefined, text: string): unknown {
  const types = schema ? typesOf(schema) : [];
  if (text === '' && types.includes('null') && !types.includes('string')) return null;
  const value = valueOf(schema, text);
  return types.includes('array') && typeof value === 'string' ? [value] : value;
}

function fieldsOf(schema: TSchema | null): Readonly<Record<string, TSchema>> {
  return schema && isObjectSchema(schema) ? schema.properties : {};
}

function ownField(fields: Readonly<Record<string, TSchema>>, field: string): TSchema | undefined {
  return Object.hasOwn(fields, field) ? fields[field] : undefined;
}

function valueOf(schema: TSchema | undefined, cell: string): unknown {
  const types = schema ? typesOf(schema) : [];
  if ((types.includes('integer') || types.includes('number')) && /^-?\d+(\.\d+)?$/.test(cell))
    return Number(cell);
  if (types.includes('boolean') && /^(true|false)$/i.test(cell))
    return cell.toLowerCase() === 'true';
  return types.includes('object') || types.includes('array') ? json(cell) : cell;
}

function json(cell: string): unknown {
  try {
    const parsed: unknown = JSON.parse(cell);
    return parsed;
  } catch {
    return cell; // The validator refuses it with the expected type.
  }
}
