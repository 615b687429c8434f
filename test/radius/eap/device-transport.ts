import { Duplex } from 'node:stream';

/** The way of a TLS client to a server that is handed its octets. */
export class DeviceTransport extends Duplex {
  #sent: Buffer[] = [];

  override _read(): void {
    // The server pushes what it answers.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#sent.push(chunk);
    done();
  }

  /** Returns what the client has sent since the last call. */
  takeSent(): Buffer {
    return Buffer.concat(this.#sent.splice(0));
  }
}
