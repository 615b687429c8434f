import type { DeviceType, ParameterSpec } from '../device-type.ts';
import { commandsOfOperation, faultsOf } from './operation-check.ts';

/** A command that operates or reads, with its place and the protocol that it names. */
export type PlacedCommand = [
  where: string,
  command: Readonly<Record<string, unknown>>,
  protocol: string | undefined,
];

/** Returns all commands of a type that operate or read. */
export function commandsOf(type: DeviceType): PlacedCommand[] {
  const operations = Object.entries(type.operations).flatMap(([code, spec]) =>
    commandsOfOperation(spec).map(([place, command]): PlacedCommand => [
      `operations.${code}.${place}`,
      command,
      spec.protocol,
    ]),
  );
  const reads = type.parameters.map(({ variable_name, read, protocol }): PlacedCommand => [
    `parameters.${variable_name}.read`,
    read,
    protocol,
  ]);
  const backup: PlacedCommand[] = type.backup ? [['backup.read', type.backup.read, undefined]] : [];
  const leases: PlacedCommand[] = type.leases ? [['leases.read', type.leases.read, undefined]] : [];
  return [...operations, ...reads, ...backup, ...leases];
}

/** A command that writes, and a value that it must be able to carry. */
export interface Write {
  readonly name: string;
  readonly write: NonNullable<ParameterSpec['write']>;
  readonly value: string | number | boolean;
  readonly protocol: string | undefined;
}

/** Returns all commands of a type that write. */
export function writesOf({ parameters, backup }: DeviceType): readonly Write[] {
  const restore = backup?.restore;
  return [
    ...parameters.flatMap((spec) => {
      const { variable_name, write, protocol } = spec;
      if (write === undefined) return [];
      return [
        { name: `parameters.${variable_name}.write`, write, value: sampleOf(spec), protocol },
      ];
    }),
    ...(restore
      ? [{ name: 'backup.restore', write: restore, value: 'sample', protocol: undefined }]
      : []),
  ];
}

/** Returns a valid value of a parameter. */
function sampleOf({ type, options }: ParameterSpec): string | number | boolean {
  if (type === 'integer' || type === 'float') return 1;
  return type === 'boolean' ? true : (options?.[0]?.value ?? 'sample');
}

/** Compiles all regular expressions, so that an invalid one is found at the start and not at its first use. */
export function patternFaults(type: DeviceType): readonly string[] {
  const writes = writesOf(type).map(({ name, write }) => [name, write] as const);
  const ofCommands = [...commandsOf(type), ...writes].flatMap(([where, command]) =>
    ['match', 'fail', 'mask'].map(
      (keyword) => [`${where}.${keyword}`, propertyOf(command, keyword)] as const,
    ),
  );
  const ofBackup = (['secrets', 'volatile'] as const).flatMap((keyword) =>
    (type.backup?.[keyword] ?? []).map((one, at) => [`backup.${keyword}.${at}`, one] as const),
  );
  const ofIdentity = (type.detect ?? []).flatMap((rule, at) =>
    (['sys_descr', 'ssh_banner', 'http_banner'] as const).map(
      (keyword) => [`detect.${at}.${keyword}`, rule[keyword]] as const,
    ),
  );
  return [...ofCommands, ...ofBackup, ...ofIdentity].flatMap(([where, pattern]) => {
    if (typeof pattern !== 'string') return [];
    return faultsOf(() => new RegExp(pattern, 'm'), `${where}: `);
  });
}

function propertyOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
