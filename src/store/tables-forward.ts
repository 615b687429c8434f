import type { Defaulted, Id, Time } from './columns.ts';

/**
 * Accounting that waits for an upstream to acknowledge it. A queue is an organization and a realm, and outlives the
 * upstreams that serve it.
 */
export interface ForwardTable {
  id: Id;
  /** The upstreams', not the packet's. */
  organization: number;
  /** Empty: all users. */
  realm: string;
  /** Whose packets: a number made of the client and the NAS. */
  nas: number;
  /** What is told in order: a number made of the session; 0: the NAS itself. */
  line: number;
  received: Time;
  /** As they came, octet for octet. */
  attributes: Uint8Array;
}

/** Which gateway sends what waits in a queue. */
export interface ForwardLeaseTable {
  organization: number;
  realm: string;
  owner: string;
  until: Defaulted<Time>;
}
