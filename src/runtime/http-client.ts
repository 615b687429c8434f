import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { Fault } from '../contract/errors.ts';
import { onceAborted } from './deadline.ts';
import { hostOfUrl } from './ip-address.ts';
import { readStart, request as httpRequest } from './node-http.ts';

/*
 * Every request over HTTP that the gateway and its commands send, but to devices, whose connections are kept. Errors are those
 * of Node: they name addresses and ports, and no header, body or query, which may have secrets.
 */

/** How the certificate of an https server is checked. */
export type CertificateRule =
  /** It is signed by a CA that Node knows. */
  | 'public'
  /** It is not checked: the caller looks at it, or only measures. */
  | 'unchecked'
  /** It is signed by a CA of the site, in PEM. */
  | { readonly ca: string | string[] }
  /** Accepts this certificate, in PEM, or one signed by it, with any name. */
  | { readonly certificate: string }
  /** It has this SHA-256 fingerprint, hexadecimal with or without colons; it is compared before anything is sent. */
  | { readonly sha256: string };

export interface OutgoingRequest {
  readonly method: string;
  readonly url: URL | string;
  readonly headers?: Readonly<Record<string, string | number>>;
  /** Default: no body, or the caller streams it. */
  readonly body?: string | undefined;
  /** IP address that the host of the URL was resolved to and checked; default: Node resolves it. */
  readonly address?: string;
  /** Default: `public`. */
  readonly certificate?: CertificateRule;
  /** Ends request and reply. */
  readonly signal?: AbortSignal;
  /** Time without an octet after which request and reply end; default: `signal` limits the time. */
  readonly idleTimeoutMs?: number;
  /** True: the connection may be used again by the next request; default: it is closed. */
  readonly keepsConnection?: boolean;
}

/**
 * Sends a request and waits for the head of the reply. Redirects are not followed.
 *
 * @throws Error of the connection; the reason of `signal`; Fault `refused` if the certificate has another fingerprint
 */
export async function sendRequest(asked: OutgoingRequest): Promise<IncomingMessage> {
  const { certificate = 'public', url, body } = asked;
  const isPinned = typeof certificate === 'object' && 'sha256' in certificate;
  const socket =
    isPinned && new URL(url).protocol === 'https:'
      ? await connectPinned(asked, certificate.sha256)
      : undefined;
  const request = createRequest(asked, socket);
  return new Promise((resolve, reject) => {
    request.once('response', resolve).on('error', reject).end(body);
  });
}

/**
 * Creates a request whose body the caller writes.
 *
 * @param socket  connection for it; without one, a fingerprint is not compared
 */
export function createRequest(asked: OutgoingRequest, socket?: TLSSocket): ClientRequest {
  const { method, body, address, signal, idleTimeoutMs, keepsConnection = false } = asked;
  const url = new URL(asked.url);
  const options: RequestOptions = {
    method,
    headers: {
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      ...asked.headers,
    },
    ...(signal && { signal }),
    ...(address !== undefined && { lookup: lookupOf(address) }),
    ...(socket ? { createConnection: () => socket } : !keepsConnection && { agent: false }),
  };
  const request =
    url.protocol === 'https:'
      ? httpsRequest(url, { ...options, ...trustOf(asked.certificate ?? 'public') })
      : httpRequest(url, options);
  if (idleTimeoutMs !== undefined)
    request.setTimeout(idleTimeoutMs, () => {
      request.destroy(new Error(`no answer within ${idleTimeoutMs / 1000} s`));
    });
  return request;
}

/** Returns the options of a TLS connection for a rule; a fingerprint is compared by the caller. */
export function trustOf(rule: CertificateRule): ConnectionOptions {
  if (rule === 'public') return {};
  if (rule === 'unchecked' || 'sha256' in rule) return { rejectUnauthorized: false };
  if ('ca' in rule) return { ca: rule.ca };
  return {
    // A site's certificate is trusted as such, without the CA that has signed it.
    allowPartialTrustChain: true,
    ca: rule.certificate,
    checkServerIdentity: () => undefined,
  };
}

/** Resolves each name to the address that was checked. */
function lookupOf(address: string): LookupFunction {
  const family = isIP(address);
  return (_host, { all }, found) => {
    if (all === true) found(null, [{ address, family }]);
    else found(null, address, family);
  };
}

async function connectPinned(asked: OutgoingRequest, sha256: string): Promise<TLSSocket> {
  const url = new URL(asked.url);
  const host = hostOfUrl(url);
  const socket = connectTls({
    host: asked.address ?? host,
    port: url.port === '' ? 443 : Number(url.port),
    ...(isIP(host) === 0 && { servername: host }),
    ...trustOf({ sha256 }),
  });
  const removeListener = onceAborted(asked.signal, () => socket.destroy(new Error('aborted')));
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('secureConnect', resolve);
      socket.once('error', reject);
    });
  } finally {
    removeListener();
  }
  const presented = plainHex(socket.getPeerCertificate().fingerprint256);
  if (presented === plainHex(sha256)) return socket;
  socket.destroy();
  throw new Fault('refused', `${host} presents another certificate: SHA-256 ${presented}`);
}

const plainHex = (fingerprint: string): string => fingerprint.replaceAll(':', '').toUpperCase();

/** Reply with more octets than its reader takes. */
export class ReplyTooLong extends Error {
  override readonly name = 'ReplyTooLong';
}

/** A call of another server that has failed. */
interface FailedCall {
  /** The address of the server, in words of the operator: its origin or host. */
  readonly at: string;
  /** Who answers: `the controller`. */
  readonly by: string;
  /** Has ended the call, if it took too long. */
  readonly signal: AbortSignal;
}

/** Returns the fault of a failed call: `garbled`, `timeout` or `unreachable`; a Fault as it is. */
export function faultOfCall(error: unknown, { at, by, signal }: FailedCall): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof ReplyTooLong) return new Fault('garbled', `the reply of ${by} is too long`);
  if (signal.aborted) return new Fault('timeout', `${at} does not answer in time`);
  const reason = error instanceof Error ? error.message : String(error);
  return new Fault('unreachable', `${at} cannot be reached: ${reason}`, { cause: error });
}

/** Reads the whole body of a reply. @throws ReplyTooLong if it has more octets than `maxOctets` */
export async function readWhole(reply: IncomingMessage, maxOctets: number): Promise<Buffer> {
  const octets = await readStart(reply, maxOctets + 1);
  if (octets.length > maxOctets) throw new ReplyTooLong('the reply is too long');
  return octets;
}

/** Ends a reply that is read as a stream after `maxOctets`, with a ReplyTooLong. */
export function limitReply(reply: IncomingMessage, maxOctets: number): IncomingMessage {
  let octets = 0;
  reply.on('data', (part: Buffer) => {
    octets += part.length;
    if (octets > maxOctets) reply.destroy(new ReplyTooLong('the answer is too long'));
  });
  return reply;
}
