import { Type, type Static } from 'typebox';
import { isRecord } from '../../fields.ts';
import type { Row } from '../../store/query/row-serialization.ts';

/*
 * RADIUS attributes as profiles and users list them: `check` is compared with a request, or sets what bounds it; `reply`
 * is sent when it is accepted. Operators are FreeRADIUS'.
 */

const replyOperators = ['=', ':=', '+='] as const;
const checkOperators = [
  '=',
  ':=',
  '==',
  '+=',
  '!=',
  '>',
  '>=',
  '<',
  '<=',
  '=~',
  '!~',
  '=*',
  '!*',
] as const;

const place = Type.Optional(
  Type.Integer({ description: 'its place in the list; given by the gateway' }),
);
const attribute = Type.String({
  maxLength: 64,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*(:[0-9]{1,2})?$',
  description:
    'the name of a RADIUS attribute, such as Session-Timeout; with a tag, such as Tunnel-Type:1',
});
const value = Type.String({
  maxLength: 253,
  pattern: '^[^\\u0000-\\u001f]*$',
  description: 'text without control characters',
});
const closed = { additionalProperties: false };
const mostAttributes = 100;
const replyAttribute = Type.Object(
  {
    id: place,
    attribute,
    op: Type.Optional(Type.Enum([...replyOperators], { default: '=' })),
    value,
  },
  closed,
);

export const replyAttributes = Type.Array(replyAttribute, {
  maxItems: mostAttributes,
  description: "sent to the NAS with an accept; the user's own win",
});

export const onLimit = Type.Enum(['disconnect', 'coa'], {
  'x-extension': true,
  description:
    'what follows when a quota (time or octets) is used up: `disconnect` ends the session and refuses the next login; ' +
    '`coa` gives it `limit_attributes`, until the quota is renewed, and accepts logins with them',
});

export const limitAttributes = Type.Array(replyAttribute, {
  'x-extension': true,
  maxItems: mostAttributes,
  description:
    'sent when a quota is used up, over those of profile and user: a lower rate, or the filter or redirect of a walled garden',
});

export const checkAttributes = Type.Array(
  Type.Object(
    {
      id: place,
      attribute,
      op: Type.Optional(Type.Enum([...checkOperators], { default: '==' })),
      value,
    },
    closed,
  ),
  {
    maxItems: mostAttributes,
    description:
      'compared with a request. Some are set and not compared: Expiration, Login-Time (Wk0800-1800,Sa), Simultaneous-Use, ' +
      'Auth-Type (Accept, Reject), Max-All-Session, Max-Daily-Session, Max-Weekly-Session, Max-Monthly-Session (seconds), ' +
      'and Max-All-Octets, Max-Daily-Octets, Max-Weekly-Octets, Max-Monthly-Octets (both directions)',
  },
);

export const authorizationAttributes = Type.Array(Type.Object({ attribute, value }), {
  maxItems: mostAttributes,
  description: 'what a CoA gives the session',
});

export type AuthorizationAttributes = Static<typeof authorizationAttributes>;
export type ReplyAttributes = Static<typeof replyAttributes>;
export type CheckAttributes = Static<typeof checkAttributes>;

/** Numbers the attributes of every list among some fields by their position; other fields stay. */
export function numberAttributeLists(fields: Row): Row {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [
      field,
      Array.isArray(value) ? numbered(value) : value,
    ]),
  );
}

function numbered(list: readonly unknown[]): unknown[] {
  return list.map((entry, index) => (isRecord(entry) ? { ...entry, id: index + 1 } : entry));
}

/** A whole number that an attribute sets, the last one where it is there several times; null where none does. */
export function findIntegerAttribute(
  list: readonly { readonly attribute: string; readonly value: string }[],
  name: string,
): number | null {
  const found = list.findLast(({ attribute }) => attribute.toLowerCase() === name.toLowerCase());
  return found && /^\d{1,10}$/.test(found.value.trim()) ? Number(found.value) : null;
}
