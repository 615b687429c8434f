import type { PeerCertificate } from './peer-certificate.ts';

/** Who sent a packet. */
export interface Peer {
  readonly address: string;
  readonly port: number;
  /** Over TLS: what it has shown of itself. */
  readonly certificate?: PeerCertificate;
}

/** A packet as it came in, by whatever way, and the way back. */
export interface ReceivedPacket {
  /** A datagram, or of a connection what one Length says. */
  readonly octets: Buffer;
  readonly peer: Peer;
  /** The socket that it came in by; null: a connection, over which nothing is sent twice (RFC 6613 section 2.6.1). */
  readonly localEndpoint: string | null;
  send(reply: Buffer): void;
}
