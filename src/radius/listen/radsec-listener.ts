import { once } from 'node:events';
import { createServer as createTcpServer, type Server as TcpServer, type Socket } from 'node:net';
import { constants } from 'node:crypto';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { Gauge } from 'prom-client';
import type { Gateway } from '../../gateway.ts';
import { normalizeIpAddress } from '../core/ip-address.ts';
import { PeerCertificate } from '../core/peer-certificate.ts';
import type { Clients } from '../core/clients.ts';
import type { RadsecConnections } from '../core/radsec-connections.ts';
import type { PacketHandler } from '../core/packet-handler.ts';
import { drainPacketHandler } from './udp-listener.ts';
import type { PacketMetrics } from '../core/packet-metrics.ts';
import { withoutCoveredHosts, type BoundAddress, type ListenHosts } from './udp-sockets.ts';
import { ConnectionLimiter } from './connection-limiter.ts';
import { RadsecServerConnection } from './radsec-server-connection.ts';
import { CertificateFiles, type PemFiles } from './certificate-files.ts';

const msForHandshake = 5_000;
const backlog = 128;

interface Means {
  readonly gateway: Gateway;
  readonly clients: Clients;
  readonly packetMetrics: PacketMetrics;
  readonly radsecConnections: RadsecConnections;
}

/**
 * Where RADIUS comes in over TLS (RFC 6614). Who connects must be at an address of a client before a handshake is begun,
 * and must show a certificate that our CA has signed before a packet is read.
 */
export class RadsecListener {
  readonly #door: PacketHandler;
  readonly #means: Means;
  readonly #files: CertificateFiles;
  readonly #admission: ConnectionLimiter;
  readonly #listening: TcpServer[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #connections = new Set<RadsecServerConnection>();
  #server: Server | null = null;
  #isOpen = true;

  constructor(door: PacketHandler, means: Means) {
    const { tls } = means.gateway.config.radius;
    this.#door = door;
    this.#means = means;
    this.#files = new CertificateFiles(tls);
    const admission = new ConnectionLimiter(tls.max_connections);
    this.#admission = admission;
    new Gauge({
      ...{
        name: 'gatehouse_radius_connections',
        help: 'connections of RADIUS over TLS',
        registers: [means.gateway.metrics],
      },
      collect() {
        this.set(admission.openCount);
      },
    });
  }

  /** @throws Error where an address is not ours, a port is taken, or the files are not what they should be */
  async open(hosts: ListenHosts, port: number): Promise<BoundAddress[]> {
    const pems = await this.#files.readIfChanged();
    if (!pems) throw new Error('the files of RADIUS over TLS were read before');
    this.#server = this.#serverWith(pems);
    const bound: BoundAddress[] = [];
    for (const host of withoutCoveredHosts(hosts))
      bound.push(await this.#listen(host, bound[0]?.port ?? port));
    return bound;
  }

  /** Lets nobody in any more; closes all connections when what is under way has been answered. */
  async close(): Promise<void> {
    this.#isOpen = false;
    for (const server of this.#listening) server.close();
    await drainPacketHandler(this.#door);
    await Promise.all([...this.#connections].map((connection) => connection.close()));
    for (const socket of this.#sockets) socket.destroy();
  }

  #serverWith(pems: PemFiles): Server {
    const server = createServer({
      ...pems,
      ...{
        requestCert: true,
        rejectUnauthorized: true,
        minVersion: 'TLSv1.2',
        handshakeTimeout: msForHandshake,
      },
      // Each connection is to show a certificate that is good now: none goes on where another ended.
      secureOptions: constants.SSL_OP_NO_TICKET,
    });
    server.on('secureConnection', (socket) => {
      this.#begin(socket);
    });
    server.on('tlsClientError', (error, socket) => {
      // Its type says Error; what is there is a word of OpenSSL's, such as CERT_HAS_EXPIRED.
      const why: unknown = socket.authorizationError;
      this.#refuse(socket, {
        reason: 'handshake',
        error: typeof why === 'string' ? new Error(why) : error,
      });
    });
    return server;
  }

  async #listen(host: string, port: number): Promise<BoundAddress> {
    const server = createTcpServer((socket) => void this.#admit(socket));
    const listening = once(server, 'listening');
    server.listen({ host, port, backlog });
    await listening;
    // From now on a fault (too many open files) is of one connection, which is lost.
    server.on('error', (error) => {
      this.#means.gateway.log.warn(
        { err: error },
        'a connection of RADIUS over TLS could not be taken',
      );
    });
    this.#listening.push(server);
    const address = server.address();
    return { address: host, port: typeof address === 'object' && address ? address.port : port };
  }

  async #admit(socket: Socket): Promise<void> {
    const address = socket.remoteAddress ?? '';
    socket.on('error', () => undefined);
    const reason = this.#admission.acquire(address);
    if (reason) {
      this.#refuse(socket, { reason });
      return;
    }
    this.#sockets.add(socket);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      this.#admission.release(address);
    });
    if (await this.#mayConnect(address)) this.#server?.emit('connection', socket);
    else this.#refuse(socket, { reason: 'unknown_client' });
  }

  async #mayConnect(address: string): Promise<boolean> {
    const { clients } = this.#means;
    if (!clients.mayConnectOverTls(address)) await clients.reloadIfChanged().catch(() => undefined);
    await this.#renew();
    return this.#isOpen && clients.mayConnectOverTls(address);
  }

  /** Takes renewed files over. Those that are unfinished change nothing. */
  async #renew(): Promise<void> {
    const { log } = this.#means.gateway;
    try {
      const pems = await this.#files.readIfChanged();
      if (!pems) return;
      this.#server?.setSecureContext({
        ...pems,
        minVersion: 'TLSv1.2',
        secureOptions: constants.SSL_OP_NO_TICKET,
      });
      log.info('the certificates of RADIUS over TLS have been renewed');
    } catch (error) {
      log.error(
        { err: error },
        'the certificates of RADIUS over TLS can not be renewed; those known stay',
      );
    }
  }

  #begin(socket: TLSSocket): void {
    const { remoteAddress: address, remotePort: port } = socket;
    const shown = socket.getPeerX509Certificate();
    socket.on('error', () => undefined);
    if (address === undefined || port === undefined || !shown || !this.#isOpen) {
      socket.destroy();
      return;
    }
    const connection = new RadsecServerConnection(
      socket.setNoDelay(true).setKeepAlive(true, 60_000),
      {
        peer: { address, port, certificate: new PeerCertificate(shown) },
        idleTimeoutMs: this.#means.gateway.config.radius.tls.idle_seconds * 1000,
        receive: (arrival) => this.#door.handle(arrival),
        onAborted: (reason) => {
          this.#refuse(socket, { reason });
        },
      },
    );
    this.#connections.add(connection);
    const leave = this.#means.radsecConnections.add(connection);
    socket.once('close', () => {
      this.#connections.delete(connection);
      leave();
    });
  }

  #refuse(
    socket: Socket,
    { reason, error }: { readonly reason: string; readonly error?: Error },
  ): void {
    this.#means.packetMetrics.recordDrop({
      listener: 'tls',
      reason,
      source: normalizeIpAddress(socket.remoteAddress ?? ''),
      error,
    });
    socket.destroy();
  }
}
