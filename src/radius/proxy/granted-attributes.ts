import { isSecretAttribute } from '../../contract/attribute-dictionary.ts';
import {
  listReplyItems,
  minimumOrNull,
  type ReplyItem,
} from '../../aaa/policy/authorization/authorization.ts';
import type { AcceptedLogin } from '../../aaa/policy/login-decision.ts';
import { encodeNamedAttributes, isHiddenAttribute } from '../../protocol/radius/attribute-codec.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import type { Dictionary } from '../../protocol/radius/dictionary.ts';
import { authenticatorOf, firstInteger, hasAttribute } from '../../protocol/radius/packet.ts';
import { countReplyOctetsLeft } from '../../protocol/radius/reply-encoder.ts';
import { parseVendorAttributes, vendorOctets } from '../../protocol/radius/vendor-specific.ts';
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
  const octetsLeft = countReplyOctetsLeft(packet);
  if (both.length > octetsLeft)
    return `the reply attributes have ${both.length} octets, ${octetsLeft} fit`;
  const isMasked = (name: string) =>
    isSecretAttribute(name) || isHiddenAttribute(dictionary(), name);
  const maskedItems = items.map(({ name, value }) => ({
    name,
    value: isMasked(name) ? '***' : value,
  }));
  return { attributes: both, maskedItems };
}

/** Returns the attributes that others do not replace. A Class and a Vendor-Specific with further attributes stay. */
function without(attributes: Buffer, others: Buffer, dictionary: Dictionary): readonly Buffer[] {
  const replaced = new Set(split(others).flatMap((octets) => numbersIn(octets, dictionary)));
  replaced.delete(String(attributeType.class));
  return split(attributes).filter(
    (octets) => !numbersIn(octets, dictionary).every((number) => replaced.has(number)),
  );
}

function split(attributes: Buffer): readonly Buffer[] {
  const found: Buffer[] = [];
  let start = 0;
  while (start < attributes.length) {
    const end = start + (attributes[start + 1] ?? 0);
    found.push(attributes.subarray(start, end));
    start = end;
  }
  return found;
}

/** The numbers of what an attribute has in it: `27`, `26.14988.8`. */
function numbersIn(octets: Buffer, dictionary: Dictionary): readonly string[] {
  const type = String(octets[0]);
  if (octets[0] !== attributeType.vendorSpecific || octets.length < 2 + vendorOctets) return [type];
  const number = octets.readUInt32BE(2);
  const vendor = dictionary.vendor(number);
  const inner = vendor ? parseVendorAttributes(octets.subarray(2), vendor) : [];
  const numbers = inner.map((attribute) => `${type}.${number}.${attribute.type}`);
  return numbers.length > 0 ? numbers : [`${type}.${number}`];
}
