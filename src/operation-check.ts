import type { Adapter, CommandValues } from './adapter.ts';
import type { AdapterOf } from './type-adapters.ts';
import type { DeviceType } from './device-type.ts';
import type { OperationParameter, OperationSpec } from './operation/device-operation.ts';

/**
 * Checks that the commands of each operation can carry its parameters, that its evidence is one of three, and that a type
 * with `raw` paths has a protocol with paths.
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

function checkCommands(
  adapter: Adapter,
  { command, checks, parameters }: OperationSpec,
  where: string,
): void {
  const commands = command === undefined ? checks : [...checks, command];
  if (Object.keys(parameters).length === 0 || commands.length === 0) return;
  if (!adapter.fillCommand)
    throw new Error(`${where}.parameters: adapter ${adapter.name} has no place for them`);
  const samples: CommandValues = Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, sampleOf(parameter)]),
  );
  for (const one of commands) {
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
