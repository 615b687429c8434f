import { once } from 'node:events';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { untilOrPatient } from '../fixture.ts';

/** A NAS over TLS in its rawest form: one connection. */
export class TlsNas {
  readonly socket: TLSSocket;
  #held: Buffer = Buffer.alloc(0);
  #isClosed = false;

  private constructor(socket: TLSSocket) {
    this.socket = socket;
    socket.on('data', (octets: Buffer) => {
      this.#held = Buffer.concat([this.#held, octets]);
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.#isClosed = true;
    });
  }

  /** @throws Error where the handshake fails on this side */
  static async connect(options: ConnectionOptions): Promise<TlsNas> {
    const socket = connect({ host: '127.0.0.1', servername: 'gateway.example', ...options });
    await once(socket, 'secureConnect');
    return new TlsNas(socket);
  }

  send(octets: Buffer): void {
    this.socket.write(octets);
  }

  /** The next packet; null: none came in time, or the connection has been closed before one came. */
  async answer(withinMs = 30_000): Promise<Buffer | null> {
    await untilOrPatient(() => this.#length() > 0 || this.#isClosed, withinMs);
    const length = this.#length();
    if (length === 0) return null;
    const packet = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return packet;
  }

  /** Whether the other side has closed the connection, or does so in time. */
  async isClosed(withinMs = 30_000): Promise<boolean> {
    await untilOrPatient(() => this.#isClosed, withinMs);
    return this.#isClosed;
  }

  close(): void {
    this.socket.destroy();
  }

  /** Of the packet that is there; 0: none is. */
  #length(): number {
    const length = this.#held.length < 4 ? 20 : this.#held.readUInt16BE(2);
    return this.#held.length < length ? 0 : length;
  }
}
