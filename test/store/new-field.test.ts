import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { Type } from 'typebox';
import { nullable, text } from '../../src/contract/fields.ts';
import { filterConditions, listQuerySchema } from '../../src/http/list/filter.ts';
import { readableSchema, writableSchema } from '../../src/http/resource-schema.ts';
import { device } from '../../src/inventory/device/device.ts';
import type { Resource } from '../../src/contract/resource.ts';
import { loadTables } from '../../src/modules/load-modules.ts';
import { buildInsert, listInOrder } from '../../src/store/query/resource-query.ts';
import { deserializeFields, serializeRow } from '../../src/store/query/row-serialization.ts';
import { checkResources } from '../../src/store/resource-check.ts';
import type { Store } from '../../src/store/store.ts';
import { openVault } from '../../src/store/vault.ts';
import { addOrganization, bothStores, insert } from './stores.ts';

const { resources } = await loadTables();

/*
 * The recipe "a field with filters" of CONTRIBUTING, followed for a device: step 1 is the edit of the resource's file,
 * step 2 the migration. Nothing else is edited.
 */

const stores = await bothStores();
const folder = mkdtempSync(join(tmpdir(), 'new-field-'));
const vault = openVault(join(folder, 'key'));
tap.teardown(() => {
  rmSync(folder, { recursive: true });
});

/** Step 1: the schema, the value of a new row, and a name in `lookups`. */
const extended: Resource = {
  ...device,
  schema: Type.Object({
    ...device.schema.properties,
    asset_tag: nullable(text({ maxLength: 64, description: 'label on the case' })),
  }),
  defaults: { ...device.defaults, asset_tag: null },
  lookups: [...(device.lookups ?? []), 'asset_tag'],
};
const all = resources.map((resource) => (resource.name === device.name ? extended : resource));

/** Step 2: a column for it. */
async function migrate(store: Store): Promise<void> {
  await store.write([
    store.db.schema.alterTable('inventory_device').addColumn('asset_tag', 'text'),
  ]);
}

/** Creates a device as a POST does. */
async function create(store: Store, fields: Readonly<Record<string, unknown>>): Promise<void> {
  const row = deserializeFields(extended, { ...extended.defaults, ...fields }, vault);
  await store.write([buildInsert(store, extended, { ...row, created_at: 0, updated_at: 0 })]);
}

/** Lists devices as a GET does. */
async function list(
  store: Store,
  query: Readonly<Record<string, unknown>>,
): Promise<readonly unknown[]> {
  const where = filterConditions(extended, query);
  const rows = await listInOrder(store, extended, {
    scope: 'all',
    where,
    limit: 10,
    offset: 0,
    from: null,
    order: { column: 'asset_tag', direction: 'desc' },
  });
  return rows
    .map((row) => serializeRow(extended, row))
    .map(({ name, asset_tag }) => [name, asset_tag]);
}

test('bodies, replies and lists of the API have the field', (t) => {
  t.hasProp(writableSchema(extended).properties, 'asset_tag');
  t.hasProp(readableSchema(extended).properties, 'asset_tag');
  for (const suffix of ['', '__in', '__isnull', '__icontains'])
    t.hasProp(listQuerySchema(extended).properties, `asset_tag${suffix}`);
  t.end();
});

for (const store of stores)
  test(`${store.engine}: a field of a resource and a step are all that a new field needs`, async (t) => {
    await t.rejects(checkResources(store, all), {
      message: /inventory_device\.asset_tag: a field without a column in the table/,
    });
    await migrate(store);
    await checkResources(store, all);
    await t.rejects(checkResources(store, resources), {
      message: /inventory_device\.asset_tag: a column of the table that no field declares/,
    });

    const organization = await addOrganization(store);
    const stamps = { created_at: 0, updated_at: 0 };
    const type = await insert(store, 'inventory_type', {
      short_name: 'ap',
      name: 'AP',
      ...stamps,
    });
    await create(store, { organization, type, name: 'labelled', asset_tag: 'A-17' });
    await create(store, { organization, type, name: 'bare' });
    t.same(await list(store, { asset_tag: 'A-17' }), [['labelled', 'A-17']]);
    t.same(await list(store, { asset_tag__icontains: 'a-1' }), [['labelled', 'A-17']]);
    t.same(await list(store, { asset_tag__in: 'A-17,A-18' }), [['labelled', 'A-17']]);
    t.same(await list(store, { asset_tag__isnull: true }), [['bare', null]]);
  });
