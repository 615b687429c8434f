import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import type { Gateway } from '../gateway.ts';
import type { ConnectionLimiter } from '../runtime/limit/connection-limiter.ts';
import type { PemFiles } from '../tls/certificate-files.ts';
import type { ServerFiles } from '../tls/server-certificate.ts';
import { mutualTls } from '../tls/versions.ts';
import { SyslogFrames } from './syslog-frames.ts';
import { cannotListen, withoutZone } from './udp-sockets.ts';

/** Fate of a connection that was asked for. */
export type ConnectionOutcome =
  | 'accepted'
  | 'unknown_source'
  | 'too_many_connections'
  | 'connection_rate'
  | 'handshake'
  | 'error';

export interface StreamOptions {
  readonly hosts: readonly string[];
  readonly port: number;
  /** Key of the configuration, for messages. */
  readonly key: string;
  readonly limiter: ConnectionLimiter;
  readonly idleMs: number;
  /** Certificate of a TLS server, whenever it is another one; null: plain TCP. */
  readonly certificate: (() => Promise<ServerFiles | PemFiles | null>) | null;
  /** True if there is a device at an address. */
  readonly isKnown: (address: string) => Promise<boolean>;
  readonly receive: (message: Buffer, address: string) => Promise<void>;
  readonly count: (outcome: ConnectionOutcome, address: string) => void;
}

const handshakeTimeoutMs = 5_000;
const keepAliveMs = 60_000;
const backlog = 128;
/** Messages of a connection that are worked on at a time; meanwhile nothing more is read from it. */
const atATime = 16;

/** Receives syslog messages over TCP (RFC 6587) or TLS (RFC 5425) from the addresses of known devices. */
export class StreamListener {
  readonly #log: Gateway['log'];
  readonly #options: StreamOptions;
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #reading = new Set<Promise<void>>();
  #tls: TlsServer | null = null;

  constructor({ log }: Pick<Gateway, 'log'>, options: StreamOptions) {
    this.#log = log;
    this.#options = options;
  }

  /** @throws Error for the operator: an address that is not one of the machine, or a port that is taken or not allowed */
  async open(): Promise<void> {
    const { hosts, certificate } = this.#options;
    try {
      const files = await certificate?.();
      if (files) this.#tls = this.#createTlsServer(files);
      for (const host of hosts) await this.#listen(host);
    } catch (error) {
      await this.stop();
      throw cannotListen(this.#options, error);
    }
  }

  /** Accepts no further connections and closes all; resolves once what they have sent is recorded. */
  async stop(): Promise<void> {
    for (const server of this.#servers) server.close();
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(this.#reading);
  }

  #createTlsServer(files: ServerFiles | PemFiles): TlsServer {
    const isMutual = 'ca' in files;
    const server = createTlsServer({
      ...files,
      ...mutualTls,
      requestCert: isMutual,
      rejectUnauthorized: isMutual,
      handshakeTimeout: handshakeTimeoutMs,
    });
    server.on('secureConnection', (socket) => {
      this.#add(socket);
    });
    server.on('tlsClientError', (_error, socket) => {
      this.#refuse(socket, 'handshake');
    });
    return server;
  }

  async #listen(host: string): Promise<void> {
    const { port, key } = this.#options;
    const server = createServer((socket) => void this.#accept(socket));
    const listening = once(server, 'listening');
    server.listen({ host, port, backlog, ipv6Only: true });
    await listening;
    // From now on an error, such as too many open files, is about one connection, which is lost.
    server.on('error', (error) => {
      this.#log.warn({ err: error }, `${key}: cannot accept a connection; it is lost`);
    });
    this.#servers.push(server);
  }

  /** Limits come first, then the address, and only then a handshake. Never throws. */
  async #accept(socket: Socket): Promise<void> {
    const { limiter, isKnown } = this.#options;
    const address = withoutZone(socket.remoteAddress ?? '');
    socket.on('error', () => undefined);
    const reason = limiter.acquire(address);
    if (reason) {
      this.#refuse(socket, reason);
      return;
    }
    this.#sockets.add(socket);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      limiter.release(address);
    });
    const known = await isKnown(address).catch(() => null);
    if (known !== true) {
      this.#refuse(socket, known === null ? 'error' : 'unknown_source');
      return;
    }
    await this.#renewCertificate();
    if (this.#tls) this.#tls.emit('connection', socket);
    else this.#add(socket);
  }

  /** Uses a renewed certificate for new connections; one that is invalid changes nothing. */
  async #renewCertificate(): Promise<void> {
    const { certificate, key } = this.#options;
    try {
      const files = await certificate?.();
      if (!files) return;
      this.#tls?.setSecureContext({ ...files, ...mutualTls });
      this.#log.info(`${key}: certificate renewed`);
    } catch (error) {
      const message = `${key}: cannot renew the certificate; the former one stays in use`;
      this.#log.error({ err: error }, message);
    }
  }

  #add(socket: Socket): void {
    const address = withoutZone(socket.remoteAddress ?? '');
    socket.on('error', () => undefined);
    socket.setKeepAlive(true, keepAliveMs).setTimeout(this.#options.idleMs, () => {
      socket.destroy();
    });
    this.#options.count('accepted', address);
    const reading = this.#read(socket, address).finally(() => this.#reading.delete(reading));
    this.#reading.add(reading);
  }

  /** Hands on the messages of a connection until it ends. Never throws. */
  async #read(socket: Socket, address: string): Promise<void> {
    const frames = new SyslogFrames();
    const receive = async (messages: readonly Buffer[]) => {
      for (let at = 0; at < messages.length; at += atATime) {
        const some = messages.slice(at, at + atATime);
        await Promise.all(some.map((message) => this.#options.receive(message, address)));
      }
    };
    try {
      for await (const octets of socket)
        if (Buffer.isBuffer(octets)) await receive(frames.push(octets));
      await receive(frames.end());
    } catch {
      // Reset by the device, or closed here; what came complete is recorded.
    }
  }

  #refuse(socket: Socket, reason: ConnectionOutcome): void {
    this.#options.count(reason, withoutZone(socket.remoteAddress ?? ''));
    socket.destroy();
  }
}
