import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { Adapter } from './adapter.ts';
import { findConversionFaults } from './conversion/parameter-conversion.ts';
import { checkDiagnostics } from './diagnostic/device-diagnostic-check.ts';
import { checkOperations, commandsOfOperation } from './operation-check.ts';
import {
  deviceTypeSchema,
  type DeviceType,
  type ObjectSpec,
  type ParameterSpec,
} from './device-type.ts';
import { validateAgainst } from './schema.ts';
import { createAdapterOf, type AdapterOf } from './type-adapters.ts';

/**
 * Loads every file of a folder as an adapter. The name of the file is the name of the adapter.
 *
 * @throws Error if an adapter has another name than its file
 */
export async function loadAdapters(folder: URL): Promise<ReadonlyMap<string, Adapter>> {
  const adapters = new Map<string, Adapter>();
  for (const file of (await readdir(folder)).sort()) {
    const name = /^([a-z][a-z0-9-]*)\.js$/.exec(file)?.[1];
    if (name === undefined) continue;
    // The type of a module that is only known at run time; the check of its name is the first use.
    const module = (await import(new URL(file, folder).href)) as { readonly default: Adapter };
    if (module.default.name !== name)
      throw new Error(`adapters/${file} has the name "${module.default.name}"`);
    adapters.set(name, module.default);
  }
  return adapters;
}

/** Device types that are valid, and the errors of the others: file, path in it, reason. */
export interface LoadedDeviceTypes {
  readonly types: ReadonlyMap<string, DeviceType>;
  readonly faults: readonly string[];
  /** Names of the files with errors, which are those of their types. */
  readonly faulty: ReadonlySet<string>;
}

/** Device types that were checked when the gateway was built, by the SHA-256 of their file in hexadecimal. */
export type CheckedDeviceTypes = Readonly<Record<string, DeviceType>>;

const checkedTypesFile = new URL('../device-types.json', import.meta.url);

/** Reads the device types that the build has checked; none where there was no complete build. */
export async function readCheckedDeviceTypes(): Promise<CheckedDeviceTypes> {
  try {
    return JSON.parse(await readFile(checkedTypesFile, 'utf8')) as CheckedDeviceTypes;
  } catch {
    return {};
  }
}

/** Faults of a device type file, one in each line: file, path in it with the parameter's name, reason. */
export class DeviceTypeFaults extends Error {
  override readonly name = 'DeviceTypeFaults';
}

/**
 * Loads every YAML file of some folders as a device type, and checks it against its own schema and that of its adapter. A
 * faulty file is left out.
 *
 * @param checked  device types that need no check while their file is the same
 * @throws Error if a folder cannot be read
 */
export async function loadDeviceTypes(
  folders: readonly URL[],
  adapters: ReadonlyMap<string, Adapter>,
  checked: CheckedDeviceTypes = {},
): Promise<LoadedDeviceTypes> {
  const types = new Map<string, DeviceType>();
  const faults: string[] = [];
  const faulty = new Set<string>();
  for (const file of (await Promise.all(folders.map(yamlFiles))).flat()) {
    try {
      const text = await readFile(file, 'utf8');
      const type = checked[digestOf(text)] ?? readDeviceType(file, text, adapters);
      if (types.has(type.short_name))
        throw new Error(`${fileURLToPath(file)}: short_name: another file has ${type.short_name}`);
      types.set(type.short_name, type);
    } catch (error) {
      faults.push(messageOf(error));
      faulty.add(basename(file.pathname, '.yaml'));
    }
  }
  return { types, faults, faulty };
}

/** Returns the key of a file in {@link CheckedDeviceTypes}. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export async function yamlFiles(folder: URL): Promise<URL[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml'));
  return names.sort().map((name) => new URL(name, folder));
}

/**
 * Reads the text of a file as a device type and checks it.
 *
 * @throws DeviceTypeFaults with everything that is wrong
 */
export function readDeviceType(
  file: URL,
  text: string,
  adapters: ReadonlyMap<string, Adapter>,
): DeviceType {
  const place = fileURLToPath(file);
  const content = parseType(place, text);
  const adapterOf = createAdapterOf(content, adapters);
  const missing = [content.connection, content.collection].some(
    (one) => one !== undefined && !adapters.has(one.protocol),
  );
  const connecting = connectionFaults(content, adapterOf, place);
  if (missing) throw new DeviceTypeFaults(connecting.join('\n'));
  const faults = [
    ...connecting,
    ...commandsOf(content).flatMap(([where, command, protocol]) =>
      faultOf(() => {
        const at = `${place}: ${where}`;
        const adapter = adapterOf(protocol, at);
        const valid = validateAgainst<Values>(adapter.command, command, at);
        checkFor(at, () => adapter.checkCommand?.(valid));
      }),
    ),
    ...writesOf(content).flatMap((write) =>
      faultOf(() => {
        checkWrite(write, adapterOf, place);
      }),
    ),
    ...[checkOperations, checkDiagnostics].flatMap((check) =>
      faultOf(() => {
        check(content, adapterOf, place);
      }),
    ),
    ...(content.objects ?? []).flatMap((spec) =>
      faultOf(() => {
        const { protocol } = content.connection;
        checkObject(spec, adapterOf(protocol, `${place}: objects.${spec.object}`), place);
      }),
    ),
    ...nameFaults(content, place),
    ...patternFaults(content, place),
    ...findConversionFaults(content).map((fault) => `${place}: ${fault}`),
  ];
  if (faults.length > 0) throw new DeviceTypeFaults(faults.join('\n'));
  return content;
}

type Values = Record<string, unknown>;

function connectionFaults(
  { connection, collection }: DeviceType,
  adapterOf: AdapterOf,
  place: string,
): readonly string[] {
  return Object.entries({ connection, collection }).flatMap(([name, one]) =>
    faultOf(() => {
      if (one === undefined) return;
      const adapter = adapterOf(one.protocol, `${place}: ${name}.protocol`);
      const where = `${place}: ${name}.options`;
      const options = validateAgainst<Values>(adapter.options, one.options, where);
      checkFor(where, () => adapter.checkOptions?.(options));
    }),
  );
}

function parseType(place: string, text: string): DeviceType {
  const content: unknown = parseYaml(text, place);
  const [fault] = faultOf(() => {
    validateAgainst(deviceTypeSchema, content, place);
  });
  if (fault !== undefined) throw new DeviceTypeFaults(withParameterNames(fault, content));
  const type = validateAgainst<DeviceType>(deviceTypeSchema, content, place);
  if (type.short_name === basename(place, '.yaml')) return type;
  throw new DeviceTypeFaults(
    `${place}: short_name: expected ${basename(place, '.yaml')}, as the file's name`,
  );
}

function parseYaml(text: string, place: string): unknown {
  try {
    return parse(text);
  } catch (cause) {
    throw new DeviceTypeFaults(`${place}: ${messageOf(cause).split('\n', 1).join('')}`, { cause });
  }
}

/** Replaces the position of a parameter in a message by its name. */
function withParameterNames(fault: string, content: unknown): string {
  return fault.replaceAll(/\.parameters\.(\d+)/g, (found, position: string) => {
    const name = propertyOf(
      propertyOf(propertyOf(content, 'parameters'), position),
      'variable_name',
    );
    return typeof name === 'string' ? `: parameters.${name}` : found;
  });
}

function propertyOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** Returns the message of what a check throws; nothing if it passes. */
function faultOf(check: () => void): readonly string[] {
  try {
    check();
    return [];
  } catch (error) {
    return [messageOf(error)];
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Checks a command that writes, and that it can carry a value. */
function checkWrite(
  { name, write, value, protocol }: Write,
  adapterOf: AdapterOf,
  place: string,
): void {
  const where = `${place}: ${name}`;
  const adapter = adapterOf(protocol, where);
  if (!adapter.writeCommand) throw new Error(`${where}: adapter ${adapter.name} cannot write`);
  const command = validateAgainst<typeof write>(adapter.writeCommand, write, where);
  checkFor(where, () => {
    adapter.checkCommand?.(command);
    adapter.previewWrite?.({ variable: name, value, command, isSecret: false });
  });
}

/** Checks an object, and that its command can carry its fields. */
function checkObject(spec: ObjectSpec, adapter: Adapter, place: string): void {
  const where = `${place}: objects.${spec.object}`;
  if (!adapter.objectCommand) throw new Error(`${where}: adapter ${adapter.name} has no objects`);
  if (!(spec.key in spec.fields)) throw new Error(`${where}: key: no field ${spec.key}`);
  for (const [name, { pattern = '' }] of Object.entries(spec.fields))
    checkFor(`${where}: fields.${name}.pattern`, () => new RegExp(pattern, 'u'));
  const command = validateAgainst<Values>(adapter.objectCommand, spec.command, where);
  const values = Object.fromEntries(
    Object.entries(spec.fields).map(([name, field]) => [
      name,
      field.default ?? sampleValues[field.type],
    ]),
  );
  checkFor(where, () => {
    const request = { variable: spec.object, instance: '1', values, command, isRepeated: false };
    adapter.previewObject?.({ ...request, action: 'add' });
    const key = { [spec.key]: values[spec.key] ?? '' };
    adapter.previewObject?.({ ...request, action: 'delete', values: key });
  });
}

/** Hexadecimal digits, and a number to a table with a numeric key: valid wherever any value of the type may be. */
const sampleValues = { string: '10', integer: 1, boolean: true } as const;

/** @throws Error of the check, after the place of what it checked */
function checkFor(where: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw new Error(`${where}: ${messageOf(error)}`, { cause: error });
  }
}

/** Returns a valid value of a parameter. */
function sampleOf({ type, options }: ParameterSpec): string | number | boolean {
  if (type === 'integer' || type === 'float') return 1;
  return type === 'boolean' ? true : (options?.[0]?.value ?? 'sample');
}

type PlacedCommand = [where: string, command: unknown, protocol: string | undefined];

function commandsOf(type: DeviceType): PlacedCommand[] {
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
  const backup: PlacedCommand = ['backup.read', type.backup?.read, undefined];
  return [...operations, ...reads, backup].filter(([, command]) => command !== undefined);
}

/** A command that writes, and a value that it must be able to carry. */
interface Write {
  readonly name: string;
  readonly write: NonNullable<ParameterSpec['write']>;
  readonly value: string | number | boolean;
  readonly protocol: string | undefined;
}

function writesOf({ parameters, backup }: DeviceType): readonly Write[] {
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

/** Compiles all regular expressions, so that an invalid one is found at the start and not at its first use. */
function patternFaults(type: DeviceType, place: string): readonly string[] {
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
    return faultOf(() => new RegExp(pattern, 'm')).map((fault) => `${place}: ${where}: ${fault}`);
  });
}

function nameFaults(type: DeviceType, place: string): readonly string[] {
  const names = type.parameters.map(({ variable_name }) => variable_name);
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
    ...twice.map((name) => `${place}: parameters.${name}: a variable_name is used twice`),
    ...missing.map(([where, name]) => `${place}: ${where}: no parameter ${String(name)}`),
  ];
}
