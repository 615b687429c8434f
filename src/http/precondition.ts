import { createHash } from 'node:crypto';
import { Fault } from '../contract/errors.ts';

/**
 * Computes the entity tag of a reply, which changes with every field that the reply shows.
 *
 * @param except  fields that the tag ignores
 * @see RFC 9110 section 8.8.3
 */
export function entityTag(item: unknown, except: readonly string[] = []): string {
  const counted =
    except.length > 0
      ? Object.fromEntries(Object.entries(item ?? {}).filter(([field]) => !except.includes(field)))
      : item;
  return `"${createHash('sha256').update(JSON.stringify(counted)).digest('base64url').slice(0, 22)}"`;
}

/** True if the client has this state already. @see RFC 9110 section 13.1.2 */
export function matchesIfNoneMatch(ifNoneMatch: string | undefined, tag: string): boolean {
  return (
    ifNoneMatch !== undefined &&
    tagsOf(ifNoneMatch).some((known) => known === '*' || known.replace(/^W\//, '') === tag)
  );
}

/**
 * Checks that a change applies to the state that the client has read.
 *
 * @param ifMatch  the header; null: the change is unconditional
 * @throws Fault `precondition`
 * @see RFC 9110 section 13.1.1
 */
export function checkIfMatch(ifMatch: string | null, item: unknown): void {
  if (ifMatch === null) return;
  const tag = entityTag(item);
  if (tagsOf(ifMatch).some((expected) => expected === '*' || expected === tag)) return;
  throw new Fault(
    'precondition',
    `The entity tag does not match: If-Match has ${ifMatch}, the current tag is ${tag}.`,
  );
}

/**
 * Returns a function that interprets a failed write: with If-Match, a row that another request has changed since it was read
 * does not match any more.
 *
 * @throws (the function) Fault `precondition`, or the error itself
 */
export function lostPrecondition(ifMatch: string | null): (error: unknown) => never {
  return (error) => {
    if (ifMatch === null || !isChangedMeanwhile(error)) throw error;
    throw new Fault(
      'precondition',
      `The entity tag does not match: If-Match has ${ifMatch}, but another request has changed the object.`,
      { cause: error },
    );
  };
}

/** True for a statement that changed no row; a rule that refuses the whole batch names no statement. */
function isChangedMeanwhile(error: unknown): boolean {
  return (
    error instanceof Fault &&
    error.kind === 'conflict' &&
    error.statement !== undefined &&
    Object.keys(error.fields ?? {}).length === 0
  );
}

function tagsOf(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}
