import { isSecretAttribute } from '../../contract/attribute-dictionary.ts';
import { listReplyItems, type ReplyItem } from '../../aaa/policy/authorization/authorization.ts';
import type { AcceptedLogin } from '../../aaa/policy/login-decision.ts';
import { encodeNamedAttribute, isHiddenAttribute } from '../../protocol/radius/attribute-codec.ts';
import type { Dictionary } from '../../protocol/radius/dictionary.ts';
import {
  msChapErrorAttributes,
  msChapSuccessAttributes,
} from '../../protocol/radius/microsoft-attributes.ts';
import type { MsChapResponse } from '../../protocol/radius/ms-chap.ts';
import { authenticatorOf } from '../../protocol/radius/packet.ts';
import { countReplyOctetsLeft } from '../../protocol/radius/reply-encoder.ts';
import type { RadiusRequest } from '../core/radius-request.ts';
import { createSessionClass } from '../core/session-class.ts';

/** The attributes of a reply, encoded, and as the decision log shows them. */
export interface AccessReply {
  readonly attributes: Buffer;
  readonly maskedItems: readonly ReplyItem[];
}

interface AcceptContent {
  readonly decision: AcceptedLogin;
  readonly msChap: MsChapResponse | null;
  readonly dictionary: () => Dictionary;
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
  const parts = [sessionClass.attribute];
  const maskedItems: ReplyItem[] = [{ name: 'Class', value: sessionClass.text }];
  const { user, grant, cleartextPassword } = decision;
  for (const item of listReplyItems(user, grant.attributes, grant.admission.remainingSeconds)) {
    const { name, value } = item;
    const encoded = encodeNamedAttribute(dictionary(), item, hidingKey);
    if (typeof encoded === 'string') return `reply attribute ${name}: ${encoded}`;
    parts.push(encoded);
    maskedItems.push({ name, value: isMasked(name, dictionary()) ? '***' : value });
  }
  if (msChap && cleartextPassword)
    parts.push(msChapSuccessAttributes(msChap, cleartextPassword, hidingKey));
  const attributes = Buffer.concat(parts);
  const octetsLeft = countReplyOctetsLeft(packet);
  if (attributes.length > octetsLeft)
    return `the reply attributes have ${attributes.length} octets, ${octetsLeft} fit`;
  return { attributes, maskedItems };
}

/** Builds the attributes of an Access-Reject: the MS-CHAP error, or no attributes. */
export function buildReject(msChap: MsChapResponse | null): AccessReply {
  return { attributes: msChap ? msChapErrorAttributes(msChap) : noAttributes, maskedItems: [] };
}

const noAttributes = Buffer.alloc(0);

function isMasked(name: string, dictionary: Dictionary): boolean {
  return isSecretAttribute(name) || isHiddenAttribute(dictionary, name);
}
