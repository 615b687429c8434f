import type { RejectKind } from '../../aaa/policy/login-decision.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import {
  msChapError,
  msChapErrorAttributes,
  type MsChapErrorFields,
} from '../../protocol/radius/microsoft-attributes.ts';
import type { MsChapResponse } from '../../protocol/radius/ms-chap.ts';
import { firstValue, type Packet } from '../../protocol/radius/packet.ts';
import { countReplyOctetsLeft } from '../../protocol/radius/reply-encoder.ts';
import { encodeAttribute, maxValueOctets } from '../../protocol/radius/vendor-specific.ts';
import type { RadiusRequest } from '../core/radius-request.ts';
import type { AccessReply } from './access-reply.ts';

interface RejectContent {
  readonly msChap: MsChapResponse | null;
  /** Null: the grant cannot be sent. */
  readonly kind: RejectKind | null;
  /** What the user is shown; null: no text. */
  readonly text: string | null;
}

/** Builds the attributes of an Access-Reject: EAP-Failure or MS-CHAP-Error, and a text as Reply-Message. */
export function buildReject({ packet }: RadiusRequest, content: RejectContent): AccessReply {
  const { msChap, kind, text } = content;
  const failure = eapFailure(packet);
  if (failure) return { attributes: failure, maskedItems: [] };
  const messages = splitText(text ?? '');
  const error = msChap
    ? msChapErrorAttributes(msChap, { error: msChapErrorOf(kind), text })
    : empty;
  const values = messages.flatMap(
    (value) => encodeAttribute(attributeType.replyMessage, value) ?? [],
  );
  const attributes = Buffer.concat([error, ...values]);
  // Proxy-States may leave no room for the text.
  return attributes.length > countReplyOctetsLeft(packet)
    ? { attributes: error, maskedItems: [] }
    : { attributes, maskedItems: messages.map(shown) };
}

const empty = Buffer.alloc(0);
const eapFailureCode = 4;
const eapFailureOctets = 4;

/**
 * Returns the EAP-Failure of a reject, with the Identifier of the EAP-Response; null: the request has no EAP-Message. No
 * Reply-Message stands next to it.
 *
 * @see RFC 3748 section 4.2, RFC 3579 sections 2.6.3 and 2.6.5
 */
function eapFailure(packet: Packet): Buffer | null {
  const message = firstValue(packet, attributeType.eapMessage);
  if (!message) return null;
  const failure = Buffer.from([eapFailureCode, message[1] ?? 0, 0, eapFailureOctets]);
  return encodeAttribute(attributeType.eapMessage, failure);
}

/** Errors that a right credential is told; any other reject is a failed authentication. */
const errors: Readonly<Partial<Record<RejectKind, MsChapErrorFields['error']>>> = {
  login_time: msChapError.restrictedHours,
  inactive: msChapError.disabled,
  expiration: msChapError.disabled,
  password_expired: msChapError.passwordExpired,
  password_change: msChapError.changingPassword,
  balance: msChapError.noPermission,
  quota: msChapError.noPermission,
  session_time: msChapError.noPermission,
  simultaneous_use: msChapError.noPermission,
  check_item: msChapError.noPermission,
  location: msChapError.noPermission,
};

/** Returns the error of MS-CHAP for a reject. @param kind  null: the grant cannot be sent */
export function msChapErrorOf(kind: RejectKind | null): MsChapErrorFields['error'] {
  return (kind === null ? null : errors[kind]) ?? msChapError.failed;
}

/** Splits a text between characters into values of attributes, which are shown in their order (RFC 2865 section 5.18). */
function splitText(text: string): readonly Buffer[] {
  const values: Buffer[] = [];
  for (const character of text) {
    const octets = Buffer.from(character);
    const last = values.at(-1);
    if (last && last.length + octets.length <= maxValueOctets)
      values[values.length - 1] = Buffer.concat([last, octets]);
    else values.push(octets);
  }
  return values;
}

function shown(value: Buffer) {
  return { name: 'Reply-Message', value: value.toString() };
}
