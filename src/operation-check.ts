import type { Adapter, CommandValues } from './adapter.ts';
import type { AdapterOf } from './type-adapters.ts';
import type { DeviceType } from './device-type.ts';
import {
  maxPauseSeconds,
  pauseParameter,
  pauseParameters,
  type OperationParameter,
  type OperationSpec,
  type OperationStep,
} from './operation/device-operation.ts';

/**
 * Checks that the commands of each operation can carry its parameters, that its evidence is one of three, that its steps are
 * complete, and that a type with `raw` paths has a protocol with paths.
 *
 * @param place  of the type's file, for the message
 * @throws Error with file, path and reason
 */
export function checkOperations(type: DeviceType, adapterOf: AdapterOf, place: string): void {
  const adapter = adapterOf(undefined, `${place}: raw`);
  if (type.raw === true && !adapter.rawCommand)
    throw new Error(`${place}: raw: adapter ${adapter.name} has no paths`);
  for (const [code, spec] of Object.entries(type.operations)) {
    const where = `${place}: operations.${code}`;
    checkVerify(spec, where);
    checkSteps(spec, where);
    for (const [name, { pattern, notation, type: kind }] of Object.entries(spec.parameters)) {
      if (pattern !== undefined) compile(pattern, `${where}.parameters.${name}.pattern`);
      if (notation !== undefined && kind !== 'mac')
        throw new Error(`${where}.parameters.${name}.notation: only of a parameter of type mac`);
    }
    checkCommands(adapterOf(spec.protocol, where), spec, where);
  }
}

function checkVerify({ verify, parameters }: OperationSpec, where: string): void {
  if (verify === undefined) return;
  const { uptime, equals, reads_back, value } = verify;
  const kinds = [uptime, equals, reads_back].filter((kind) => kind !== undefined);
  if (kinds.length !== 1)
    throw new Error(`${where}.verify: expected one of uptime, equals and reads_back`);
  if (uptime !== undefined) return;
  if (value === undefined) throw new Error(`${where}.verify.value: required`);
  if (reads_back !== undefined && !parameters[value])
    throw new Error(`${where}.verify.value: the operation has no parameter "${value}"`);
}

function checkSteps({ steps = [], ...spec }: OperationSpec, where: string): void {
  const hasMore = spec.command !== undefined || spec.verify !== undefined || spec.checks.length > 0;
  if (steps.length > 0 && hasMore)
    throw new Error(`${where}.steps: an operation with steps has no command, checks or verify`);
  for (const [at, step] of steps.entries()) {
    const fault = stepFault(step, spec.parameters) ?? orderFault(steps, at);
    if (fault !== null) throw new Error(`${where}.steps.${at}${fault}`);
  }
}

function stepFault(
  { command, read, value, pause }: OperationStep,
  parameters: OperationSpec['parameters'],
): string | null {
  if (command === undefined && read === undefined) return ': expected command, read or both';
  if ((read === undefined) !== (value === undefined))
    return ': expected read and value, or neither';
  const name = pauseParameter(pause);
  if (name === null || isPause(parameters[name])) return null;
  return `.pause: the operation has no parameter "${name}" of type integer from 0 or more to ${maxPauseSeconds} or less`;
}

function isPause(parameter: OperationParameter | undefined): boolean {
  const { type, minimum = -1, maximum = Infinity } = parameter ?? {};
  return type === 'integer' && minimum >= 0 && maximum <= maxPauseSeconds;
}

/** Returns what is wrong with the place of a step: what restores is at the end, after what it restores. */
function orderFault(steps: readonly OperationStep[], at: number): string | null {
  const isAfterRestoring = steps[at - 1]?.restores === true;
  return isAfterRestoring && steps[at]?.restores !== true
    ? ': a step that restores is followed only by others that do'
    : null;
}

function checkCommands(adapter: Adapter, spec: OperationSpec, where: string): void {
  const { parameters } = spec;
  const commands = commandsOfOperation(spec);
  if (Object.keys(parameters).length === 0 || commands.length === 0) return;
  if (!adapter.fillCommand)
    throw new Error(`${where}.parameters: adapter ${adapter.name} has no place for them`);
  const pauses = pauseParameters(spec);
  const samples: CommandValues = Object.fromEntries(
    Object.entries(parameters)
      .filter(([name]) => !pauses.has(name))
      .map(([name, parameter]) => [name, sampleOf(parameter)]),
  );
  for (const [, one] of commands) {
    try {
      adapter.fillCommand(one, samples);
    } catch (error) {
      throw new Error(`${where}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  }
}

/** Returns a possible value of a parameter. */
function sampleOf({ type, options, minimum, ...spec }: OperationParameter) {
  if (spec.default !== undefined) return spec.default;
  const samples = { integer: minimum ?? 1, boolean: true, mac: '00:00:5E:00:53:01' };
  return type === 'string' ? (options?.[0] ?? 'sample') : samples[type];
}

function compile(pattern: string, place: string): void {
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    throw new Error(
      `${place}: ${error instanceof Error ? error.message : 'not a regular expression'}`,
      { cause: error },
    );
  }
}

/** Returns all commands of an operation, each with its place in the definition. */
export function commandsOfOperation({
  command,
  checks,
  steps = [],
}: OperationSpec): readonly (readonly [
  place: string,
  command: Readonly<Record<string, unknown>>,
])[] {
  const ofSteps = steps.flatMap((one, at) => [
    [`steps.${at}.command`, one.command] as const,
    [`steps.${at}.read`, one.read] as const,
  ]);
  const ofChecks = checks.map((check, at) => [`checks.${at}`, check] as const);
  return [['command', command] as const, ...ofChecks, ...ofSteps].flatMap(([place, one]) =>
    one === undefined ? [] : [[place, one] as const],
  );
}
