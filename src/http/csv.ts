import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { TSchema } from 'typebox';
import { Fault } from '../errors.ts';
import { typesOf } from '../fields.ts';
import type { Resource } from '../resource.ts';
import { serializeRow, type Row } from '../store/query/row-serialization.ts';
import type { Store } from '../store/store.ts';
import { listByKeyset, type Selection } from '../store/query/resource-query.ts';
import { readableSchema } from './resource-schema.ts';

export const csvMediaType = 'text/csv';
const rowsAtATime = 500;

/** All rows of a selection as CSV with a head line, a few hundred at a time, so that a long list never stands in memory. */
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
  yield stringify([columns]);
  let last: Row | undefined;
  do {
    const from = last
      ? { value: last[of.order.column], key: last[of.key], isBackwards: false }
      : null;
    const rows = await listByKeyset(store, of, { ...by.selection, limit: rowsAtATime, from });
    if (rows.length > 0)
      yield stringify(
        rows.map((row) => serializeRow(of, row)),
        { columns, cast: { boolean: String } },
      );
    last = rows.length === rowsAtATime ? rows.at(-1) : undefined;
  } while (last);
}

/**
 * Reads CSV with a head line as a list of bodies: empty cells are left out, and numbers, flags and JSON are read as the
 * schema of a body asks.
 *
 * @throws Fault `invalid` where it is no CSV
 */
export function parseCsvBodies(text: string, schema: TSchema | null): Row[] {
  const fields =
    schema && 'properties' in schema
      ? (schema.properties as Readonly<Record<string, TSchema>>)
      : {};
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
    return JSON.parse(cell) as unknown;
  } catch {
    return cell; // the schema says what it should have been
  }
}
