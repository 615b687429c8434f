import { join } from 'node:path';
import { sql } from 'kysely';
import { test } from 'tap';
import { Secret } from '../../src/contract/secret.ts';
import { settingSealPlace } from '../../src/inventory/setting/setting.ts';
import { openStore } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { schema } from '../../src/store/migrations/0001-schema.ts';
import { openVault } from '../../src/store/vault.ts';
import { openDatabases, stepsOf } from './former-store.ts';

/* A store of 0.1.0, whose settings had the column `wanted`. */

const databases = await openDatabases();
const steps = { '0001-schema': schema };
const beforeChange = () => Promise.resolve();

for (const engine of ['sqlite', 'postgres'] as const)
  test(`${engine}: the desired values of a store of 0.1.0 are kept, sealed ones with their place`, async (t) => {
    const { db, url, folder } = await databases.empty(engine);
    await migrate(db, engine, { beforeChange, steps });
    const vault = openVault(join(folder, 'secret.key'));
    const sealed = vault.seal(new Secret('"psk"'), 'inventory_setting.value');
    for (const [table, row] of [
      ['organization', { name: 'o', short_name: 'o', created: 1, last_change: 1 }],
      ['inventory_type', { name: 't', short_name: 't', created_at: 1, updated_at: 1 }],
      ['inventory_device', { organization: 1, type: 1, name: 'd', created_at: 1, updated_at: 1 }],
      ['inventory_parameter', { type: 1, variable_name: 'name', name: 'n', short_name: 'n' }],
      ['inventory_parameter', { type: 1, variable_name: 'key', name: 'k', short_name: 'k' }],
      ['inventory_setting', { device: 1, parameter: 1, wanted: '"lobby"', state: 'pending' }],
      ['inventory_setting', { device: 1, parameter: 2, wanted: sealed, state: 'applied' }],
    ] as const) {
      const more: Readonly<Record<string, object>> = {
        inventory_parameter: { value_type: 'text', position: 0 },
        inventory_setting: { created_at: 1, updated_at: 2, applied_at: 3, value: '"old"' },
      };
      const values = { ...row, ...more[table] };
      const columns = sql.join(Object.keys(values).map((column) => sql.ref(column)));
      await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(values))})`.execute(
        db,
      );
    }

    const store = await openStore(url, folder);
    t.teardown(() => store.close());
    t.same((await stepsOf({ db })).slice(0, 2), ['0001-schema', '0002-desired-setting']);
    const rows = await store.db.selectFrom('inventory_setting').selectAll().orderBy('id').execute();
    const kept = { created_at: 1, updated_at: 2, applied_at: 3, value: '"old"', device: 1 };
    t.match(rows, [
      { ...kept, parameter: 1, desired: '"lobby"', state: 'pending' },
      { ...kept, parameter: 2, desired: sealed, state: 'applied' },
    ]);
    t.notHas(rows[0], { wanted: '"lobby"' });
    t.equal(vault.open(rows[1]?.desired ?? '', settingSealPlace).reveal(), '"psk"');
  });
