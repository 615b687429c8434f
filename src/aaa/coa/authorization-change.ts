import { Type } from 'typebox';
import { id, nullable, text, dateTime } from '../../contract/fields.ts';
import { resource, readOnlyResource } from '../../contract/resource.ts';
import { authorizationAttributes } from '../policy/attribute-lists.ts';

export const changeKinds = ['disconnect', 'coa'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Reason of a change: an API request, or the user's authorization differs from the session's. */
export const changeTriggers = [
  'api',
  'user_disabled',
  'user_deleted',
  'expired',
  'balance',
  'profile',
  'quota',
  'login_time',
  'simultaneous_use',
  'renewed',
  'session_timeout',
  'logout',
  'certificate',
] as const;
export type ChangeTrigger = (typeof changeTriggers)[number];

/**
 * State of a change. `scheduled`: its next attempt is due at `next_try`; `running`: a request was sent to the NAS; `failed`:
 * no request could be sent; `canceled`: the session has ended, or the reason no longer holds.
 */
export const changeStates = [
  'scheduled',
  'running',
  'acknowledged',
  'refused',
  'no_answer',
  'failed',
  'canceled',
] as const;
export type ChangeState = (typeof changeStates)[number];

const rowId = (description: string) => nullable(Type.Integer({ description }));

/** A request to a NAS to end or change a live session (RFC 5176), and its outcome. */
export const authorizationChange = resource({
  name: 'aaa_authorization_change',
  title: 'an authorization change',
  plural: 'authorization changes',
  schema: Type.Object({
    id: id(),
    organization: Type.Integer(),
    client: rowId('AAA client of the session; null: a portal session that no NAS accounts for'),
    session: rowId('radacctid of the session'),
    user: rowId('null: the user does not exist any more'),
    username: nullable(text()),
    kind: Type.Enum([...changeKinds]),
    trigger: Type.Enum([...changeTriggers], {
      description:
        '`renewed`: an exhausted quota has been renewed; `certificate`: that of the device is revoked',
    }),
    reason: nullable(
      text({ description: 'the limit that was reached, and how much of it is used' }),
    ),
    attributes: authorizationAttributes,
    requested_by: rowId('user of the token that requested it; null: the gateway itself'),
    status: Type.Enum([...changeStates]),
    error_cause: nullable(
      Type.Integer({ description: 'Error-Cause of the NAS (RFC 5176 section 3.5)' }),
    ),
    error_cause_name: nullable(text()),
    error_code: nullable(text()),
    error_message: nullable(text()),
    tries: Type.Integer({ description: 'packets sent' }),
    ms: nullable(
      Type.Integer({ description: 'duration of the last attempt, until the reply or the timeout' }),
    ),
    created: dateTime(),
    next_try: nullable(dateTime()),
    completed: nullable(dateTime()),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  filters: {
    session: { column: 'session', operator: '=', schema: Type.Integer() },
    user: { column: 'user', operator: '=', schema: Type.Integer() },
    client: { column: 'client', operator: '=', schema: Type.Integer() },
    requested_by: { column: 'requested_by', operator: '=', schema: Type.Integer() },
  },
  lookups: ['id', 'username', 'kind', 'trigger', 'status', 'error_cause', 'created', 'completed'],
  columns: {
    /** Gateway that claimed it; null: unclaimed. */
    owner: nullable(text()),
    attempts: Type.Integer(),
  },
  databaseDefaults: ['attempts', 'tries'],
  accessPaths: { columns: ['session', 'user', 'requested_by', 'client', 'organization'] },
  order: { column: 'created', direction: 'desc' },
  paging: 'cursor',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    aaa_authorization_change: TableOf<typeof authorizationChange>;
  }
}
