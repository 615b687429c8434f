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
 * Encodes the attributes of a forwarded Accounting-Request. They are sent as received, except that Acct-Delay-Time grows by
 * the time in the queue, and User-Name may lose its realm. A Proxy-State of the gateway comes last.
 *
 * @see RFC 2866 sections 2.1 and 5.2; RFC 2865 section 5.33
 */
export function encodeForwardedAccounting(
  { id, received, attributes }: QueuedPacket,
  { now, stripRealm }: ForwardOptions,
): Buffer {
  const queuedSeconds = Math.max(0, Math.floor((now.getTime() - received) / 1000));
  const forwarded = splitAttributes(attributes).map((octets) => {
    if (octets[0] === attributeType.userName && stripRealm) return userNameWithoutRealm(octets);
    return octets[0] === attributeType.acctDelayTime && octets.length === 6
      ? acctDelayTime(octets.readUInt32BE(2) + queuedSeconds)
      : octets;
  });
  const hasDelay = forwarded.some((octets) => octets[0] === attributeType.acctDelayTime);
  return Buffer.concat([
    ...forwarded,
    ...(hasDelay ? [] : [acctDelayTime(queuedSeconds)]),
    proxyState(id),
  ]);
}

/**
 * True if a verified reply acknowledges a packet: it is an Accounting-Response and returns all Proxy-States.
 *
 * @param sent  as `encodeForwardedAccounting` encoded them
 */
export function isAcknowledgedReply(reply: Packet, sent: Buffer): boolean {
  const expected = splitAttributes(sent).filter((octets) => octets[0] === attributeType.proxyState);
  const returned = allAttributes(reply, attributeType.proxyState);
  return (
    reply.code === packetCode.accountingResponse &&
    Buffer.concat(returned).equals(Buffer.concat(expected))
  );
}

function userNameWithoutRealm(octets: Buffer): Buffer {
  return encodeAttribute(attributeType.userName, withoutRealm(octets.subarray(2))) ?? octets;
}

const maxDelaySeconds = 0xff_ff_ff_ff;

function acctDelayTime(seconds: number): Buffer {
  const octets = Buffer.from([attributeType.acctDelayTime, 6, 0, 0, 0, 0]);
  octets.writeUInt32BE(Math.min(seconds, maxDelaySeconds), 2);
  return octets;
}

function proxyState(id: number): Buffer {
  const octets = Buffer.from([attributeType.proxyState, 10, 0, 0, 0, 0, 0, 0, 0, 0]);
  octets.writeBigUInt64BE(BigInt(id), 2);
  return octets;
}
