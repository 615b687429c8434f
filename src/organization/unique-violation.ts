import { Fault } from '../contract/errors.ts';

/**
 * Returns a rejection handler for a write: the conflict of a unique column becomes an error of that field, any other error
 * is thrown as it is.
 */
export function rejectDuplicate(
  title: string,
  column: string,
  value: string | undefined,
): (error: unknown) => never {
  return (error) => {
    const isDuplicate =
      error instanceof Fault && error.kind === 'conflict' && column in (error.fields ?? {});
    throw isDuplicate
      ? Fault.field(column, `${title} with ${column} ${JSON.stringify(value)} already exists.`)
      : error;
  };
}
