import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  limitReply,
  sendRequest as sendHttpRequest,
  type OutgoingRequest,
} from '../runtime/http-client.ts';
import { packageVersion } from '../runtime/package-root.ts';
import { isUnknownAuthority } from '../contract/errors.ts';
import type { Connection } from './connection.ts';
import { parseJson } from './values.ts';

/** Error without an answer of the gateway: the connection, its certificate, or the time. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

export interface ApiRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A reply whose body is not read yet. */
export interface ApiReply {
  readonly status: number;
  readonly mediaType: string;
  readonly location: string;
  readonly body: IncomingMessage;
}

const maxReplyOctets = 256 * 1024 * 1024;

/**
 * Sends a request. Redirects are not followed: the token goes to the gateway that was named, and nowhere else.
 *
 * @throws Unreachable with the address and the reason
 */
export async function sendRequest(connection: Connection, sent: ApiRequest): Promise<ApiReply> {
  const { url } = connection;
  try {
    const reply = await sendHttpRequest(httpRequestOf(connection, sent));
    return {
      status: reply.statusCode ?? 0,
      mediaType: (reply.headers['content-type'] ?? '').split(';')[0] ?? '',
      location: reply.headers.location ?? '',
      body: reply,
    };
  } catch (error) {
    throw new Unreachable(`${url.origin}: ${reasonOf(error)}`, { cause: error });
  }
}

/**
 * Reads the body of a reply.
 *
 * @throws Unreachable if the connection ends before it
 */
export async function readReply({ body }: ApiReply): Promise<string> {
  try {
    return await text(limitReply(body, maxReplyOctets));
  } catch (error) {
    throw new Unreachable(`the answer is incomplete: ${reasonOf(error)}`, { cause: error });
  }
}

/**
 * Reads the JSON of a reply.
 *
 * @throws Unreachable if it is not JSON: the reply is then from a proxy in front of the gateway
 */
export async function readJson(reply: ApiReply): Promise<unknown> {
  const content = await readReply(reply);
  try {
    return parseJson(content);
  } catch (error) {
    const shown = JSON.stringify(content.slice(0, 100));
    throw new Unreachable(`the answer is not JSON, so it is not from a gateway: ${shown}`, {
      cause: error,
    });
  }
}

function httpRequestOf(
  { url, token, ca, timeoutMs }: Connection,
  { method, path, body, headers }: ApiRequest,
): OutgoingRequest {
  return {
    method,
    url: new URL(`${url.pathname.replace(/\/$/, '')}${path}`, url.origin),
    body,
    certificate: ca === '' ? 'public' : { ca },
    idleTimeoutMs: timeoutMs,
    keepsConnection: true,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      'user-agent': `gatehouse/${packageVersion}`,
      ...headers,
    },
  };
}

const hints: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused; is the gateway running, and is this its port?',
  ENOTFOUND: 'the name does not exist',
  EAI_AGAIN: 'the name cannot be resolved now',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  ETIMEDOUT: 'no answer',
  ECONNRESET: 'the connection was closed; is it http where the gateway has https, or the reverse?',
  EPROTO: 'no TLS is spoken there; is it http?',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for other names',
};

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  if (isUnknownAuthority(code))
    return 'its certificate is signed by a CA that is not trusted; give --ca FILE, or save it: gatehouse api gateway add NAME --url URL --fingerprint SHA256';
  return hints[code] ?? error.message;
}
