import { Fault } from '../../contract/errors.ts';
import { compareOids, endOfMibView, type Varbind } from './varbind.ts';

/** Rows of a table column in the device's order, or the reason why they are incomplete. */
export type SnmpColumn = { readonly rows: readonly Varbind[] } | { readonly fault: string };

/** What follows each of several OIDs, in their order. */
export interface Successors {
  /** Varbinds after each OID; an agent may shorten the later lists. */
  readonly columns: readonly (readonly Varbind[])[];
  /** Error status of the response; null: no error. */
  readonly fault: string | null;
  /** True if the error status reports the end of the MIB after one of the OIDs. */
  readonly isEnd: boolean;
}

export interface WalkOptions {
  /** A longer column is a fault, not truncated. */
  readonly maxRows: number;
  /** Name of the device for messages. */
  readonly peer: string;
  readonly getAfter: (oids: readonly string[]) => Promise<Successors>;
}

interface Walk {
  readonly oid: string;
  last: string;
  readonly rows: Varbind[];
  fault: string | null;
  isEnded: boolean;
  isDescending: boolean;
}

/** Columns of one request: more do not fit into a datagram with rows of each. */
const maxColumns = 8;

/**
 * Reads all rows below several OIDs. The columns of a table are read together, at the cost of its longest column.
 *
 * @returns       the columns in the order of the OIDs
 * @throws Fault  `garbled` if no column ascends; a column that does not ascend is a fault, because its walk would not end
 */
export async function walkColumns(
  oids: readonly string[],
  options: WalkOptions,
): Promise<readonly SnmpColumn[]> {
  const walks = oids.map<Walk>((oid) => ({
    oid,
    last: oid,
    rows: [],
    fault: null,
    isEnded: false,
    isDescending: false,
  }));
  for (;;) {
    const open = walks.filter(({ isEnded }) => !isEnded).slice(0, maxColumns);
    if (open.length === 0) return columnsOf(walks, options);
    await advance(open, options);
  }
}

function columnsOf(walks: readonly Walk[], { peer }: WalkOptions): readonly SnmpColumn[] {
  const [first] = walks;
  if (first && walks.every(({ isDescending }) => isDescending))
    throw new Fault('garbled', `${peer}: ${first.fault ?? first.oid}`);
  return walks.map(({ rows, fault }) => (fault === null ? { rows } : { fault }));
}

/** Reads what follows in several columns. If the agent refuses that, they are read one by one. */
async function advance(walks: readonly Walk[], options: WalkOptions): Promise<void> {
  const { columns, fault, isEnd } = await options.getAfter(walks.map(({ last }) => last));
  const [first, ...others] = walks;
  if (fault === null && !isEnd) extendAll(walks, columns, options);
  else if (first && others.length === 0) end(first, isEnd ? null : fault);
  else for (const walk of walks) await advance([walk], options);
}

/** Adds the rows of a response to its columns; one without any varbind ends the walk. */
function extendAll(walks: readonly Walk[], columns: Successors['columns'], options: WalkOptions) {
  for (const [at, walk] of walks.entries()) extend(walk, columns[at] ?? [], options);
  if (columns.every((varbinds) => varbinds.length === 0))
    for (const walk of walks) walk.isEnded = true;
}

/** Adds the rows of a response to a column. An agent that had no room for any leaves the column as it was. */
function extend(walk: Walk, varbinds: readonly Varbind[], { maxRows }: WalkOptions): void {
  const inside = varbinds.filter((varbind) => isRowOf(walk.oid, varbind));
  walk.isEnded = inside.length < varbinds.length;
  for (const row of inside) {
    if (compareOids(walk.last, row.oid) >= 0) {
      walk.isDescending = true;
      end(walk, `row ${row.oid} comes after ${walk.last}`);
      return;
    }
    walk.last = row.oid;
    walk.rows.push(row);
  }
  if (walk.rows.length > maxRows) end(walk, `the device has more than ${maxRows} rows below it`);
}

function end(walk: Walk, fault: string | null): void {
  walk.fault = fault;
  walk.isEnded = true;
}

function isRowOf(oid: string, varbind: Varbind): boolean {
  return (
    varbind.oid.startsWith(`${oid}.`) && !('fault' in varbind && varbind.fault === endOfMibView)
  );
}
