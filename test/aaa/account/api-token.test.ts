import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { openStore } from '../../../src/store/database.ts';
import {
  createTokenAuthentication,
  hashToken,
  lastUsedPrecisionMs,
  recordTokenUse,
} from '../../../src/aaa/account/api-token.ts';
import { copyBlankStore } from '../../blank-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'token-use-'));
copyBlankStore('sqlite', folder);
const store = await openStore('sqlite', folder);
tap.teardown(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const { db } = store;
const stamps = { created: 0, last_change: 0 };
await store.write([
  db.insertInto('organization').values({ name: 'Hotel', short_name: 'hotel', ...stamps }),
  db.insertInto('user').values({ organization: 1, username: 'robot', role: 'admin', ...stamps }),
  db.insertInto('user_token').values({ user: 1, token_hash: 'x', created: 0 }),
]);

const stored = () =>
  db.selectFrom('user_token').select(['id', 'last_used']).executeTakeFirstOrThrow();

test('the use of a token is written at most once a minute', async (t) => {
  const start = 1_800_000_000_000;
  for (const [after, expected, writes] of [
    [0, start, 1],
    [1, start, 0],
    [lastUsedPrecisionMs - 1, start, 0],
    [lastUsedPrecisionMs, start + lastUsedPrecisionMs, 1],
  ] as const) {
    recordTokenUse(store, await stored(), new Date(start + after));
    t.equal(store.pendingWrites, writes, `${after} ms later`);
    await store.checkWritable(); // Waits for the writes queued before.
    t.equal((await stored()).last_used, expected);
  }
});

test('of many concurrent uses one is written', async (t) => {
  const seen = { id: 1, last_used: null };
  const at = 1_900_000_000_000;
  for (let index = 0; index < 5; index += 1) recordTokenUse(store, seen, new Date(at + index));
  await store.checkWritable();
  t.equal((await stored()).last_used, at);
});

test('the scope of an organization follows each change of the tree', async (t) => {
  const of = (name: string, parent: number | null) =>
    db.insertInto('organization').values({ name, short_name: name, parent, ...stamps });
  await store.write([of('city', 1), of('bar', 2), of('pub', 1)]);
  const authenticate = createTokenAuthentication({ store, now: () => new Date(0) });
  const scopeOf = async () => (await authenticate('t')).organizations;
  await store.write([
    db.updateTable('user_token').set({ token_hash: hashToken('t'), last_used: 1 }),
  ]);
  t.same(await authenticate('t'), {
    user: 1,
    username: 'robot',
    role: 'admin',
    organization: 1,
    organizations: [1, 2, 4, 3],
    isRoot: true,
    mayWrite: true,
  });
  const change = (id: number, set: { parent?: number; is_active?: 0 | 1 }) =>
    store.write([db.updateTable('organization').set(set).where('id', '=', id)]);
  await change(3, { parent: 4 });
  await change(4, { is_active: 0 });
  t.same(await scopeOf(), [1, 2, 4, 3]);
  await store.write([db.updateTable('user').set({ role: 'app' })]);
  t.same(await scopeOf(), [1, 2], 'an app serves none that is switched off, or below one');
  await store.write([db.updateTable('user').set({ organization: 3 })]);
  await t.rejects(authenticate('t'), { message: 'Invalid token.' });
  await change(4, { is_active: 1 });
  const { isRoot, organizations } = await authenticate('t');
  t.same({ isRoot, organizations }, { isRoot: false, organizations: [3] });
  await store.write([db.updateTable('user').set({ organization: 4 })]);
  t.same(await scopeOf(), [4, 3]);
  await store.write([
    db.updateTable('organization').set({ parent: 2 }).where('id', '=', 3),
    db.updateTable('table_version').set({ version: 1 }).where('name', '=', 'organization'),
  ]);
  t.same(await scopeOf(), [4], 'an older version is that of a store that was restored');
});
