import type { IncomingMessage } from 'node:http';
import { isRecord } from '../../contract/fields.ts';
import { faultOfCall, readWhole, sendRequest } from '../../runtime/http-client.ts';

/** A call of a controller: JSON both ways. */
export interface ControllerRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** The IP address of the host of the URL, which is connected to. */
  readonly address: string;
  /** SHA-256 fingerprint of the certificate, which is then not checked otherwise. */
  readonly certificate_sha256: string | null;
  /** Ends the call. */
  readonly signal: AbortSignal;
}

export interface ControllerReply {
  readonly status: number;
  /** The body; empty if it is no JSON object. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly headers: IncomingMessage['headers'];
}

const maxReplyOctets = 262_144;

/**
 * Calls a controller. Redirects are not followed.
 *
 * @throws Fault `unreachable`, `timeout`; `refused` for another certificate; `garbled` for a reply that is too long
 */
export async function callController(call: ControllerRequest): Promise<ControllerReply> {
  const { origin } = new URL(call.url);
  try {
    return await exchange(call);
  } catch (error) {
    throw faultOfCall(error, { at: origin, by: 'the controller', signal: call.signal });
  }
}

async function exchange(call: ControllerRequest): Promise<ControllerReply> {
  const { method, url, headers, body, address, certificate_sha256: sha256, signal } = call;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const reply = await sendRequest({
    method,
    url,
    body: text,
    address,
    certificate: sha256 === null ? 'public' : { sha256 },
    signal,
    headers: {
      accept: 'application/json',
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
  });
  const octets = await readWhole(reply, maxReplyOctets);
  const { statusCode: status = 0, headers: received } = reply;
  return { status, headers: received, json: parseObject(octets.toString()) };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(text);
    return isRecord(json) ? json : {};
  } catch {
    return {};
  }
}

/** Returns the cookies that a reply sets, as the next request sends them. */
export function cookiesOf({ headers }: ControllerReply): string {
  return (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] ?? '').join('; ');
}
