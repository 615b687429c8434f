import type pg from 'pg';
import { Fault } from '../errors.ts';
import type { PreparedNames } from './prepared-names.ts';
import type { Statement, Written } from './store.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A statement as the driver takes it. */
export function queryOf({ sql, parameters }: Statement, names: PreparedNames) {
  return { name: names.of(sql), text: sql, values: [...parameters] };
}

/**
 * What a statement did.
 *
 * @param place  of the statement in its unit
 * @throws Fault `conflict` where it had to change something and did not
 */
export function writtenBy({ mustChange }: Statement, { rows, rowCount }: pg.QueryResult<Row>, place: number): Written {
  const changes = rowCount ?? 0;
  if (mustChange && changes === 0) throw new Fault('conflict', 'changed by somebody else in the meantime', { statement: place });
  return { rows, changes };
}
