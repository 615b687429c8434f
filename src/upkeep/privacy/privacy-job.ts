import { Type } from 'typebox';
import { dateTime, nullable, secret, text } from '../../contract/fields.ts';
import { readOnlyResource, resource } from '../../contract/resource.ts';

export const privacyKinds = ['erase', 'export'] as const;
export type PrivacyKind = (typeof privacyKinds)[number];

const privacyStatuses = ['scheduled', 'running', 'completed', 'failed'] as const;

/** Rows of a table, and the action on them. */
const reportEntry = Type.Object({
  table: text(),
  action: Type.Enum(['anonymized', 'deleted', 'exported']),
  rows: Type.Integer(),
});

/** The erasure or the export of the data about a person. */
export const privacyJob = resource({
  name: 'privacy_job',
  title: 'an erasure or export of a person',
  plural: 'erasures and exports of persons',
  schema: Type.Object({
    id: Type.String({ format: 'uuid' }),
    organization: Type.Integer(),
    kind: Type.Enum([...privacyKinds]),
    user: Type.Integer({ description: 'id of the user, who does not exist after an erasure' }),
    requested_by: nullable(Type.Integer({ description: 'user of the token that requested it' })),
    status: Type.Enum([...privacyStatuses]),
    pseudonym: nullable(text({ description: 'the user name of the anonymized sessions' })),
    report: Type.Array(reportEntry),
    pending: Type.Integer({
      description: 'rows of sessions that have not ended, which an erasure waits for',
    }),
    error_message: nullable(text()),
    created_at: dateTime(),
    started_at: nullable(dateTime()),
    completed_at: nullable(dateTime()),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  filters: {
    kind: { column: 'kind', operator: '=' },
    user: { column: 'user', operator: '=' },
    status: { column: 'status', operator: '=' },
  },
  columns: {
    /** Identity of the person, until the end of the job. */
    identifiers: secret(),
    /** State of an export. */
    progress: nullable(text()),
    /** Keys of anonymized rows that a late packet may change, by table. */
    late_rows: nullable(text()),
    /** Time of the next step; null: no step is due. */
    next_at: nullable(dateTime()),
    owner: nullable(text()),
    lease_until: dateTime(),
  },
  databaseDefaults: ['pending', 'lease_until'],
  order: { column: 'created_at', direction: 'desc' },
  paging: 'cursor',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    privacy_job: TableOf<typeof privacyJob>;
    /** The content of an export in parts: rows of a table as a JSON list. */
    privacy_export: { job: string; position: number; source: string; rows: JsonText };
  }
}
