import { headerOctets, maxPacketOctets } from './packet.ts';

const lengthEnd = 4;

/** Splits the octets of a connection into packets by their Length field (RFC 6613 section 2.6). */
export class PacketStream {
  #buffered: Buffer = Buffer.alloc(0);
  #isBroken = false;

  /** @param octets  as received, any part of a packet or of several */
  push(octets: Buffer): void {
    if (this.#isBroken) return;
    this.#buffered = this.#buffered.length === 0 ? octets : Buffer.concat([this.#buffered, octets]);
  }

  /**
   * Takes the next packet.
   *
   * @returns null: it is not complete. After an invalid Length the start of the next packet is unknown: the received part of
   *   the header is returned, which does not parse as a packet, and the stream ends.
   */
  next(): Buffer | null {
    if (this.#buffered.length < lengthEnd) return null;
    const length = this.#buffered.readUInt16BE(2);
    if (length < headerOctets || length > maxPacketOctets) return this.#break();
    if (this.#buffered.length < length) return null;
    const packet = this.#buffered.subarray(0, length);
    this.#buffered = this.#buffered.subarray(length);
    return packet;
  }

  #break(): Buffer {
    const header = this.#buffered.subarray(0, headerOctets);
    this.#isBroken = true;
    this.#buffered = Buffer.alloc(0);
    return header;
  }
}
