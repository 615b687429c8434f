import { Type } from 'typebox';
import { dateTime, id, nullable, text } from '../../contract/fields.ts';
import { auditedMethods } from '../../gateway/gateway.ts';
import { readOnlyResource, resource } from '../../contract/resource.ts';

/** A request or command to change something, or a failed authentication: caller, object, fields and outcome, without values. */
export const auditEntry = resource({
  name: 'audit',
  title: 'a request that was to change something',
  plural: 'requests that were to change something, with caller, object, fields and outcome',
  schema: Type.Object({
    id: id(),
    organization: Type.Integer({ description: 'organization of the caller' }),
    datetime: dateTime(),
    user: nullable(
      Type.Integer({
        description: 'the caller; null: the user was deleted, or there is none',
      }),
    ),
    username: text({
      description:
        'of a command on the machine `os:` and the user of its system; `gateway`: the gateway itself; empty: the authentication failed',
    }),
    remote_address: nullable(text()),
    method: Type.Enum([...auditedMethods], {
      description:
        'COMMAND: a command on the machine; TASK: deletions by the gateway itself; GET and HEAD: the authentication failed',
    }),
    path: text({
      description:
        'path of the operation, /control/api/v1/inventory_device/{id}/, or the command, gatehouse apply, or the task, retention',
    }),
    object: nullable(
      text({ description: 'id of the object, or its key in the path; of a task the table' }),
    ),
    fields: Type.Array(text(), {
      description:
        'fields of the body, without their values; of a command the kinds of its objects, of a task what it deleted and by which limit',
    }),
    status: Type.Integer({ description: 'HTTP status of the reply; of a command its exit status' }),
    outcome: Type.Enum(['done', 'refused', 'failed']),
    request_id: nullable(
      text({ description: 'the header x-request-id of the reply; null: a command' }),
    ),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  filters: { user: { column: 'user', operator: '=', schema: Type.Integer() } },
  lookups: [
    'id',
    'datetime',
    'username',
    'method',
    'path',
    'object',
    'status',
    'outcome',
    'request_id',
  ],
  accessPaths: { columns: ['user', 'username', 'organization'] },
  order: { column: 'datetime', direction: 'desc' },
  paging: 'cursor',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    audit: TableOf<typeof auditEntry>;
  }
}
