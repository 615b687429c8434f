import { once } from 'node:events';
import { createServer as createTcpServer, type Server as TcpServer, type Socket } from 'node:net';
import { constants } from 'node:crypto';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { Gauge } from 'prom-client';
import type { Gateway } from '../gateway.ts';
import { plainAddress } from './address.ts';
import { Certificate } from './certificate.ts';
import type { Clients } from './clients.ts';
import type { Connected } from './connected.ts';
import type { Door } from './door.ts';
import { finished } from './entrance.ts';
import type { Journal } from './journal.ts';
import { uncovered, type BoundAddress, type Hosts } from './sockets.ts';
import { TlsAdmission } from './tls-admission.ts';
import { TlsConnection } from './tls-connection.ts';
import { TlsFiles, type Pems } from './tls-files.ts';

const msForHandshake = 5_000;
const backlog = 128;

interface Means {
  readonly gateway: Gateway;
  readonly clients: Clients;
  readonly journal: Journal;
  readonly connected: Connected;
}

/**
 * Where RADIUS comes in over TLS (RFC 6614). Who connects must be at an address of a client before a handshake is begun,
 * and must show a certificate that our CA has signed before a packet is read.
 */
export class TlsEntrance {
  readonly #door: Door;
  readonly #means: Means;
  readonly #files: TlsFiles;
  readonly #admission: TlsAdmission;
  readonly #listening: TcpServer[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #connections = new Set<TlsConnection>();
  #server: Server | null = null;
  #isOpen = true;

  constructor(door: Door, means: Means) {
    const { tls } = means.gateway.config.radius;
    this.#door = door;
    this.#means = means;
    this.#files = new TlsFiles(tls);
    const admission = new TlsAdmission(tls.max_connections);
    this.#admission = admission;
    new Gauge({
      ...{ name: 'gatehouse_radius_connections', help: 'connections of RADIUS over TLS', registers: [means.gateway.metrics] },
      collect() {
        this.set(admission.open);
      },
    });
  }

  /** @throws Error where an address is not ours, a port is taken, or the files are not what they should be */
  async open(hosts: Hosts, port: number): Promise<BoundAddress[]> {
    const pems = await this.#files.changed();
    if (!pems) throw new Error('the files of RADIUS over TLS were read before');
    this.#server = this.#serverWith(pems);
    const bound: BoundAddress[] = [];
    for (const host of uncovered(hosts)) bound.push(await this.#listen(host, bound[0]?.port ?? port));
    return bound;
  }

  /** Lets nobody in any more; closes all connections when what is under way has been answered. */
  async close(): Promise<void> {
    this.#isOpen = false;
    for (const server of this.#listening) server.close();
    await finished(this.#door);
    await Promise.all([...this.#connections].map((connection) => connection.close()));
    for (const socket of this.#sockets) socket.destroy();
  }

  #serverWith(pems: Pems): Server {
    const server = createServer({
      ...pems,
      ...{ requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.2', handshakeTimeout: msForHandshake },
      // Each connection is to show a certificate that is good now: none goes on where another ended.
      secureOptions: constants.SSL_OP_NO_TICKET,
    });
    server.on('secureConnection', (socket) => {
      this.#begin(socket);
    });
    server.on('tlsClientError', (error, socket) => {
      // Its type says Error; what is there is a word of OpenSSL's, such as CERT_HAS_EXPIRED.
      const why: unknown = socket.authorizationError;
      this.#refuse(socket, { reason: 'handshake', error: typeof why === 'string' ? new Error(why) : error });
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
      this.#means.gateway.log.warn({ err: error }, 'a connection of RADIUS over TLS could not be taken');
    });
    this.#listening.push(server);
    const address = server.address();
    return { address: host, port: typeof address === 'object' && address ? address.port : port };
  }

  async #admit(socket: Socket): Promise<void> {
    const address = socket.remoteAddress ?? '';
    socket.on('error', () => undefined);
    const reason = this.#admission.enter(address);
    if (reason) {
      this.#refuse(socket, { reason });
      return;
    }
    this.#sockets.add(socket);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      this.#admission.leave(address);
    });
    if (await this.#mayConnect(address)) this.#server?.emit('connection', socket);
    else this.#refuse(socket, { reason: 'unknown_client' });
  }

  async #mayConnect(address: string): Promise<boolean> {
    const { clients } = this.#means;
    if (!clients.mayConnect(address)) await clients.look().catch(() => undefined);
    await this.#renew();
    return this.#isOpen && clients.mayConnect(address);
  }

  /** Takes renewed files over. Those that are unfinished change nothing. */
  async #renew(): Promise<void> {
    const { log } = this.#means.gateway;
    try {
      const pems = await this.#files.changed();
      if (!pems) return;
      this.#server?.setSecureContext({ ...pems, minVersion: 'TLSv1.2', secureOptions: constants.SSL_OP_NO_TICKET });
      log.info('the certificates of RADIUS over TLS have been renewed');
    } catch (error) {
      log.error({ err: error }, 'the certificates of RADIUS over TLS can not be renewed; those known stay');
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
    const connection = new TlsConnection(socket.setNoDelay(true).setKeepAlive(true, 60_000), {
      peer: { address, port, certificate: new Certificate(shown) },
      idleMs: this.#means.gateway.config.radius.tls.idle_seconds * 1000,
      receive: (arrival) => this.#door.receive(arrival),
      cutOff: (reason) => {
        this.#refuse(socket, { reason });
      },
    });
    this.#connections.add(connection);
    const leave = this.#means.connected.enter(connection);
    socket.once('close', () => {
      this.#connections.delete(connection);
      leave();
    });
  }

  #refuse(socket: Socket, { reason, error }: { readonly reason: string; readonly error?: Error }): void {
    this.#means.journal.dropped({ door: 'tls', reason, source: plainAddress(socket.remoteAddress ?? ''), error });
    socket.destroy();
  }
}
