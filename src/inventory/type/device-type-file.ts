import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Adapter } from '../../contract/adapter.ts';
import { DeviceTypeFaults, loadDeviceTypes } from '../../device-type/adapter-loader.ts';
import type { DeviceType } from '../../device-type/device-type.ts';
import { checkDeviceTypes } from './device-type-sync.ts';
import { examineType } from '../../device-type/check/type-faults.ts';

/**
 * Checks one device type file as a start does, together with the types of some folders.
 *
 * @param file  its path; it may be in one of the folders
 * @throws DeviceTypeFaults with everything that is wrong; Error if the file or a folder cannot be read
 */
export async function checkDeviceTypeFile(
  file: string,
  adapters: ReadonlyMap<string, Adapter>,
  folders: readonly URL[],
): Promise<void> {
  const place = resolve(file);
  const { type, faults } = examineType(place, await readFile(place, 'utf8'), adapters);
  const beside = type === null ? [] : await faultsBeside(type, { place, folders, adapters });
  const all = [...faults, ...beside];
  if (all.length > 0)
    throw new DeviceTypeFaults(all.map((fault) => `${place}: ${fault}`).join('\n'));
}

/** Finds what contradicts other types, and what contradicts itself. */
async function faultsBeside(
  type: DeviceType,
  { place, folders, adapters }: Surroundings,
): Promise<readonly string[]> {
  const { short_name: name } = type;
  const other = folders
    .map((folder) => fileURLToPath(new URL(`${name}.yaml`, folder)))
    .find((path) => path !== place && existsSync(path));
  if (other !== undefined) return [`short_name: ${other} has ${name} as well`];
  const { types } = await loadDeviceTypes(folders, adapters);
  const others = [...types].filter(([existing]) => existing !== name);
  const { faults } = checkDeviceTypes(new Map([...others, [name, type]]));
  const prefix = `device-types/${name}.yaml: `;
  return faults.flatMap((fault) => (fault.startsWith(prefix) ? [fault.slice(prefix.length)] : []));
}

interface Surroundings {
  readonly place: string;
  readonly folders: readonly URL[];
  readonly adapters: ReadonlyMap<string, Adapter>;
}
