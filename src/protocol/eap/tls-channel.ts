import { AsyncLocalStorage } from 'node:async_hooks';
import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createServer, type Server, type TLSSocket, type TlsOptions } from 'node:tls';

/** The longest plaintext of a peer that waits to be taken. */
const maxPlaintextOctets = 65_536;

/** Node reports the events of all connections of a server to the server: the channel of each runs in a context of its own. */
const channels = new AsyncLocalStorage<TlsChannel>();

/** A TLS server without sockets: EAP carries its records. */
export class EapTlsServer {
  readonly #server: Server;

  constructor(options: TlsOptions) {
    this.#server = createServer(options);
    this.#server.on('secureConnection', (socket) => {
      const channel = channels.getStore();
      if (channel) channel.attach(socket);
      else socket.destroy();
    });
    this.#server.on('tlsClientError', (error) => {
      channels.getStore()?.fail(error);
    });
  }

  /** Uses other certificates for further channels. @throws Error if they are invalid */
  renew(options: TlsOptions): void {
    this.#server.setSecureContext(options);
  }

  /** Opens the channel of a conversation. */
  open(): TlsChannel {
    return new TlsChannel((transport) => this.#server.emit('connection', transport));
  }
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

  /** @param connect  hands the transport to the TLS server */
  constructor(connect: (transport: Duplex) => void) {
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
