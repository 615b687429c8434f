import { Type } from 'typebox';
import { nullable, name, dateTime, secret } from '../../contract/fields.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { JobResults } from '../../gateway/job.ts';
import { resource, readOnlyResource } from '../../contract/resource.ts';
import { Secret } from '../../contract/secret.ts';
import { serializeRow } from '../../store/query/row-serialization.ts';
import {
  compileStatement,
  parseJsonColumn,
  type Statement,
  type Store,
} from '../../store/store.ts';
import { kindsThat, transactionKinds, type TransactionKind } from './transaction-kinds.ts';

export const unfinishedStatuses = ['scheduled', 'running'] as const;
export const endedStatuses = ['completed', 'failed', 'expired', 'canceled'] as const;
const transactionStatuses = [...unfinishedStatuses, ...endedStatuses] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** SQL: the kinds whose progress is shown. */
const shownKinds = kindsThat('showsProgress')
  .map((kind) => `'${kind}'`)
  .join(', ');

/** Work on a device that a caller requested; the same shape for operations, diagnostics and headless operations. */
export const transaction = resource({
  name: 'inventory_transaction',
  relation: () => `
    select t.*, t.device as parent_id, d.name as parent__name, d.serial_number as parent__serial_number,
      case when t.kind in (${shownKinds}) and t.status = 'running' then t.progress end as partial_results
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
    results: Type.Unsafe<JobResults | null>({
      type: ['object', 'array', 'null'],
      description:
        'an object; of a headless operation a list with an entry for each variable: get `{variable, value, type}`, set `{variable, status, error}`, add.obj `{variable, instance}`, del.obj `{variable, status}`, where status is applied or error',
    }),
    partial_results: nullable(
      Type.Object(
        {},
        {
          additionalProperties: true,
          'x-extension': true,
          description: 'results of a running diagnostic so far',
        },
      ),
    ),
    error_code: nullable(Type.String()),
    error_message: nullable(Type.String()),
    run_at: nullable(
      dateTime({
        'x-extension': true,
        description: 'earliest start; null: immediately',
      }),
    ),
    expires_at: nullable(
      dateTime({
        'x-extension': true,
        description:
          'a transaction that has not begun by then ends as expired; null: it waits for ever',
      }),
    ),
    waiting_for: Type.Unsafe<'device' | null>({
      type: ['string', 'null'],
      enum: ['device', null],
      'x-extension': true,
      description:
        'device: it could not be reached, error_message has the reason; the transaction runs when it can be',
    }),
    fleet_operation: nullable(
      Type.String({ format: 'uuid', 'x-extension': true, description: 'that it is part of' }),
    ),
    series: nullable(
      Type.String({ format: 'uuid', 'x-extension': true, description: 'whose run it is' }),
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
    fleet_operation: { column: 'fleet_operation', operator: '=', isExtension: true },
    series: { column: 'series', operator: '=', isExtension: true },
  },
  computed: ['parent_id', 'parent__name', 'parent__serial_number', 'partial_results'],
  columns: {
    organization: Type.Integer(),
    device: Type.Integer(),
    /** Earliest attempt: run_at, or the next try if its device could not be reached. */
    due_at: dateTime(),
    kind: Type.String(),
    user: nullable(Type.Integer()),
    /** Gateway that runs it, and until when no other may. */
    lease_owner: nullable(Type.String()),
    lease_until: nullable(dateTime()),
    /** State that a run needs after a restart, such as the uptime before a reboot, as JSON. */
    progress: nullable(Type.Object({})),
    /** Parameters that are never shown, as JSON; deleted at the end. */
    secret_parameters: secret(),
  },
  databaseDefaults: ['due_at'],
  order: { column: 'created_at', direction: 'desc' },
  paging: 'cursor',
});

declare module '../../contract/tables.ts' {
  interface Tables {
    inventory_transaction: TableOf<typeof transaction>;
  }
}

/** When a transaction may begin, in milliseconds since 1970. */
export interface Schedule {
  /** Earliest start; null: immediately. */
  readonly runAt: number | null;
  /** Not after this time; null: a day after `runAt`. */
  readonly expiresAt: number | null;
  /** Repeats it; absent: it runs once. */
  readonly repetition?: Repetition;
}

/** The schedule of a transaction that may begin now, and expires as usual. */
export const immediately: Schedule = { runAt: null, expiresAt: null };

/** How often work is repeated, and until when. */
export interface Repetition {
  readonly everyMs: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Time after which a transaction that has not begun ends as expired. */
const lifeMs = 86_400_000;

/** Returns when a transaction that has not begun expires. */
export function expiryOf({ runAt, expiresAt }: Schedule, now: Date): number {
  return expiresAt ?? (runAt ?? now.getTime()) + lifeMs;
}

/** Request for work on a device; `kind` names the job that does it. */
export interface TransactionRequest extends Schedule {
  readonly id: string;
  readonly device: { readonly id: number; readonly organization: number };
  readonly kind: TransactionKind;
  readonly operation: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Parameters that are never shown. */
  readonly secretParameters?: Readonly<Record<string, unknown>>;
  /** Null: the gateway itself. */
  readonly user: number | null;
  readonly fleetOperation?: string;
  readonly series?: string;
}

/** Row of a transaction that is not written yet. */
export type NewTransaction = ReturnType<typeof createTransaction>;

/** Creates the row of a transaction, for `insertTransaction`. */
export function createTransaction(gateway: Gateway, request: TransactionRequest) {
  const { id, device, kind, operation, parameters, user, runAt } = request;
  return {
    id,
    device: device.id,
    organization: device.organization,
    user,
    kind,
    operation,
    parameters: JSON.stringify(parameters),
    status: 'scheduled' as const,
    run_at: runAt,
    fleet_operation: request.fleetOperation ?? null,
    series: request.series ?? null,
    due_at: runAt ?? 0,
    expires_at: expiryOf(request, gateway.now()),
    secret_parameters: sealParameters(gateway, request),
    created_at: gateway.now().getTime(),
  };
}

/**
 * Returns statements that schedule a transaction for the job runner. Transactions that wait for the device are tried again
 * before it, so that the order of the requests is kept.
 */
export function insertTransaction(store: Store, row: NewTransaction): Statement[] {
  const insert = store.db.insertInto('inventory_transaction').values(row);
  const mayRetry = row.run_at === null && transactionKinds[row.kind].isOrdered;
  return [...(mayRetry ? [retryWaiting(store, { id: row.device })] : []), compileStatement(insert)];
}

/** Returns the statements of `insertTransaction` for a request. */
export function scheduleTransaction(gateway: Gateway, request: TransactionRequest): Statement[] {
  return insertTransaction(gateway.store, createTransaction(gateway, request));
}

/** Returns a transaction that has just been scheduled as the APIs show it. */
export function showScheduled(
  device: { readonly id: number; readonly name: string; readonly serial_number: string | null },
  row: NewTransaction,
) {
  const { id, name, serial_number } = device;
  return serializeRow(transaction, {
    ...row,
    parent_id: id,
    parent__name: name,
    parent__serial_number: serial_number,
  });
}

const sealPlace = 'inventory_transaction.secret_parameters';

function sealParameters({ vault }: Gateway, { secretParameters }: TransactionRequest) {
  if (secretParameters === undefined) return null;
  return vault.seal(new Secret(JSON.stringify(secretParameters)), sealPlace);
}

/** Returns the parameters of a transaction that are never shown; empty if it has ended. */
export async function openSecretParameters(
  { store, vault }: Pick<Gateway, 'store' | 'vault'>,
  id: string,
): Promise<Readonly<Record<string, unknown>>> {
  const row = await store.db
    .selectFrom('inventory_transaction')
    .select('secret_parameters')
    .where('id', '=', id)
    .executeTakeFirst();
  const sealed = row?.secret_parameters ?? null;
  return sealed === null ? {} : parseJsonColumn(vault.open(sealed, sealPlace).reveal());
}

/** Returns a statement that makes the transactions due that wait for a device. */
export function retryWaiting(store: Store, device: { readonly id: number }): Statement {
  const query = store.db
    .updateTable('inventory_transaction')
    .set({ due_at: 0 })
    .where('device', '=', device.id)
    .where('status', '=', 'scheduled')
    .where('waiting_for', '=', 'device');
  return compileStatement(query);
}
