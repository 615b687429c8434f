import type { AccessDecision } from '../../aaa/policy/access-policy.ts';
import { isSecretAttribute } from '../../attribute-dictionary.ts';
import type { ReplyItem } from '../../aaa/policy/grant.ts';
import { encodeNamedAttribute, isHiddenAttribute } from '../../protocol/radius/attribute-codec.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import type { Dictionary } from '../../protocol/radius/dictionary.ts';
import {
  msChapErrorAttributes,
  msChapSuccessAttributes,
} from '../../protocol/radius/microsoft-attributes.ts';
import type { MsChapResponse } from '../../protocol/radius/ms-chap.ts';
import { authenticatorOf } from '../../protocol/radius/packet.ts';
import { encodeAttribute } from '../../protocol/radius/vendor-specific.ts';
import { countReplyOctetsLeft, type RadiusRequest } from '../core/radius-request.ts';
import { createSessionClass } from '../core/session-class.ts';

/** The attributes of a reply, encoded, and as the decision log shows them. */
export interface AccessReply {
  readonly attributes: Buffer;
  readonly maskedItems: readonly ReplyItem[];
}

interface AcceptContent {
  readonly decision: AccessDecision;
  readonly msChap: MsChapResponse | null;
  readonly dictionary: Dictionary;
}

/**
 * Builds the attributes of an Access-Accept: the session class, the grant of profile and user, the MS-CHAP response.
 *
 * @returns a text: why the grant cannot be sent; a truncated grant would be another one, so the login is rejected
 */
export function buildAccept(
  request: RadiusRequest,
  { decision, msChap, dictionary }: AcceptContent,
): AccessReply | string {
  const { packet, client } = request;
  const hidingKey = { secret: client.secret, authenticator: authenticatorOf(packet) };
  const sessionClass = createSessionClass();
  const parts = [encodeAttribute(attributeType.class, sessionClass.octets) ?? noAttributes];
  for (const item of decision.replyItems) {
    const encoded = encodeNamedAttribute(dictionary, item, hidingKey);
    if (typeof encoded === 'string') return `reply attribute ${item.name}: ${encoded}`;
    parts.push(encoded);
  }
  if (msChap && decision.cleartextPassword)
    parts.push(msChapSuccessAttributes(msChap, decision.cleartextPassword, hidingKey));
  const attributes = Buffer.concat(parts);
  const octetsLeft = countReplyOctetsLeft(request);
  if (attributes.length > octetsLeft)
    return `the reply attributes have ${attributes.length} octets, ${octetsLeft} fit`;
  const masked = decision.replyItems.map(({ name, value }) => ({
    name,
    value: isMasked(name, dictionary) ? '***' : value,
  }));
  return { attributes, maskedItems: [{ name: 'Class', value: sessionClass.text }, ...masked] };
}

/** Builds the attributes of an Access-Reject: the MS-CHAP error, or none. */
export function buildReject(msChap: MsChapResponse | null): AccessReply {
  return { attributes: msChap ? msChapErrorAttributes(msChap) : noAttributes, maskedItems: [] };
}

const noAttributes = Buffer.alloc(0);

function isMasked(name: string, dictionary: Dictionary): boolean {
  return isSecretAttribute(name) || isHiddenAttribute(dictionary, name);
}
