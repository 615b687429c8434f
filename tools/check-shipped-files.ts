import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  loadShippedAdapters,
  loadDeviceTypes,
  yamlFiles,
} from '../src/device-type/adapter-loader.ts';
import type { DeviceType } from '../src/device-type/device-type.ts';
import { checkDeviceTypes } from '../src/inventory/type/device-type-sync.ts';
import { parseTexts, shippedTexts, type Texts } from '../src/organization/languages.ts';
import { digestOf, packageRoot } from '../src/runtime/package-root.ts';

/*
 * Checks the shipped device types and texts and writes them to device-types.json and texts.json, so that a start of the gateway
 * neither parses nor checks files that are as they were shipped. `npm run build` calls this; it fails if a file has an error.
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
await writeBoth('device-types.json', checked);
await writeBoth('texts.json', await readShippedTexts());

/** Writes a file for the bundle, and for the compiled code that tests run. */
async function writeBoth(name: string, content: object): Promise<void> {
  for (const path of [`../gateway/${name}`, `../${name}`])
    await writeFile(new URL(path, import.meta.url), JSON.stringify(content));
}

async function readShippedTexts(): Promise<Record<string, Texts>> {
  const texts: Record<string, Texts> = {};
  for (const file of await yamlFiles(shippedTexts)) {
    const text = await readFile(file, 'utf8');
    texts[digestOf(text)] = parseTexts(basename(file.pathname), text);
  }
  return texts;
}
