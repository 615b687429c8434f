import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Duplex } from 'node:stream';
import { Fault } from '../../contract/errors.ts';
import { isRecord } from '../../contract/fields.ts';
import { readStart, request as httpRequest } from '../../runtime/node-http.ts';
import { withoutBrackets } from '../../runtime/ip-address.ts';

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
    if (error instanceof Fault) throw error;
    if (call.signal.aborted) throw new Fault('timeout', `${origin} does not answer in time`);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Fault('unreachable', `${origin} cannot be reached: ${reason}`, { cause: error });
  }
}

async function exchange(call: ControllerRequest): Promise<ControllerReply> {
  const { method, url, signal } = call;
  const isTls = url.startsWith('https:');
  const text = call.body === undefined ? '' : JSON.stringify(call.body);
  const options: RequestOptions = {
    method,
    signal,
    lookup: (_host, { all }, found) => {
      const { address } = call;
      const family = isIP(address);
      if (all === true) found(null, [{ address, family }]);
      else found(null, address, family);
    },
    headers: {
      accept: 'application/json',
      ...(text !== '' && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(text)),
      }),
      ...call.headers,
    },
  };
  // The certificate is compared before a credential is sent.
  const socket = isTls && call.certificate_sha256 !== null ? await connectPinned(call) : null;
  return new Promise((resolve, reject) => {
    const send = isTls ? httpsRequest : httpRequest;
    const request = send(
      url,
      socket ? { ...options, createConnection: () => socket } : { ...options, agent: false },
      (reply) => {
        readReply(reply).then(resolve, reject);
      },
    );
    request.on('error', reject);
    request.end(text);
  });
}

async function connectPinned({
  url,
  address,
  certificate_sha256,
  signal,
}: ControllerRequest): Promise<Duplex> {
  const { port } = new URL(url);
  const host = hostOf(url);
  const expected = (certificate_sha256 ?? '').replaceAll(':', '').toUpperCase();
  const socket = connectTls({
    host: address,
    port: port === '' ? 443 : Number(port),
    rejectUnauthorized: false,
    ...(isIP(host) === 0 && { servername: host }),
  });
  const abort = () => socket.destroy(new Error('aborted'));
  signal.addEventListener('abort', abort, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('secureConnect', resolve);
      socket.once('error', reject);
    });
  } finally {
    signal.removeEventListener('abort', abort);
  }
  const presented = socket.getPeerCertificate().fingerprint256.replaceAll(':', '');
  if (presented === expected) return socket;
  socket.destroy();
  throw new Fault('refused', `${host} presents another certificate: SHA-256 ${presented}`);
}

async function readReply(reply: IncomingMessage): Promise<ControllerReply> {
  const octets = await readStart(reply, maxReplyOctets + 1);
  if (octets.length > maxReplyOctets)
    throw new Fault('garbled', 'the reply of the controller is too long');
  const { statusCode: status = 0, headers } = reply;
  return { status, headers, json: parseObject(octets.toString()) };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(text);
    return isRecord(json) ? json : {};
  } catch {
    return {};
  }
}

/** Returns the host of a URL; an address of IPv6 has no brackets. */
export function hostOf(url: string): string {
  return withoutBrackets(new URL(url).hostname);
}

/** Returns the cookies that a reply sets, as the next request sends them. */
export function cookiesOf({ headers }: ControllerReply): string {
  return (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] ?? '').join('; ');
}
