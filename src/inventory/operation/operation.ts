import { randomUUID } from 'node:crypto';
import { Type, type Static } from 'typebox';
import type { OperationCode, OperationSpec } from '../../device-type.ts';
import { Fault } from '../../errors.ts';
import { nullable } from '../../fields.ts';
import type { Gateway } from '../../gateway.ts';
import type { Job, JobRun } from '../../job.ts';
import { validateAgainst } from '../../schema.ts';
import { resolveConnection, getDeviceType, type Connection } from '../device/connection.ts';
import { insertDeviceLogEntry } from '../device/device-log.ts';
import { updateDeviceStatus } from '../device/device-status.ts';
import { findDeviceById, type StoredDevice } from '../device/find-device.ts';
import { updateSettingsAfterReset } from '../setting/pending-settings.ts';
import { syncSettings } from '../setting/setting-sync.ts';
import { insertTransaction } from '../device/transaction.ts';
import { readUptime, verifyRestart } from './restart-verification.ts';

export const operationCodes = [
  'reboot',
  'factory_reset',
  'device_factory_reset',
  'sync',
  'reconfigure',
] as const;

/**
 * Asks for an operation: the transaction and its line in the device log are written together, and the runner takes it
 * from there. Asked for again before it has ended, it is still one operation.
 *
 * @returns id of the transaction
 * @throws Fault `invalid` where the device's type does not know the operation
 */
export async function scheduleOperation(
  gateway: Gateway,
  device: StoredDevice,
  asked: { readonly operation: OperationCode; readonly user: number },
): Promise<string> {
  const type = getDeviceType(gateway, device);
  if (!type.operations[asked.operation]) {
    const known = Object.keys(type.operations).join(', ') || 'none';
    throw Fault.field(
      'operation',
      `Type "${type.short_name}" has no operation "${asked.operation}". It has: ${known}.`,
    );
  }
  const id = randomUUID();
  const line = {
    action: 'command',
    variable_name: asked.operation,
    is_pending: 1,
    user: asked.user,
    origin: 'api',
    transaction: id,
  } as const;
  try {
    await gateway.store.write([
      insertTransaction(gateway, { id, device, kind: 'operation', parameters: {}, ...asked }),
      insertDeviceLogEntry(gateway, device, line),
    ]);
    gateway.jobs.wake();
    return id;
  } catch (error) {
    const pending =
      error instanceof Fault && error.kind === 'conflict'
        ? await unfinished(gateway, device, asked.operation)
        : undefined;
    if (pending === undefined) throw error;
    return pending;
  }
}

async function unfinished(
  gateway: Gateway,
  device: StoredDevice,
  operation: OperationCode,
): Promise<string | undefined> {
  const row = await gateway.store.db
    .selectFrom('inventory_transaction')
    .select('id')
    .where('device', '=', device.id)
    .where('operation', '=', operation)
    .where('kind', '=', 'operation')
    .where('status', 'in', ['scheduled', 'running'])
    .executeTakeFirst();
  return row?.id;
}

const resets: ReadonlySet<string> = new Set(['factory_reset', 'device_factory_reset']);

/** Carries an operation out. A command goes out at most once, whatever happens to the gateway meanwhile. */
export const operationJob: Job = {
  kind: 'operation',
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
      ? await command({ work, gateway, connection, spec }, spec.command)
      : await syncSettings(gateway, connection, work);
    const reset = resets.has(work.operation)
      ? await updateSettingsAfterReset(gateway, device, work.operation)
      : [];
    await gateway.store.write([updateDeviceStatus(gateway, device, { isUp: true }), ...reset]);
    return results;
  },
};

interface Run {
  readonly work: JobRun;
  readonly gateway: Gateway;
  readonly connection: Connection;
  readonly spec: OperationSpec;
}

async function command(
  run: Run,
  text: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const { work, spec, gateway, connection } = run;
  if (work.progress) return resume(run, validateAgainst<Sent>(sent, work.progress, 'progress'));
  // A device that cannot be reached fails here, where nothing has been sent yet.
  const before = spec.verify
    ? await readUptime(gateway, connection, { verify: spec.verify, signal: work.signal })
    : null;
  const sentAt = gateway.now().getTime();
  // Written before the command goes out: after a crash this tells that it may have.
  await work.saveProgress({ uptimeBefore: before, sentAt });
  const outcome = await send(run, text);
  return {
    output: outcome.output,
    disconnected: outcome.disconnected,
    ...(await verified(run, { uptimeBefore: before, sentAt })),
  };
}

/** What is on disk from the moment at which the command may have gone out. */
const sent = Type.Object({ uptimeBefore: nullable(Type.Number()), sentAt: Type.Number() });
type Sent = Static<typeof sent>;

async function resume(run: Run, before: Sent): Promise<Readonly<Record<string, unknown>>> {
  if (run.spec.verify && before.uptimeBefore !== null)
    return { resumed: true, ...(await verified(run, before)) };
  throw new Fault(
    'interrupted',
    `the gateway stopped while ${run.work.operation} was under way; whether it reached the device is not known`,
  );
}

async function send(
  { gateway, connection, spec, work }: Run,
  text: Readonly<Record<string, unknown>>,
) {
  const { adapter, target } = connection;
  if (!adapter.operate) throw new Fault('unsupported', `${adapter.name} carries no operations`);
  const signal = AbortSignal.any([work.signal, AbortSignal.timeout(spec.timeout * 1000)]);
  return adapter.operate(target, text, { signal, log: adapterLog(gateway, connection) });
}

function adapterLog(gateway: Gateway, { device }: Connection) {
  return (message: string, fields: Readonly<Record<string, unknown>> = {}) => {
    gateway.log.debug({ device: device.id, ...fields }, message);
  };
}

async function verified({ gateway, connection, spec, work }: Run, { uptimeBefore, sentAt }: Sent) {
  if (!spec.verify) return { verified: false, reason: 'the type says no way to verify it' };
  if (uptimeBefore === null)
    return { verified: false, reason: `the device gives no ${spec.verify.uptime}` };
  const uptime = await verifyRestart(gateway, connection, {
    verify: spec.verify,
    sentAt,
    signal: work.signal,
  });
  return { verified: true, uptime_before: uptimeBefore, uptime };
}
