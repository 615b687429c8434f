import { Type, type Static } from 'typebox';
import { asFault, Fault, type FaultKind } from '../../contract/errors.ts';
import type { JobRun } from '../../gateway/job.ts';
import {
  isSentOnce,
  pauseParameter,
  type OperationStep,
} from '../../device-type/device-operation.ts';
import { validateAgainst } from '../../contract/schema.ts';
import { createAdapterLog } from '../device/connection.ts';
import {
  contactDevice,
  filledCommand,
  sendCommand,
  type Command,
  type OperationRun,
} from './operation-command.ts';
import { awaitValue } from './value-verification.ts';

const readTimeoutMs = 10_000;

/** An operation of several steps. */
interface StepsRun extends OperationRun {
  readonly steps: readonly OperationStep[];
  /** Where an earlier run stopped. */
  readonly begun: Begun;
}

/**
 * Progress that is saved before a step sends its command: the position of the step, and of a command that is sent at most
 * once whether it may have been sent, or was accepted.
 */
const begun = Type.Object({
  step: Type.Integer({ minimum: 0 }),
  once: Type.Optional(Type.Enum(['sending', 'sent'])),
});
type Begun = Static<typeof begun>;

/**
 * Runs the steps of an operation in order. A run that takes over repeats the last step that had begun, unless its command is
 * sent at most once. When a step fails, the restoring steps are run before the operation fails.
 *
 * @throws Fault of the first failed step, with the outcome of the restoring steps; `timeout` and `unreachable` immediately,
 *         since the operation continues when the device answers; `interrupted` if it is unknown whether a command that is sent
 *         at most once has arrived
 */
export async function runSteps(
  operation: OperationRun,
  steps: readonly OperationStep[],
): Promise<Readonly<Record<string, unknown>>> {
  const { work } = operation;
  const begunBefore = begunStep(work, steps);
  const run = { ...operation, steps, begun: begunBefore };
  const made: string[] = [];
  for (const [at, step] of steps.entries()) {
    if (at < begunBefore.step) continue;
    const fault = await tryStep(run, step, at);
    if (fault === null) made.push(step.name);
    else throw await restore(run, at, fault);
  }
  const isVerified = steps.every(
    ({ command, read }) => command === undefined || read !== undefined,
  );
  const resumed = work.progress === null ? {} : { resumed: true };
  return { ...resumed, verified: isVerified, steps: made };
}

/** @throws Fault `interrupted` if a run began a step that the type no longer has, such as after an upgrade */
function begunStep({ progress }: JobRun, steps: readonly OperationStep[]): Begun {
  if (progress === null) return { step: 0 };
  const found = validateAgainst<Begun>(begun, progress, 'progress');
  if (found.step < steps.length) return found;
  throw new Fault('interrupted', `the type no longer has step ${found.step + 1}, which was begun`);
}

/** Runs the restoring steps after a failed step. Returns the fault of the operation. */
async function restore(run: StepsRun, failedAt: number, fault: Fault): Promise<Fault> {
  const { steps } = run;
  const hasBegun = steps.some(({ command }, at) => at <= failedAt && command !== undefined);
  const outcomes: string[] = [];
  for (const [at, step] of steps.entries()) {
    if (!hasBegun || at <= failedAt || !step.restores) continue;
    const next = await tryStep(run, step, at);
    outcomes.push(next === null ? `"${step.name}" was made afterwards` : next.message);
  }
  return new Fault(fault.kind, [fault.message, ...outcomes].join('; '), { cause: fault });
}

/**
 * Makes a step.
 *
 * @returns the fault of the device, with the name of the step, or null
 * @throws Fault `timeout` or `unreachable` if the device does not answer and the step may be repeated; `conflict` if another
 *         gateway runs the operation; and errors that are not Faults
 */
async function tryStep(run: StepsRun, step: OperationStep, at: number): Promise<Fault | null> {
  try {
    await makeStep(run, step, at);
    return null;
  } catch (error) {
    const fault = asFault(error);
    if (fault === null || fault.kind === 'conflict' || run.work.signal.aborted) throw error;
    const named = new Fault(fault.kind, `step "${step.name}": ${fault.message}`, { cause: error });
    if (isSilence(fault) && !(fault instanceof UnknownArrival)) throw named;
    return named;
  }
}

async function makeStep(run: StepsRun, step: OperationStep, at: number): Promise<void> {
  const { work, values } = run;
  if (step.command !== undefined) {
    if (isSentOnce(step)) await sendOnce(run, step.command, at);
    else {
      // Not before a step that restores, which a store that fails must not prevent: to repeat the step before does no harm.
      if (!step.restores) await work.saveProgress({ step: at });
      await sendCommand(run, step.command);
    }
  }
  if (step.read !== undefined) await verify(run, step, step.read);
  if (step.pause === undefined) return;
  const name = pauseParameter(step.pause);
  await work.pause(Number(name === null ? step.pause : values[name]) * 1000);
}

/**
 * Sends a command that restarts or resets the device, unless an earlier run has sent it. A device that cannot be reached
 * fails before the record, so that the operation waits for it.
 *
 * @throws UnknownArrival if the command may have been sent, now or by an earlier run; Fault of the device
 */
async function sendOnce(run: StepsRun, command: Command, at: number): Promise<void> {
  const { work, begun: before } = run;
  const earlier = before.step === at ? before.once : undefined;
  if (earlier === 'sent') return;
  if (earlier === 'sending')
    throw new UnknownArrival('interrupted', 'the gateway stopped while its command was sent');
  await contactDevice(run);
  await work.saveProgress({ step: at, once: 'sending' });
  try {
    await sendCommand(run, command);
  } catch (error) {
    const fault = asFault(error);
    if (fault !== null && isSilence(fault)) throw new UnknownArrival(fault.kind, fault.message);
    throw error;
  }
  await work.saveProgress({ step: at, once: 'sent' });
}

/** The fault of a command that is sent at most once and may have reached the device. */
class UnknownArrival extends Fault {
  constructor(kind: FaultKind, reason: string) {
    super(kind, `${reason}; it is unknown whether it arrived`);
  }
}

const isSilence = ({ kind }: Fault) => kind === 'timeout' || kind === 'unreachable';

async function verify(run: StepsRun, { value = '', within }: OperationStep, command: Command) {
  const { work, gateway } = run;
  await awaitValue(gateway, {
    name: 'the value',
    value,
    within,
    read: () => read(run, command),
    pause: work.pause,
  });
}

/** @returns what a command reads as text; null if the device does not have it */
async function read(run: StepsRun, command: Command): Promise<string | null> {
  const { work, gateway, connection, spec } = run;
  const { adapter, target } = connection.serviceOf(spec.protocol);
  if (!adapter.read) throw new Fault('unsupported', `adapter ${adapter.name} cannot read`);
  const readBy = adapter.read.bind(adapter);
  const requests = [{ variable: 'step', command: filledCommand(run, command) }];
  const log = createAdapterLog(gateway, connection);
  const [reading] = await work.runStep(
    { name: 'verification', timeoutMs: readTimeoutMs },
    (signal) => readBy(target, requests, { signal, log }),
  );
  return reading && reading.value !== null ? String(reading.value).trim() : null;
}
