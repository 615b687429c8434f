import snmp, { type User, type Varbind as LibraryVarbind } from 'net-snmp';
import { asFault } from '../../contract/errors.ts';
import type { Secret } from '../../contract/secret.ts';
import { toNetSnmpUser, type SnmpUser } from './credentials.ts';
import { hasSecurityLevelOf, isCompleteMessage } from './message-check.ts';
import { discoveryRequest, readV3Header, versionOf, type V3Header } from './v3-header.ts';
import { decodeVarbind, type Varbind } from './varbind.ts';

/** A trap or an inform. */
export interface Notification {
  /** snmpTrapOID; for an SNMPv1 trap derived by RFC 3584 section 3.1. */
  readonly oid: string;
  /** Variables without sysUpTime and snmpTrapOID. */
  readonly varbinds: readonly Varbind[];
  /** request-id, which an inform that is sent again keeps; 0: SNMPv1. */
  readonly requestId: number;
}

/** The credential of a device's notifications: community or SNMPv3 user. */
export interface NotificationCredentials {
  readonly community?: Secret | undefined;
  readonly user?: SnmpUser | undefined;
}

/** What becomes of a datagram. `reply` is an answer to an inform, or a Report for a sender that looks for our engine id. */
export type ReceivedMessage =
  | {
      readonly kind: 'notification';
      readonly notification: Notification;
      readonly reply: Buffer | null;
      /** Header of a trap over SNMPv3, with the time of its sender; null: not from an engine of the sender. */
      readonly sender: V3Header | null;
    }
  | { readonly kind: 'report'; readonly reply: Buffer }
  | { readonly kind: 'refused'; readonly reason: 'malformed' | 'credentials' };

const refused = (reason: 'malformed' | 'credentials'): ReceivedMessage => ({
  kind: 'refused',
  reason,
});

/**
 * Reads a trap or an inform of a sender with these credentials.
 *
 * @param engineId  our own; informs over SNMPv3 are addressed to it
 */
export function readNotification(
  datagram: Buffer,
  credentials: NotificationCredentials,
  engineId: Buffer,
): ReceivedMessage {
  try {
    if (datagram.length === 0 || !isCompleteMessage(datagram)) return refused('malformed');
    return versionOf(datagram) === 3
      ? readV3(datagram, credentials.user, engineId)
      : readCommunityMessage(datagram, credentials.community, engineId);
  } catch (error) {
    // Passwords that agents do not accept, and a cipher that OpenSSL has dropped.
    const isUser = asFault(error)?.kind === 'refused' || asFault(error)?.kind === 'unsupported';
    return refused(isUser ? 'credentials' : 'malformed');
  }
}

function readCommunityMessage(
  datagram: Buffer,
  community: Secret | undefined,
  engineId: Buffer,
): ReceivedMessage {
  const clear = community?.reveal() ?? '';
  if (clear === '') return refused('credentials');
  return received(parse(datagram, { community: clear, user: null, engineId }), null);
}

function readV3(datagram: Buffer, user: SnmpUser | undefined, engineId: Buffer): ReceivedMessage {
  if (user === undefined) return refused('credentials');
  const header = readV3Header(datagram);
  if (header.isReportable && !header.engineId.equals(engineId)) {
    const request = discoveryRequest(header.messageId);
    const { reply } = parse(request, { community: null, user: null, engineId });
    return reply === null ? refused('malformed') : { kind: 'report', reply };
  }
  if (header.user !== user.user || !hasSecurityLevelOf(user, datagram))
    return refused('credentials');
  const parsed = parse(datagram, { community: null, user: toNetSnmpUser(user), engineId });
  if (parsed.pdu === null) forgetKeys(header.engineId);
  return received(parsed, header.isReportable ? null : header);
}

/** PDU of a notification as net-snmp reads it. */
interface LibraryPdu {
  readonly type: number;
  readonly id?: number;
  readonly varbinds: readonly LibraryVarbind[];
  /** Of SNMPv1 only. */
  readonly enterprise?: string;
  readonly generic?: number;
  readonly specific?: number;
}

interface Parsed {
  readonly pdu: LibraryPdu | null;
  readonly isRefused: boolean;
  readonly reply: Buffer | null;
}

function received({ pdu, isRefused, reply }: Parsed, sender: V3Header | null): ReceivedMessage {
  if (pdu === null) return refused(isRefused ? 'credentials' : 'malformed');
  const notification = notificationOf(pdu);
  if (notification === null) return refused('malformed');
  return { kind: 'notification', notification, reply, sender };
}

const snmpTrapOid = '1.3.6.1.6.3.1.1.4.1.0';
const sysUpTime = '1.3.6.1.2.1.1.3.0';
const snmpTraps = '1.3.6.1.6.3.1.1.5';
const enterpriseSpecific = 6;

function notificationOf(pdu: LibraryPdu): Notification | null {
  const varbinds = pdu.varbinds.map(decodeVarbind);
  if (pdu.type === snmp.PduType.Trap) {
    const { enterprise = '', generic = 0, specific = 0 } = pdu;
    const oid =
      generic === enterpriseSpecific
        ? `${enterprise}.0.${specific}`
        : `${snmpTraps}.${generic + 1}`;
    return { oid, varbinds, requestId: 0 };
  }
  const oid = varbinds.find((varbind) => varbind.oid === snmpTrapOid)?.value;
  if (typeof oid !== 'string') return null;
  return {
    oid,
    requestId: pdu.id ?? 0,
    varbinds: varbinds.filter((varbind) => ![snmpTrapOid, sysUpTime].includes(varbind.oid)),
  };
}

interface ParseOptions {
  readonly community: string | null;
  readonly user: User | null;
  readonly engineId: Buffer;
}

/** Part of net-snmp's receiver that has the users it accepts. */
interface LibraryReceiver {
  getAuthorizer(): { addUser(user: User): void; addCommunity(community: string): void };
}

type MessageListener = (datagram: Buffer, from: { address: string; port: number }) => void;

/**
 * Has net-snmp read one datagram. Its receiver answers an inform before the notification is returned; its socket is one of
 * ours, which keeps the answer until the notification is stored.
 */
function parse(datagram: Buffer, { community, user, engineId }: ParseOptions): Parsed {
  let parsed: Parsed = { pdu: null, isRefused: false, reply: null };
  let listener: MessageListener = () => undefined;
  const socket = {
    on: (event: string, onEvent: MessageListener) => {
      if (event === 'message') listener = onEvent;
    },
    bind: () => undefined,
    send: (reply: Buffer) => {
      parsed = { ...parsed, reply: Buffer.from(reply) };
    },
  };
  const created: unknown = snmp.createReceiver(
    { dgramModule: { createSocket: () => socket }, engineID: engineId },
    (error: Error | null, message?: { readonly pdu: LibraryPdu }) => {
      parsed = { ...parsed, pdu: message?.pdu ?? null, isRefused: isRefusal(error) };
    },
  );
  if (!isReceiver(created)) throw new Error('net-snmp returned no receiver');
  const authorizer = created.getAuthorizer();
  if (community !== null) authorizer.addCommunity(community);
  if (user !== null) authorizer.addUser(user);
  listener(datagram, { address: '', port: 0 });
  return parsed;
}

function isReceiver(value: unknown): value is LibraryReceiver {
  return typeof value === 'object' && value !== null && 'getAuthorizer' in value;
}

/** True for a wrong community, user, digest or key. */
function isRefusal(error: Error | null): boolean {
  return error instanceof snmp.RequestFailedError || error instanceof snmp.ResponseInvalidError;
}

/** Deletes the keys of an engine: net-snmp keeps them for ever, and anyone can invent engine ids. */
function forgetKeys(engineId: Buffer): void {
  const keys = Object.keys(snmp.Authentication.authToKeyCache);
  const forgotten = keys.filter((key) => key.endsWith(engineId.toString('base64')));
  for (const key of forgotten) Reflect.deleteProperty(snmp.Authentication.authToKeyCache, key);
}
