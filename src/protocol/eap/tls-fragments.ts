/*
 * The frames in which EAP-TLS, EAP-TTLS and PEAP carry TLS: flags, the length of a message, and a fragment of it
 * (RFC 5216 section 3.1, RFC 5281 section 9.1).
 */

const flag = { lengthIncluded: 0x80, moreFragments: 0x40, start: 0x20 } as const;
const lengthOctets = 4;
/** The longest flight of a peer: certificates and a chain of them fit many times. */
export const maxFlightOctets = 65_536;
/** Octets of code, identifier, length, type, flags and message length before a fragment. */
const fragmentOverhead = 10;

/** The request that starts a method. The version of EAP-TTLS and PEAP is 0. */
export const startFrame = Buffer.from([flag.start]);
/** Acknowledges a fragment, or asks for the next one. */
export const emptyFrame = Buffer.from([0]);

/** A flight of the peer: whole, or with fragments to come; a text says why a frame is malformed. */
export type ReceivedFrame = { readonly flight: Buffer } | 'more' | { readonly fault: string };

/** Joins the fragments of flights. Memory is taken for octets that have arrived, never for an announced length. */
export class FlightReader {
  #parts: Buffer[] = [];
  #octets = 0;
  /** The announced length of the flight; null: not announced. */
  #announced: number | null = null;

  /** @param data  the octets behind the type of a response */
  add(data: Buffer): ReceivedFrame {
    const flags = data[0];
    if (flags === undefined) return { fault: 'a response without flags' };
    const hasLength = (flags & flag.lengthIncluded) !== 0;
    if (hasLength && data.length < 1 + lengthOctets) return { fault: 'a truncated length' };
    if (hasLength) this.#announced ??= data.readUInt32BE(1);
    const fragment = data.subarray(hasLength ? 1 + lengthOctets : 1);
    const octets = this.#octets + fragment.length;
    if (octets > Math.min(this.#announced ?? maxFlightOctets, maxFlightOctets))
      return { fault: 'a flight is longer than announced or allowed' };
    // A view would keep the whole datagram.
    this.#parts.push(Buffer.from(fragment));
    this.#octets = octets;
    return (flags & flag.moreFragments) === 0 ? this.#finish() : this.#goOn(fragment);
  }

  #goOn(fragment: Buffer): ReceivedFrame {
    return fragment.length === 0 ? { fault: 'an empty fragment' } : 'more';
  }

  #finish(): ReceivedFrame {
    const flight = Buffer.concat(this.#parts);
    const isWhole = this.#announced === null || this.#announced === flight.length;
    this.#parts = [];
    this.#octets = 0;
    this.#announced = null;
    return isWhole ? { flight } : { fault: 'a flight is shorter than announced' };
  }
}

/** Splits flights to the peer into frames. */
export class FlightWriter {
  #rest: Buffer = Buffer.alloc(0);

  /** True while fragments are left: the peer acknowledges each before the next. */
  get hasMore(): boolean {
    return this.#rest.length > 0;
  }

  /** @returns the first frame. @param mtu  octets of an EAP packet, more than 10 */
  start(flight: Buffer, mtu: number): Buffer {
    const size = mtu - fragmentOverhead;
    this.#rest = flight.subarray(size);
    if (!this.hasMore) return Buffer.concat([emptyFrame, flight]);
    const head = Buffer.alloc(1 + lengthOctets);
    head.writeUInt8(flag.lengthIncluded | flag.moreFragments, 0);
    head.writeUInt32BE(flight.length, 1);
    return Buffer.concat([head, flight.subarray(0, size)]);
  }

  /** @returns the next frame, once the peer has acknowledged the one before */
  next(mtu: number): Buffer {
    const size = mtu - fragmentOverhead;
    const fragment = this.#rest.subarray(0, size);
    this.#rest = this.#rest.subarray(size);
    return Buffer.concat([Buffer.from([this.hasMore ? flag.moreFragments : 0]), fragment]);
  }
}
