import type { QueuedPacket } from '../../aaa/proxy/forward-queue.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import {
  allAttributes,
  splitAttributes,
  packetCode,
  type Packet,
} from '../../protocol/radius/packet.ts';
import { encodeAttribute } from '../../protocol/radius/vendor-specific.ts';
import { withoutRealm } from '../../aaa/account/realm.ts';

interface ForwardOptions {
  readonly now: Date;
  readonly stripRealm: boolean;
}

/**
 * The attributes with which a packet is passed on: all as they came, but that Acct-Delay-Time has grown by the time for
 * which the packet has waited here, and that User-Name may go without its realm. A Proxy-State of our own comes last.
 *
 * @see RFC 2866 sections 2.1 and 5.2; RFC 2865 section 5.33
 */
export function encodeForwardedAccounting(
  { id, received, attributes }: QueuedPacket,
  { now, stripRealm }: ForwardOptions,
): Buffer {
  const waited = Math.max(0, Math.floor((now.getTime() - received) / 1000));
  const sent = splitAttributes(attributes).map((octets) => {
    if (octets[0] === attributeType.userName && stripRealm) return bare(octets);
    return octets[0] === attributeType.acctDelayTime && octets.length === 6
      ? delay(octets.readUInt32BE(2) + waited)
      : octets;
  });
  const isDelayed = sent.some((octets) => octets[0] === attributeType.acctDelayTime);
  return Buffer.concat([...sent, ...(isDelayed ? [] : [delay(waited)]), proxyState(id)]);
}

/**
 * Whether an answer says that a packet is kept: the way has found it authentic, and it returns all Proxy-States.
 *
 * @param sent  as `attributesToSend` wrote them
 */
export function isAcknowledgedReply(answer: Packet, sent: Buffer): boolean {
  const expected = splitAttributes(sent).filter((octets) => octets[0] === attributeType.proxyState);
  const returned = allAttributes(answer, attributeType.proxyState);
  return (
    answer.code === packetCode.accountingResponse &&
    Buffer.concat(returned).equals(Buffer.concat(expected))
  );
}

function bare(userName: Buffer): Buffer {
  return encodeAttribute(attributeType.userName, withoutRealm(userName.subarray(2))) ?? userName;
}

const longestDelay = 0xff_ff_ff_ff;

function delay(seconds: number): Buffer {
  const octets = Buffer.from([attributeType.acctDelayTime, 6, 0, 0, 0, 0]);
  octets.writeUInt32BE(Math.min(seconds, longestDelay), 2);
  return octets;
}

function proxyState(id: number): Buffer {
  const octets = Buffer.from([attributeType.proxyState, 10, 0, 0, 0, 0, 0, 0, 0, 0]);
  octets.writeBigUInt64BE(BigInt(id), 2);
  return octets;
}
