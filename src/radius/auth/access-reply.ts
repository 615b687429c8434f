import { isSecretAttribute } from '../../contract/attribute-dictionary.ts';
import { listReplyItems, type ReplyItem } from '../../aaa/policy/authorization/authorization.ts';
import type { Grant } from '../../aaa/policy/login-decision.ts';
import type { Secret } from '../../contract/secret.ts';
import { encodeNamedAttributes, isHiddenAttribute } from '../../protocol/radius/attribute-codec.ts';
import type { HidingKey } from '../../protocol/radius/attribute-hiding.ts';
import type { Dictionary } from '../../protocol/radius/dictionary.ts';
import { msChapSuccessAttributes } from '../../protocol/radius/microsoft-attributes.ts';
import type { MsChapResponse } from '../../protocol/radius/ms-chap.ts';
import { authenticatorOf } from '../../protocol/radius/packet.ts';
import { countReplyOctetsLeft } from '../../protocol/radius/reply-encoder.ts';
import type { RadiusRequest } from '../core/radius-request.ts';
import { createSessionClass } from '../core/session-class.ts';

const noAttributes = Buffer.alloc(0);

/** The attributes of a reply, encoded, and as the decision log shows them. */
export interface AccessReply {
  readonly attributes: Buffer;
  readonly maskedItems: readonly ReplyItem[];
}

/** The part of a decision that an Access-Accept states. */
interface AcceptedGrant {
  /** The user; null: a device without one. */
  readonly user: { readonly klass: string | null } | null;
  readonly grant: Grant;
  /** The password, if MS-CHAP derives keys from it. */
  readonly cleartextPassword: Secret | null;
}

interface AcceptContent {
  readonly decision: AcceptedGrant;
  readonly msChap: MsChapResponse | null;
  readonly dictionary: () => Dictionary;
  /** The attributes that give the NAS the key of the device. */
  readonly key?: readonly ReplyItem[];
  /** Further attributes, encoded. */
  readonly further?: Buffer;
}

/**
 * Builds the attributes of an Access-Accept: the session class, the grant of profile and user, the MS-CHAP response.
 *
 * @returns a text: why the grant cannot be sent; a truncated grant would be another one, so the login is rejected
 */
export function buildAccept(
  request: RadiusRequest,
  { decision, msChap, dictionary, key = [], further = noAttributes }: AcceptContent,
): AccessReply | string {
  const { packet, client } = request;
  const hidingKey = { secret: client.secret, authenticator: authenticatorOf(packet) };
  const sessionClass = createSessionClass();
  const maskedItems: ReplyItem[] = [{ name: 'Class', value: sessionClass.text }];
  const { user, grant, cleartextPassword } = decision;
  const items = [
    ...listReplyItems(
      { klass: user?.klass ?? null },
      grant.attributes,
      grant.admission.remainingSeconds,
    ),
    ...key,
  ];
  const encoded =
    items.length === 0 ? noAttributes : encodeNamedAttributes(dictionary(), items, hidingKey);
  if (!Buffer.isBuffer(encoded)) return `reply attribute ${encoded.name}: ${encoded.reason}`;
  for (const item of items) {
    const { name, value } = item;
    maskedItems.push({ name, value: isMasked(item, dictionary()) ? '***' : value });
  }
  const attributes = Buffer.concat([
    sessionClass.attribute,
    encoded,
    msChapAttributes(msChap, cleartextPassword, hidingKey),
    further,
  ]);
  const octetsLeft = countReplyOctetsLeft(packet);
  if (attributes.length > octetsLeft)
    return `the reply attributes have ${attributes.length} octets, ${octetsLeft} fit`;
  return { attributes, maskedItems };
}

function msChapAttributes(
  msChap: MsChapResponse | null,
  password: Secret | null,
  key: HidingKey,
): Buffer {
  return msChap && password ? msChapSuccessAttributes(msChap, password, key) : noAttributes;
}

/** A pair such as Cisco's `psk=…` is secret by what is in front of its value. */
function isMasked({ name, value }: ReplyItem, dictionary: Dictionary): boolean {
  return isSecretAttribute(name) || value.startsWith('psk=') || isHiddenAttribute(dictionary, name);
}
