import { Type } from 'typebox';
import { dateTime, id, nullable, text } from '../../contract/fields.ts';
import { readOnlyResource, resource } from '../../contract/resource.ts';

/** A request to change something: caller, object, fields and outcome, without values. */
export const auditEntry = resource({
  name: 'audit',
  title: 'a request that was to change something',
  plural: 'requests that were to change something, with caller, object, fields and outcome',
  schema: Type.Object({
    id: id(),
    organization: Type.Integer({ description: 'organization of the caller' }),
    datetime: dateTime(),
    user: nullable(Type.Integer({ description: 'the caller; null: the user was deleted' })),
    username: text(),
    remote_address: nullable(text()),
    method: Type.Enum(['POST', 'PUT', 'PATCH', 'DELETE']),
    path: text({ description: 'path of the operation: /control/api/v1/inventory_device/{id}/' }),
    object: nullable(text({ description: 'id of the object, or its key in the path' })),
    fields: Type.Array(text(), { description: 'fields of the body, without their values' }),
    status: Type.Integer({ description: 'HTTP status of the reply' }),
    outcome: Type.Enum(['done', 'refused', 'failed']),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  filters: { user: { column: 'user', operator: '=', schema: Type.Integer() } },
  lookups: ['id', 'datetime', 'username', 'method', 'path', 'object', 'status', 'outcome'],
  accessPaths: { columns: ['user', 'username', 'organization'] },
  order: { column: 'datetime', direction: 'desc' },
  paging: 'cursor',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    audit: TableOf<typeof auditEntry>;
  }
}
