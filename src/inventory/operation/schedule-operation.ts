import { randomUUID } from 'node:crypto';
import type { CommandValues } from '../../contract/adapter.ts';
import { operationsOf } from '../../device-type/device-type.ts';
import { asFault, Fault } from '../../contract/errors.ts';
import { formatTime } from '../../contract/fields.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { insertDeviceLogEntry } from '../transaction/device-log.ts';
import type { Statement } from '../../store/store.ts';
import { getDeviceType, type StoredDevice } from '../device/find-device.ts';
import { readFirmwareImages, type FirmwareImage } from '../device/firmware-image.ts';
import {
  createTransaction,
  insertTransaction,
  retryWaiting,
  unfinishedStatuses,
  type NewTransaction,
  type Schedule,
} from '../transaction/transaction.ts';
import { checkParameters } from './operation-parameters.ts';

/** An operation as a caller asks for it. */
export interface RequestedOperation {
  readonly operation: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A checked operation. */
export interface CheckedOperation {
  readonly operation: string;
  readonly parameters: CommandValues;
}

/**
 * Checks that the type of a device can do an operation.
 *
 * @param image  the firmware image of the device
 * @throws Fault `invalid` if the type has no such operation, or not with these parameters; `unsupported` if it is no longer
 *         known
 */
export function checkOperation(
  gateway: Gateway,
  device: StoredDevice,
  { operation, parameters, image }: RequestedOperation & { readonly image: FirmwareImage | null },
): CheckedOperation {
  const type = getDeviceType(gateway, device);
  const known = operationsOf(type);
  const spec = known.get(operation);
  if (spec) return { operation, parameters: checkParameters(spec, parameters, image) };
  throw Fault.field(
    'operation',
    `Type "${type.short_name}" has no operation "${operation}". It has: ${[...known.keys()].join(', ') || 'none'}.`,
  );
}

interface OperationRequest extends Schedule, RequestedOperation {
  readonly user: number | null;
  readonly fleetOperation?: string;
  /** Returns further statements of the batch that schedules the transaction. */
  readonly also?: (transaction: string) => readonly Statement[];
}

/** The transaction of an operation. */
export interface ScheduledOperation {
  readonly id: string;
  /** Null: the operation was requested before, and has not ended. */
  readonly row: NewTransaction | null;
}

/**
 * Schedules an operation: writes its transaction and its entry in the device log together. Returns the unfinished
 * transaction if the same operation was requested before, for the same time, and has not ended.
 *
 * @returns the transaction, with its row if this call has written it
 * @throws Fault `invalid` as `checkOperation`; `conflict` if it is scheduled for another time
 */
export async function scheduleOperation(
  gateway: Gateway,
  device: StoredDevice,
  request: OperationRequest,
): Promise<ScheduledOperation> {
  const image = await findFirmwareImage(gateway, device);
  const checked = checkOperation(gateway, device, { ...request, image });
  const id = randomUUID();
  const line = {
    action: 'command',
    variable_name: checked.operation,
    is_pending: 1,
    user: request.user,
    origin: 'api',
    transaction: id,
  } as const;
  const row = createTransaction(gateway, { ...request, ...checked, id, device, kind: 'operation' });
  const pending = await writeUnlessPending(
    gateway,
    [device, checked],
    [
      ...insertTransaction(gateway.store, row),
      insertDeviceLogEntry(gateway, device, line),
      ...(request.also?.(id) ?? []),
    ],
  );
  if (pending && !isSameSchedule(request, pending))
    throw new Fault('conflict', scheduledText(checked.operation, pending));
  if (pending)
    await gateway.store.write([
      retryWaiting(gateway.store, device),
      ...(request.also?.(pending.id) ?? []),
    ]);
  gateway.jobs.wake();
  return pending ? { id: pending.id, row: null } : { id, row };
}

async function findFirmwareImage(
  { store }: Gateway,
  device: StoredDevice,
): Promise<FirmwareImage | null> {
  if (device.firmware_image === null) return null;
  const images = await readFirmwareImages(store, [device]);
  return images(device);
}

const maxAttempts = 5;

/**
 * Writes a transaction unless one of the same operation is unfinished. If that one ends between the two statements, the
 * transaction is written again.
 *
 * @returns the unfinished transaction; null: the batch is written
 */
async function writeUnlessPending(
  gateway: Gateway,
  [device, checked]: readonly [StoredDevice, CheckedOperation],
  statements: readonly Statement[],
) {
  for (let attempt = 1; ; attempt += 1)
    try {
      await gateway.store.write(statements);
      return null;
    } catch (error) {
      if (asFault(error)?.kind !== 'conflict') throw error;
      const pending = await findUnfinished(gateway, device, checked);
      if (pending) return pending;
      if (attempt === maxAttempts) throw error;
    }
}

/** Returns whether a pending transaction is the one requested: a time to expire that is not given may be any. */
function isSameSchedule(
  { runAt, expiresAt }: Schedule,
  pending: { readonly run_at: number | null; readonly expires_at: number | null },
): boolean {
  return pending.run_at === runAt && (expiresAt === null || pending.expires_at === expiresAt);
}

function scheduledText(
  operation: string,
  { id, run_at }: { readonly id: string; readonly run_at: number | null },
): string {
  const when = run_at === null ? 'has not ended' : `is scheduled for ${formatTime(run_at)}`;
  return `The operation ${operation} of this device ${when}, as transaction ${id}.`;
}

function findUnfinished(
  gateway: Gateway,
  device: StoredDevice,
  { operation, parameters }: CheckedOperation,
) {
  return gateway.store.db
    .selectFrom('inventory_transaction')
    .select(['id', 'run_at', 'expires_at'])
    .where('device', '=', device.id)
    .where('operation', '=', operation)
    .where('parameters', '=', JSON.stringify(parameters))
    .where('kind', '=', 'operation')
    .where('status', 'in', unfinishedStatuses)
    .executeTakeFirst();
}
