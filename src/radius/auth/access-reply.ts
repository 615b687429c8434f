import { isSecretAttribute } from '../../aaa/policy/check-item.ts';
import type { AccessDecision } from '../../aaa/policy/access-policy.ts';
import type { ReplyItem } from '../../aaa/policy/reply-item.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import type { Dictionary } from '../../protocol/radius/dictionary.ts';
import {
  msChapErrorAttributes,
  msChapSuccessAttributes,
} from '../../protocol/radius/microsoft-attributes.ts';
import type { MsChapResponse } from '../../protocol/radius/ms-chap.ts';
import { authenticatorOf } from '../../protocol/radius/packet.ts';
import { encodeNamedAttribute, isHiddenAttribute } from '../../protocol/radius/attribute-codec.ts';
import { encodeAttribute } from '../../protocol/radius/vendor-specific.ts';
import type { RadiusRequest } from '../core/radius-request.ts';
import { countReplyOctetsLeft } from '../core/reply-size.ts';
import { createSessionClass } from '../core/session-class.ts';

/** What a reply says, as it is sent and as it may be shown. */
export interface AccessReply {
  readonly attributes: Buffer;
  readonly maskedItems: readonly ReplyItem[];
}

interface Given {
  readonly decision: AccessDecision;
  readonly msChap: MsChapResponse | null;
  readonly dictionary: Dictionary;
}

/**
 * Writes what an accept says: the session's ticket, the attributes of profile and user, what MS-CHAP asks for.
 *
 * @returns or in words why it can not be said: a grant that is cut short would be another one
 */
export function buildAccept(
  { packet, client }: RadiusRequest,
  { decision, msChap, dictionary }: Given,
): AccessReply | string {
  const cover = { secret: client.secret, authenticator: authenticatorOf(packet) };
  const ticket = createSessionClass();
  const parts = [encodeAttribute(attributeType.class, ticket.octets) ?? nothing];
  for (const item of decision.replyItems) {
    const encoded = encodeNamedAttribute(dictionary, item, cover);
    if (typeof encoded === 'string') return `reply attribute ${item.name}: ${encoded}`;
    parts.push(encoded);
  }
  if (msChap && decision.cleartextPassword)
    parts.push(msChapSuccessAttributes(msChap, decision.cleartextPassword, cover));
  const attributes = Buffer.concat(parts);
  const room = countReplyOctetsLeft(packet);
  if (attributes.length > room)
    return `the reply attributes take ${attributes.length} octets of ${room}`;
  const shown = decision.replyItems.map(({ name, value }) => ({
    name,
    value: isHidden(name, dictionary) ? '***' : value,
  }));
  return { attributes, maskedItems: [{ name: 'Class', value: ticket.words }, ...shown] };
}

/** A reject says nothing but what MS-CHAP asks for. */
export function buildReject(msChap: MsChapResponse | null): AccessReply {
  return { attributes: msChap ? msChapErrorAttributes(msChap) : nothing, maskedItems: [] };
}

const nothing = Buffer.alloc(0);

function isHidden(name: string, dictionary: Dictionary): boolean {
  return isSecretAttribute(name) || isHiddenAttribute(dictionary, name);
}
