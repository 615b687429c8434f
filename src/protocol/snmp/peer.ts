import snmp, { type Session } from 'net-snmp';
import { CommunitySession } from './community-session.ts';
import { toNetSnmpUser, type SnmpCredentials } from './credentials.ts';
import type { SessionSocket } from './socket.ts';

/** Address, credentials and timing of an SNMP agent. */
export interface SnmpPeer {
  /** Name for messages; absent: the address alone. */
  readonly name?: string;
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

/** Engine of a session as an agent, which it never is: net-snmp would take random octets for each. */
const engineID = Buffer.from('8000b983800000000000000000000000', 'hex');

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
    engineID,
  };
  if (peer.credentials.version === 'v3')
    return snmp.createV3Session(peer.host, toNetSnmpUser(peer.credentials.user), options);
  const version = peer.credentials.version === 'v1' ? snmp.Version1 : snmp.Version2c;
  const community = peer.credentials.community.reveal();
  // Who observes gets the values as net-snmp has them.
  return peer.observe === undefined
    ? new CommunitySession(peer.host, community, { ...options, version })
    : snmp.createSession(peer.host, community, { ...options, version });
}

/** Returns the time after which a request fails. */
export function requestTimeoutMs(peer: SnmpPeer): number {
  return peer.timeoutMs * (peer.retries + 1);
}

/** Returns name and address of an agent for messages: `ap-lobby (192.0.2.7 port 161)`. */
export function peerName({ name, host, port }: SnmpPeer): string {
  return name === undefined ? `${host} port ${port}` : `${name} (${host} port ${port})`;
}
