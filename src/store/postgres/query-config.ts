import type pg from 'pg';
import { Fault } from '../../errors.ts';
import type { StatementNames } from './statement-names.ts';
import type { Statement, StatementResult } from '../store.ts';

export type PostgresRow = Readonly<Record<string, unknown>>;

/** A statement as the driver takes it. */
export function toQueryConfig({ sql, parameters }: Statement, names: StatementNames) {
  return { name: names.nameOf(sql), text: sql, values: [...parameters] };
}

/**
 * What a statement did.
 *
 * @param place  of the statement in its unit
 * @throws Fault `conflict` where it had to change something and did not
 */
export function toStatementResult(
  { mustChange }: Statement,
  { rows, rowCount }: pg.QueryResult<PostgresRow>,
  place: number,
): StatementResult {
  const changes = rowCount ?? 0;
  if (mustChange && changes === 0)
    throw new Fault('conflict', 'changed by somebody else in the meantime', { statement: place });
  return { rows, changes };
}
