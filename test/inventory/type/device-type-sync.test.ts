import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'tap';
import { loadShippedAdapters, loadDeviceTypes } from '../../../src/device-type/adapter-loader.ts';
import { syncDeviceTypes } from '../../../src/inventory/type/device-type-sync.ts';
import { openStore } from '../../../src/store/database.ts';
import { packageRoot } from '../../../src/runtime/package-root.ts';

/* A start writes only the device types whose definition has changed. */

const adapters = await loadShippedAdapters();
const shipped = new URL('config/device-types/', packageRoot);
const { types } = await loadDeviceTypes([shipped], adapters);

test('a device type is stored when its definition has changed, and only then', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'device-types-'));
  const store = await openStore('sqlite', folder);
  t.teardown(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const changedAt = async () => {
    const rows = await store.db
      .selectFrom('inventory_type')
      .select(['short_name', 'updated_at'])
      .execute();
    return new Map(rows.map((row) => [row.short_name, row.updated_at]));
  };
  await syncDeviceTypes(store, types, new Date(1000));
  t.same([...(await changedAt()).keys()].toSorted(), [...types.keys()].toSorted());
  await syncDeviceTypes(store, types, new Date(2000));
  t.same([...new Set((await changedAt()).values())], [1000]);

  const linux = types.get('linux');
  if (!linux) throw new Error('no device type linux');
  const parameters = linux.parameters.map((spec) => ({ ...spec, name: `${spec.name}, renamed` }));
  const changed = new Map(types).set('linux', { ...linux, parameters });
  await syncDeviceTypes(store, changed, new Date(3000));
  for (const [name, at] of await changedAt()) t.equal(at, name === 'linux' ? 3000 : 1000, name);
  const names = await store.db
    .selectFrom('inventory_parameter as p')
    .innerJoin('inventory_type as t', 't.id', 'p.type')
    .where('t.short_name', '=', 'linux')
    .select('p.name')
    .orderBy('p.position')
    .execute();
  t.same(
    names.map(({ name }) => name),
    parameters.map(({ name }) => name),
  );
});
