import { asFault, Fault } from '../../contract/errors.ts';
import { isScalar, resolvePointer } from './pick.ts';
import { shownSpec, tryJson } from './reply.ts';
import { entriesIn } from './rows.ts';
import type { HttpEach, HttpRequestSpec } from './schema.ts';
import type { HttpSession, RequestContext } from './session.ts';

/** Limit of the requests for one value. */
const maxRequests = 128;

type Scalar = string | number | bigint | boolean;

/**
 * Sends a request once for each entry of another reply, one after the other.
 *
 * @returns the replies by the names of the entries, without entries that the server refused
 * @throws Fault `rejected` without a list, for a list that is too long, or quoting the server if it refused every entry
 */
export async function requestEach(
  session: HttpSession,
  { each, ...command }: HttpRequestSpec & { readonly each: HttpEach },
  context: RequestContext,
): Promise<Readonly<Record<string, unknown>>> {
  const replies: [string, unknown][] = [];
  let refusal: Fault | null = null;
  for (const [name, value] of await listEntries(session, each, context)) {
    const values = new Map([...context.values, [each.as_name, value] as const]);
    const reply = await tryRequest(session, command, { ...context, values });
    if ('refusal' in reply) refusal ??= reply.refusal;
    else replies.push([name, reply.json]);
  }
  if (refusal !== null && replies.length === 0) throw refusal;
  return Object.fromEntries(replies);
}

async function listEntries(
  session: HttpSession,
  each: HttpEach,
  context: RequestContext,
): Promise<readonly (readonly [name: string, value: Scalar])[]> {
  const { body } = await session.requestShared(each, context);
  const { at = '', find, value = '', name } = session.fillPick(each, context.values);
  const entries = entriesIn(resolvePointer(tryJson(body), at), { place: at, name, find });
  const failed = (words: string) =>
    new Fault('rejected', `${session.peerLabel}: ${shownSpec(each)}: ${words}`);
  if ('fault' in entries) throw failed(entries.fault);
  const found = entries.flatMap((entry) => {
    const picked = resolvePointer(entry.part, value);
    return entry.name === undefined || !isScalar(picked) ? [] : [[entry.name, picked] as const];
  });
  if (found.length > maxRequests)
    throw failed(`${found.length} entries need more than ${maxRequests} requests`);
  return found;
}

/** Sends a request; a refusal, or a reply without JSON, concerns this entry alone. */
async function tryRequest(session: HttpSession, spec: HttpRequestSpec, context: RequestContext) {
  try {
    const { body } = await session.request(spec, context);
    const json = tryJson(body);
    if (json !== undefined) return { json };
    return { refusal: new Fault('rejected', `the reply to ${shownSpec(spec)} is not JSON`) };
  } catch (error) {
    const fault = asFault(error);
    if (fault?.kind !== 'rejected' && fault?.kind !== 'unsupported') throw error;
    return { refusal: fault };
  }
}
