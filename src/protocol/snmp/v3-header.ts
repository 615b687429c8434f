import { into, next } from './message-check.ts';

/** Header of an SNMPv3 message with the security parameters of its user (RFC 3412 section 6, RFC 3414 section 2.4). */
export interface V3Header {
  /** msgID with tag and length. */
  readonly messageId: Buffer;
  /** True if the sender awaits an answer or a Report: a request or an inform, and no trap. */
  readonly isReportable: boolean;
  readonly engineId: Buffer;
  readonly engineBoots: number;
  readonly engineTime: number;
  readonly user: string;
}

const flagReportable = 4;
const version3 = 3;

/** Returns the version of a message as on the wire: 0 is SNMPv1, 1 is SNMPv2c, 3 is SNMPv3. */
export function versionOf(datagram: Buffer): number {
  return numberAt(datagram, into(datagram, 0));
}

/**
 * Returns the number that a response has from its request: msgID of SNMPv3, request-id of the PDU otherwise.
 *
 * @throws RangeError for a malformed message
 */
export function messageIdOf(datagram: Buffer): number {
  const header = next(datagram, into(datagram, 0));
  const holder = versionOf(datagram) === version3 ? header : next(datagram, header);
  return numberAt(datagram, into(datagram, holder));
}

/** @throws RangeError for a malformed message */
export function readV3Header(datagram: Buffer): V3Header {
  const global = next(datagram, into(datagram, 0));
  const messageId = into(datagram, global);
  const flags = next(datagram, next(datagram, messageId));
  const security = into(datagram, into(datagram, next(datagram, global)));
  const boots = next(datagram, security);
  const time = next(datagram, boots);
  const user = next(datagram, time);
  return {
    messageId: datagram.subarray(messageId, next(datagram, messageId)),
    isReportable: (datagram.readUInt8(into(datagram, flags)) & flagReportable) !== 0,
    engineId: octetsAt(datagram, security),
    engineBoots: numberAt(datagram, boots),
    engineTime: numberAt(datagram, time),
    user: octetsAt(datagram, user).toString(),
  };
}

/** Returns a discovery request (RFC 3414 section 4) with this msgID: without a user, for a Report with the engine id. */
export function discoveryRequest(messageId: Buffer): Buffer {
  const global = sequence(messageId, Buffer.from('020300ffe3040104020103', 'hex'));
  return sequence(
    Buffer.from('020103', 'hex'),
    global,
    Buffer.from('0410300e0400020100020100040004000400', 'hex'),
    Buffer.from('30110400' + '0400' + 'a00b0201000201000201003000', 'hex'),
  );
}

/** Returns a SEQUENCE of fewer than 128 octets. */
function sequence(...fields: readonly Buffer[]): Buffer {
  const contents = Buffer.concat(fields);
  return Buffer.concat([Buffer.from([0x30, contents.length]), contents]);
}

function octetsAt(datagram: Buffer, at: number): Buffer {
  return datagram.subarray(into(datagram, at), next(datagram, at));
}

const maxIntegerOctets = 5;

function numberAt(datagram: Buffer, at: number): number {
  const octets = octetsAt(datagram, at);
  return octets.readIntBE(0, Math.min(octets.length, maxIntegerOctets));
}
