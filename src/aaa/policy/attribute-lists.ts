import { Type, type Static } from 'typebox';
import { isRecord, nullable } from '../../contract/fields.ts';
import { replyCondition } from './reply-condition.ts';
import type { Row } from '../../store/query/row-serialization.ts';

/*
 * RADIUS attributes in the lists of profiles and users: check items are compared with a request or set a limit, reply
 * items are sent with an accept. The operators are FreeRADIUS'.
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

const position = Type.Optional(
  Type.Integer({ description: 'position in the list, from 1; assigned by the gateway' }),
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
const maxAttributes = 100;
const replyAttribute = Type.Object(
  {
    id: position,
    attribute,
    op: Type.Optional(Type.Enum([...replyOperators], { default: '=' })),
    value,
    when: Type.Optional(replyCondition),
  },
  closed,
);

export const replyAttributes = Type.Array(replyAttribute, {
  maxItems: maxAttributes,
  description: "sent to the NAS with an accept; the user's own override the profile's",
});

/** @see IEEE 802.1Q: 0 and 4095 are no VLANs */
export const vlan = nullable(
  Type.Integer({
    minimum: 1,
    maximum: 4094,
    'x-extension': true,
    description:
      'VLAN of its users, sent as Tunnel-Type, Tunnel-Medium-Type and Tunnel-Private-Group-Id (RFC 3580 section 3.31); null: the NAS decides',
  }),
);

/** The attributes that put a session into a VLAN. */
export const vlanAttributes = ['Tunnel-Type', 'Tunnel-Medium-Type', 'Tunnel-Private-Group-Id'];

export const onLimit = Type.Enum(['disconnect', 'coa'], {
  'x-extension': true,
  description:
    'the consequence of a used-up quota (time or octets): `disconnect` ends the session and rejects the next login; ' +
    '`coa` sends `limit_attributes` to the session until the quota resets, and accepts logins with them',
});

export const limitAttributes = Type.Array(replyAttribute, {
  'x-extension': true,
  maxItems: maxAttributes,
  description:
    'sent when a quota is used up; override the attributes of profile and user: a lower rate, or the filter or redirect of a walled garden',
});

export const checkAttributes = Type.Array(
  Type.Object(
    {
      id: position,
      attribute,
      op: Type.Optional(Type.Enum([...checkOperators], { default: '==' })),
      value,
    },
    closed,
  ),
  {
    maxItems: maxAttributes,
    description:
      'compared with a request. Some are set and not compared: Expiration, Login-Time (Wk0800-1800,Sa), Simultaneous-Use, ' +
      'Auth-Type (Accept, Reject), Max-All-Session, Max-Daily-Session, Max-Weekly-Session, Max-Monthly-Session (seconds), ' +
      'and Max-All-Octets, Max-Daily-Octets, Max-Weekly-Octets, Max-Monthly-Octets (both directions)',
  },
);

export const authorizationAttributes = Type.Array(
  Type.Object({ attribute, value }, { additionalProperties: false }),
  {
    maxItems: maxAttributes,
    description: 'the attributes that a CoA sends',
  },
);

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
