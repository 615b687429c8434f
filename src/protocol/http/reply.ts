import { Fault } from '../../contract/errors.ts';
import type { HttpReply } from './client.ts';
import { parseJson, resolvePointer } from './pick.ts';
import type { HttpLogin, HttpOptions, HttpRequestSpec } from './schema.ts';

/** Places where servers put the words of an error. */
const usualPlaces = ['/message', '/detail', '/error/message', '/error', '/msg', '/meta/msg'];

/** Returns a request as its device type writes it, for messages. */
export function shownSpec({ method, path }: HttpRequestSpec): string {
  return `${method} ${path}`;
}

/** Returns the JSON of a body; undefined if the body is not JSON. */
export function tryJson(body: string): unknown {
  try {
    return parseJson(body);
  } catch {
    return undefined;
  }
}

/** @throws Fault `garbled` if the body is not JSON */
export function parseBody(body: string, what: string): unknown {
  try {
    return parseJson(body);
  } catch (cause) {
    throw new Fault('garbled', `${what} is not JSON`, { cause });
  }
}

/** Returns the error in a reply, with any status; null without an error. */
export function errorOf(reply: HttpReply, success: HttpOptions['success']): string | null {
  if (success === undefined) return null;
  const code = resolvePointer(tryJson(reply.body), success.at);
  if (success.in.some((one) => one === code)) return null;
  if (code === undefined && success.optional === true) return null;
  const words = wordsOf(reply, success);
  return code === undefined ? words : `code ${JSON.stringify(code)}: ${words}`;
}

/** Returns the server's text for an error: from its JSON, or the text of its page. */
export function wordsOf({ body }: HttpReply, success: HttpOptions['success']): string {
  const json = tryJson(body);
  const places = success?.message === undefined ? usualPlaces : [success.message, ...usualPlaces];
  const words = places
    .map((place) => resolvePointer(json, place))
    .filter((text) => typeof text === 'string');
  const text =
    words.length === 0 ? body.replaceAll(/<[^<>]*>/g, ' ') : [...new Set(words)].join(': ');
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim() || 'no words';
}

/** Returns true if a reply says that the login is missing or over. */
export function hasExpired(reply: HttpReply, expired: HttpLogin['expired']): boolean {
  if (reply.status === 401) return true;
  if (expired?.statuses?.includes(reply.status) === true) return true;
  if (expired?.at === undefined) return false;
  const code = resolvePointer(tryJson(reply.body), expired.at);
  return expired.in?.some((one) => one === code) === true;
}
