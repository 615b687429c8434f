import type { CommandResult, CommandValues } from '../../contract/adapter.ts';
import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { JobRun } from '../../gateway/job.ts';
import { pauseParameters, type OperationSpec } from '../../device-type/device-operation.ts';
import { createAdapterLog, type Connection } from '../device/connection.ts';
import { readParameters } from '../device/parameter.ts';
import { valuesForDevice } from './operation-parameters.ts';

const contactTimeoutMs = 30_000;

/** A run of an operation on a device, with the values of its parameters. */
export interface OperationRun {
  readonly work: JobRun;
  readonly gateway: Gateway;
  readonly connection: Connection;
  readonly spec: OperationSpec;
  readonly values: CommandValues;
}

/** A command of a device type. */
export type Command = Readonly<Record<string, unknown>>;

/** Sends a command of an operation. @throws Fault of the device; `unsupported` if its protocol has no operations */
export async function sendCommand(run: OperationRun, command: Command): Promise<CommandResult> {
  const { gateway, connection, spec, work } = run;
  const { adapter, target } = connection.serviceOf(spec.protocol);
  if (!adapter.operate)
    throw new Fault('unsupported', `adapter ${adapter.name} supports no operations`);
  const operate = adapter.operate.bind(adapter);
  const filled = filledCommand(run, command);
  return work.runStep({ name: 'operation', timeoutMs: spec.timeout * 1000 }, (signal) =>
    operate(target, filled, { signal, log: createAdapterLog(gateway, connection) }),
  );
}

/** Reads any parameter, so that a device that cannot be reached fails before a command may have been sent. @throws its Fault */
export async function contactDevice({ gateway, connection, work }: OperationRun): Promise<void> {
  const [first] = connection.type.parameters;
  if (!first || !connection.adapter.read) return;
  await work.runStep({ name: 'contact', timeoutMs: contactTimeoutMs }, (signal) =>
    readParameters(gateway, connection, { variables: [first.variable_name], signal }),
  );
}

/** Returns a command with the values of the operation, quoted for its protocol. */
export function filledCommand(
  { connection, spec, values }: OperationRun,
  command: Command,
): Command {
  if (Object.keys(values).length === 0) return command;
  const { adapter } = connection.serviceOf(spec.protocol);
  const entries = Object.entries(valuesForDevice(spec, values));
  const pauses = pauseParameters(spec);
  const ofCommands = entries.filter(([name]) => !pauses.has(name));
  return ofCommands.length > 0
    ? (adapter.fillCommand?.(command, Object.fromEntries(ofCommands)) ?? command)
    : command;
}
