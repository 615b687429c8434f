import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Adapter } from './adapter.ts';
import { DeviceTypeFaults, loadDeviceTypes, readDeviceType } from './adapter-loader.ts';
import { checkDeviceTypes } from './inventory/device/device-type-sync.ts';

/**
 * Checks one device type file as a start does, beside the types of some folders.
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
  const type = readDeviceType(pathToFileURL(place), await readFile(place, 'utf8'), adapters);
  const { short_name: name } = type;
  const other = folders
    .map((folder) => fileURLToPath(new URL(`${name}.yaml`, folder)))
    .find((path) => path !== place && existsSync(path));
  if (other !== undefined)
    throw new DeviceTypeFaults(`${place}: short_name: ${other} has ${name} as well`);
  const { types } = await loadDeviceTypes(folders, adapters);
  const others = [...types].filter(([existing]) => existing !== name);
  const { faults } = checkDeviceTypes(new Map([...others, [name, type]]));
  const prefix = `device-types/${name}.yaml: `;
  const own = faults.filter((fault) => fault.startsWith(prefix));
  if (own.length > 0)
    throw new DeviceTypeFaults(
      own.map((fault) => `${place}: ${fault.slice(prefix.length)}`).join('\n'),
    );
}
