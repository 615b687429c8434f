import { Type } from 'typebox';
import { id, nullable, text, dateTime } from '../../contract/fields.ts';
import { replyCondition } from './reply-condition.ts';
import { resource, readOnlyResource } from '../../contract/resource.ts';

const nullableText = () => nullable(text());
const rowId = () => nullable(Type.Integer());
const listOf = (properties: Parameters<typeof Type.Object>[0], description: string) =>
  Type.Array(Type.Object(properties), { description });

/** A decision on a RADIUS login with its reason: user, profile, checks, counters and reply. */
export const decision = resource({
  name: 'aaa_decision',
  title: 'a decision on a RADIUS login',
  plural: 'decisions on RADIUS logins',
  schema: Type.Object({
    id: id(),
    organization: Type.Integer(),
    datetime: dateTime(),
    client: Type.Integer({ description: 'the AAA client that asked' }),
    client_name: text(),
    username: nullableText(),
    callingstationid: nullableText(),
    calledstationid: nullableText(),
    method: text({
      description:
        'authentication method: PAP, CHAP, MS-CHAP, MS-CHAPv2, MAC, voucher, Auth-Type, none; by an upstream: proxy, EAP',
    }),
    outcome: Type.Enum(['accept', 'reject']),
    reason: text({ description: 'for the operator; the client learns only the outcome' }),
    upstream: nullable(
      text({ description: 'name of the AAA upstream that decided; null: the gateway did' }),
    ),
    user: rowId(),
    profile: rowId(),
    profile_name: nullableText(),
    profiles: Type.Array(text(), {
      'x-extension': true,
      description: 'names of all profiles of the user, the one first that goes before the others',
    }),
    checks: listOf(
      {
        attribute: text(),
        op: text(),
        value: text(),
        found: Type.Array(text(), { description: 'the values of the request' }),
        passed: Type.Boolean(),
        note: Type.Optional(text()),
      },
      'check items that were compared with the request',
    ),
    counters: listOf(
      {
        name: text(),
        unit: Type.Enum(['seconds', 'octets', 'sessions']),
        allowed: nullable(Type.Integer()),
        used: nullable(Type.Integer()),
        left: Type.Integer(),
      },
      'limits and quotas of the user',
    ),
    conditions: Type.Array(
      Type.Object({
        name: text(),
        value: text(),
        when: replyCondition,
        applied: Type.Boolean({ description: 'true: the item is one of `attributes`' }),
      }),
      { 'x-extension': true, description: 'reply items with conditions; secrets are ***' },
    ),
    attributes: listOf({ name: text(), value: text() }, 'attributes of the reply; secrets are ***'),
    ms: Type.Number({ description: 'milliseconds from the request to the decision' }),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  filters: {
    client: { column: 'client', operator: '=', schema: Type.Integer() },
    user: { column: 'user', operator: '=', schema: Type.Integer() },
  },
  lookups: [
    'id',
    'datetime',
    'username',
    'callingstationid',
    'calledstationid',
    'method',
    'outcome',
    'client_name',
    'profile',
  ],
  stations: ['callingstationid', 'calledstationid'],
  accessPaths: { columns: ['username', 'client', 'outcome', 'organization'] },
  order: { column: 'datetime', direction: 'desc' },
  databaseDefaults: ['profiles', 'conditions'],
  paging: 'cursor',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    aaa_decision: TableOf<typeof decision>;
  }
}
