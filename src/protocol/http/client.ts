import type { ClientRequest, IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import { isIPv6 } from 'node:net';
import { promisify } from 'node:util';
import { gunzip, inflate } from 'node:zlib';
import { Fault } from '../../contract/errors.ts';
import { abortFault, onceAborted, runWithin } from '../../runtime/deadline.ts';
import { readWhole, ReplyTooLong } from '../../runtime/http-client.ts';
import { Agent, request as startRequest } from '../../runtime/node-http.ts';
import { connectionFault } from './faults.ts';
import { checkPin, openSocket, type HttpPeer } from './socket.ts';
import type { HttpRequest } from './template.ts';

/** Reply of a server. `body` is decompressed. */
export interface HttpReply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

interface Sending {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** True: over a connection of its own, for a request that must not be sent twice. */
  readonly isOnce: boolean;
}

/** Limit of a body in octets: parsing holds the event loop. */
const maxBodyOctets = 4_194_304;
/** Devices close unused connections after some seconds; so do we. */
const idleMs = 15_000;

/** Connections to one server, at most two at a time. The certificate is checked on each connection. */
export class HttpClient {
  readonly peer: HttpPeer;
  readonly #agent: PeerAgent;

  constructor(peer: HttpPeer) {
    this.peer = peer;
    this.#agent = new PeerAgent(peer, true);
  }

  /** @throws Fault `refused` if the certificate of the connections that are open is no longer accepted */
  async checkAgain(peer: HttpPeer): Promise<void> {
    const { fingerprint, freeSockets } = this.#agent;
    // Only a reused connection needs a check here: a new one is checked when it is opened.
    const isOpen = Object.keys(freeSockets).length > 0;
    if (peer.tls === 'pin' && isOpen && fingerprint !== null) await checkPin(fingerprint, peer);
  }

  /**
   * Sends a request and receives the whole reply. A kept connection that turns out to be closed is replaced once.
   *
   * @throws Fault of the connection; `garbled` for a reply that is too long; `timeout`
   */
  async send(request: HttpRequest, sending: Sending): Promise<HttpReply> {
    const once = sending.isOnce ? new PeerAgent(this.peer, false) : null;
    const { label } = this.peer;
    try {
      return await runWithin(sending, async (signal) => {
        const work = () =>
          exchange(request, { peer: this.peer, agent: once ?? this.#agent, signal });
        try {
          return await work();
        } catch (error) {
          if (signal.aborted)
            throw abortFault(
              sending.signal,
              `${label} did not answer ${shownRequest(request)} in time`,
            );
          if (!(error instanceof LostConnection)) throw connectionFault(error, label);
          return await work();
        }
      });
    } catch (error) {
      throw connectionFault(error instanceof LostConnection ? error.cause : error, label);
    } finally {
      once?.destroy();
    }
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Closing of a kept connection before the reply, by a server that had closed it already. */
class LostConnection extends Error {}

/** Opens connections to one server, whatever address a request names. */
class PeerAgent extends Agent {
  readonly #peer: HttpPeer;
  fingerprint: string | null = null;

  constructor(peer: HttpPeer, keepAlive: boolean) {
    super({ keepAlive, maxSockets: 2, maxFreeSockets: 1, timeout: idleMs });
    this.#peer = peer;
  }

  override createConnection(
    _options: unknown,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): null {
    openSocket(this.#peer).then(
      ({ socket, fingerprint }) => {
        this.fingerprint = fingerprint;
        callback?.(null, socket);
      },
      (error: unknown) => {
        // The type requires a stream next to the error; the agent ignores it.
        callback?.(connectionFault(error, this.#peer.label), new Duplex());
      },
    );
    return null;
  }
}

interface Exchange {
  readonly peer: HttpPeer;
  readonly agent: PeerAgent;
  readonly signal: AbortSignal;
}

function exchange(request: HttpRequest, { peer, agent, signal }: Exchange): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    const sent = startRequest({
      agent,
      method: request.method,
      path: request.target,
      headers: {
        Host: hostHeader(peer),
        Accept: 'application/json, */*;q=0.5',
        'Accept-Encoding': 'identity',
        'User-Agent': 'Gatehouse',
        ...request.headers,
        ...(request.body !== '' && { 'Content-Length': Buffer.byteLength(request.body) }),
        ...(request.body === '' && request.method !== 'GET' && { 'Content-Length': 0 }),
      },
    });
    const removeListener = onceAborted(signal, () => {
      sent.destroy(new Fault('timeout', `${peer.label}: no answer in time`));
    });
    sent.once('close', removeListener);
    sent.on('error', (error) => {
      reject(isLost(sent, error) ? new LostConnection('lost', { cause: error }) : error);
    });
    sent.once('response', (response) => {
      receive(response, peer).then(resolve, (error: unknown) => {
        sent.destroy();
        reject(error instanceof Error ? error : new Error(String(error)));
      });
    });
    sent.end(request.body);
  });
}

function isLost(sent: ClientRequest, error: Error): boolean {
  const isReset = 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
  return sent.reusedSocket && isReset;
}

async function receive(response: IncomingMessage, { label }: HttpPeer): Promise<HttpReply> {
  const received = await readBody(response, label);
  const body = await decompress(received, response.headers['content-encoding'], label);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: body.toString('utf8'),
  };
}

async function readBody(response: IncomingMessage, label: string): Promise<Buffer> {
  try {
    return await readWhole(response, maxBodyOctets);
  } catch (cause) {
    throw cause instanceof ReplyTooLong
      ? new Fault('garbled', `${label}: the reply has more than ${maxBodyOctets} octets`, { cause })
      : new Fault('unreachable', `${label} closed the connection in the middle of a reply`, {
          cause,
        });
  }
}

/** Decompresses what some servers compress without being asked. */
async function decompress(body: Buffer, encoding: string | undefined, label: string) {
  const decode =
    encoding === 'gzip' ? promisify(gunzip) : encoding === 'deflate' ? promisify(inflate) : null;
  if (decode === null || body.length === 0) return body;
  try {
    return await decode(body, { maxOutputLength: maxBodyOctets });
  } catch (cause) {
    throw new Fault('garbled', `${label}: the reply cannot be decompressed`, { cause });
  }
}

function hostHeader({ serverName, port, tls }: HttpPeer): string {
  const host = isIPv6(serverName) ? `[${serverName}]` : serverName;
  return port === (tls === 'off' ? 80 : 443) ? host : `${host}:${port}`;
}

/** Returns a request for messages, without its query, which may have the key of a session. */
export function shownRequest({ method, target }: Pick<HttpRequest, 'method' | 'target'>): string {
  return `${method} ${target.split('?')[0] ?? ''}`;
}
