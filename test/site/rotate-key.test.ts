import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tap, { test, type Test } from 'tap';
import { Secret } from '../../src/contract/secret.ts';
import { withLockFile } from '../../src/site/key/lock-file.ts';
import { addKey, rotateKey } from '../../src/site/key/rotate-key.ts';

import type { Store } from '../../src/store/store.ts';
import { openVault, readKeyFile } from '../../src/store/vault.ts';
import { startPostgres } from '../peers/postgres.ts';
import { sourceFiles } from '../source-files.ts';
import { rejection, TestSite } from './fixture.ts';
import { sealed } from '../sealed.ts';

/* Rotation of the secret key on both engines, also when it is interrupted. */

tap.setTimeout(120_000);
const postgres = await startPostgres({ fsync: false });
let databases = 0;
tap.teardown(() => postgres.stop());

const rowsOfEach = 600; // more than are taken at once
const clients = ({ store }: TestSite) =>
  store.db.selectFrom('aaa_client').select(['id', 'name', 'secret']).orderBy('id').execute();

/** Opens the secrets of all clients with the keys in the key file. */
const opened = async (site: TestSite) => {
  const vault = openVault(site.keyFile);
  return (await clients(site)).map(({ secret }) =>
    vault.open(secret, 'aaa_client.secret').reveal(),
  );
};
const wanted = Array.from({ length: rowsOfEach }, (_, place) => `secret ${place}`);
const keyIds = async (site: TestSite) => [
  ...new Set((await clients(site)).map(({ secret }) => secret.split('.')[1])),
];

/** Returns a store whose nth write fails. */
const failingAt = (store: Store, nth: number): Store => {
  let writes = 0;
  return Object.assign(Object.create(store) as Store, {
    write: (unit: Parameters<Store['write']>[0]) =>
      (writes += 1) === nth ? Promise.reject(new Error('cut off')) : store.write(unit),
  });
};

for (const engine of ['sqlite', 'postgres'] as const) {
  const open = async (t: Test) => {
    const site = await TestSite.open(
      engine === 'sqlite' ? 'sqlite' : await postgres.createDatabase(`keys_${(databases += 1)}`),
    );
    t.teardown(() => site.close());
    const rows = wanted.map((text, place) => ({
      organization: 1,
      name: text,
      address: `10.0.${place >> 8}.${place & 255}`,
      created: 1,
      last_change: 1,
      secret: site.vault.seal(new Secret(text), 'aaa_client.secret'),
    }));
    await site.store.write([site.store.db.insertInto('aaa_client').values(rows)]);
    return site;
  };

  test(`${engine}: all values are sealed with the new key, and the former key is removed`, async (t) => {
    const site = await open(t);
    const [before] = readKeyFile(site.keyFile);
    const { keyId, resealed, unreadable } = await rotateKey(site.store, site.keyFile, {
      sealed,
      pauseMs: 0,
    });
    t.same({ resealed, unreadable }, { resealed: rowsOfEach, unreadable: [] });
    t.not(keyId, before.id);
    t.same(
      readKeyFile(site.keyFile).map(({ id }) => id),
      [keyId],
    );
    t.same(await keyIds(site), [keyId]);
    t.same(await opened(site), wanted);
  });

  test(`${engine}: an interrupted rotation leaves every value readable, and the next run completes it`, async (t) => {
    const site = await open(t);
    const [before] = readKeyFile(site.keyFile);
    t.match(
      await rejection(rotateKey(failingAt(site.store, 2), site.keyFile, { sealed, pauseMs: 0 })),
      {
        message: 'cut off',
      },
    );
    t.equal((await keyIds(site)).length, 2, 'half of it was done');
    t.equal(readKeyFile(site.keyFile)[1]?.id, before.id);
    t.same(await opened(site), wanted);
    const [half] = readKeyFile(site.keyFile);
    const { keyId } = await rotateKey(site.store, site.keyFile, { sealed, pauseMs: 0 });
    t.equal(keyId, half.id, 'no third key');
    t.same(await keyIds(site), [keyId]);
    t.same(await opened(site), wanted);
    t.equal(readKeyFile(site.keyFile).length, 1);
  });

  /** Returns a store in which the secret of the first client is set just before some of the writes. */
  const disturbed = (site: TestSite, isDisturbing: (write: number) => boolean): Store => {
    const former = Array.from({ length: 20 }, () =>
      site.vault.seal(new Secret('set concurrently'), 'aaa_client.secret'),
    );
    const setting = (secret = '') =>
      site.store.db.updateTable('aaa_client').set({ secret }).where('name', '=', 'secret 0');
    let writes = 0;
    return Object.assign(Object.create(site.store) as Store, {
      async write(unit: Parameters<Store['write']>[0]) {
        if (isDisturbing((writes += 1))) await site.store.write([setting(former.pop())]);
        return site.store.write(unit);
      },
    });
  };

  test(`${engine}: a value that is set concurrently is kept, and is resealed in the next round`, async (t) => {
    const site = await open(t);
    const { keyId } = await rotateKey(
      disturbed(site, (write) => write === 1),
      site.keyFile,
      { sealed, pauseMs: 0 },
    );
    t.same(await opened(site), ['set concurrently', ...wanted.slice(1)]);
    t.same(await keyIds(site), [keyId]);
  });

  test(`${engine}: while values are still sealed with the former key, that key stays`, async (t) => {
    const site = await open(t);
    t.match(
      await rejection(
        rotateKey(
          disturbed(site, () => true),
          site.keyFile,
          { sealed, pauseMs: 0 },
        ),
      ),
      {
        message: /values are still sealed with a former key/,
      },
    );
    t.same(await opened(site), ['set concurrently', ...wanted.slice(1)]);
  });

  test(`${engine}: a value that no key opens is named and unchanged, and the former key stays`, async (t) => {
    const site = await open(t);
    const [{ id, secret } = { id: 0, secret: '' }] = await clients(site);
    const broken = `${secret.slice(0, -6)}AAAAAA`;
    await site.store.write([
      site.store.db.updateTable('aaa_client').set({ secret: broken }).where('id', '=', id),
    ]);
    const { unreadable, resealed } = await rotateKey(site.store, site.keyFile, {
      sealed,
      pauseMs: 0,
    });
    t.same(
      { unreadable, resealed },
      { unreadable: [`aaa_client.secret ${id}`], resealed: rowsOfEach - 1 },
    );
    t.equal((await clients(site))[0]?.secret, broken);
    t.equal(readKeyFile(site.keyFile).length, 2);
  });
}

test('an open vault follows the rotation: it opens new values and seals with the new key', async (t) => {
  const site = await TestSite.open('sqlite');
  t.teardown(() => site.close());
  const former = site.vault.seal(new Secret('before'), 'x.y');
  addKey(site.keyFile);
  const [key] = readKeyFile(site.keyFile);
  const renewed = openVault(site.keyFile).seal(new Secret('after'), 'x.y');
  t.equal(site.vault.open(renewed, 'x.y').reveal(), 'after');
  t.equal(site.vault.open(former, 'x.y').reveal(), 'before');
  t.match(site.vault.seal(new Secret('now'), 'x.y'), new RegExp(`^v1\\.${key.id}\\.`));
});

test('a key file that breaks while a vault is open does not affect it', (t) => {
  const file = join(t.testdir({}), 'secret.key');
  const vault = openVault(file);
  const sealed = vault.seal(new Secret('kept'), 'x.y');
  writeFileSync(file, 'half a k');
  t.equal(vault.open(vault.seal(new Secret('kept'), 'x.y'), 'x.y').reveal(), 'kept');
  t.equal(vault.open(sealed, 'x.y').reveal(), 'kept');
  t.throws(() => openVault(file), { message: /expected 32 octets in base64/ });
  t.end();
});

test('password settings are resealed, other settings stay unchanged', async (t) => {
  const site = await TestSite.open('sqlite');
  t.teardown(() => site.close());
  const { store, vault } = site;
  const at = { created_at: 1, updated_at: 1 };
  const parameter = {
    type: 1,
    name: 'p',
    short_name: 'p',
    variable_name: 'p',
    value_type: 'password',
    position: 0,
  };
  const former = vault.seal(new Secret('"x"'), 'inventory_setting.value');
  await store.write([
    store.db.insertInto('inventory_device').values({ organization: 1, name: 'd', type: 1, ...at }),
    store.db.insertInto('inventory_parameter').values(parameter),
    store.db
      .insertInto('inventory_setting')
      .values({ device: 1, parameter: 1, value: '"v1.as.text"', desired: former, ...at }),
  ]);
  t.match(await rotateKey(store, site.keyFile, { sealed, pauseMs: 0 }), {
    resealed: 1,
    unreadable: [],
  });
  const { value, desired: kept } = await store.db
    .selectFrom('inventory_setting')
    .selectAll()
    .executeTakeFirstOrThrow();
  t.equal(value, '"v1.as.text"');
  t.not(kept, former);
  t.equal(openVault(site.keyFile).open(String(kept), 'inventory_setting.value').reveal(), '"x"');
});

test('a rotation uses the key that was prepared for other gateways', async (t) => {
  const site = await TestSite.open('sqlite');
  t.teardown(() => site.close());
  addKey(site.keyFile);
  const [prepared] = readKeyFile(site.keyFile);
  addKey(site.keyFile);
  t.equal(readKeyFile(site.keyFile).length, 2, 'preparing twice is preparing once');
  t.equal((await rotateKey(site.store, site.keyFile, { sealed, pauseMs: 0 })).keyId, prepared.id);
});

test('only one rotation runs at a time, and the lock of a killed one is taken over', async (t) => {
  const file = join(t.testdir({}), 'lock');
  writeFileSync(file, `${process.ppid}\n`);
  t.match(await rejection(withLockFile(file, () => Promise.resolve())), {
    message: `process ${process.ppid} holds the lock ${file}`,
  });
  writeFileSync(file, '999999999\n');
  t.equal(await withLockFile(file, () => Promise.resolve('done')), 'done');
});

test('replies to repeated requests are resealed, though their table has no id', async (t) => {
  const site = await TestSite.open('sqlite');
  t.teardown(() => site.close());
  const seal = (text: string, column: string) =>
    site.vault.seal(new Secret(text), `idempotency_key.${column}`);
  const rows = Array.from({ length: rowsOfEach }, (_, place) => ({
    user: 1,
    key: `key ${place}`,
    digest: seal('digest', 'digest'),
    status: 201,
    reply: seal(`reply ${place}`, 'reply'),
    created: 1,
  }));
  await site.store.write([site.store.db.insertInto('idempotency_key').values(rows)]);
  const { resealed, keyId } = await rotateKey(site.store, site.keyFile, { sealed, pauseMs: 0 });
  t.equal(resealed, 2 * rowsOfEach);
  const vault = openVault(site.keyFile);
  const found = await site.store.db.selectFrom('idempotency_key').selectAll().execute();
  t.ok(found.every(({ digest }) => digest.startsWith(`v1.${keyId}.`)));
  t.same(
    found.map(({ reply }) => vault.open(reply ?? '', 'idempotency_key.reply').reveal()).sort(),
    rows.map((_, place) => `reply ${place}`).sort(),
  );
});

test('every sealed column is resealed', (t) => {
  const credentials = ['password', 'private_key', 'snmp_community', 'snmp_v3', 'credentials'];
  const expected = [
    'aaa_client.secret',
    'aaa_upstream.secret',
    'aaa_upstream.tls_key',
    'device_app_device.push_key',
    'device_authority.private_key',
    'idempotency_key.digest',
    'idempotency_key.reply',
    'user.reversible_password',
    'user_source.bind_password',
    'user_key.key',
    'user_key_master.master_key',
    'user_key_secret.secret',
    'user_totp.secret',
    ...credentials.map((column) => `inventory_connection_profile.${column}`),
    ...credentials.map((column) => `inventory_device.${column}`),
    'inventory_configuration.configuration',
    'inventory_fleet_operation.secret_parameters',
    'inventory_setting.template',
    'inventory_setting.value',
    'inventory_setting.desired',
    'inventory_transaction.secret_parameters',
    'inventory_variable_set.secret_variables',
    'portal_controller.password',
    'portal_page.payment_key',
    'portal_page.payment_webhook_secret',
    'portal_controller.secret',
    'portal_service.secret',
    'privacy_job.identifiers',
    'webhook.secret',
  ];
  t.same(sealed.map(({ table, column }) => `${table}.${column}`).sort(), expected.sort());
  t.end();
});

test('every place that a value is sealed for or opened from is resealed', (t) => {
  const places = sourceFiles('src').flatMap(({ text }) =>
    [...text.matchAll(/\bvault\s*\.(?:open|seal)\([^;]*?'(\w+\.\w+)'/g)].map(
      ([, place = '']) => place,
    ),
  );
  const resealed = new Set(sealed.map(({ place }) => place));
  t.ok(places.length >= 3, places.join());
  t.same(
    places.filter((place) => !resealed.has(place)),
    [],
  );
  t.end();
});
