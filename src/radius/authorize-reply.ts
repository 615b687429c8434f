import { isSecret } from '../aaa/check-item.ts';
import type { Decision } from '../aaa/decide.ts';
import type { ReplyItem } from '../aaa/reply-item.ts';
import { attribute } from '../protocol/radius/attribute.ts';
import type { Dictionary } from '../protocol/radius/dictionary.ts';
import { errorAttributes, successAttributes } from '../protocol/radius/ms-attributes.ts';
import type { MsChap } from '../protocol/radius/mschap.ts';
import { all, authenticatorOf, headerOctets, largestPacket, type Packet } from '../protocol/radius/packet.ts';
import { encodeNamed, isCovered } from '../protocol/radius/named.ts';
import { encodeAttribute } from '../protocol/radius/vendor.ts';
import type { Request } from './request.ts';
import { newTicket } from './ticket.ts';

/** What a reply says, as it is sent and as it may be shown. */
export interface Said {
  readonly attributes: Buffer;
  readonly shown: readonly ReplyItem[];
}

interface Given {
  readonly decision: Decision;
  readonly msChap: MsChap | null;
  readonly dictionary: Dictionary;
}

/**
 * Writes what an accept says: the session's ticket, the attributes of profile and user, what MS-CHAP asks for.
 *
 * @returns or in words why it can not be said: a grant that is cut short would be another one
 */
export function acceptance({ packet, client }: Request, { decision, msChap, dictionary }: Given): Said | string {
  const cover = { secret: client.secret, authenticator: authenticatorOf(packet) };
  const ticket = newTicket();
  const parts = [encodeAttribute(attribute.class, ticket.octets) ?? nothing];
  for (const item of decision.reply) {
    const encoded = encodeNamed(dictionary, item, cover);
    if (typeof encoded === 'string') return `reply attribute ${item.name}: ${encoded}`;
    parts.push(encoded);
  }
  if (msChap && decision.clear) parts.push(successAttributes(msChap, decision.clear, cover));
  const attributes = Buffer.concat(parts);
  const room = roomIn(packet);
  if (attributes.length > room) return `the reply attributes take ${attributes.length} octets of ${room}`;
  const shown = decision.reply.map(({ name, value }) => ({ name, value: isHidden(name, dictionary) ? '***' : value }));
  return { attributes, shown: [{ name: 'Class', value: ticket.words }, ...shown] };
}

/** Octets that the reply to a request has left for attributes of its own. */
export function roomIn(request: Packet): number {
  return largestPacket - headerOctets - signatureOctets - Buffer.concat(all(request, attribute.proxyState)).length;
}

/** A reject says nothing but what MS-CHAP asks for. */
export function refusal(msChap: MsChap | null): Said {
  return { attributes: msChap ? errorAttributes(msChap) : nothing, shown: [] };
}

const nothing = Buffer.alloc(0);
const signatureOctets = 18;

function isHidden(name: string, dictionary: Dictionary): boolean {
  return isSecret(name) || isCovered(dictionary, name);
}
