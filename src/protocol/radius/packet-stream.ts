import { headerOctets, maxPacketOctets } from './packet.ts';

const lengthEnd = 4;

/** Cuts what comes over a connection into packets, by their Length (RFC 6613 section 2.6). */
export class PacketStream {
  #held: Buffer = Buffer.alloc(0);
  #isBroken = false;

  /** @param octets  what has come, however little of a packet it may be */
  push(octets: Buffer): void {
    if (this.#isBroken) return;
    this.#held = this.#held.length === 0 ? octets : Buffer.concat([this.#held, octets]);
  }

  /**
   * @returns the next packet; null: it is not all there. Where a Length can be none, the header as far as it is there,
   *   which is no packet; nobody can say where the next one starts, so nothing follows.
   */
  next(): Buffer | null {
    if (this.#held.length < lengthEnd) return null;
    const length = this.#held.readUInt16BE(2);
    if (length < headerOctets || length > maxPacketOctets) return this.#break();
    if (this.#held.length < length) return null;
    const packet = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return packet;
  }

  #break(): Buffer {
    const rest = this.#held.subarray(0, headerOctets);
    this.#isBroken = true;
    this.#held = Buffer.alloc(0);
    return rest;
  }
}
