import pg from 'pg';
import { Fault } from '../../contract/errors.ts';
import { storeMessages } from '../store-messages.ts';

/**
 * Errors of the server, not of the statement: connection, transaction rollback, resources, operator intervention, system, and a
 * server that takes no writes (any more).
 *
 * @see https://www.postgresql.org/docs/15/errcodes-appendix.html
 */
const serverErrors = /^(08|40|53|57|58|25006$)/;

/** Errors after which the connection is closed: its server ends, starts, or takes no writes. */
const endingErrors = /^(25006|57P0[1-5])$/;

/** Errors of one transaction that has met another: a serialization failure, and a deadlock. The connection stays good. */
const collisions = /^(40001|40P01)$/;

/**
 * Errors that say for certain that the transaction was not committed, and that may be over a moment later: collisions, and the
 * errors after which the next connection may be to another server.
 */
const transientErrors = /^(40001|40P01|25006|57P0[1-3])$/;

/** Seconds after which a caller of the API may try again. */
const retryAfter = 2;

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
    return new Fault('unavailable', message, { cause: error, retryAfter });
  const code = error.code ?? '';
  return serverErrors.test(code)
    ? new Fault('unavailable', `${message} (${code})`, { cause: error, retryAfter })
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
    { cause: error, retryAfter },
  );
}

export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Fault) throw error;
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

/** True if a batch was certainly not committed, and the same batch may be written a moment later. */
export function isRetryable(error: unknown): boolean {
  return isOutdated(error) || hasCode(error, transientErrors);
}

/** True if a statement has met another transaction: it has done nothing, and may be sent again on the same connection. */
export function isCollision(error: unknown): boolean {
  return hasCode(error, collisions);
}

function hasCode(error: unknown, codes: RegExp): boolean {
  return error instanceof pg.DatabaseError && codes.test(error.code ?? '');
}

/** True if another gateway has changed the table of a prepared statement; a new connection prepares it again. */
export function isOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000';
}

/**
 * True if the server has ended the connection. As the answer to a commit it says nothing of the transaction: the server may
 * have ended the connection after it.
 */
export function isEnded(error: unknown): boolean {
  return hasCode(error, /^57P0[1-5]$/);
}

/** True if a connection is lost, still busy with a statement that took too long, or to a server that ends or takes no writes. */
export function isBroken(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return hasCode(error, endingErrors);
  return !(error instanceof Fault);
}
