import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Fault } from '../contract/errors.ts';
import { isObjectSchema, isRecord } from '../contract/fields.ts';
import { parseCsvBodies, csvMediaType, readTexts } from './list/csv.ts';
import type { Endpoint } from './endpoint.ts';
import { formMediaType, multipartMediaType, parseForm, parseMultipart } from './form-body.ts';
import { maxDepth, tooDeep } from './request-validation.ts';

const json = 'application/json';
const textMediaType = 'text/plain';
/** Bodies above this many octets are parsed one in each turn of the event loop. */
const largeBody = 65_536;

/**
 * Parses JSON, forms and CSV; endpoints that do not accept CSV refuse it. Parsing takes time with the size, so one large body is
 * parsed in each turn of the event loop. Empty JSON counts as a missing body.
 */
export function addContentTypeParsers(scope: FastifyInstance): void {
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  let largeBodies = Promise.resolve();
  const decode = async (octets: Buffer) => {
    if (octets.length > largeBody) await (largeBodies = largeBodies.then(() => nextTurn()));
    if (!isUtf8(octets)) throw new Fault('invalid', 'The body is not valid UTF-8.');
    return octets.toString();
  };
  scope.removeContentTypeParser([json, 'text/plain']);
  scope.addContentTypeParser(
    json,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, octets: Buffer) => {
      if (octets.length === 0) return undefined;
      const text = await decode(octets);
      checkJsonSize(text);
      return new Promise((resolve, reject) => {
        void parseJson(request, text, (error, body) => {
          if (error) reject(error);
          else resolve(body);
        });
      });
    },
  );
  scope.addContentTypeParser(
    formMediaType,
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, octets: Buffer) => parseForm(await decode(octets)),
  );
  scope.addContentTypeParser(
    multipartMediaType,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, octets: Buffer) => {
      await decode(octets);
      return parseMultipart(octets, request.headers['content-type'] ?? '');
    },
  );
  scope.addContentTypeParser(
    csvMediaType,
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, octets: Buffer) => decode(octets),
  );
  scope.addContentTypeParser(textMediaType, (_request, payload, done) => {
    done(null, payload);
  });
}

/**
 * Returns the body of a request by its media type, without the read-only fields that it repeats.
 *
 * @throws Fault `invalid`; `media_type` if the endpoint does not accept the type
 */
export async function readBody(endpoint: Endpoint, request: FastifyRequest): Promise<unknown> {
  const body = await parsedBody(endpoint, request);
  const { ignoredFields } = endpoint;
  if (ignoredFields.length === 0) return body;
  return Array.isArray(body)
    ? body.map((item: unknown) => without(item, ignoredFields))
    : without(body, ignoredFields);
}

function without(body: unknown, fields: readonly string[]): unknown {
  if (!isRecord(body) || !fields.some((field) => Object.hasOwn(body, field))) return body;
  return Object.fromEntries(Object.entries(body).filter(([field]) => !fields.includes(field)));
}

async function parsedBody(endpoint: Endpoint, request: FastifyRequest): Promise<unknown> {
  const type = mediaTypeOf(request);
  const body = request.body === undefined ? emptyBody(endpoint, type) : request.body;
  if (endpoint.acceptsDataField) return unwrapBody(body);
  if (type === csvMediaType && endpoint.handleMany) {
    const table = await parseCsvBodies(typeof body === 'string' ? body : '', endpoint.body);
    linesByRequest.set(
      request,
      table.map(({ line }) => line),
    );
    return table.map(({ row }) => row);
  }
  if (type === formMediaType || type === multipartMediaType) return formBody(endpoint, body);
  if (type === textMediaType) return textBody(endpoint);
  return type === csvMediaType ? refuseType(type) : body;
}

/** The handler reads a body of text as it arrives. @throws Fault `media_type` if the endpoint takes none */
function textBody({ acceptsText }: Endpoint): object {
  return acceptsText ? {} : refuseType(textMediaType);
}

function refuseType(type: string): never {
  throw new Fault(
    'media_type',
    `Unsupported media type "${type}" in request. Expected application/json.`,
  );
}

/** Returns the body that a form has: in its field `data` as JSON text, or a field of the form for each of its own. */
function formBody({ body: schema }: Endpoint, fields: unknown): unknown {
  const inner = unwrapBody(fields);
  return inner === fields && isRecord(fields) ? readTexts(fields, schema) : inner;
}

/** Line numbers of the ends of CSV rows. */
const linesByRequest = new WeakMap<FastifyRequest, readonly number[]>();

export function isTable(request: FastifyRequest): boolean {
  return linesByRequest.has(request);
}

/** Adds the line of CSV to each message about a row; faults of other requests are returned unchanged. */
export function withLines(request: FastifyRequest, fault: Fault): Fault {
  const lines = linesByRequest.get(request);
  if (!lines || !fault.items) return fault;
  const items = fault.items.map((fields, at) =>
    Object.fromEntries(
      Object.entries(fields).map(([field, texts]) => [
        field,
        texts.map((text) => `line ${lines[at] ?? 0}: ${text}`),
      ]),
    ),
  );
  return new Fault(fault.kind, fault.message, { cause: fault, items });
}

/**
 * Some clients announce JSON in every request, with or without a body. For a POST without required fields an empty body is an
 * empty object; for a PUT or PATCH the body must have been lost.
 */
function emptyBody(endpoint: Endpoint, type: string): object {
  if (type !== json || mayBeEmpty(endpoint)) return {};
  throw new Fault('invalid', `The body is empty, and its Content-Type is ${json}.`);
}

function mayBeEmpty({ method, body }: Endpoint): boolean {
  if (body === null) return true;
  const required: unknown = 'required' in body ? body.required : [];
  const isRequired = Array.isArray(required) && required.length > 0;
  return method === 'POST' && isObjectSchema(body) && !isRequired;
}

function mediaTypeOf(request: FastifyRequest): string {
  return request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
}

/**
 * Unwraps a body that may be in a field `data`, as an object or as JSON text.
 *
 * @throws Fault `invalid`
 */
function unwrapBody(body: unknown): unknown {
  const inner: unknown = isRecord(body) && Object.keys(body).length === 1 ? body.data : undefined;
  if (typeof inner === 'string') checkJsonSize(inner);
  if (typeof inner !== 'string') return isRecord(inner) || Array.isArray(inner) ? inner : body;
  try {
    const unwrapped: unknown = JSON.parse(inner);
    return unwrapped;
  } catch {
    throw Fault.field('data', 'Invalid JSON.');
  }
}

/** JSON of this many characters is checked before it is parsed. The limit of values is for a whole list of bodies. */
const longText = 65_536;
const maxJsonValues = 50_000;

/**
 * Checks how many values long JSON has and how deeply they are nested, before it is parsed: half a million
 * lists or 80,000 names take the parser longer than any other text of their length.
 *
 * @throws Fault `invalid`
 */
function checkJsonSize(json: string): void {
  if (json.length < longText) return;
  let depth = 0;
  let commas = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === quote) at = endOfString(json, at);
    else if (opening.includes(character)) depth += 1;
    else if (closing.includes(character)) depth -= 1;
    else if (character === comma) commas += 1;
    if (commas >= maxJsonValues)
      throw new Fault('invalid', `More than ${maxJsonValues} values in one body.`);
    // One level more than the values: the body may be in a field `data`.
    if (depth > maxDepth + 1) throw new Fault('invalid', tooDeep);
  }
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const opening = [0x5b, 0x7b];
const closing = [0x5d, 0x7d];

/** Returns the position of the quotation mark that ends a string, or of the end of the text. */
function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === quote) return at;
    if (character === backslash) at += 1;
  }
  return json.length;
}
