import { Type, type Static } from 'typebox';
import type { CommandResult, CommandValues } from '../../contract/adapter.ts';
import { operationsOf, publishedOperations } from '../../device-type/device-type.ts';
import { asFault, Fault } from '../../contract/errors.ts';
import { nullable } from '../../contract/fields.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Job, JobRun } from '../../gateway/job.ts';
import { validateAgainst } from '../../contract/schema.ts';
import { resolveConnection, type Connection } from '../device/connection.ts';
import { answeredState, noteProtocolError, updateDeviceStatus } from '../device/device-status.ts';
import { findDeviceById, getDeviceType } from '../device/find-device.ts';
import { updateSettingsAfterReset } from '../setting/pending-settings.ts';
import { syncSettings } from '../setting/setting-sync.ts';
import {
  contactDevice,
  sendCommand,
  type Command,
  type OperationRun,
} from './operation-command.ts';
import { storeEvidence } from './operation-evidence.ts';
import { runSteps } from './operation-steps.ts';
import { readUptime, verifyRestart } from './restart-verification.ts';
import { expectedValue, readValue, verifyValue } from './value-verification.ts';

/** What a published operation does to the settings of a device. */
interface SettingEffect {
  /** What the desired values are after it; null: it resets no settings. */
  readonly resetsTo: 'defaults' | 'desired' | null;
  /** True if it writes all desired values, those included that the device reports already. */
  readonly writesAll: boolean;
}

const noEffect: SettingEffect = { resetsTo: null, writesAll: false };

const publishedEffects: Readonly<Record<(typeof publishedOperations)[number], SettingEffect>> = {
  reboot: noEffect,
  factory_reset: { resetsTo: 'defaults', writesAll: false },
  device_factory_reset: { resetsTo: 'desired', writesAll: false },
  sync: noEffect,
  reconfigure: { resetsTo: null, writesAll: true },
};

/** Returns the effect of an operation on settings; operations that a type defines of its own have no effect. */
function effectOf(operation: string): SettingEffect {
  const published = publishedOperations.find((code) => code === operation);
  return published === undefined ? noEffect : publishedEffects[published];
}

/**
 * Runs an operation. A command is sent at most once, even if the gateway ends in between, and so is a step that restarts or
 * resets the device. Other steps may be repeated, so they wait for a device that does not answer in the middle as well.
 */
export const operationJob: Job<'operation'> = {
  kind: 'operation',
  // Progress: the position of the begun step, and whether a command that is sent at most once may be on its way.
  waitsForDevice: ({ progress }) =>
    progress !== null && 'step' in progress && progress['once'] !== 'sending'
      ? 'always'
      : 'before_progress',
  async run(work, gateway) {
    const device = await findDeviceById(gateway.store, work.device);
    const spec = operationsOf(getDeviceType(gateway, device)).get(work.operation);
    if (!spec)
      throw new Fault(
        'unsupported',
        `type "${device.type_short_name}" no longer has ${work.operation}`,
      );
    const connection = await resolveConnection(gateway, device);
    const asked = spec.protocol ?? connection.type.connection.protocol;
    const run = { work, gateway, connection, spec, values: valuesOf(work) };
    const results = await notingSilence(gateway, { connection, protocol: asked }, () =>
      runOperation(run),
    );
    const { resetsTo } = effectOf(work.operation);
    await gateway.store.write([
      ...updateDeviceStatus(gateway, device, answeredState(device, connection.silent, [asked])),
      ...(resetsTo === null ? [] : await updateSettingsAfterReset(gateway, device, resetsTo)),
    ]);
    if (results['verified'] === true) await storeEvidence(run);
    return results;
  },
};

/** Parameters of a transaction, which were checked when it was scheduled. */
const values = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Number(), Type.Boolean()]),
);

function valuesOf({ parameters }: JobRun): CommandValues {
  if (Object.keys(parameters).length === 0) return {};
  return validateAgainst<CommandValues>(values, parameters, 'parameters');
}

/** Runs work; if its protocol does not answer and the type has another one, `last_error` says so. */
async function notingSilence<T>(
  gateway: Gateway,
  { connection: { device, type }, protocol }: { connection: Connection; protocol: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const fault = asFault(error);
    const isSilent = fault !== null && ['unreachable', 'timeout', 'refused'].includes(fault.kind);
    if (isSilent && type.collection !== undefined)
      await gateway.store.write([noteProtocolError(gateway, device, { protocol, fault })]);
    throw error;
  }
}

async function runOperation(run: OperationRun): Promise<Readonly<Record<string, unknown>>> {
  const { work, gateway, connection, spec } = run;
  if (spec.steps !== undefined) return runSteps(run, spec.steps);
  if (spec.command !== undefined) return runCommand(run, spec.command);
  return syncSettings(gateway, connection, { work, ...effectOf(work.operation) });
}

async function runCommand(
  run: OperationRun,
  command: Command,
): Promise<Readonly<Record<string, unknown>>> {
  const { work, spec, gateway } = run;
  if (work.progress) return resume(run, validateAgainst<Sent>(sent, work.progress, 'progress'));
  // A device that cannot be reached, or fails a check, fails here, before the command is sent.
  const before = await readEvidence(run);
  for (const check of spec.checks) await sendCommand(run, check);
  const sentAt = gateway.now().getTime();
  // Saved before the command is sent: after a crash it shows that the command may have been sent.
  await work.saveProgress({ ...before, sentAt });
  const outcome = await sendBeforeVerification(run, command, before);
  return {
    output: outcome.output,
    disconnected: outcome.disconnected,
    ...(await verify(run, { ...before, sentAt })),
  };
}

/** Progress that is saved before the command is sent: the uptime or the value that the command changes. */
const sent = Type.Object({
  uptimeBefore: nullable(Type.Number()),
  valueBefore: Type.Optional(nullable(Type.String())),
  sentAt: Type.Number(),
});
type Sent = Static<typeof sent>;
type Evidence = Omit<Sent, 'sentAt'>;

/** Reads what the verification compares; without one, any parameter. @throws Fault of the connection */
async function readEvidence(run: OperationRun): Promise<Evidence> {
  const { gateway, connection, spec } = run;
  const { runStep } = run.work;
  if (spec.verify?.uptime !== undefined) {
    const { verify } = spec;
    return { uptimeBefore: await readUptime(gateway, connection, { verify, runStep }) };
  }
  const variable = spec.verify?.equals ?? spec.verify?.reads_back;
  if (variable !== undefined)
    return {
      uptimeBefore: null,
      valueBefore: await readValue(gateway, connection, { variable, runStep }),
    };
  await contactDevice(run);
  return { uptimeBefore: null };
}

async function resume(run: OperationRun, before: Sent): Promise<Readonly<Record<string, unknown>>> {
  if (canVerify(run, before)) return { resumed: true, ...(await verify(run, before)) };
  throw new Fault(
    'interrupted',
    `the gateway stopped while ${run.work.operation} was running; it is unknown whether the command reached the device`,
  );
}

function canVerify({ spec }: OperationRun, { uptimeBefore }: Evidence): boolean {
  return spec.verify !== undefined && (spec.verify.uptime === undefined || uptimeBefore !== null);
}

/**
 * Sends the command. A restarting device may drop off the network immediately: if it may drop the connection and the
 * restart can be verified, silence until the time limit counts as dropped, and the verification decides.
 */
async function sendBeforeVerification(
  run: OperationRun,
  command: Command,
  before: Evidence,
): Promise<CommandResult> {
  try {
    return await sendCommand(run, command);
  } catch (error) {
    const mayBeRestarting =
      canVerify(run, before) &&
      command['expect_disconnect'] === true &&
      asFault(error)?.kind === 'timeout' &&
      !run.work.signal.aborted;
    if (!mayBeRestarting) throw error;
    return { output: '', disconnected: true };
  }
}

async function verify(run: OperationRun, { uptimeBefore, valueBefore, sentAt }: Sent) {
  const { gateway, connection, spec, work } = run;
  const { runStep, pause } = work;
  if (!spec.verify) return { verified: false, reason: 'the device type defines no verification' };
  if (spec.verify.uptime === undefined) {
    const expected = expectedValue(spec.verify, run.values);
    const value = await verifyValue(gateway, connection, { ...expected, runStep, pause });
    return { verified: true, value_before: valueBefore ?? null, value };
  }
  if (uptimeBefore === null)
    return { verified: false, reason: `the device returns no ${spec.verify.uptime}` };
  const verification = { verify: spec.verify, sentAt, runStep, pause };
  const uptime = await verifyRestart(gateway, connection, verification);
  return { verified: true, uptime_before: uptimeBefore, uptime };
}
