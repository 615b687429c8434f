import { createHash } from 'node:crypto';
import { Fault } from '../errors.ts';

/**
 * The entity tag of a reply: changes with anything that it shows.
 *
 * @param except  fields that do not count
 * @see RFC 9110 section 8.8.3
 */
export function entityTag(item: unknown, except: readonly string[] = []): string {
  const counted =
    except.length > 0
      ? Object.fromEntries(Object.entries(item ?? {}).filter(([field]) => !except.includes(field)))
      : item;
  return `"${createHash('sha256').update(JSON.stringify(counted)).digest('base64url').slice(0, 22)}"`;
}

/** True where the client has this very state already. @see RFC 9110 section 13.1.2 */
export function matchesIfNoneMatch(ifNoneMatch: string | undefined, tag: string): boolean {
  return (
    ifNoneMatch !== undefined &&
    tagsOf(ifNoneMatch).some((known) => known === '*' || known.replace(/^W\//, '') === tag)
  );
}

/**
 * Lets a change pass only where it is of the state that the client has seen.
 *
 * @param ifMatch  the header, or null where there was none: then everything passes
 * @throws Fault `precondition`
 * @see RFC 9110 section 13.1.1
 */
export function checkIfMatch(ifMatch: string | null, item: unknown): void {
  if (ifMatch === null) return;
  const tag = entityTag(item);
  if (tagsOf(ifMatch).some((wanted) => wanted === '*' || wanted === tag)) return;
  throw new Fault(
    'precondition',
    `It has changed since: If-Match says ${ifMatch}, it is ${tag} now.`,
  );
}

function tagsOf(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}
