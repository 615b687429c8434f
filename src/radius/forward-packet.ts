import type { Forward } from '../aaa/forward-queue.ts';
import { attribute } from '../protocol/radius/attribute.ts';
import { all, code, type Packet } from '../protocol/radius/packet.ts';

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
  const sent = split(attributes).map((octets) => {
    if (octets[0] === attribute.userName && stripRealm) return withoutRealm(octets);
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
  const expected = split(sent).filter((octets) => octets[0] === attribute.proxyState);
  const returned = all(answer, attribute.proxyState);
  return answer.code === code.accountingResponse && Buffer.concat(returned).equals(Buffer.concat(expected));
}

/** Attributes with their type and length octets. They were walked when they came in: they fit together. */
function split(attributes: Uint8Array): Buffer[] {
  const octets = Buffer.from(attributes.buffer, attributes.byteOffset, attributes.byteLength);
  const found: Buffer[] = [];
  for (let start = 0; start + 1 < octets.length;) {
    const length = Math.max(2, octets[start + 1] ?? 0);
    found.push(octets.subarray(start, start + length));
    start += length;
  }
  return found;
}

/** In octets, since a name need not be text. A name that is nothing but a realm stays. */
function withoutRealm(userName: Buffer): Buffer {
  const name = userName.subarray(2);
  const at = name.lastIndexOf('@');
  return at < 1 ? userName : Buffer.concat([Buffer.from([attribute.userName, 2 + at]), name.subarray(0, at)]);
}

const longestDelay = 0xff_ff_ff_ff;

function delay(seconds: number): Buffer {
  const octets = Buffer.from([attribute.acctDelayTime, 6, 0, 0, 0, 0]);
  octets.writeUInt32BE(Math.min(seconds, longestDelay), 2);
  return octets;
}

function proxyState(id: number): Buffer {
  const value = Buffer.alloc(8);
  value.writeBigUInt64BE(BigInt(id));
  return Buffer.concat([Buffer.from([attribute.proxyState, 2 + value.length]), value]);
}
