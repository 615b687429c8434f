import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  digestOf,
  loadShippedAdapters,
  loadDeviceTypes,
  yamlFiles,
} from '../src/device-type/adapter-loader.ts';
import type { DeviceType } from '../src/device-type/device-type.ts';
import { checkDeviceTypes } from '../src/inventory/type/device-type-sync.ts';
import { packageRoot } from '../src/runtime/package-root.ts';

/*
 * Checks the shipped device types and writes them to device-types.json, so that a start of the gateway neither parses nor checks
 * files that are as they were shipped. `npm run build` calls this; it fails if a device type has an error.
 */

const folder = new URL('config/device-types/', packageRoot);
const adapters = await loadShippedAdapters();
const loaded = await loadDeviceTypes([folder], adapters);
const { types, faults } = checkDeviceTypes(loaded.types);
for (const fault of [...loaded.faults, ...faults]) {
  process.stderr.write(`${fault}\n`);
  process.exitCode = 1;
}

const checked: Record<string, DeviceType> = {};
for (const file of await yamlFiles(folder)) {
  const type = types.get(basename(file.pathname, '.yaml'));
  if (type) checked[digestOf(await readFile(file, 'utf8'))] = type;
}
// For the bundle, and for the compiled code that tests run.
for (const path of ['../gateway/device-types.json', '../device-types.json'])
  await writeFile(new URL(path, import.meta.url), JSON.stringify(checked));
