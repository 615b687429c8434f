import { randomUUID } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { operationCodes, type OperationCode, type OperationSpec } from '../../device-type.ts';
import type { CommandResult } from '../../adapter.ts';
import { asFault, Fault } from '../../errors.ts';
import { formatTime, nullable } from '../../fields.ts';
import type { Gateway } from '../../gateway.ts';
import type { Job, JobRun } from '../../job.ts';
import { validateAgainst } from '../../schema.ts';
import {
  createAdapterLog,
  resolveConnection,
  getDeviceType,
  type Connection,
} from '../device/connection.ts';
import { insertDeviceLogEntry } from '../device/device-log.ts';
import { updateDeviceStatus } from '../device/device-status.ts';
import { findDeviceById, type StoredDevice } from '../device/find-device.ts';
import { readParameters } from '../device/parameter.ts';
import { updateSettingsAfterReset } from '../setting/pending-settings.ts';
import { syncSettings } from '../setting/setting-sync.ts';
import {
  retryWaiting,
  scheduleTransaction,
  unfinishedStatuses,
  type Schedule,
} from '../device/transaction.ts';
import { readUptime, verifyRestart } from './restart-verification.ts';

const contactTimeoutMs = 30_000;

/**
 * Schedules an operation: writes its transaction and its entry in the device log together. Returns the unfinished
 * transaction if the same operation was requested before, for the same time, and has not ended.
 *
 * @returns id of the transaction
 * @throws Fault `invalid` if the device's type has no such operation; `conflict` if it is scheduled for another time
 */
export async function scheduleOperation(
  gateway: Gateway,
  device: StoredDevice,
  request: Schedule & { readonly operation: OperationCode; readonly user: number },
): Promise<string> {
  const type = getDeviceType(gateway, device);
  if (!type.operations[request.operation]) {
    const known = Object.keys(type.operations).join(', ') || 'none';
    throw Fault.field(
      'operation',
      `Type "${type.short_name}" has no operation "${request.operation}". It has: ${known}.`,
    );
  }
  const id = randomUUID();
  const line = {
    action: 'command',
    variable_name: request.operation,
    is_pending: 1,
    user: request.user,
    origin: 'api',
    transaction: id,
  } as const;
  try {
    await gateway.store.write([
      ...scheduleTransaction(gateway, {
        id,
        device,
        kind: 'operation',
        parameters: {},
        ...request,
      }),
      insertDeviceLogEntry(gateway, device, line),
    ]);
    gateway.jobs.wake();
    return id;
  } catch (error) {
    const pending =
      error instanceof Fault && error.kind === 'conflict'
        ? await findUnfinished(gateway, device, request.operation)
        : undefined;
    if (pending === undefined) throw error;
    if (isSameSchedule(request, pending)) {
      await gateway.store.write([retryWaiting(gateway, device)]);
      gateway.jobs.wake();
      return pending.id;
    }
    throw new Fault('conflict', scheduledText(request.operation, pending), { cause: error });
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
  operation: OperationCode,
  { id, run_at }: { readonly id: string; readonly run_at: number | null },
): string {
  const when = run_at === null ? 'has not ended' : `is scheduled for ${formatTime(run_at)}`;
  return `The operation ${operation} of this device ${when}, as transaction ${id}.`;
}

function findUnfinished(gateway: Gateway, device: StoredDevice, operation: OperationCode) {
  return gateway.store.db
    .selectFrom('inventory_transaction')
    .select(['id', 'run_at', 'expires_at'])
    .where('device', '=', device.id)
    .where('operation', '=', operation)
    .where('kind', '=', 'operation')
    .where('status', 'in', unfinishedStatuses)
    .executeTakeFirst();
}

/** Runs an operation. A command is sent at most once, even if the gateway ends in between. */
export const operationJob: Job = {
  kind: 'operation',
  waitsForDevice: 'before_progress',
  async run(work, gateway) {
    const device = await findDeviceById(gateway, work.device);
    const code = operationCodes.find((known) => known === work.operation);
    const spec = code && getDeviceType(gateway, device).operations[code];
    if (!spec)
      throw new Fault(
        'unsupported',
        `type "${device.type_short_name}" no longer has ${work.operation}`,
      );
    const connection = await resolveConnection(gateway, device);
    const results = spec.command
      ? await runCommand({ work, gateway, connection, spec }, spec.command)
      : await syncSettings(gateway, connection, work);
    await gateway.store.write([
      ...updateDeviceStatus(gateway, device, { isUp: true }),
      ...(await updateSettingsAfterReset(gateway, device, code)),
    ]);
    return results;
  },
};

interface Run {
  readonly work: JobRun;
  readonly gateway: Gateway;
  readonly connection: Connection;
  readonly spec: OperationSpec;
}

async function runCommand(
  run: Run,
  command: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const { work, spec, gateway, connection } = run;
  if (work.progress) return resume(run, validateAgainst<Sent>(sent, work.progress, 'progress'));
  // A device that cannot be reached fails here, before anything is sent.
  const before = spec.verify
    ? await readUptime(gateway, connection, { verify: spec.verify, runStep: work.runStep })
    : await checkReachable(run);
  const sentAt = gateway.now().getTime();
  // Saved before the command is sent: after a crash it shows that the command may have been sent.
  await work.saveProgress({ uptimeBefore: before, sentAt });
  const outcome = await sendBeforeVerification(run, command, before);
  return {
    output: outcome.output,
    disconnected: outcome.disconnected,
    ...(await verify(run, { uptimeBefore: before, sentAt })),
  };
}

/** Reads a parameter, if the type has any: what it reports does not matter. @throws Fault of the connection */
async function checkReachable({ work, gateway, connection }: Run): Promise<null> {
  const [first] = connection.type.parameters;
  if (!first || !connection.adapter.read) return null;
  await work.runStep({ name: 'contact', timeoutMs: contactTimeoutMs }, (signal) =>
    readParameters(gateway, connection, { variables: [first.variable_name], signal }),
  );
  return null;
}

/** Progress that is saved before the command is sent. */
const sent = Type.Object({ uptimeBefore: nullable(Type.Number()), sentAt: Type.Number() });
type Sent = Static<typeof sent>;

async function resume(run: Run, before: Sent): Promise<Readonly<Record<string, unknown>>> {
  if (run.spec.verify && before.uptimeBefore !== null)
    return { resumed: true, ...(await verify(run, before)) };
  throw new Fault(
    'interrupted',
    `the gateway stopped while ${run.work.operation} was running; it is unknown whether the command reached the device`,
  );
}

/**
 * Sends the command. A device that restarts may take its network away at once: if it may drop the connection and the
 * restart can be verified, silence until the time limit counts as dropped, and the verification decides.
 */
async function sendBeforeVerification(
  run: Run,
  command: Readonly<Record<string, unknown>>,
  uptimeBefore: number | null,
): Promise<CommandResult> {
  try {
    return await send(run, command);
  } catch (error) {
    const mayBeRestarting =
      uptimeBefore !== null &&
      command['expect_disconnect'] === true &&
      asFault(error)?.kind === 'timeout' &&
      !run.work.signal.aborted;
    if (!mayBeRestarting) throw error;
    return { output: '', disconnected: true };
  }
}

async function send(
  { gateway, connection, spec, work }: Run,
  command: Readonly<Record<string, unknown>>,
) {
  const { adapter, target } = connection;
  if (!adapter.operate)
    throw new Fault('unsupported', `adapter ${adapter.name} supports no operations`);
  const operate = adapter.operate.bind(adapter);
  return work.runStep({ name: 'operation', timeoutMs: spec.timeout * 1000 }, (signal) =>
    operate(target, command, { signal, log: createAdapterLog(gateway, connection) }),
  );
}

async function verify({ gateway, connection, spec, work }: Run, { uptimeBefore, sentAt }: Sent) {
  if (!spec.verify) return { verified: false, reason: 'the device type defines no verification' };
  if (uptimeBefore === null)
    return { verified: false, reason: `the device returns no ${spec.verify.uptime}` };
  const uptime = await verifyRestart(gateway, connection, {
    verify: spec.verify,
    sentAt,
    runStep: work.runStep,
    pause: work.pause,
  });
  return { verified: true, uptime_before: uptimeBefore, uptime };
}
