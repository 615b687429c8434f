import { folded, localName, type NameRules } from '../../organization/name-rules.ts';
import { hash } from 'node:crypto';
import { canonicalMac } from '../../contract/fields.ts';
import { maxHeldMs, type NasClocks } from '../../aaa/client/nas-clocks.ts';
import { realmOf } from '../../aaa/account/realm.ts';
import type { AccountingRecord } from '../../aaa/session/accounting-record.ts';
import { unsettledStation } from '../../aaa/session/session-station.ts';
import { acctStatusType } from '../../protocol/radius/acct-status-type.ts';
import {
  attributeType as type,
  forbiddenInAccounting,
} from '../../protocol/radius/attribute-type.ts';
import type { Dictionary } from '../../protocol/radius/dictionary.ts';
import {
  attributeAt,
  authenticatorOf,
  decodeFirst,
  decodeInterfaceId,
  decodeIpv4,
  decodeIpv6,
  decodeIpv6Prefix,
  decodeText,
  firstInteger,
  firstText,
  hasAttribute,
  headerOctets,
  type Packet,
} from '../../protocol/radius/packet.ts';
import { nasAddressOf, sourceOf, type ReceivedAccounting } from '../core/radius-request.ts';
import { parseSessionClass } from '../core/session-class.ts';

const kinds = new Map<number | null, AccountingRecord['kind']>([
  [acctStatusType.start, 'start'],
  [acctStatusType.stop, 'stop'],
  [acctStatusType.interimUpdate, 'interim'],
  [acctStatusType.accountingOn, 'on'],
  [acctStatusType.accountingOff, 'off'],
]);

/**
 * Decodes an Accounting-Request into a row of `aaa_accounting`. Of an attribute that occurs twice the first value counts;
 * a value of the wrong size is absent.
 *
 * @param clocks  corrects the times that the NAS states, and learns from them
 * @returns null: the Acct-Status-Type concerns neither a session nor the NAS itself
 */
// oxlint-disable-next-line max-lines-per-function -- a line for each column: spread objects take two microseconds more a packet
export function decodeAccountingRecord(
  request: ReceivedAccounting,
  names: Dictionary,
  clocks: NasClocks,
): AccountingRecord | null {
  const { packet, client } = request;
  const kind = kinds.get(firstInteger(packet, type.acctStatusType));
  if (!kind) return null;
  const session = readIdentity(request);
  const { at, statedAt, clockOffset } = readTime(request, session, clocks);
  const used = readCounters(packet, kind);
  const end = readEnd(packet, kind, { names, at });
  const stationId = stated(firstText(packet, type.callingStationId));
  const { station, is_settled, station_digits } = unsettledStation(stationId);
  const mac = stationId === null ? null : canonicalMac(stationId);
  const { local_name, folded_name } = namesOfUser(session.username, client.names);
  return {
    kind,
    client: client.id,
    client_organization: client.organization,
    client_serves: client.formattedServes,
    source: client.isNetwork ? sourceOf(request) : null,
    organization: client.organization,
    access_point: null,
    location: null,
    callingstationid: stationId,
    mac,
    station,
    station_digits,
    is_settled,
    radio: radioOf(packet, kind),
    guest_name: nameOfGuest(session.username, mac),
    local_name,
    folded_name,
    session_class: session.ownClass,
    acctsessionid: session.id,
    acctuniqueid: acctUniqueSessionId(session),
    acctmultisessionid: stated(firstText(packet, type.acctMultiSessionId)),
    username: session.username,
    realm: realmOf(session.username),
    nasipaddress: session.nasAddress,
    nasidentifier: session.nasIdentifier,
    nasportid: stated(firstText(packet, type.nasPortId)) ?? session.nasPort,
    nasporttype: names.nasPortTypeName(firstInteger(packet, type.nasPortType)),
    class: session.nasClass && decodeText(session.nasClass),
    heard_at: request.receivedAt.getTime(),
    nas_event_time: statedAt,
    clock_offset: clockOffset,
    start_authenticator: startAuthenticatorOf(packet, kind),
    acctstarttime: startTime(kind, at, used.seconds),
    acctupdatetime: at,
    acctstoptime: end.acctstoptime,
    acctterminatecause: end.acctterminatecause,
    connectinfo_start: end.connectinfo_start,
    connectinfo_stop: end.connectinfo_stop,
    acctsessiontime: used.seconds,
    acctinputoctets: used.input,
    acctoutputoctets: used.output,
    counters_at: used.isNew ? at : null,
    acctauthentic: names.authenticName(firstInteger(packet, type.acctAuthentic)),
    servicetype: names.serviceTypeName(firstInteger(packet, type.serviceType)),
    framedprotocol: names.framedProtocolName(firstInteger(packet, type.framedProtocol)),
    framedipaddress: stated(decodeFirst(packet, type.framedIpAddress, decodeIpv4)),
    framedipv6address: stated(decodeFirst(packet, type.framedIpv6Address, decodeIpv6)),
    framedipv6prefix: stated(decodeFirst(packet, type.framedIpv6Prefix, decodeIpv6Prefix)),
    framedinterfaceid: stated(decodeFirst(packet, type.framedInterfaceId, decodeInterfaceId)),
    delegatedipv6prefix: stated(decodeFirst(packet, type.delegatedIpv6Prefix, decodeIpv6Prefix)),
    calledstationid: stated(firstText(packet, type.calledStationId)),
    attributes: storableAttributes(packet),
  };
}

function startAuthenticatorOf(packet: Packet, kind: AccountingRecord['kind']): string | null {
  return kind === 'start' ? authenticatorOf(packet).toString('hex') : null;
}

/**
 * What NASes send in place of a value that they do not have: addresses of zeros, the two addresses that ask for one (RFC 2865
 * section 5.8), blanks and NUL, and MAC addresses of zeros, also with an SSID.
 */
const noValue =
  /^(?:0\.0\.0\.0|255\.255\.255\.25[45]|::(?:\/(?:0|64|128))?|0:0:0:0|[\s\0]*|(?:\\x00)+|(?:00[-:.]?){5}00(?::.*)?)$/;

/** Returns a value that states something, which may replace the known one of the session. */
function stated(value: string | null): string | null {
  return value === null || noValue.test(value) ? null : value;
}

/** A MAC address with an SSID behind it, or without (RFC 3580 section 3.20). */
const radioPattern = /^[0-9a-f]{2}(?:[-:.]?[0-9a-f]{2}){5}(?![0-9a-f])/i;

/** Returns the radio that an Accounting-On or Accounting-Off is about. */
function radioOf(packet: Packet, kind: AccountingRecord['kind']): string | null {
  if (kind !== 'on' && kind !== 'off') return null;
  const called = stated(firstText(packet, type.calledStationId));
  const [radio] = radioPattern.exec(called ?? '') ?? [];
  return radio?.replaceAll(/[-:.]/g, '').toUpperCase() ?? null;
}

/** Returns the names of a user that its own name stands for; null: it stands for itself. */
function namesOfUser(username: string | null, rules: NameRules) {
  const local = username === null ? null : localName(username, rules);
  return {
    local_name: local === username ? null : local,
    folded_name: local !== null && rules.ignoresCase ? folded(local) : null,
  };
}

/** Returns the user that a packet names in addition to its device. */
function nameOfGuest(username: string | null, mac: string | null): string | null {
  return username !== null && mac !== null && canonicalMac(username) === mac ? null : username;
}

/** The values that identify a session. */
interface SessionIdentity {
  readonly id: string;
  readonly username: string | null;
  readonly nasAddress: string;
  readonly nasIdentifier: string | null;
  readonly nasPort: string | null;
  readonly nasPortId: string | null;
  /** Value of a Class attribute of this gateway, and of the first Class of another server or the NAS. */
  readonly ownClass: Buffer | null;
  readonly nasClass: Buffer | null;
}

function readIdentity(request: ReceivedAccounting): SessionIdentity {
  const { packet } = request;
  let ownClass: Buffer | null = null;
  let nasClass: Buffer | null = null;
  for (const offset of packet.attributeOffsets) {
    if (packet.octets[offset] !== type.class) continue;
    const value = attributeAt(packet, offset).subarray(2);
    const own = parseSessionClass(value);
    if (own) ownClass ??= own;
    else nasClass ??= value;
  }
  return {
    id: firstText(packet, type.acctSessionId) ?? '',
    username: firstText(packet, type.userName),
    nasAddress: nasAddressOf(request),
    nasIdentifier: firstText(packet, type.nasIdentifier),
    nasPort: firstInteger(packet, type.nasPort)?.toString() ?? null,
    nasPortId: firstText(packet, type.nasPortId),
    ownClass,
    nasClass,
  };
}

/**
 * Computes the key of a session as FreeRADIUS computes Acct-Unique-Session-Id, so that rows of both can be compared. With
 * a Class of this gateway it stays the same when the session roams.
 */
function acctUniqueSessionId(session: SessionIdentity): string {
  const { id, username, nasAddress, nasIdentifier, nasPortId, nasPort, ownClass } = session;
  const key = ownClass
    ? Buffer.concat([ownClass, Buffer.from(`,${id}`)])
    : `${username ?? ''},${id},${nasAddress},${nasIdentifier ?? ''},${nasPortId ?? ''},${nasPort ?? ''}`;
  return hash('md5', key, 'hex');
}

/**
 * Returns the time of the event by the gateway's clock, in milliseconds: Event-Timestamp less the offset of the clock of the NAS;
 * without Event-Timestamp the time of receipt less Acct-Delay-Time.
 *
 * @see RFC 2869 section 5.3, RFC 2866 section 5.2
 */
function readTime(request: ReceivedAccounting, session: SessionIdentity, clocks: NasClocks) {
  const { packet, client } = request;
  const receivedAt = request.receivedAt.getTime();
  const waitedMs = (firstInteger(packet, type.acctDelayTime) ?? 0) * 1000;
  const delayMs = waitedMs <= maxHeldMs ? waitedMs : 0;
  const seconds = firstInteger(packet, type.eventTimestamp);
  if (seconds === null) return { at: receivedAt - delayMs, statedAt: null, clockOffset: null };
  const statedAt = seconds * 1000;
  const nas = nameOfNas(session, sourceOf(request));
  const reading = { client: client.id, nas, statedAt, delayMs, receivedAt };
  const { at, clockOffset } = clocks.read(reading);
  return { at, statedAt, clockOffset };
}

/** Names a NAS: several behind one address may have the same identifier, and several with one identifier other addresses. */
function nameOfNas({ nasIdentifier, nasAddress }: SessionIdentity, source: string): string {
  const name = nasIdentifier === null ? nasAddress : `${nasIdentifier}, ${nasAddress}`;
  return nasAddress === source ? name : `${name}, from ${source}`;
}

/** Returns the start of a session as far as a packet tells: the packets after the Start state how long it has lasted. */
function startTime(kind: AccountingRecord['kind'], at: number, seconds: number | null): number {
  return kind === 'start' ? at : Math.max(0, at - (seconds ?? 0) * 1000);
}

/** Reads the usage of the session. A Start counts as zero unless it has counters, which are never newer than another packet's. */
function readCounters(packet: Packet, kind: AccountingRecord['kind']) {
  const initial = kind === 'start' ? 0 : null;
  const seconds = firstInteger(packet, type.acctSessionTime) ?? initial;
  const input = readOctets(packet, type.acctInputOctets, type.acctInputGigawords) ?? initial;
  const output = readOctets(packet, type.acctOutputOctets, type.acctOutputGigawords) ?? initial;
  const isNew = kind !== 'start' && (seconds !== null || input !== null || output !== null);
  return { seconds, input, output, isNew };
}

const maxCounter = 2n ** 63n - 1n;

/**
 * Reads both halves of a counter, exact, at most 63 bits.
 *
 * @see RFC 2869 sections 5.1 and 5.2
 */
function readOctets(
  packet: Packet,
  octetsType: number,
  gigawordsType: number,
): number | bigint | null {
  const octets = firstInteger(packet, octetsType);
  const gigawords = firstInteger(packet, gigawordsType);
  if (octets === null || !gigawords) return octets;
  const total = (BigInt(gigawords) << 32n) + BigInt(octets);
  return total > maxCounter ? maxCounter : total;
}

/**
 * Reads whether a packet ends its session, when and why, and Connect-Info. A NAS that starts or stops ends all of its sessions.
 *
 * @param by  the dictionary, and the time of the event
 */
function readEnd(
  packet: Packet,
  kind: AccountingRecord['kind'],
  by: { names: Dictionary; at: number },
) {
  const connectInfo = stated(firstText(packet, type.connectInfo));
  if (kind === 'start' || kind === 'interim')
    return {
      acctstoptime: null,
      acctterminatecause: null,
      connectinfo_start: connectInfo,
      connectinfo_stop: null,
    };
  const cause = by.names.terminateCauseName(firstInteger(packet, type.acctTerminateCause));
  return {
    acctstoptime: by.at,
    acctterminatecause: kind === 'stop' ? cause : (cause ?? 'NAS-Reboot'),
    connectinfo_start: null,
    connectinfo_stop: connectInfo,
  };
}

/** Returns the attributes octet for octet; forbidden ones (RFC 2866 section 4.1) lose their values. */
export function storableAttributes(packet: Packet): Buffer {
  if (!forbiddenInAccounting.some((forbidden) => hasAttribute(packet, forbidden)))
    return packet.octets.subarray(headerOctets);
  return Buffer.concat(
    packet.attributeOffsets.map((offset) => {
      const attribute = attributeAt(packet, offset);
      const number = attribute[0] ?? 0;
      return forbiddenInAccounting.includes(number) ? Buffer.from([number, 2]) : attribute;
    }),
  );
}
