import { Type } from 'typebox';
import { nullable, name, dateTime } from '../../fields.ts';
import type { Gateway } from '../../gateway.ts';
import { resource, readOnlyResource } from '../../resource.ts';
import { compileStatement, type Statement } from '../../store/store.ts';
import type { StoredDevice } from './find-device.ts';

export const unfinishedStatuses = ['scheduled', 'running'] as const;
export const endedStatuses = ['completed', 'failed', 'expired', 'canceled'] as const;
const transactionStatuses = [...unfinishedStatuses, ...endedStatuses] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** Work on a device that a caller requested; the same shape for operations, diagnostics and headless operations. */
export const transaction = resource({
  name: 'inventory_transaction',
  relation: () => `
    select t.*, t.device as parent_id, d.name as parent__name, d.serial_number as parent__serial_number
    from inventory_transaction t join inventory_device d on d.id = t.device`,
  title: 'a transaction',
  plural: 'transactions',
  schema: Type.Object({
    id: Type.String({ format: 'uuid' }),
    parent_id: Type.Integer(),
    parent__name: name(),
    parent__serial_number: nullable(name()),
    operation: Type.String(),
    parameters: Type.Object({}, { additionalProperties: true }),
    status: Type.Enum([...transactionStatuses]),
    results: nullable(Type.Object({}, { additionalProperties: true })),
    error_code: nullable(Type.String()),
    error_message: nullable(Type.String()),
    run_at: nullable(
      dateTime({
        'x-extension': true,
        description: 'not run before this time; null: at once',
      }),
    ),
    created_at: dateTime(),
    started_at: nullable(dateTime()),
    completed_at: nullable(dateTime()),
  }),
  key: 'id',
  ...readOnlyResource,
  scope: 'organization',
  filters: {
    parent__id: { column: 'parent_id', operator: '=', isExtension: true },
    status: { column: 'status', operator: '=', isExtension: true },
    operation: { column: 'operation', operator: '=', isExtension: true },
  },
  computed: ['parent_id', 'parent__name', 'parent__serial_number'],
  columns: {
    organization: Type.Integer(),
    device: Type.Integer(),
    kind: Type.String(),
    user: nullable(Type.Integer()),
    /** Gateway that runs it, and until when no other may. */
    lease_owner: nullable(Type.String()),
    lease_until: nullable(dateTime()),
    /** State that a run needs after a restart, such as the uptime before a reboot, as JSON. */
    progress: nullable(Type.Object({})),
  },
  order: { column: 'created_at', direction: 'desc' },
  paging: 'cursor',
});

declare module '../../tables.ts' {
  interface Tables {
    inventory_transaction: TableOf<typeof transaction>;
  }
}

/** Request for work on a device; `kind` names the job that does it. */
export interface TransactionRequest {
  readonly id: string;
  readonly device: StoredDevice;
  readonly kind: 'operation' | 'diagnostic' | 'headless' | 'setting';
  readonly operation: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly user: number;
  /** Milliseconds since 1970 before which it is not run; null: at once. */
  readonly runAt?: number | null;
}

/** Returns a statement that schedules a transaction for the job runner. */
export function insertTransaction(
  gateway: Gateway,
  { id, device, kind, operation, parameters, user, runAt = null }: TransactionRequest,
): Statement {
  const asked = { id, device: device.id, organization: device.organization, user, kind, operation };
  const created = {
    parameters: JSON.stringify(parameters),
    status: 'scheduled',
    run_at: runAt,
    created_at: gateway.now().getTime(),
  };
  return compileStatement(
    gateway.store.db.insertInto('inventory_transaction').values({ ...asked, ...created }),
  );
}
