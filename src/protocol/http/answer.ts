import { asFault, Fault } from '../../contract/errors.ts';
import { parseDuration } from '../../runtime/duration.ts';
import { searchBounded } from '../../runtime/pattern/bounded-search.ts';
import type { NamedRows } from '../named-rows.ts';
import { requestEach } from './each.ts';
import { pickValue, reduceNumbers, type Picked } from './pick.ts';
import type { HttpRows } from './reply-schema.ts';
import { parseBody, shownSpec } from './reply.ts';
import { pickRows } from './rows.ts';
import type { HttpCommand } from './schema.ts';
import type { HttpSession, RequestContext } from './session.ts';
import type { PlaceholderValues } from './template.ts';

const noValues: PlaceholderValues = new Map();

type Scalar = string | number | bigint | boolean;

/** The outcome of a request: a body, parsed once if it is JSON, or the fault of this request alone. */
export interface Answer {
  readonly body: string;
  readonly values: PlaceholderValues;
  readonly fault: string | null;
  json?: unknown;
}

/**
 * Sends the request of a command, those before it and one for each entry of a list among them.
 *
 * @throws Fault of the device as a whole
 */
export async function ask(
  session: HttpSession,
  command: HttpCommand,
  reading: Pick<RequestContext, 'signal' | 'shared'>,
): Promise<Answer> {
  const context = { ...reading, values: noValues, isOnce: false };
  try {
    const values = await session.prepare(command.before, context);
    const { each } = command;
    if (each !== undefined) {
      const json = await requestEach(session, { ...command, each }, { ...context, values });
      return { body: '', json, values, fault: null };
    }
    const { body } = await session.requestShared(command, { ...context, values });
    return { body, values, fault: null };
  } catch (error) {
    const fault = asFault(error);
    // Everything else is a fault of the device as a whole.
    if (fault?.kind !== 'rejected' && fault?.kind !== 'unsupported') throw error;
    return { body: '', values: noValues, fault: fault.message };
  }
}

/** Returns the same text for commands that have the same request. */
export function requestKey({
  method,
  path,
  query,
  headers,
  json,
  form,
  before,
  each,
}: HttpCommand): string {
  return JSON.stringify([method, path, query, headers, json, form, before, each]);
}

/** Returns the value of a command in an answer, or the reason why it is missing. */
export function valueIn(
  session: HttpSession,
  command: HttpCommand,
  answer: Answer,
): Picked | NamedRows {
  if (answer.fault !== null) return { fault: answer.fault };
  try {
    if (command.rows !== undefined)
      return rowsOf(session, { ...command, rows: command.rows }, answer);
    return { value: convert(command, valueOf(session, command, answer)) };
  } catch (error) {
    const fault = asFault(error);
    if (fault === null) throw error;
    return { fault: `${session.peerLabel}: ${shownSpec(command)}: ${fault.message}` };
  }
}

/** True if a command takes a value from a reply of JSON; the whole reply is the value otherwise, without white space at its ends. */
export function picksValue({ at, find, value, reduce }: HttpCommand): boolean {
  return (at ?? find ?? value ?? reduce) !== undefined;
}

function valueOf(session: HttpSession, command: HttpCommand, answer: Answer) {
  if (!picksValue(command)) return answer.body.trim();
  answer.json ??= parseBody(answer.body, 'the reply');
  const picked = pickValue(answer.json, session.fillPick(command, answer.values));
  if ('fault' in picked) throw new Fault('rejected', picked.fault);
  return picked.value;
}

/** Returns numbers by name, or one value of all of them. */
function rowsOf(
  session: HttpSession,
  command: HttpCommand & { readonly rows: HttpRows },
  answer: Answer,
): Picked | NamedRows {
  answer.json ??= parseBody(answer.body, 'the reply');
  const { reduce, ...pick } = session.fillPick(command, answer.values);
  const picked = pickRows(answer.json, pick, (value) => matchOf(command, value));
  if ('fault' in picked) throw new Fault('rejected', picked.fault);
  if (reduce === undefined || reduce === 'list' || reduce === 'lines') return picked;
  const numbers = picked.rows.map(({ value }) => Number(value));
  return reduceNumbers(numbers, reduce);
}

/** Returns the match of a command's pattern in a value; undefined: no match. */
function matchOf({ match }: HttpCommand, value: Scalar): Scalar | undefined {
  if (match === undefined) return value;
  return searchBounded(
    { source: match, flags: 'm' },
    String(value),
    (pattern, text) => pattern.exec(text)?.[1],
  );
}

function convert(command: HttpCommand, value: Scalar) {
  const { match, as } = command;
  const found = matchOf(command, value);
  if (found === undefined) throw new Fault('rejected', `the value does not match ${String(match)}`);
  if (as === undefined) return found;
  const seconds = parseDuration(String(found));
  if (seconds === null) throw new Fault('rejected', `${JSON.stringify(found)} is no duration`);
  return seconds;
}
