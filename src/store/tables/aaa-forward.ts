import type { Defaulted, Id, Nullable, EpochMs } from './column-types.ts';

/**
 * Accounting that waits for an upstream to acknowledge it. A queue is an organization and a realm, and outlives the
 * upstreams that serve it.
 */
export interface ForwardQueueTable {
  id: Id;
  /** The upstreams', not the packet's. */
  organization: number;
  /** Empty: all users. */
  realm: string;
  /** Whose packets: a number made of the client and the NAS; 0: our own, of portal sessions. */
  nas: number;
  /** What is told in order: a number made of the session; 0: the NAS itself. */
  line: number;
  received: EpochMs;
  /** As they came, octet for octet. */
  attributes: Uint8Array;
}

/** Which gateway sends what waits in a queue. */
export interface ForwardLeaseTable {
  organization: number;
  realm: string;
  owner: string;
  until: Defaulted<EpochMs>;
}

/** A session of the captive portal that an upstream is told of, until it has been told of the end. */
export interface PortalSessionTable {
  id: string;
  /** With `realm` the queue. */
  organization: number;
  realm: string;
  user: number;
  username: string;
  mac: string;
  ip: string;
  /** As Called-Station-Id says it. */
  called: string;
  /** As NAS-Identifier says it. */
  nas: string;
  opened: EpochMs;
  expires: Nullable<EpochMs>;
  ended: Nullable<EpochMs>;
  /** As Acct-Terminate-Cause says it. */
  cause: Nullable<string>;
  /** How often the upstream has been told, or will be by what waits. */
  reports: Defaulted<number>;
  /** When the next report is to be made. */
  due: EpochMs;
}
