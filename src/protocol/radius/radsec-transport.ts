import { isIP } from 'node:net';
import { checkServerIdentity, connect, type TLSSocket } from 'node:tls';
import { Fault } from '../../errors.ts';
import type { Secret } from '../../secret.ts';
import { backoffDelay } from '../../runtime/backoff.ts';
import {
  radsecSecret,
  type VerifiedReply,
  type OutboundRequest,
  type ServerTransport,
} from './server-transport.ts';
import { RadsecClientConnection } from './radsec-client-connection.ts';

/** How long things may take; what is left out is the usual. */
export interface RadsecTimeouts {
  /** For an answer: nothing is sent again (RFC 6613 section 2.6.1). */
  readonly replyTimeoutMs: number;
  /** For the connection and its handshake. */
  readonly connectTimeoutMs: number;
  /** Of silence, before the other side is asked whether it lives (RFC 3539: 30 seconds). */
  readonly watchdogIntervalMs: number;
  /** After a connection that came to nothing, before the next one; doubles from there. */
  readonly initialBackoffMs: number;
  readonly maxBackoffMs: number;
}

const usualTimes: RadsecTimeouts = {
  ...{
    replyTimeoutMs: 30_000,
    connectTimeoutMs: 5_000,
    watchdogIntervalMs: 30_000,
    initialBackoffMs: 1_000,
    maxBackoffMs: 60_000,
  },
};

export interface RadsecTransportOptions {
  readonly host: string;
  readonly port: number;
  /** Texts in PEM: who signs the other side's certificate, and what we show of ourselves. */
  readonly ca: string;
  readonly certificate: string;
  readonly key: Secret;
  /** A name that its certificate must have; left out: the host. */
  readonly serverName?: string | undefined;
  readonly timeouts?: Partial<RadsecTimeouts>;
}

/**
 * A way to another server over TLS (RFC 6614): one connection, made when it is first needed and kept. Where it breaks,
 * what is outstanding has no answer, and the next question makes another, after a rest that grows while nothing comes of it.
 */
export class RadsecTransport implements ServerTransport {
  readonly secret = radsecSecret;
  readonly #options: RadsecTransportOptions;
  readonly #times: RadsecTimeouts;
  readonly #closed = new AbortController();
  #link: Promise<RadsecClientConnection> | null = null;
  #failures = 0;
  #retryAt = -Infinity;

  constructor(options: RadsecTransportOptions) {
    this.#options = options;
    this.#times = { ...usualTimes, ...options.timeouts };
  }

  async sendRequest(question: OutboundRequest): Promise<VerifiedReply | null> {
    question.signal.throwIfAborted();
    if (this.#closed.signal.aborted) throw this.#unreachable('closed');
    const link = await orAborted(this.#linked(), question.signal);
    return link.sendRequest(question, this.#times.replyTimeoutMs);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    const link = await this.#link?.catch(() => null);
    link?.close();
  }

  /** The connection that there is or that is being made, or a new one. */
  #linked(): Promise<RadsecClientConnection> {
    if (this.#link) return this.#link;
    const link = this.#open();
    this.#link = link;
    link.catch(() => {
      this.#link = null;
    });
    return link;
  }

  async #open(): Promise<RadsecClientConnection> {
    const left = Math.ceil(this.#retryAt - performance.now());
    if (left > 0) throw this.#unreachable(`next try in ${left} ms`);
    const socket = await this.#connect().catch((cause: unknown) => {
      this.#backOff();
      throw this.#unreachable('no connection', cause);
    });
    const ended = (link: RadsecClientConnection) => {
      this.#link = null;
      if (link.hasReplied) this.#failures = 0;
      else this.#backOff();
    };
    return new RadsecClientConnection(socket, {
      secret: this.secret,
      watchdogIntervalMs: this.#times.watchdogIntervalMs,
      onEnded: ended,
    });
  }

  async #connect(): Promise<TLSSocket> {
    const socket = connect(connection(this.#options)).setNoDelay(true);
    try {
      await secured(
        socket,
        AbortSignal.any([AbortSignal.timeout(this.#times.connectTimeoutMs), this.#closed.signal]),
      );
      return socket;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  #backOff(): void {
    const { initialBackoffMs, maxBackoffMs } = this.#times;
    this.#failures += 1;
    this.#retryAt =
      performance.now() +
      backoffDelay(this.#failures, { initialMs: initialBackoffMs, maxMs: maxBackoffMs });
  }

  #unreachable(why: string, cause?: unknown): Fault {
    const { host, port } = this.#options;
    return new Fault('unreachable', `RADIUS over TLS to ${host} port ${port}: ${why}`, { cause });
  }
}

function connection({
  host,
  port,
  ca,
  certificate,
  key,
  serverName = host,
}: RadsecTransportOptions) {
  return {
    ...{ host, port, ca, cert: certificate, key: key.reveal(), minVersion: 'TLSv1.2' as const },
    // An address is not said to the other side (RFC 6066 section 3), but looked for in its certificate all the same.
    servername: isIP(serverName) === 0 ? serverName : '',
    checkServerIdentity: (_: string, shown: Parameters<typeof checkServerIdentity>[1]) =>
      checkServerIdentity(serverName, shown),
  };
}

function secured(socket: TLSSocket, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (error?: Error) => {
      signal.removeEventListener('abort', abort);
      if (error === undefined) resolve();
      else reject(error);
    };
    const abort = () => {
      end(signal.reason instanceof Error ? signal.reason : new Error('given up'));
    };
    socket.once('secureConnect', () => {
      end();
    });
    // Stays: a socket that is destroyed may have a word more to say.
    socket.on('error', end);
    signal.addEventListener('abort', abort, { once: true });
  });
}

/** Who asked may go; the connection is made all the same, for whoever asks next. */
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
