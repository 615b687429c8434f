import type { Forward } from '../aaa/forward-queue.ts';
import { attribute } from '../protocol/radius/attribute.ts';
import { all, attributesIn, code, type Packet } from '../protocol/radius/packet.ts';
import { encodeAttribute } from '../protocol/radius/vendor.ts';
import { withoutRealm } from './realm.ts';

interface Passing {
  readonly now: Date;
  readonly stripRealm: boolean;
}

/**
 * The attributes with which a packet is passed on: all as they came, but that Acct-Delay-Time has grown by the time for
 * which the packet has waited here, and that User-Name may go without its realm. A Proxy-State of our own comes last.
 *
 * @see RFC 2866 sections 2.1 and 5.2; RFC 2865 section 5.33
 */
export function attributesToSend({ id, received, attributes }: Forward, { now, stripRealm }: Passing): Buffer {
  const waited = Math.max(0, Math.floor((now.getTime() - received) / 1000));
  const sent = attributesIn(attributes).map((octets) => {
    if (octets[0] === attribute.userName && stripRealm) return bare(octets);
    return octets[0] === attribute.acctDelayTime && octets.length === 6 ? delay(octets.readUInt32BE(2) + waited) : octets;
  });
  const isDelayed = sent.some((octets) => octets[0] === attribute.acctDelayTime);
  return Buffer.concat([...sent, ...(isDelayed ? [] : [delay(waited)]), proxyState(id)]);
}

/**
 * Whether an answer says that a packet is kept: the way has found it authentic, and it returns all Proxy-States.
 *
 * @param sent  as `attributesToSend` wrote them
 */
export function isAcknowledged(answer: Packet, sent: Buffer): boolean {
  const expected = attributesIn(sent).filter((octets) => octets[0] === attribute.proxyState);
  const returned = all(answer, attribute.proxyState);
  return answer.code === code.accountingResponse && Buffer.concat(returned).equals(Buffer.concat(expected));
}

function bare(userName: Buffer): Buffer {
  return encodeAttribute(attribute.userName, withoutRealm(userName.subarray(2))) ?? userName;
}

const longestDelay = 0xff_ff_ff_ff;

function delay(seconds: number): Buffer {
  const octets = Buffer.from([attribute.acctDelayTime, 6, 0, 0, 0, 0]);
  octets.writeUInt32BE(Math.min(seconds, longestDelay), 2);
  return octets;
}

function proxyState(id: number): Buffer {
  const octets = Buffer.from([attribute.proxyState, 10, 0, 0, 0, 0, 0, 0, 0, 0]);
  octets.writeBigUInt64BE(BigInt(id), 2);
  return octets;
}
