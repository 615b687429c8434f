import { AsyncLocalStorage } from 'node:async_hooks';
import { constants, randomBytes } from 'node:crypto';
import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createServer, type Server, type TLSSocket, type TlsOptions } from 'node:tls';

/** A handshake makes one session, or two of TLS 1.3. */
const maxNewSessions = 4;
/** The longest plaintext of a peer that waits to be taken. */
const maxPlaintextOctets = 65_536;

/** Node reports the events of all connections of a server to the server: the channel of each runs in a context of its own. */
const channels = new AsyncLocalStorage<TlsChannel>();

type ResumeSession = (error: null, session: Buffer | null) => void;

/** A session that a handshake has made. */
export interface NewSession {
  readonly id: Buffer;
  /** As the TLS library keeps it, with its secrets. */
  readonly octets: Buffer;
}

/** What a connection may resume. */
export interface Resumable {
  /** The session of TLS 1.2 that the device offers; null: none. */
  readonly session: Buffer | null;
  /** True: tickets of TLS 1.3 are taken and given. */
  readonly hasTickets: boolean;
}

const nothing: Resumable = { session: null, hasTickets: false };

/** A TLS server without sockets: EAP carries its records. */
export class EapTlsServer {
  /** Without tickets: it asks for the sessions that it resumes. */
  readonly #server: Server;
  /** With tickets, for devices that speak TLS 1.3, whose sessions the server cannot ask for. */
  readonly #ticketServer: Server;

  /** @param sessionSeconds  the longest age of a session that is resumed */
  constructor(options: TlsOptions, sessionSeconds: number) {
    const lifetime = { sessionTimeout: sessionSeconds };
    this.#server = listen({ ...options, ...lifetime, secureOptions: constants.SSL_OP_NO_TICKET });
    this.#ticketServer = listen({ ...options, ...lifetime, ...ticketOptions() });
  }

  /** Uses other certificates for further channels. Former tickets are void. @throws Error if they are invalid */
  renew(options: TlsOptions): void {
    this.#server.setSecureContext({ ...options, secureOptions: constants.SSL_OP_NO_TICKET });
    this.#ticketServer.setSecureContext({ ...options, ...ticketOptions() });
  }

  /** Opens the channel of a conversation. */
  open({ session, hasTickets }: Resumable = nothing): TlsChannel {
    const server = hasTickets ? this.#ticketServer : this.#server;
    return new TlsChannel((transport) => server.emit('connection', transport), session);
  }
}

const ticketKeyOctets = 48;

function ticketOptions(): TlsOptions {
  return { minVersion: 'TLSv1.3', secureOptions: 0, ticketKeys: randomBytes(ticketKeyOctets) };
}

function listen(options: TlsOptions): Server {
  const server = createServer(options);
  server.on('secureConnection', (socket) => {
    const channel = channels.getStore();
    if (channel) channel.attach(socket);
    else socket.destroy();
  });
  server.on('tlsClientError', (error) => {
    channels.getStore()?.fail(error);
  });
  server.on('newSession', (id: Buffer, octets: Buffer, done: () => void) => {
    channels.getStore()?.addSession({ id, octets });
    done();
  });
  // The caller has looked the session up, by the same id.
  server.on('resumeSession', (_id: Buffer, done: ResumeSession) => {
    done(null, channels.getStore()?.offered ?? null);
  });
  return server;
}

/** The server's end of one TLS connection, whose records the caller carries. */
export class TlsChannel {
  readonly #transport: Duplex;
  #output: Buffer[] = [];
  #plaintext: Buffer[] = [];
  #plaintextOctets = 0;
  #socket: TLSSocket | null = null;
  #failure: Error | null = null;
  #isClosed = false;
  readonly #newSessions: NewSession[] = [];
  #resumed: Buffer | null = null;
  /** The session of TLS 1.2 that the device may resume. */
  readonly offered: Buffer | null;

  /** @param connect  hands the transport to the TLS server */
  constructor(connect: (transport: Duplex) => void, offered: Buffer | null) {
    this.offered = offered;
    this.#transport = new Duplex({
      read: () => undefined,
      write: (chunk: Buffer, _encoding, onWritten) => {
        this.#output.push(chunk);
        onWritten();
      },
    });
    this.#transport.on('error', (error) => {
      this.fail(error);
    });
    channels.run(this, connect, this.#transport);
  }

  /** The connection once its handshake is complete; null: it is not. */
  get socket(): TLSSocket | null {
    return this.#socket;
  }

  /** Why the connection has ended: an alert of the peer, or an error in its records; null: it has not. */
  get failure(): Error | null {
    return this.#failure;
  }

  /** The sessions that the handshake has made. */
  get newSessions(): readonly NewSession[] {
    return this.#newSessions;
  }

  /** The session that the handshake has resumed; null: it is a full one. */
  get resumed(): Buffer | null {
    return this.#resumed;
  }

  /** Hands over a flight of the peer, and waits until the answer to it is written. */
  async receive(flight: Buffer): Promise<void> {
    if (this.#isClosed || this.#transport.destroyed) return;
    channels.run(this, () => this.#transport.push(flight));
    await this.#settle();
  }

  /** Encrypts octets for the peer. */
  async write(octets: Buffer): Promise<void> {
    if (octets.length > 0) this.#socket?.write(octets);
    await this.#settle();
  }

  /** Takes the records for the peer. */
  takeOutput(): Buffer {
    const output = Buffer.concat(this.#output);
    this.#output = [];
    return output;
  }

  /** Takes what the peer has sent through the tunnel. */
  takePlaintext(): Buffer {
    const plaintext = Buffer.concat(this.#plaintext);
    this.#plaintext = [];
    this.#plaintextOctets = 0;
    return plaintext;
  }

  /** Frees the memory of the connection. */
  close(): void {
    this.#isClosed = true;
    this.#socket?.destroy();
    this.#transport.destroy();
    this.#output = [];
    this.#plaintext = [];
  }

  /** For the server: the handshake is complete. */
  attach(socket: TLSSocket): void {
    this.#socket = socket;
    // Before the handshake makes further sessions.
    if (socket.isSessionReused()) this.#resumed = socket.getSession() ?? null;
    socket.on('error', (error: Error) => {
      this.fail(error);
    });
    socket.on('data', (octets: Buffer) => {
      this.#plaintextOctets += octets.length;
      if (this.#plaintextOctets > maxPlaintextOctets)
        this.fail(new Error('the tunnel has more octets than allowed'));
      else this.#plaintext.push(octets);
    });
  }

  /** For the server: the handshake has made a session. */
  addSession(session: NewSession): void {
    if (this.#newSessions.length < maxNewSessions) this.#newSessions.push(session);
  }

  /** For the server: the connection has failed. */
  fail(error: Error): void {
    this.#failure ??= error;
  }

  /** A flight is complete after two turns of the event loop without a record: Node queues a record behind one that is being written. */
  async #settle(): Promise<void> {
    for (let quiet = 0, written = this.#output.length; quiet < 2; quiet += 1) {
      await nextTurn();
      if (this.#output.length === written) continue;
      written = this.#output.length;
      quiet = -1;
    }
  }
}
