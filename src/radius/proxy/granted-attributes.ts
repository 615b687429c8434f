import { isSecretAttribute } from '../../contract/attribute-dictionary.ts';
import {
  listReplyItems,
  minimumOrNull,
  type ReplyItem,
} from '../../aaa/policy/authorization/authorization.ts';
import type { AcceptedLogin } from '../../aaa/policy/login-decision.ts';
import { encodeNamedAttributes, isHiddenAttribute } from '../../protocol/radius/attribute-codec.ts';
import { numbersIn, withoutNumbers } from '../../protocol/radius/attribute-numbers.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import type { Dictionary } from '../../protocol/radius/dictionary.ts';
import {
  authenticatorOf,
  firstInteger,
  hasAttribute,
  splitAttributes,
} from '../../protocol/radius/packet.ts';
import { excessOf } from '../../protocol/radius/reply-encoder.ts';
import type { RadiusRequest } from '../core/radius-request.ts';
import type { ProxiedReply } from './proxied-request.ts';

interface GrantOfBoth {
  readonly proxied: ProxiedReply;
  readonly decision: AcceptedLogin;
  readonly dictionary: () => Dictionary;
}

/**
 * Adds the grant of a user of the gateway to the Accept of an upstream. An attribute of the gateway replaces those of the
 * upstream with its number; Session-Timeout is the lesser of both, and the upstream's Class stays.
 *
 * @returns a text: why the grant cannot be sent
 */
export function addGrant(
  { packet, client }: RadiusRequest,
  { proxied, decision, dictionary }: GrantOfBoth,
): { readonly attributes: Buffer; readonly maskedItems: readonly ReplyItem[] } | string {
  const { reply, attributes } = proxied;
  const { user, grant } = decision;
  const hasClass = hasAttribute(reply.packet, attributeType.class);
  const seconds = minimumOrNull([
    grant.admission.remainingSeconds,
    firstInteger(reply.packet, attributeType.sessionTimeout),
  ]);
  const items = listReplyItems({ klass: hasClass ? null : user.klass }, grant.attributes, seconds);
  if (items.length === 0) return { attributes, maskedItems: [] };
  const key = { secret: client.secret, authenticator: authenticatorOf(packet) };
  const own = encodeNamedAttributes(dictionary(), items, key);
  if (!Buffer.isBuffer(own)) return `reply attribute ${own.name}: ${own.reason}`;
  const both = Buffer.concat([own, ...without(attributes, own, dictionary())]);
  const excess = excessOf(both, packet);
  if (excess !== null) return excess;
  const isMasked = (name: string) =>
    isSecretAttribute(name) || isHiddenAttribute(dictionary(), name);
  const maskedItems = items.map(({ name, value }) => ({
    name,
    value: isMasked(name) ? '***' : value,
  }));
  return { attributes: both, maskedItems };
}

/** Returns the attributes that others do not replace. A Class stays. */
function without(attributes: Buffer, others: Buffer, dictionary: Dictionary): readonly Buffer[] {
  const replaced = new Set(
    splitAttributes(others).flatMap((octets) => numbersIn(octets, dictionary)),
  );
  replaced.delete(String(attributeType.class));
  return withoutNumbers(attributes, replaced, dictionary);
}
