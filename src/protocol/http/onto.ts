import { Fault } from '../../contract/errors.ts';
import { isRecord } from '../../contract/fields.ts';
import { resolvePointer } from './pick.ts';
import { shownSpec, tryJson } from './reply.ts';
import type { HttpOnto } from './schema.ts';
import type { HttpSession, RequestContext } from './session.ts';

/**
 * Returns members of the object that a request returns, without null and empty members, which interfaces refuse to take
 * back.
 *
 * @throws Fault `rejected` if there is no object, or one with a value that is hidden or cannot be kept exact
 */
export async function readMembers(
  session: HttpSession,
  { members, at = '', ...spec }: HttpOnto,
  context: RequestContext,
): Promise<Readonly<Record<string, unknown>>> {
  const { body } = await session.request(spec, { ...context, isOnce: false });
  const object = resolvePointer(tryJson(body), at);
  const failed = (words: string) =>
    new Fault('rejected', `${session.peerLabel}: ${shownSpec(spec)}: ${words}`);
  if (!isRecord(object)) throw failed(`the reply has no object at ${JSON.stringify(at)}`);
  const fault = members.map((name) => faultIn(object[name], `${at}/${name}`)).find(Boolean);
  if (fault !== undefined) throw failed(`the reply ${fault}`);
  return Object.fromEntries(
    members.flatMap((name) => {
      const kept = withoutEmpty(object[name]);
      return kept === undefined ? [] : [[name, kept]];
    }),
  );
}

/** Returns why a value cannot be written as it was read; undefined: it can. */
function faultIn(part: unknown, place: string): string | undefined {
  // Asterisks would become the password.
  if (typeof part === 'string' && /^[*•]{3,}$/u.test(part))
    return `hides the value at ${JSON.stringify(place)}`;
  if (typeof part === 'bigint') return `has a number that is too large at ${JSON.stringify(place)}`;
  if (typeof part !== 'object' || part === null) return undefined;
  return Object.entries(part)
    .map(([name, one]) => faultIn(one, `${place}/${name}`))
    .find(Boolean);
}

function withoutEmpty(part: unknown): unknown {
  if (part === null) return undefined;
  if (!isRecord(part)) return part;
  const entries = Object.entries(part).flatMap(([name, one]) => {
    const kept = withoutEmpty(one);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
