import pg from 'pg';
import { Fault } from '../../contract/errors.ts';
import { storeMessages } from '../store-messages.ts';

/**
 * Error classes of the server, not of the statement: connection, resources, operator intervention, system.
 *
 * @see https://www.postgresql.org/docs/15/errcodes-appendix.html
 */
const serverErrorClasses = /^(08|53|57|58)/;

/** Returns an error of a write as a fault; one of the statement, which is a defect, as it is. */
export function faultOf(error: unknown): unknown {
  const code = error instanceof pg.DatabaseError ? error.code : undefined;
  if (code === '23505') return duplicate(error);
  if (code === '23503') return new Fault('conflict', storeMessages.inUse);
  return serverFaultOf(error, storeMessages.cannotWrite);
}

/** Returns an error of the server or its connection as a fault, any other one as it is. */
export function serverFaultOf(error: unknown, message: string): unknown {
  if (error instanceof Fault) return error;
  if (!(error instanceof pg.DatabaseError))
    return new Fault('unavailable', message, { cause: error });
  const code = error.code ?? '';
  return serverErrorClasses.test(code)
    ? new Fault('unavailable', `${message} (${code})`, { cause: error })
    : error;
}

function duplicate(error: unknown): Fault {
  const detail = error instanceof pg.DatabaseError ? (error.detail ?? '') : '';
  const columns = (/^Key \((.*?)\)=/.exec(detail)?.[1] ?? '').split(', ').filter(Boolean);
  return new Fault('conflict', storeMessages.exists, {
    fields: Object.fromEntries(columns.map((column) => [column, [storeMessages.exists]])),
  });
}

export function connectionFault(error: unknown): Fault {
  return new Fault(
    'unavailable',
    `PostgreSQL: ${error instanceof Error ? error.message : 'cannot connect'}`,
    { cause: error },
  );
}

export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw connectionFault(error);
  }
}

/** Runs a read. @throws Fault `unavailable` if the server is away or too busy */
export async function orUnreadable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw serverFaultOf(error, storeMessages.cannotRead);
  }
}

/** True for a deadlock or a serialization failure: the same batch may be retried. */
export function isRetryable(error: unknown): boolean {
  return (
    isOutdated(error) ||
    (error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01'))
  );
}

/** True if another gateway has changed the table of a prepared statement; a new connection prepares it again. */
export function isOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000';
}

/** True if a connection is lost, or still busy with a statement that took too long. */
export function isBroken(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) && !(error instanceof Fault);
}
