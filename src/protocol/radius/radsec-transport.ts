import { connect, type TLSSocket } from 'node:tls';
import { Fault } from '../../contract/errors.ts';
import { runWithin } from '../../runtime/deadline.ts';
import { backoffDelay } from '../../runtime/backoff.ts';
import type { Secret } from '../../contract/secret.ts';
import { serverOfName } from '../tls-server-name.ts';
import {
  radsecSecret,
  type VerifiedReply,
  type OutboundRequest,
  type ServerTransport,
} from './server-transport.ts';
import { RadsecClientConnection } from './radsec-client-connection.ts';

export interface RadsecTimeouts {
  /** Time to wait for a reply; requests are not retransmitted (RFC 6613 section 2.6.1). */
  readonly replyTimeoutMs: number;
  /** Time for the connection and its TLS handshake. */
  readonly connectTimeoutMs: number;
  /** Silence after which a Status-Server checks the connection (RFC 3539: 30 seconds). */
  readonly watchdogIntervalMs: number;
  /** Delay after the first failed connection; doubles with each further one. */
  readonly initialBackoffMs: number;
  readonly maxBackoffMs: number;
}

const defaultTimeouts: RadsecTimeouts = {
  replyTimeoutMs: 30_000,
  connectTimeoutMs: 5_000,
  watchdogIntervalMs: 30_000,
  initialBackoffMs: 1_000,
  maxBackoffMs: 60_000,
};

export interface RadsecTransportOptions {
  readonly host: string;
  readonly port: number;
  /** PEM: the CA of the server's certificate. */
  readonly ca: string;
  /** PEM: the client certificate of the gateway. */
  readonly certificate: string;
  /** PEM: the key of the client certificate. */
  readonly key: Secret;
  /** Name that the server's certificate must contain; default: the host. */
  readonly serverName?: string | undefined;
  readonly timeouts?: Partial<RadsecTimeouts>;
}

/**
 * Transport to a home server over TLS (RFC 6614). One connection is opened with the first request and kept. When it breaks,
 * the pending requests end without reply, and the next request opens another one, with backoff after failures.
 */
export class RadsecTransport implements ServerTransport {
  readonly secret = radsecSecret;
  readonly #options: RadsecTransportOptions;
  readonly #timeouts: RadsecTimeouts;
  readonly #closed = new AbortController();
  #connection: Promise<RadsecClientConnection> | null = null;
  #failures = 0;
  #retryAt = -Infinity;

  constructor(options: RadsecTransportOptions) {
    this.#options = options;
    this.#timeouts = { ...defaultTimeouts, ...options.timeouts };
  }

  async sendRequest(outbound: OutboundRequest): Promise<VerifiedReply | null> {
    outbound.signal.throwIfAborted();
    if (this.#closed.signal.aborted) throw this.#unreachable('closed');
    const connection = await orAborted(this.#connected(), outbound.signal);
    return connection.sendRequest(outbound, this.#timeouts.replyTimeoutMs);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    const connection = await this.#connection?.catch(() => null);
    connection?.close();
  }

  /** Returns the connection that is open or being opened, or opens one. */
  #connected(): Promise<RadsecClientConnection> {
    if (this.#connection) return this.#connection;
    const connection = this.#open();
    this.#connection = connection;
    connection.catch(() => {
      this.#connection = null;
    });
    return connection;
  }

  async #open(): Promise<RadsecClientConnection> {
    const delayMs = Math.ceil(this.#retryAt - performance.now());
    if (delayMs > 0) throw this.#unreachable(`retrying in ${delayMs} ms`);
    const socket = await this.#connect().catch((cause: unknown) => {
      this.#backOff();
      throw this.#unreachable('cannot connect', cause);
    });
    const onEnded = (connection: RadsecClientConnection) => {
      this.#connection = null;
      if (connection.hasReplied) this.#failures = 0;
      else this.#backOff();
    };
    return new RadsecClientConnection(socket, {
      secret: this.secret,
      watchdogIntervalMs: this.#timeouts.watchdogIntervalMs,
      onEnded,
    });
  }

  async #connect(): Promise<TLSSocket> {
    const socket = connect(connectionOptions(this.#options)).setNoDelay(true);
    try {
      const limit = { signal: this.#closed.signal, timeoutMs: this.#timeouts.connectTimeoutMs };
      await runWithin(limit, (signal) => handshake(socket, signal));
      return socket;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  #backOff(): void {
    const { initialBackoffMs, maxBackoffMs } = this.#timeouts;
    this.#failures += 1;
    this.#retryAt =
      performance.now() +
      backoffDelay(this.#failures, { initialMs: initialBackoffMs, maxMs: maxBackoffMs });
  }

  #unreachable(reason: string, cause?: unknown): Fault {
    const { host, port } = this.#options;
    return new Fault('unreachable', `RADIUS over TLS to ${host} port ${port}: ${reason}`, {
      cause,
    });
  }
}

function connectionOptions({
  host,
  port,
  ca,
  certificate,
  key,
  serverName = host,
}: RadsecTransportOptions) {
  return {
    host,
    port,
    ca,
    cert: certificate,
    key: key.reveal(),
    minVersion: 'TLSv1.2' as const,
    ...serverOfName(serverName),
  };
}

/** Resolves when the TLS handshake is done. @throws the error of the socket, or the reason of the signal */
function handshake(socket: TLSSocket, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (error?: Error) => {
      signal.removeEventListener('abort', abort);
      if (error === undefined) resolve();
      else reject(error);
    };
    const abort = () => {
      end(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    };
    socket.once('secureConnect', () => {
      end();
    });
    // The listener stays: a destroyed socket may still emit an error.
    socket.on('error', end);
    signal.addEventListener('abort', abort, { once: true });
  });
}

/** Rejects when the signal aborts. The connection is still opened, for later requests. */
async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort: () => void = () => undefined;
  const aborted = new Promise<undefined>((resolve) => {
    abort = () => {
      resolve(undefined);
    };
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    await Promise.race([promise, aborted]);
    signal.throwIfAborted();
    return await promise;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
