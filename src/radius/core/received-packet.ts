import type { PeerCertificate } from './peer-certificate.ts';

/** The sender of a packet. */
export interface Peer {
  readonly address: string;
  readonly port: number;
  /** The verified certificate of a peer over TLS. */
  readonly certificate?: PeerCertificate;
}

/** A packet as received by a listener, and the way back. */
export interface ReceivedPacket {
  /** A datagram, or the octets of one packet of a connection. */
  readonly octets: Buffer;
  readonly peer: Peer;
  /** Address and port of the receiving socket; null: a connection, which has no retransmissions (RFC 6613 section 2.6.1). */
  readonly localEndpoint: string | null;
  send(reply: Buffer): void;
}
