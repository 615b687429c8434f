import { pathToFileURL } from 'node:url';
import {
  loadDeviceTypes,
  readCheckedDeviceTypes,
  type LoadedDeviceTypes,
} from '../../device-type/adapter-loader.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { packageRoot } from '../../runtime/package-root.ts';
import { checkDeviceTypes } from './device-type-sync.ts';

type TypeFolderConfig = Pick<Gateway['config'], 'device_types_dir'>;

/** Reads the shipped device types and the site's own. @returns the valid ones, and the errors of the others */
export async function readDeviceTypes(
  config: TypeFolderConfig,
  adapters: Gateway['adapters'],
): Promise<LoadedDeviceTypes> {
  const checkedByBuild = readCheckedDeviceTypes();
  const loaded = await loadDeviceTypes(typeFolders(config), adapters, checkedByBuild);
  const checked = checkDeviceTypes(loaded.types);
  return {
    types: checked.types,
    faults: [...loaded.faults, ...checked.faults],
    faulty: new Set([...loaded.faulty, ...checked.faulty]),
  };
}

/** Returns the folders of the device types: ours, and the site's own. */
export function typeFolders({ device_types_dir: own }: TypeFolderConfig): URL[] {
  const shipped = new URL('config/device-types/', packageRoot);
  return own === '' ? [shipped] : [shipped, pathToFileURL(`${own}/`)];
}
