/** Who sent a packet. */
export interface Peer {
  readonly address: string;
  readonly port: number;
}

/** A packet as it came in, by whatever way, and the way back. */
export interface Arrival {
  readonly octets: Buffer;
  readonly from: Peer;
  /** The socket that it came in by. */
  readonly at: string;
  send(reply: Buffer): void;
}
