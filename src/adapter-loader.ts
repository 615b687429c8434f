import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { Adapter } from './adapter.ts';
import { deviceTypeSchema, type DeviceType, type ParameterSpec } from './device-type.ts';
import { validateAgainst } from './schema.ts';

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
  for (const file of (await Promise.all(folders.map(yamlFiles))).flat()) {
    try {
      const text = await readFile(file, 'utf8');
      const type = checked[digestOf(text)] ?? readType(file, text, adapters);
      if (types.has(type.short_name))
        throw new Error(`${fileURLToPath(file)}: short_name: another file has ${type.short_name}`);
      types.set(type.short_name, type);
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
    }
  }
  return { types, faults };
}

/** Returns the key of a file in {@link CheckedDeviceTypes}. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export async function yamlFiles(folder: URL): Promise<URL[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml'));
  return names.sort().map((name) => new URL(name, folder));
}

function readType(file: URL, text: string, adapters: ReadonlyMap<string, Adapter>): DeviceType {
  const place = fileURLToPath(file);
  const content = validateAgainst<DeviceType>(deviceTypeSchema, parse(text), place);
  if (content.short_name !== basename(place, '.yaml'))
    throw new Error(
      `${place}: short_name: expected ${basename(place, '.yaml')}, as the file's name`,
    );
  const adapter = adapters.get(content.connection.protocol);
  if (!adapter)
    throw new Error(
      `${place}: connection.protocol: no adapter ${content.connection.protocol}; there are ${[...adapters.keys()].join(', ')}`,
    );
  const options = `${place}: connection.options`;
  const checked = validateAgainst<Record<string, unknown>>(
    adapter.options,
    content.connection.options,
    options,
  );
  checkFor(options, () => adapter.checkOptions?.(checked));
  for (const [where, command] of commandsOf(content)) {
    const at = `${place}: ${where}`;
    const valid = validateAgainst<Record<string, unknown>>(adapter.command, command, at);
    checkFor(at, () => adapter.checkCommand?.(valid));
  }
  checkWrites(content, adapter, place);
  checkNames(content, place);
  checkPatterns(content, place);
  return content;
}

/** Checks the `write` of each parameter, and that its command can carry a value. */
function checkWrites(type: DeviceType, adapter: Adapter, place: string): void {
  for (const spec of type.parameters) {
    if (spec.write === undefined) continue;
    const where = `${place}: parameters.${spec.variable_name}.write`;
    if (!adapter.writeCommand) throw new Error(`${where}: adapter ${adapter.name} cannot write`);
    const command = validateAgainst<typeof spec.write>(adapter.writeCommand, spec.write, where);
    const { variable_name: variable } = spec;
    checkFor(where, () => {
      adapter.checkCommand?.(command);
      adapter.previewWrite?.({ variable, value: sampleOf(spec), command, isSecret: false });
    });
  }
}

/** @throws Error of the check, after the place of what it checked */
function checkFor(where: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw new Error(`${where}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Returns a valid value of a parameter. */
function sampleOf({ type, options }: ParameterSpec): string | number | boolean {
  if (type === 'integer' || type === 'float') return 1;
  return type === 'boolean' ? true : (options?.[0]?.value ?? 'sample');
}

function commandsOf(type: DeviceType): [where: string, command: unknown][] {
  const operations = Object.entries(type.operations).map(([code, spec]): [string, unknown] => [
    `operations.${code}.command`,
    spec.command,
  ]);
  const reads = type.parameters.map(({ variable_name, read }): [string, unknown] => [
    `parameters.${variable_name}.read`,
    read,
  ]);
  return [...operations, ...reads].filter(([, command]) => command !== undefined);
}

function writesOf(type: DeviceType): [where: string, command: unknown][] {
  return type.parameters.map(({ variable_name, write }) => [
    `parameters.${variable_name}.write`,
    write,
  ]);
}

/** Compiles all regular expressions, so that an invalid one is found at the start and not at its first use. */
function checkPatterns(type: DeviceType, place: string): void {
  for (const [where, command] of [...commandsOf(type), ...writesOf(type)]) {
    for (const keyword of ['match', 'fail', 'mask']) {
      const pattern: unknown =
        typeof command === 'object' && command !== null ? Reflect.get(command, keyword) : undefined;
      if (typeof pattern === 'string') compilePattern(pattern, `${place}: ${where}.${keyword}`);
    }
  }
}

function compilePattern(pattern: string, place: string): void {
  try {
    new RegExp(pattern, 'm');
  } catch (error) {
    throw new Error(
      `${place}: ${error instanceof Error ? error.message : 'not a regular expression'}`,
      { cause: error },
    );
  }
}

function checkNames(type: DeviceType, place: string): void {
  const known = new Set(type.parameters.map(({ variable_name }) => variable_name));
  if (known.size < type.parameters.length)
    throw new Error(`${place}: parameters: a variable_name is used twice`);
  const used = [
    ...type.metrics.map(({ name, parameter }) => [`metrics.${name}.parameter`, parameter] as const),
    ...Object.entries(type.operations).map(
      ([code, spec]) => [`operations.${code}.verify.uptime`, spec.verify?.uptime] as const,
    ),
  ];
  const missing = used.find(([, variable]) => variable !== undefined && !known.has(variable));
  if (missing) throw new Error(`${place}: ${missing[0]}: no parameter ${missing[1] ?? ''}`);
}
