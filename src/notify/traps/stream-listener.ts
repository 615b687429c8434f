import type { Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import type { Gateway } from '../../gateway/gateway.ts';
import type { ConnectionLimiter } from '../../runtime/limit/connection-limiter.ts';
import { GuardedServer } from '../../runtime/limit/guarded-server.ts';
import type { PemFiles } from '../../tls/certificate-files.ts';
import type { ServerFiles } from '../../tls/server-certificate.ts';
import { mutualTls } from '../../tls/versions.ts';
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
/** Messages of a connection that are processed at a time; reading pauses until they are done. */
const atATime = 16;

/** Receives syslog messages over TCP (RFC 6587) or TLS (RFC 5425) from the addresses of known devices. */
export class StreamListener {
  readonly #log: Gateway['log'];
  readonly #options: StreamOptions;
  readonly #guarded: GuardedServer<'unknown_source' | 'error'>;
  readonly #reading = new Set<Promise<void>>();
  #tls: TlsServer | null = null;

  constructor({ log }: Pick<Gateway, 'log'>, options: StreamOptions) {
    this.#log = log;
    this.#options = options;
    this.#guarded = new GuardedServer({
      limiter: options.limiter,
      check: (address) => this.#check(withoutZone(address)),
      accept: (socket) => {
        if (this.#tls) this.#tls.emit('connection', socket);
        else this.#add(socket);
      },
      refuse: (socket, reason) => {
        this.#refuse(socket, reason);
      },
      onLost: (error) => {
        log.warn({ err: error }, `${options.key}: cannot accept a connection; it is lost`);
      },
    });
  }

  /** @throws Error for the operator: an address that is not one of the machine, or a port that is taken or not allowed */
  async open(): Promise<void> {
    const { hosts, port, certificate } = this.#options;
    try {
      const files = await certificate?.();
      if (files) this.#tls = this.#createTlsServer(files);
      for (const host of hosts) await this.#guarded.listen({ host, port, ipv6Only: true });
    } catch (error) {
      await this.stop();
      throw cannotListen(this.#options, error);
    }
  }

  /** Accepts no further connections and closes all; resolves once all received messages are recorded. */
  async stop(): Promise<void> {
    this.#guarded.close();
    this.#guarded.destroyAll();
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

  /** Asks for a device before a handshake. */
  async #check(address: string): Promise<'unknown_source' | 'error' | null> {
    const known = await this.#options.isKnown(address).catch(() => null);
    if (known !== true) return known === null ? 'error' : 'unknown_source';
    await this.#renewCertificate();
    return null;
  }

  /** Uses a renewed certificate for new connections; an invalid certificate is ignored. */
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
