import type { Socket } from 'node:net';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { Gauge } from 'prom-client';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Clients } from '../core/clients.ts';
import type { ConnectionDropReason } from '../core/drop-reason.ts';
import { normalizeIpAddress } from '../../runtime/ip-address.ts';
import type { PacketHandler } from '../core/packet-handler.ts';
import type { PacketMetrics } from '../core/packet-metrics.ts';
import { PeerCertificate } from '../core/peer-certificate.ts';
import type { RadsecConnections } from '../core/radsec-connections.ts';
import { CertificateFiles, type PemFiles } from '../../tls/certificate-files.ts';
import { limitByOpenFiles } from '../../runtime/limit/open-files.ts';
import { mutualTls } from '../../tls/versions.ts';
import { ConnectionLimiter } from '../../runtime/limit/connection-limiter.ts';
import { GuardedServer } from '../../runtime/limit/guarded-server.ts';
import { withoutCoveredHosts, type BoundAddress, type ListenHosts } from './listen-address.ts';
import { RadsecServerConnection } from './radsec-server-connection.ts';

const handshakeTimeoutMs = 5_000;
const keepAliveMs = 60_000;

export interface RadsecListenerContext {
  readonly gateway: Gateway;
  readonly clients: Clients;
  readonly packetMetrics: PacketMetrics;
  readonly radsecConnections: RadsecConnections;
}

/**
 * Receives packets over TLS (RFC 6614). A peer must have the address of a client before the handshake, and a certificate
 * signed by the configured CA before a packet is read.
 */
export class RadsecListener {
  readonly #handler: PacketHandler;
  readonly #context: RadsecListenerContext;
  readonly #files: CertificateFiles;
  readonly #guarded: GuardedServer<'unknown_client'>;
  readonly #connections = new Set<RadsecServerConnection>();
  #tlsServer: Server | null = null;
  #isOpen = true;

  constructor(handler: PacketHandler, context: RadsecListenerContext) {
    const { tls } = context.gateway.config.radius;
    this.#handler = handler;
    this.#context = context;
    this.#files = new CertificateFiles(tls);
    const limiter = new ConnectionLimiter(limitByOpenFiles(tls.max_connections, 1 / 4));
    this.#guarded = new GuardedServer({
      limiter,
      check: async (address) => ((await this.#mayConnect(address)) ? null : 'unknown_client'),
      accept: (socket) => this.#tlsServer?.emit('connection', socket),
      refuse: (socket, reason) => {
        this.#refuse(socket, reason);
      },
      onLost: (error) => {
        context.gateway.log.warn(
          { err: error },
          'RadSec: cannot accept a connection; the client has to connect again',
        );
      },
    });
    new Gauge({
      name: 'gatehouse_radius_connections',
      help: 'Open RadSec connections of clients',
      registers: [context.gateway.metrics],
      collect() {
        this.set(limiter.openCount);
      },
    });
  }

  /** @throws Error if an address is not one of the machine, a port is taken, or a certificate file is invalid */
  async open(hosts: ListenHosts, port: number): Promise<BoundAddress[]> {
    const files = await this.#files.readIfChanged();
    if (!files) throw new Error('the certificate files of RadSec were read before');
    this.#tlsServer = this.#createTlsServer(files);
    this.#context.clients.onReload(() => {
      this.#closeUnknown();
    });
    const bound: BoundAddress[] = [];
    for (const host of withoutCoveredHosts(hosts))
      bound.push({
        address: host,
        port: await this.#guarded.listen({ host, port: bound[0]?.port ?? port }),
      });
    return bound;
  }

  /** Accepts no further connections, and closes all of them once the packets in flight are answered. */
  async close(): Promise<void> {
    this.#isOpen = false;
    this.#guarded.close();
    await this.#handler.drain();
    await Promise.all([...this.#connections].map((connection) => connection.close()));
    this.#guarded.destroyAll();
  }

  #createTlsServer(files: PemFiles): Server {
    const server = createServer({
      ...files,
      ...mutualTls,
      requestCert: true,
      rejectUnauthorized: true,
      handshakeTimeout: handshakeTimeoutMs,
    });
    server.on('secureConnection', (socket) => {
      this.#addConnection(socket);
    });
    server.on('tlsClientError', (error, socket) => {
      // Typed as Error, but a string of OpenSSL such as CERT_HAS_EXPIRED.
      const reason: unknown = socket.authorizationError;
      this.#refuse(socket, 'handshake', typeof reason === 'string' ? new Error(reason) : error);
    });
    return server;
  }

  async #mayConnect(address: string): Promise<boolean> {
    const { clients } = this.#context;
    if (!clients.mayConnectOverTls(address))
      await clients.reloadForUnknown().catch(() => undefined);
    await this.#renewCertificates();
    return this.#isOpen && clients.mayConnectOverTls(address);
  }

  /** Uses renewed certificate files for new connections. Invalid files are ignored. */
  async #renewCertificates(): Promise<void> {
    const { log } = this.#context.gateway;
    try {
      const files = await this.#files.readIfChanged();
      if (!files) return;
      this.#tlsServer?.setSecureContext({ ...files, ...mutualTls });
      log.info('RadSec: certificates renewed');
    } catch (error) {
      log.error(
        { err: error },
        'RadSec: cannot renew the certificates; the former ones stay in use',
      );
    }
  }

  #addConnection(socket: TLSSocket): void {
    const { remoteAddress: address, remotePort: port } = socket;
    const certificate = socket.getPeerX509Certificate();
    socket.on('error', () => undefined);
    if (address === undefined || port === undefined || !certificate || !this.#isOpen) {
      socket.destroy();
      return;
    }
    const connection = new RadsecServerConnection(
      socket.setNoDelay(true).setKeepAlive(true, keepAliveMs),
      {
        peer: { address, port, certificate: new PeerCertificate(certificate) },
        idleTimeoutMs: this.#context.gateway.config.radius.tls.idle_seconds * 1000,
        receive: (received) => this.#handler.handle(received),
        onAborted: (reason) => {
          this.#refuse(socket, reason);
        },
      },
    );
    this.#connections.add(connection);
    const remove = this.#context.radsecConnections.add(connection);
    socket.once('close', () => {
      this.#connections.delete(connection);
      remove();
    });
  }

  /** Closes the connections of clients that were switched off, removed or changed so that they no longer match. */
  #closeUnknown(): void {
    for (const connection of this.#connections) {
      if (this.#context.clients.find(connection.peer)) continue;
      this.#context.packetMetrics.recordDrop({
        listener: 'tls',
        reason: 'unknown_client',
        source: normalizeIpAddress(connection.peer.address),
      });
      void connection.close();
    }
  }

  #refuse(socket: Socket, reason: ConnectionDropReason, error?: Error): void {
    this.#context.packetMetrics.recordDrop({
      listener: 'tls',
      reason,
      source: normalizeIpAddress(socket.remoteAddress ?? ''),
      error,
    });
    socket.destroy();
  }
}
