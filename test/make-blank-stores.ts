import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadShippedAdapters } from '../src/device-type/adapter-loader.ts';
import { syncDeviceTypes } from '../src/inventory/type/device-type-sync.ts';
import { readDeviceTypes } from '../src/inventory/type/read-device-types.ts';
import { openStore } from '../src/store/database.ts';
import { blankFile, blankNames, type BlankKind } from './blank-store.ts';
import type { PostgresDatabases } from './peers/postgres.ts';

/** Makes the stores that a run copies. @returns the folder of the SQLite stores */
export async function makeBlankStores(
  folder: string,
  postgres: Pick<PostgresDatabases, 'createDatabase'> | null,
): Promise<string> {
  const blank = join(folder, 'blank');
  for (const kind of ['empty', 'types'] as const) {
    const place = dirname(blankFile(blank, kind));
    mkdirSync(place, { recursive: true });
    await makeStore('sqlite', place, kind);
    if (postgres) await makeStore(await postgres.createDatabase(blankNames[kind]), place, kind);
  }
  return blank;
}

async function makeStore(url: string, folder: string, kind: BlankKind): Promise<void> {
  const store = await openStore(url, folder);
  if (kind === 'types') {
    const { types } = await readDeviceTypes({ device_types_dir: '' }, await loadShippedAdapters());
    await syncDeviceTypes(store, types, new Date());
  }
  await store.close();
}
