import { signal } from '@preact/signals';
import createClient from 'openapi-fetch';
import type { paths as ControlPaths } from '../../packaging/typescript/control-api.d.ts';
import type { paths as GatePaths } from '../../packaging/typescript/gate-api.d.ts';
import { root } from './address.ts';
import { Problem } from './problem.ts';

/* Calls of both APIs. Their paths, parameters, bodies and replies are typed by the OpenAPI documents. */

/** Path of an endpoint of either API. */
export type ApiPath = keyof ControlPaths | keyof GatePaths;

const timeoutMs = 60_000;

/** Since when the gateway does not answer; null: it does. */
export const silentSince = signal<Date | null>(null);
/** True after a request was refused for want of a session. */
export const isSignedOut = signal(false);
/** Addresses that the present page has read, newest last, for "copy as curl". */
export const readAddresses = signal<readonly string[]>([]);

const maxReadAddresses = 20;

/** Typed calls of access control. */
export const gate = createClient<GatePaths, 'application/json'>({ baseUrl: root, fetch: send });
/** Typed calls of device control. */
export const control = createClient<ControlPaths, 'application/json'>({
  baseUrl: root,
  fetch: send,
});

interface TypedReply<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** Returns the body of a typed call. @throws Problem if it was refused */
export async function take<T>(call: Promise<TypedReply<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (data === undefined) throw problemOf(response, error);
  return data;
}

interface RawRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** The reply to a call whose path is only known at run time. */
interface RawReply {
  readonly body: unknown;
  readonly etag: string | null;
}

/**
 * Calls an endpoint by its path, for the pages that are data.
 *
 * @param path  from the root of the gateway, with the query
 * @throws Problem if the gateway refuses or does not answer
 */
export async function call(path: string, request: RawRequest = {}): Promise<RawReply> {
  const { method = 'GET', body, headers, signal: abort } = request;
  const response = await send(
    new Request(`${root}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(abort ? { signal: abort } : {}),
    }),
  );
  const value = parse(await response.text());
  if (!response.ok) throw problemOf(response, value);
  return { body: value, etag: response.headers.get('etag') };
}

/** Reads a file of a media type. @throws Problem if it is refused */
export async function callForFile(path: string, mediaType: string): Promise<Blob> {
  const response = await send(new Request(`${root}${path}`, { headers: { accept: mediaType } }));
  if (!response.ok) throw problemOf(response, parse(await response.text()));
  return response.blob();
}

/** Returns the command line that reads an address. */
export function asCurl(url: string): string {
  return `curl -H "Authorization: Bearer $TOKEN" '${url}'`;
}

async function send(request: Request): Promise<Response> {
  if (request.method === 'GET') note(request.url);
  const signals = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
  const response = await fetch(
    new Request(request, { signal: signals, credentials: 'same-origin' }),
  ).catch((error: unknown) => {
    if (!request.signal.aborted) silentSince.value ??= new Date();
    throw request.signal.aborted && error instanceof Error
      ? error
      : new Problem({ status: 0, body: null, requestId: null });
  });
  silentSince.value = null;
  if (response.status === 401 && !request.url.endsWith('/session/')) isSignedOut.value = true;
  return response;
}

function note(url: string): void {
  const others = readAddresses.value.filter((one) => one !== url);
  readAddresses.value = [...others, url].slice(-maxReadAddresses);
}

function problemOf(response: Response, body: unknown): Problem {
  return new Problem({
    status: response.status,
    body,
    requestId: response.headers.get('x-request-id'),
  });
}

function parse(text: string): unknown {
  if (text === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return { detail: text.slice(0, 300) };
  }
}
