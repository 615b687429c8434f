import type { TSchema } from 'typebox';
import type { Adapter } from '../../contract/adapter.ts';
import { findConversionFaults } from '../conversion/parameter-conversion.ts';
import { optionsOf, type DeviceType, type ObjectSpec } from '../device-type.ts';
import { findDiagnosticFaults } from './device-diagnostic-check.ts';
import { createAdapterOf, type AdapterOf } from '../type-adapters.ts';
import { faultsOf, findOperationFaults } from './operation-check.ts';
import { parseType, type ParsedType } from './parse-type.ts';
import { findUnfilled } from './placeholders.ts';
import { placedSchemaFaults } from './schema-faults.ts';
import { commandsOf, patternFaults, writesOf, type Write } from './type-commands.ts';

/**
 * Checks the text of a device type file against the schema of types, the schemas of its adapters, and rules beyond schemas.
 * Parts that do not follow the schema do not hide errors of other parts.
 *
 * @param file  its path
 */
export function examineType(
  file: string,
  text: string,
  adapters: ReadonlyMap<string, Adapter>,
): Pick<ParsedType, 'type' | 'faults'> {
  const { type, faults, parameterNames } = parseType(file, text);
  if (type === null) return { type, faults };
  const adapterOf = createAdapterOf(type, adapters);
  const isMissing = [type.connection, type.collection].some(
    (one) => one !== undefined && !adapters.has(one.protocol),
  );
  const connecting = connectionFaults(type, adapterOf);
  if (isMissing) return { type, faults: [...faults, ...connecting] };
  return {
    type,
    faults: [
      ...faults,
      ...connecting,
      ...readFaults(type, adapterOf),
      ...writesOf(type).flatMap((write) => writeFaults(type, write, adapterOf)),
      ...findOperationFaults(type, adapterOf),
      ...findDiagnosticFaults(type, adapterOf),
      ...(type.objects ?? []).flatMap((spec) => objectFaults(type, spec, adapterOf)),
      ...nameFaults(type, parameterNames),
      ...patternFaults(type),
      ...findConversionFaults(type),
    ],
  };
}

function connectionFaults(
  { connection, collection }: DeviceType,
  adapterOf: AdapterOf,
): readonly string[] {
  return Object.entries({ connection, collection }).flatMap(([name, one]) => {
    if (one === undefined) return [];
    return faultsWith(
      () => adapterOf(one.protocol, `${name}.protocol`),
      (adapter) =>
        schemaFaults(adapter.options, { where: `${name}.options`, value: one.options }, () => {
          adapter.checkOptions?.(one.options);
          const known = adapter.namesInOptions?.(one.options) ?? [];
          const [unfilled] = findUnfilled(one.options, known);
          if (unfilled !== undefined) throw new Error(unfilled);
        }),
    );
  });
}

/** Checks all commands by the schema of their adapter, and reading commands for placeholders that would not be replaced. */
function readFaults(type: DeviceType, adapterOf: AdapterOf): readonly string[] {
  return commandsOf(type).flatMap(([where, command, protocol]) =>
    faultsWith(
      () => adapterOf(protocol, where),
      (adapter) => {
        const own = adapter.namesIn?.(command, optionsOf(type, adapter.name)) ?? [];
        const unfilled = where.startsWith('operations.') ? [] : findUnfilled(command, own);
        return [
          ...schemaFaults(adapter.command, { where, value: command }, () =>
            adapter.checkCommand?.(command),
          ),
          ...unfilled.map((fault) => `${where}: ${fault}`),
        ];
      },
    ),
  );
}

/** Checks a command that writes, and that it can carry a value. */
function writeFaults(
  type: DeviceType,
  { name: where, write, value, protocol }: Write,
  adapterOf: AdapterOf,
): readonly string[] {
  return faultsWith(
    () => adapterOf(protocol, where),
    (adapter) => {
      if (!adapter.writeCommand) return [`${where}: adapter ${adapter.name} cannot write`];
      const own = adapter.namesIn?.(write, optionsOf(type, adapter.name)) ?? [];
      const unfilled = findUnfilled(write, ['value', ...own]);
      if (unfilled.length > 0) return unfilled.map((fault) => `${where}: ${fault}`);
      return schemaFaults(adapter.writeCommand, { where, value: write }, () => {
        adapter.checkCommand?.(write);
        const request = { variable: where, value, command: write, isSecret: false };
        const sent = adapter.previewWrite?.(request);
        // The protocol replaces no placeholders here.
        const [left] = adapter.namesIn ? [] : findUnfilled(sent, []);
        if (left !== undefined) throw new Error(left);
      });
    },
  );
}

/** Checks an object, and that its command can carry its fields. */
function objectFaults(
  { connection }: DeviceType,
  spec: ObjectSpec,
  adapterOf: AdapterOf,
): readonly string[] {
  const where = `objects.${spec.object}`;
  const adapter = adapterOf(connection.protocol, where);
  if (!adapter.objectCommand) return [`${where}: adapter ${adapter.name} has no objects`];
  const { command, fields, key } = spec;
  return [
    ...(key in fields ? [] : [`${where}: key: no field ${key}`]),
    ...Object.entries(fields).flatMap(([name, { pattern = '' }]) =>
      faultsOf(() => new RegExp(pattern, 'u'), `${where}: fields.${name}.pattern: `),
    ),
    ...schemaFaults(adapter.objectCommand, { where, value: command }, () => {
      previewObject(adapter, spec);
    }),
    ...findUnfilled(command, Object.keys(fields)).map((fault) => `${where}: ${fault}`),
  ];
}

/** @throws Fault if the command cannot carry the fields */
function previewObject(adapter: Adapter, { object, fields, key, command }: ObjectSpec): void {
  const values = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.default ?? sampleValues[field.type],
    ]),
  );
  const request = { variable: object, instance: '1', values, command, isRepeated: false };
  adapter.previewObject?.({ ...request, action: 'add' });
  const ofKey = { [key]: values[key] ?? '' };
  adapter.previewObject?.({ ...request, action: 'delete', values: ofKey });
}

/** Hexadecimal digits, and a number to a table with a numeric key: valid wherever any value of the type may be. */
const sampleValues = { string: '10', integer: 1, boolean: true } as const;

/** Returns the faults of a value by its schema; without any, the error of a further check. */
function schemaFaults(
  schema: TSchema,
  { where, value }: { readonly where: string; readonly value: unknown },
  check: () => void,
): readonly string[] {
  const faults = placedSchemaFaults(schema, value, where);
  return faults.length > 0 ? faults : faultsOf(check, `${where}: `);
}

/** Returns the faults found with a value, or the error that was thrown without a value. */
function faultsWith<T>(find: () => T, check: (found: T) => readonly string[]): readonly string[] {
  const missing = faultsOf(find);
  return missing.length > 0 ? missing : check(find());
}

/** @param names  of all parameters, also of invalid ones */
function nameFaults(type: DeviceType, names: readonly string[]): readonly string[] {
  const twice = names.filter((name, at) => names.indexOf(name) < at);
  const used = [
    ...type.metrics.map(({ name, parameter }) => [`metrics.${name}.parameter`, parameter] as const),
    ...Object.entries(type.operations).flatMap(([code, { verify }]) =>
      (['uptime', 'equals', 'reads_back'] as const).map(
        (key) => [`operations.${code}.verify.${key}`, verify?.[key]] as const,
      ),
    ),
  ];
  const missing = used.filter(([, name]) => name !== undefined && !names.includes(name));
  return [
    ...twice.map((name) => `parameters.${name}: a variable_name is used twice`),
    ...missing.map(([where, name]) => `${where}: no parameter ${String(name)}`),
  ];
}
