import type { TSchema } from 'typebox';
import type { Resource } from '../../contract/resource.ts';
import type { Row } from '../../store/query/row-serialization.ts';
import { readableSchema } from '../resource-schema.ts';
import { oncePer } from '../../runtime/cache.ts';

/** Octets of a page, in the characters of its texts: a longer page ends early, and `next` continues there. */
export const maxPageOctets = 8 * 1024 * 1024;
/** Octets of one read if all rows have the maximum length of their schema. */
const maxReadOctets = 2 * maxPageOctets;
const minRowsPerRead = 20;
const octetsOfScalar = 16;
/** Assumed octets of a value without a limit in its schema. */
const octetsOfOpenValue = 65_536;

/** Returns the number of rows that are read at a time, by the longest row that the schema allows. */
export const rowsPerRead = oncePer((of: Resource): number => {
  const fields = Object.values<TSchema>(readableSchema(of).properties);
  const octets = fields.reduce<number>((sum, field) => sum + longest(field), 0);
  return Math.max(minRowsPerRead, Math.floor(maxReadOctets / octets));
});

type Limits = Readonly<Record<string, unknown>>;

/** Returns the octets of the longest value that a schema allows. */
function longest(schema: TSchema): number {
  const limits: Limits = { ...schema };
  const { enum: choices, format, items, maxItems, maxLength, type } = limits;
  if (typeof limits['x-max-octets'] === 'number') return limits['x-max-octets'];
  if (choices !== undefined || format !== undefined) return octetsOfScalar;
  if (typeof maxLength === 'number') return maxLength;
  if (typeof maxItems === 'number' && typeof items === 'object')
    return maxItems * longest({ ...items });
  const isOpen = [type]
    .flat()
    .some((one) => one === 'string' || one === 'object' || one === 'array');
  return isOpen || type === undefined ? octetsOfOpenValue : octetsOfScalar;
}

/** Rows up to a number and to the octets of a page. */
export interface BoundedRows {
  readonly rows: readonly Row[];
  /** True if rows follow that were not read, or left out because of their size. */
  readonly hasMore: boolean;
}

/**
 * Reads the rows of a page, a part at a time if they may be long.
 *
 * @param page.size  rows of the page
 * @param read       reads up to `limit` rows after the given ones
 */
export async function readBoundedRows(
  page: { readonly of: Resource; readonly size: number },
  read: (before: readonly Row[], limit: number) => Promise<readonly Row[]>,
): Promise<BoundedRows> {
  const rows: Row[] = [];
  const needed = page.size + 1;
  let octets = 0;
  while (rows.length < needed) {
    const limit = Math.min(rowsPerRead(page.of), needed - rows.length);
    const part = await read(rows, limit);
    for (const row of part) {
      octets += octetsOf(row);
      if (octets > maxPageOctets && rows.length > 0)
        return { rows: rows.slice(0, page.size), hasMore: true };
      rows.push(row);
    }
    if (part.length < limit) break;
  }
  return { rows: rows.slice(0, page.size), hasMore: rows.length > page.size };
}

function octetsOf(row: Row): number {
  return Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : octetsOfScalar),
    0,
  );
}
