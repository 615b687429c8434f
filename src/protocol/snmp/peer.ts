import snmp, { type Session } from 'net-snmp';
import { toNetSnmpUser, type SnmpCredentials } from './credentials.ts';
import type { SessionSocket } from './socket.ts';

/** Address, credentials and timing of an SNMP agent. */
export interface SnmpPeer {
  /** IP literal or host name. */
  readonly host: string;
  readonly port: number;
  readonly credentials: SnmpCredentials;
  /** Milliseconds before a retransmission. */
  readonly timeoutMs: number;
  /** Number of retransmissions; a request fails at the latest after `timeoutMs * (retries + 1)`. */
  readonly retries: number;
  /** Rows per GETBULK request; 0: GETNEXT instead. SNMPv1 has no GETBULK. */
  readonly maxRepetitions: number;
  /** Takes every variable that the agent returns; `type` is the tag of BER. */
  readonly observe?: (varbind: {
    readonly oid: string;
    readonly type: number;
    readonly value: unknown;
  }) => void;
}

/** Returns the net-snmp session with an agent; it sends by the sockets of the module. @throws Fault `refused` for invalid passwords */
export function createLibrarySession(
  peer: SnmpPeer,
  module: ReturnType<SessionSocket['createDgramModule']>,
): Session {
  const options = {
    timeout: peer.timeoutMs,
    retries: peer.retries,
    dgramModule: module,
    reportOidMismatchErrors: true,
  };
  if (peer.credentials.version === 'v3')
    return snmp.createV3Session(peer.host, toNetSnmpUser(peer.credentials.user), options);
  return snmp.createSession(peer.host, peer.credentials.community.reveal(), {
    ...options,
    version: peer.credentials.version === 'v1' ? snmp.Version1 : snmp.Version2c,
  });
}

/** Returns the time after which a request fails. */
export function requestTimeoutMs(peer: SnmpPeer): number {
  return peer.timeoutMs * (peer.retries + 1);
}

/** Returns the name of an agent for messages. */
export function peerName(peer: SnmpPeer): string {
  return `${peer.host} port ${peer.port}`;
}
