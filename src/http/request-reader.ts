import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../contract/caller.ts';
import { Fault } from '../contract/errors.ts';
import { isRecord } from '../contract/fields.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { normalizeIpAddress } from '../runtime/ip-address.ts';
import { credentialOf } from './authentication.ts';
import type { Call, Endpoint, StreamReader } from './endpoint.ts';
import { createListReader } from './list/list-body.ts';
import { withWrongReferences } from './reference/listed-references.ts';
import { addressOf } from './request-address.ts';
import { isTable, readBody } from './request-body.ts';
import { createValidator } from './request-validation.ts';
import { browserOf } from './session/session-cookie.ts';

/** Returns a function that validates a request by the schemas of its endpoint. */
export function createReader(
  endpoint: Endpoint,
  gateway: Gateway,
): (
  exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  caller: Caller,
) => Promise<Call> {
  const checkParams = createValidator(endpoint.params, 'params');
  const checkQuery = createValidator(endpoint.query, 'query');
  const checkBody = endpoint.body && createValidator(endpoint.body, 'body');
  const readList = endpoint.handleMany && createListReader(endpoint);
  const readGiven = async (request: FastifyRequest, caller: Caller) => {
    const given = endpoint.method === 'GET' ? {} : await readBody(endpoint, request);
    if (readList && Array.isArray(given))
      return readList(given, { gateway, caller, isTable: isTable(request) });
    try {
      checkBody?.(given);
    } catch (error) {
      throw await withWrongReferences(error, endpoint.bodyOf, { body: given, gateway, caller });
    }
    return given;
  };
  return async ({ request, reply }, known) => {
    const mediaType = chooseMediaType(request.headers.accept, endpoint.mediaTypes);
    const params = checkParams(paramsOf(endpoint, request));
    const query = checkQuery(withoutCacheBusting(request.query));
    const anonymous = {
      query,
      body: await readGiven(request, known),
      remoteAddress: () => normalizeIpAddress(request.ip),
      browser: () => browserOf(gateway.config, request, reply),
      gateway,
    };
    const caller = await endpoint.identify?.({ ...anonymous, requestId: request.id });
    return {
      ...anonymous,
      params,
      text: request.body instanceof Readable ? request.body : null,
      caller: caller ?? known,
      address: addressOf(gateway, request),
      ifMatch: request.headers['if-match'] ?? null,
      mediaType,
      reader: () => readerOf(gateway, request),
    };
  };
}

const json = 'application/json';
const jsonRanges = ['*/*', 'application/*', json, 'application/problem+json'];

/**
 * Chooses the media type of a reply by the Accept header: an offered type if the client names it, else JSON.
 *
 * @throws Fault `not_acceptable` if the client accepts neither JSON nor an offered type
 */
function chooseMediaType(accept: string | undefined, offered: readonly string[]): string {
  const ranges = (accept ?? '*/*')
    .toLowerCase()
    .split(',')
    .map((range) => range.trim())
    .filter((range) => !/;\s*q=0(\.0*)?\s*$/.test(range))
    .map((range) => range.split(';', 1)[0]?.trim() ?? '');
  const named = offered.find((type) => ranges.includes(type));
  if (named !== undefined) return named;
  if (ranges.some((range) => jsonRanges.includes(range))) return json;
  const ofFamily = offered.find((type) => ranges.includes(type.replace(/\/.*/, '/*')));
  if (ofFamily !== undefined) return ofFamily;
  throw new Fault(
    'not_acceptable',
    `Accept "${(accept ?? '').slice(0, 100)}" cannot be served. Served: ${[json, ...offered].join(', ')}.`,
  );
}

function readerOf(gateway: Gateway, request: FastifyRequest): StreamReader {
  const id = request.headers['last-event-id'];
  return {
    credential: credentialOf(gateway, request),
    lastEventId: typeof id === 'string' && id !== '' ? id : null,
  };
}

/** Returns the path parameters. `{+name}` matches the rest of the path, inner slashes included. */
function paramsOf(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const { '*': rest, ...params } = isRecord(request.params) ? request.params : {};
  const greedy = /\{\+(\w+)\}/.exec(endpoint.path)?.[1];
  return greedy === undefined || typeof rest !== 'string'
    ? params
    : { ...params, [greedy]: rest.replace(/\/$/, '') };
}

/** Removes `_` (jQuery's cache busting) and `format` (content negotiation of older clients). */
function withoutCacheBusting(query: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(isRecord(query) ? query : {}).filter(
      ([name]) => name !== '_' && name !== 'format',
    ),
  );
}
