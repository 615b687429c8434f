import { Type } from 'typebox';
import { id, nullable, text, dateTime } from '../../fields.ts';
import { resource, readOnlyResource } from '../../resource.ts';
import { authorizationAttributes } from '../policy/attribute-lists.ts';

export const changeKinds = ['disconnect', 'coa'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Why a session was to change: somebody asked, or what its user may do is no longer what it was let in for. */
export const changeTriggers = [
  ...(['api', 'user_disabled', 'user_deleted', 'expired', 'balance', 'profile'] as const),
  ...(['quota', 'login_time', 'simultaneous_use', 'renewed'] as const),
] as const;
export type ChangeTrigger = (typeof changeTriggers)[number];

/**
 * `scheduled` waits for its (next) try, `running` waits for the NAS; `failed` could not be asked at all, `canceled` is
 * no longer needed: the session ended, or the reason went away.
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

/** A request to a NAS to end or change a live session (RFC 5176), and what came of it. */
export const authorizationChange = resource({
  name: 'aaa_authorization_change',
  title: 'an authorization change',
  plural: 'authorization changes',
  schema: Type.Object({
    id: id(),
    organization: Type.Integer(),
    client: Type.Integer({ description: 'the AAA client that was asked' }),
    session: rowId('radacctid of the session'),
    user: rowId('null where there is no such user any more'),
    username: nullable(text()),
    kind: Type.Enum([...changeKinds]),
    trigger: Type.Enum([...changeTriggers], {
      description: '`renewed`: what was used up is no longer',
    }),
    reason: nullable(
      text({ description: 'the limit, and how much of it is used, where one was reached' }),
    ),
    attributes: authorizationAttributes,
    requested_by: rowId('the user whose token asked for it; null: the gateway itself'),
    status: Type.Enum([...changeStates]),
    error_cause: nullable(Type.Integer({ description: 'of the NAS (RFC 5176 section 3.5)' })),
    error_cause_name: nullable(text()),
    error_code: nullable(text()),
    error_message: nullable(text()),
    tries: Type.Integer({ description: 'packets sent' }),
    ms: nullable(
      Type.Integer({ description: 'of the last attempt, until the answer or the end of patience' }),
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

declare module '../../tables.ts' {
  interface Tables {
    aaa_authorization_change: TableOf<typeof authorizationChange>;
  }
}
