import { optionsOf, type DeviceType } from '../device-type.ts';
import type { AdapterOf } from '../type-adapters.ts';
import { faultsOf, findFillFaults } from './operation-check.ts';
import { placedSchemaFaults } from './schema-faults.ts';
import {
  deviceResults,
  withOptionalParts,
  type DeviceDiagnosticSpec,
} from '../device-diagnostic.ts';

/** A value of each key that a command may have. */
const samples = {
  host: 'host.example',
  interface: 'eth0',
  count: 4,
  timeout: 5000,
  timeout_seconds: 5,
  packet_size: 64,
  dscp: 46,
  tos: 184,
  tries: 3,
  max_hops: 30,
  dns_host: '192.0.2.1',
  dns_port: 53,
  url: 'http://host.example/file',
  connections: 1,
  duration: 0,
  file_size: 1_048_576,
  port: 7,
  interval: 1000,
};

/**
 * Finds the faults in the diagnostics of a type: commands that cannot carry their keys, results that do not exist, and
 * patterns.
 *
 * @returns path in the file and reason of each fault
 */
export function findDiagnosticFaults(type: DeviceType, adapterOf: AdapterOf): readonly string[] {
  return Object.entries(type.diagnostics ?? {}).flatMap(([code, spec]) => {
    const where = `diagnostics.${code}`;
    const known = Object.entries(deviceResults).find(([kind]) => kind === code)?.[1];
    if (!known) return [`${where}: expected one of ${Object.keys(deviceResults).join(', ')}`];
    return [
      ...unknownNames(Object.keys(spec.fields), known.fields, `${where}.fields`),
      ...unknownNames(columnsOf(spec), known.columns, `${where}.rows`),
      ...patternFaults(spec, where),
      ...commandFaults({ type, spec, where }, adapterOf),
    ];
  });
}

interface Diagnostic {
  readonly type: DeviceType;
  readonly spec: DeviceDiagnosticSpec;
  readonly where: string;
}

function commandFaults({ type, spec, where }: Diagnostic, adapterOf: AdapterOf): readonly string[] {
  const missing = faultsOf(() => adapterOf(spec.protocol, where));
  if (missing.length > 0) return missing;
  const adapter = adapterOf(spec.protocol, where);
  if (!adapter.operate || !adapter.fillCommand)
    return [`${where}: adapter ${adapter.name} cannot run diagnostics`];
  const place = `${where}.command`;
  const faults = placedSchemaFaults(adapter.command, spec.command, place);
  if (faults.length > 0) return faults;
  const command = withOptionalParts(spec, new Set(Object.keys(spec.optional)));
  const { fail } = spec.command;
  return [
    ...faultsOf(() => adapter.checkCommand?.(spec.command), `${place}: `),
    ...(typeof fail === 'string' ? faultsOf(() => new RegExp(fail, 'm'), `${place}.fail: `) : []),
    ...findFillFaults(adapter, { command, samples, options: optionsOf(type, adapter.name) }).map(
      (fault) => `${place}: ${fault}`,
    ),
  ];
}

function columnsOf({ rows = '' }: DeviceDiagnosticSpec): readonly string[] {
  return [...rows.matchAll(/\(\?<(\w+)>/g)].map(([, name = '']) => name);
}

function unknownNames(
  names: readonly string[],
  known: readonly string[],
  where: string,
): readonly string[] {
  return names
    .filter((name) => !known.includes(name))
    .map(
      (name) =>
        `${where}: "${name}" is not one of ${known.join(', ') || 'its results: it has no results'}`,
    );
}

function patternFaults(
  { fields, rows = '' }: DeviceDiagnosticSpec,
  where: string,
): readonly string[] {
  return [
    ...faultsOf(() => new RegExp(rows, 'gm'), `${where}.rows: `),
    ...Object.entries(fields).flatMap(([name, entries]) =>
      entries.flatMap(({ match }) =>
        faultsOf(() => new RegExp(match, 'm'), `${where}.fields.${name}: `),
      ),
    ),
  ];
}
