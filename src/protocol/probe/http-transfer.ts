import type { ClientRequest, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { errorCode, Fault } from '../../contract/errors.ts';
import { abortFault } from '../../runtime/deadline.ts';
import { createRequest } from '../../runtime/http-client.ts';

export interface TransferRequest {
  readonly url: URL;
  /** IP literal that the host of the URL has resolved to; the connection is made to it and to no other. */
  readonly address: string;
  readonly method: 'GET' | 'PUT';
  /** Octets that a PUT sends. */
  readonly octetsToSend: number;
  /** Octets of the body after which the transfer ends. */
  readonly maxOctets: number;
  /** Time limit; the transfer then ends with the measurements so far. */
  readonly maxMs: number;
  /** False: a certificate that cannot be verified is reported and not refused. */
  readonly mustVerify: boolean;
  /** Called with the octets of each chunk of the body that was sent or received. */
  readonly onOctets?: (octets: number) => void;
}

/** Measurements of a transfer. Times are in milliseconds from its start; null: that phase did not happen. */
export interface Transfer {
  readonly statusCode: number | null;
  readonly headers: IncomingMessage['headers'];
  /** TCP connection is open. */
  readonly connected: number | null;
  /** TLS handshake is complete. */
  readonly secured: number | null;
  /** First octet of the reply. */
  readonly firstOctet: number | null;
  readonly ended: number;
  /** Octets of the body, after any transfer coding. */
  readonly octetsReceived: number;
  readonly octetsSent: number;
  /** Octets of the connection, headers included. */
  readonly totalReceived: number;
  readonly totalSent: number;
  /** Why the transfer ended early; null: it completed. */
  readonly endedBy: 'octets' | 'time' | null;
  /** Why the certificate cannot be verified; null: it was, or there is no TLS. */
  readonly certificateFault: string | null;
}

type Measuring = { -readonly [K in keyof Transfer]: Transfer[K] };

/**
 * Makes one HTTP request on a connection of its own and measures each phase. The body is counted and thrown away.
 *
 * @throws Fault `unreachable`, `refused` for a certificate that cannot be verified, `timeout` if the signal aborts
 */
export async function transfer(request: TransferRequest, signal: AbortSignal): Promise<Transfer> {
  const startedAt = performance.now();
  const done = emptyTransfer();
  const client = open(request, signal);
  measure(client, done, startedAt);
  const timer = setTimeout(() => {
    done.endedBy = 'time';
    client.destroy();
  }, request.maxMs);
  try {
    await exchange(client, request, done);
  } catch (error) {
    if (done.endedBy !== 'time') throw faultOf(error, request, signal);
  } finally {
    clearTimeout(timer);
    client.destroy();
  }
  const { bytesRead: totalReceived = 0, bytesWritten: totalSent = 0 } = client.socket ?? {};
  return { ...done, totalReceived, totalSent, ended: performance.now() - startedAt };
}

function emptyTransfer(): Measuring {
  return {
    statusCode: null,
    headers: {},
    connected: null,
    secured: null,
    firstOctet: null,
    ended: 0,
    octetsReceived: 0,
    octetsSent: 0,
    totalReceived: 0,
    totalSent: 0,
    endedBy: null,
    certificateFault: null,
  };
}

function measure(client: ClientRequest, done: Measuring, startedAt: number): void {
  const since = () => performance.now() - startedAt;
  client.on('socket', (socket) => {
    socket.once('connect', () => (done.connected = since()));
    socket.once('secureConnect', () => {
      done.secured = since();
      if (socket instanceof TLSSocket) done.certificateFault = certificateFaultOf(socket);
    });
  });
  client.on('response', ({ statusCode, headers }) => {
    done.firstOctet = since();
    Object.assign(done, { statusCode, headers });
  });
}

function open(
  { url, address, method, octetsToSend, mustVerify }: TransferRequest,
  signal: AbortSignal,
): ClientRequest {
  return createRequest({
    method,
    url: withoutLogin(url),
    address,
    signal,
    certificate: mustVerify ? 'public' : 'unchecked',
    headers: {
      'user-agent': 'gatehouse',
      'accept-encoding': 'identity',
      ...(method === 'PUT' && {
        'content-type': 'application/octet-stream',
        'content-length': octetsToSend,
      }),
    },
  });
}

/** A redirect may name a login, which is not sent. */
function withoutLogin(url: URL): URL {
  return Object.assign(new URL(url), { username: '', password: '' });
}

async function exchange(
  client: ClientRequest,
  { octetsToSend, maxOctets, onOctets }: TransferRequest,
  done: Measuring,
): Promise<void> {
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    client.once('response', resolve);
    client.on('error', reject);
  });
  const body = Readable.from(chunksOf(octetsToSend));
  body.on('data', ({ length }: Buffer) => {
    done.octetsSent += length;
    onOctets?.(length);
  });
  body.pipe(client);
  const response = await answered;
  body.destroy();
  for await (const part of response) {
    const length = Buffer.isBuffer(part) ? part.length : 0;
    done.octetsReceived += length;
    onOctets?.(length);
    if (done.octetsReceived < maxOctets) continue;
    done.endedBy = 'octets';
    return;
  }
}

const chunk = Buffer.alloc(65_536);

function* chunksOf(octets: number): Generator<Buffer> {
  for (let left = octets; left > 0; left -= chunk.length)
    yield left < chunk.length ? chunk.subarray(0, left) : chunk;
}

function certificateFaultOf(socket: TLSSocket): string | null {
  return socket.authorized ? null : String(socket.authorizationError);
}

function faultOf(error: unknown, { url }: TransferRequest, signal: AbortSignal): Fault {
  if (signal.aborted) return abortFault(signal, `${url.origin} was not done before the deadline`);
  const message = error instanceof Error ? error.message : String(error);
  const code = errorCode(error) ?? '';
  const isCertificate = /CERT|SIGNED|ISSUER|ALTNAME|LEAF_SIGNATURE/.test(code);
  return new Fault(
    isCertificate ? 'refused' : 'unreachable',
    `${url.origin}: ${message === '' ? code : message}`,
    { cause: error },
  );
}
