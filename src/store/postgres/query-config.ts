import type pg from 'pg';
import { Fault } from '../../contract/errors.ts';
import type { StatementNames } from './statement-names.ts';
import { storeMessages } from '../store-messages.ts';
import type { Statement, StatementResult } from '../store.ts';

export type PostgresRow = Readonly<Record<string, unknown>>;

/** Returns a statement in the form of the driver. */
export function toQueryConfig({ sql, parameters }: Statement, names: StatementNames) {
  return { name: names.nameOf(sql), text: sql, values: [...parameters] };
}

/**
 * Returns the result of a statement.
 *
 * @param position  of the statement in its batch
 * @throws Fault `conflict` if a `mustChange` statement changed no row
 */
export function toStatementResult(
  { mustChange }: Statement,
  { rows, rowCount }: pg.QueryResult<PostgresRow>,
  position: number,
): StatementResult {
  const changes = rowCount ?? 0;
  if (mustChange && changes === 0)
    throw new Fault('conflict', storeMessages.changed, { statement: position });
  return { rows, changes };
}
