import type { ApiOperation } from './operations.ts';
import { isRow, type Row } from './output.ts';

/* The gateway answers 2xx when it has taken a request; whether the device or the NAS has followed is a field of the reply. */

/** Statuses of a transaction, fleet operation or session change that failed, and their meaning. */
const failures: ReadonlyMap<unknown, string> = new Map([
  ['failed', 'it failed'],
  ['expired', 'it expired before it could begin'],
  ['canceled', 'it was canceled'],
  ['refused', 'the NAS refused'],
  ['no_answer', 'the NAS gave no answer'],
]);

/**
 * Returns why a request that the gateway accepted did not have its effect; null if it had, or may still have it.
 *
 * @param content  body of the reply
 */
export function failureIn(
  { method, action }: Pick<ApiOperation, 'method' | 'action'>,
  content: unknown,
): string | null {
  // To read that something failed, or to cancel it, is no failure.
  if (method === 'GET' || action === 'cancel') return null;
  const rows = [content].flat().filter(isRow);
  return rows.map(failureOf).find((failure) => failure !== null) ?? null;
}

/** Returns why the work that a row describes has failed; null: it has not. */
export function failureOf(row: Row): string | null {
  const failure = failures.get(row['status']);
  if (failure === undefined || !('error_message' in row)) return null;
  const message = row['error_message'] ?? row['error_cause_name'];
  return typeof message === 'string' ? `${failure}: ${message}` : failure;
}
