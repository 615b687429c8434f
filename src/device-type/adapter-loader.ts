import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Adapter } from '../contract/adapter.ts';
import type { DeviceType } from './device-type.ts';
import { digestOf, folderWith, readParsedFiles } from '../runtime/package-root.ts';
import { examineType } from './check/type-faults.ts';

/**
 * Loads every file of a folder as an adapter. The name of the file is the name of the adapter.
 *
 * @throws Error if an adapter has another name than its file
 */
export async function loadAdapters(folder: URL): Promise<ReadonlyMap<string, Adapter>> {
  const adapters = new Map<string, Adapter>();
  for (const file of (await readdir(folder)).sort()) {
    const name = /^([a-z][a-z0-9-]*)\.[jt]s$/.exec(file)?.[1];
    if (name === undefined) continue;
    // The type of a module that is only known at run time; the check of its name is the first use.
    const module = (await import(new URL(file, folder).href)) as { readonly default: Adapter };
    if (module.default.name !== name)
      throw new Error(`adapters/${file} has the name "${module.default.name}"`);
    adapters.set(name, module.default);
  }
  return adapters;
}

/** Loads the adapters that are shipped. */
export function loadShippedAdapters(): Promise<ReadonlyMap<string, Adapter>> {
  return loadAdapters(new URL('adapters/', shippedFolder()));
}

/** Returns the folder that holds the adapters: next to the sources, the compiled code or the bundle, whichever runs. */
function shippedFolder(): URL {
  return folderWith('adapters', import.meta.url);
}

/** Device types that are valid, and the errors of the others: file, path in it, reason. */
export interface LoadedDeviceTypes {
  readonly types: ReadonlyMap<string, DeviceType>;
  readonly faults: readonly string[];
  /** Names of the files with errors, which equal the names of their types. */
  readonly faulty: ReadonlySet<string>;
}

/** Device types that were checked when the gateway was built, by the SHA-256 of their file in hexadecimal. */
export type CheckedDeviceTypes = Readonly<Record<string, DeviceType>>;

/** Reads the device types that the build has checked; empty without a complete build. */
export function readCheckedDeviceTypes(): CheckedDeviceTypes {
  return readParsedFiles('device-types.json') as CheckedDeviceTypes;
}

/** Faults of a device type file, one in each line: file, path in it with the parameter's name, reason. */
export class DeviceTypeFaults extends Error {
  override readonly name = 'DeviceTypeFaults';
}

/**
 * Loads every YAML file of some folders as a device type, and checks it against its own schema and its adapter's schema. A
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
  const { type, faults } = examineType(place, text, adapters);
  if (type !== null && faults.length === 0) return type;
  throw new DeviceTypeFaults(faults.map((fault) => `${place}: ${fault}`).join('\n'));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
