import {
  deviceResults,
  withOptionalParts,
  type DeviceDiagnosticSpec,
} from './device-diagnostic.ts';
import type { Adapter } from '../adapter.ts';
import type { DeviceType } from '../device-type.ts';
import { validateAgainst } from '../schema.ts';
import type { AdapterOf } from '../type-adapters.ts';

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
};

/**
 * Checks that the commands of each diagnostic can carry its keys, and its patterns.
 *
 * @param place  of the type's file, for the message
 * @throws Error with file, path and reason
 */
export function checkDiagnostics(
  { diagnostics = {} }: DeviceType,
  adapterOf: AdapterOf,
  place: string,
): void {
  for (const [code, spec] of Object.entries(diagnostics)) {
    const where = `${place}: diagnostics.${code}`;
    const known = Object.entries(deviceResults).find(([kind]) => kind === code)?.[1];
    if (!known)
      throw new Error(`${where}: expected one of ${Object.keys(deviceResults).join(', ')}`);
    checkNames(Object.keys(spec.fields), known.fields, `${where}.fields`);
    checkNames(columnsOf(spec), known.columns, `${where}.rows`);
    checkPatterns(spec, where);
    const adapter = adapterOf(spec.protocol, where);
    if (!adapter.operate || !adapter.fillCommand)
      throw new Error(`${where}: adapter ${adapter.name} cannot run diagnostics`);
    checkCommand(adapter, spec, `${where}.command`);
    const fill = adapter.fillCommand.bind(adapter);
    naming(`${where}.command`, () =>
      fill(withOptionalParts(spec, new Set(Object.keys(spec.optional))), samples),
    );
  }
}

function checkCommand(adapter: Adapter, { command }: DeviceDiagnosticSpec, where: string): void {
  const valid = validateAgainst<Readonly<Record<string, unknown>>>(adapter.command, command, where);
  naming(where, () => adapter.checkCommand?.(valid));
  const { fail } = valid;
  if (typeof fail === 'string') naming(`${where}.fail`, () => new RegExp(fail, 'm'));
}

function columnsOf({ rows = '' }: DeviceDiagnosticSpec): readonly string[] {
  return [...rows.matchAll(/\(\?<(\w+)>/g)].map(([, name = '']) => name);
}

function checkNames(names: readonly string[], known: readonly string[], where: string): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Error(
      `${where}: "${unknown}" is none of ${known.join(', ') || 'its results: it has none'}`,
    );
}

function checkPatterns({ fields, rows = '' }: DeviceDiagnosticSpec, where: string): void {
  naming(`${where}.rows`, () => new RegExp(rows, 'gm'));
  for (const [name, entries] of Object.entries(fields))
    for (const { match } of entries)
      naming(`${where}.fields.${name}`, () => new RegExp(match, 'm'));
}

/** @throws Error of the check, after the place of what it checked */
function naming(where: string, check: () => unknown): void {
  try {
    check();
  } catch (error) {
    throw new Error(`${where}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
