import { Type } from 'typebox';
import { maybe, name, time } from '../fields.ts';
import { resource } from '../resource.ts';

export const states = ['scheduled', 'running', 'completed', 'failed', 'expired', 'canceled'] as const;
export type State = (typeof states)[number];

/** Work on a device that somebody asked for: the same shape for operations, diagnostics and headless operations. */
export const transaction = resource({
  name: 'inventory_transaction',
  view: 'inventory_transaction_view',
  title: 'a transaction',
  plural: 'transactions',
  schema: Type.Object({
    id: Type.String({ format: 'uuid' }),
    parent_id: Type.Integer(),
    parent__name: name(),
    parent__serial_number: maybe(name()),
    operation: Type.String(),
    parameters: Type.Object({}, { additionalProperties: true }),
    status: Type.Enum([...states]),
    results: maybe(Type.Object({}, { additionalProperties: true })),
    error_code: maybe(Type.String()),
    error_message: maybe(Type.String()),
    created_at: time(),
    started_at: maybe(time()),
    completed_at: maybe(time()),
  }),
  key: 'id',
  readOnly: [],
  initial: {},
  scope: 'organization',
  references: {},
  stamps: null,
  filters: {
    parent__id: { column: 'parent_id', operator: '=' },
    status: { column: 'status', operator: '=' },
    operation: { column: 'operation', operator: '=' },
  },
  order: { column: 'created_at', direction: 'desc' },
  paging: 'cursor',
});
