import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { TSchema } from 'typebox';
import { Fault } from '../errors.ts';
import { isObjectSchema, typesOf } from '../fields.ts';
import type { Resource } from '../resource.ts';
import { serializeRow, type Row } from '../store/query/row-serialization.ts';
import type { Store } from '../store/store.ts';
import { listByKeyset, resolveNameFilters, type Selection } from '../store/query/resource-query.ts';
import { readableSchema } from './resource-schema.ts';

export const csvMediaType = 'text/csv';
const rowsPerRead = 500;

/** Streams all rows of a selection as CSV with a header line. Reads them in batches, so a long list never stands in memory. */
export function csvStream(store: Store, of: Resource, selection: Selection): Readable {
  const columns = Object.keys(readableSchema(of).properties);
  return Readable.from(lines(store, of, { selection, columns }));
}

async function* lines(
  store: Store,
  of: Resource,
  by: { readonly selection: Selection; readonly columns: readonly string[] },
) {
  const columns = [...by.columns];
  const selection = await resolveNameFilters(store, of, by.selection);
  yield stringify([columns]);
  let last: Row | undefined;
  do {
    const from = last
      ? { value: last[of.order.column], key: last[of.key], isBackwards: false }
      : null;
    const rows = await listByKeyset(store, of, { ...selection, limit: rowsPerRead, from });
    if (rows.length > 0)
      yield stringify(
        rows.map((row) => serializeRow(of, row)),
        { columns, cast: { boolean: String } },
      );
    last = rows.length === rowsPerRead ? rows.at(-1) : undefined;
  } while (last);
}

/**
 * Parses CSV with a header line as a list of bodies. Empty cells are omitted; numbers, booleans and
 * JSON are read by the schema of a body.
 *
 * @throws Fault `invalid` if it is not CSV
 */
export function parseCsvBodies(text: string, schema: TSchema | null): Row[] {
  const fields: Readonly<Record<string, TSchema>> =
    schema && isObjectSchema(schema) ? schema.properties : {};
  let records: Record<string, string>[];
  try {
    records = parse(text, { columns: true, bom: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    throw new Fault('invalid', `CSV parse error - ${error instanceof Error ? error.message : ''}`);
  }
  return records.map((record) => {
    const cells = Object.entries(record).filter(([, cell]) => cell !== '');
    return Object.fromEntries(cells.map(([field, cell]) => [field, valueOf(fields[field], cell)]));
  });
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
    return cell; // The schema refuses it and names what it expects.
  }
}
