import type { Adapter, CommandValues } from '../../contract/adapter.ts';
import { optionsOf, type DeviceType } from '../device-type.ts';
import {
  maxPauseSeconds,
  pauseParameter,
  pauseParameters,
  type OperationParameter,
  type OperationSpec,
  type OperationStep,
} from '../device-operation.ts';
import type { AdapterOf } from '../type-adapters.ts';
import { findUnfilled, placeholderOf, placeholdersIn } from './placeholders.ts';

/**
 * Finds errors in the operations of a type: commands that cannot carry their parameters, or name unknown values, unused
 * parameters, evidence of none of the three forms, incomplete steps; and `raw` of a type whose
 * protocol has no paths.
 *
 * @returns path in the file and reason of each fault
 */
export function findOperationFaults(type: DeviceType, adapterOf: AdapterOf): readonly string[] {
  return [
    ...rawFaults(type, adapterOf),
    ...Object.entries(type.operations).flatMap(([code, spec]) => {
      const where = `operations.${code}`;
      return [
        ...verifyFaults(spec, where),
        ...stepFaults(spec, where),
        ...parameterFaults(spec, where),
        ...commandFaults({ type, spec, where }, adapterOf),
      ];
    }),
  ];
}

function rawFaults({ raw }: DeviceType, adapterOf: AdapterOf): readonly string[] {
  return faultsOf(() => {
    const adapter = adapterOf(undefined, 'raw');
    if (raw === true && !adapter.rawCommand)
      throw new Error(`raw: adapter ${adapter.name} has no paths`);
  });
}

function verifyFaults({ verify, parameters }: OperationSpec, where: string): readonly string[] {
  if (verify === undefined) return [];
  const { uptime, equals, reads_back, value } = verify;
  const kinds = [uptime, equals, reads_back].filter((kind) => kind !== undefined);
  if (kinds.length !== 1) return [`${where}.verify: expected one of uptime, equals and reads_back`];
  if (uptime !== undefined) return [];
  if (value === undefined) return [`${where}.verify.value: required`];
  return reads_back !== undefined && !parameters[value]
    ? [`${where}.verify.value: the operation has no parameter "${value}"`]
    : [];
}

function stepFaults({ steps = [], ...spec }: OperationSpec, where: string): readonly string[] {
  const hasMore = spec.command !== undefined || spec.verify !== undefined || spec.checks.length > 0;
  const together =
    steps.length > 0 && hasMore
      ? [`${where}.steps: an operation with steps has no command, checks or verify`]
      : [];
  const ofSteps = steps.flatMap((step, at) => {
    const fault = stepFault(step, spec.parameters) ?? orderFault(steps, at);
    return fault === null ? [] : [`${where}.steps.${at}${fault}`];
  });
  return [...together, ...ofSteps];
}

function parameterFaults(spec: OperationSpec, where: string): readonly string[] {
  return Object.entries(spec.parameters).flatMap(([name, { pattern, notation, type }]) => {
    const place = `${where}.parameters.${name}`;
    const isMisplaced = notation !== undefined && type !== 'mac';
    return [
      ...faultsOf(() => new RegExp(pattern ?? '', 'u'), `${place}.pattern: `),
      ...(isMisplaced ? [`${place}.notation: only of a parameter of type mac`] : []),
    ];
  });
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

/** Returns the faults in the place of a step: restoring steps are at the end, after the steps that they restore. */
function orderFault(steps: readonly OperationStep[], at: number): string | null {
  const isAfterRestoring = steps[at - 1]?.restores === true;
  return isAfterRestoring && steps[at]?.restores !== true
    ? ': a step that restores is followed only by others that do'
    : null;
}

interface Operation {
  readonly type: DeviceType;
  readonly spec: OperationSpec;
  readonly where: string;
}

function commandFaults({ type, spec, where }: Operation, adapterOf: AdapterOf): readonly string[] {
  const commands = commandsOfOperation(spec);
  const unused = unusedParameters(spec, commands);
  const notUsed = unused.map(
    (name) => `${where}.parameters.${name}: no command of the operation has {{ ${name} }}`,
  );
  const samples = samplesOf(spec, unused);
  const missing = faultsOf(() => adapterOf(spec.protocol, where));
  if (missing.length > 0) return missing;
  const adapter = adapterOf(spec.protocol, where);
  if (Object.keys(samples).length > 0 && commands.length > 0 && !adapter.fillCommand)
    return [`${where}.parameters: adapter ${adapter.name} has no place for them`];
  const options = optionsOf(type, adapter.name);
  return [
    ...notUsed,
    ...commands.flatMap(([place, command]) =>
      findFillFaults(adapter, { command, samples, options }).map(
        (fault) => `${where}.${place}: ${fault}`,
      ),
    ),
  ];
}

function unusedParameters(
  spec: OperationSpec,
  commands: ReturnType<typeof commandsOfOperation>,
): readonly string[] {
  const inCommands = placeholdersIn(commands.map(([, command]) => command));
  const pauses = pauseParameters(spec);
  return Object.keys(spec.parameters).filter(
    (name) =>
      !pauses.has(name) && spec.verify?.value !== name && !inCommands.includes(placeholderOf(name)),
  );
}

function samplesOf(spec: OperationSpec, unused: readonly string[]): CommandValues {
  const pauses = pauseParameters(spec);
  return Object.fromEntries(
    Object.entries(spec.parameters)
      .filter(([name]) => !pauses.has(name) && !unused.includes(name))
      .map(([name, parameter]) => [name, sampleOf(parameter)]),
  );
}

/**
 * Finds the faults of a command with values in it.
 *
 * @param samples  a possible value of each name
 */
export function findFillFaults(
  adapter: Adapter,
  {
    command,
    samples,
    options,
  }: {
    readonly command: Readonly<Record<string, unknown>>;
    readonly samples: CommandValues;
    readonly options: Readonly<Record<string, unknown>>;
  },
): readonly string[] {
  const own = adapter.namesIn?.(command, options) ?? [];
  const unfilled = findUnfilled(command, [...Object.keys(samples), ...own]);
  if (unfilled.length > 0 || !adapter.fillCommand || Object.keys(samples).length === 0)
    return unfilled;
  const fill = adapter.fillCommand.bind(adapter);
  let filled: unknown;
  const faults = faultsOf(() => (filled = fill(command, samples)));
  // A known name in a place that the protocol does not fill.
  return faults.length > 0 || adapter.namesIn ? faults : findUnfilled(filled, []);
}

/** Returns a possible value of a parameter. */
function sampleOf({ type, options, minimum, ...spec }: OperationParameter) {
  if (spec.default !== undefined) return spec.default;
  const samples = { integer: minimum ?? 1, boolean: true, mac: '00:00:5E:00:53:01' };
  return type === 'string' ? (options?.[0] ?? 'sample') : samples[type];
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

/** Returns the error message of a check; an empty list if it passes. */
export function faultsOf(check: () => unknown, before = ''): readonly string[] {
  try {
    check();
    return [];
  } catch (error) {
    return [`${before}${error instanceof Error ? error.message : String(error)}`];
  }
}
