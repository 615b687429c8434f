import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import tap, { test } from 'tap';
import { authenticate } from '../../../src/aaa/policy/authentication.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { openStore } from '../../../src/store/database.ts';
import { openVault } from '../../../src/store/vault.ts';
import { copyBlankStore } from '../../blank-store.ts';

const directory = mkdtempSync(join(tmpdir(), 'authenticate-'));
copyBlankStore('sqlite', directory);
const store = await openStore('sqlite', directory);
const vault = openVault(join(directory, 'key'));
tap.teardown(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

const password = 'pässwort';
const times = { created: 0, last_change: 0 };
const alice = {
  organization: 1,
  username: 'alice',
  role: 'user',
  password: await hash(password),
  ...times,
};
await store.write([
  store.db.insertInto('organization').values({ name: 'Hotel', short_name: 'hotel', ...times }),
  store.db.insertInto('organization').values({ name: 'Harbour', short_name: 'harbour', ...times }),
  store.db.insertInto('user').values(alice),
  store.db.insertInto('user').values({ ...alice, username: 'retired', is_active: 0 }),
  store.db.insertInto('user').values({ ...alice, username: 'guest', password: null }),
]);

const attempt = (username: string, clear: string, organization = 1) =>
  authenticate({ store, vault }, { organization, username, password: new Secret(clear) });

test('a user with the right password is accepted, and its id returned', async (t) => {
  t.strictSame(await attempt('alice', password), { isAccepted: true, user: 1 });
});

for (const [rejectReason, username, clear, organization] of [
  ['wrong password', 'alice', 'another', 1],
  ['wrong password', 'alice', '', 1],
  ['unknown user', 'alice', password, 2],
  ['unknown user', 'Alice', password, 1],
  ['unknown user', "alice' or '1'='1", password, 1],
  ['inactive user', 'retired', password, 1],
  ['no password set', 'guest', '', 1],
] as const) {
  test(`${username} with "${clear}" in organization ${organization} is rejected: ${rejectReason}`, async (t) => {
    t.strictSame(await attempt(username, clear, organization), { isAccepted: false, rejectReason });
  });
}

test('rejecting an unknown user takes as much processor time as a known one', async (t) => {
  const known = await work(() => attempt('alice', 'another'));
  for (const username of ['nobody', 'guest', 'retired']) {
    const ratio = (await work(() => attempt(username, 'another'))) / known;
    t.ok(ratio > 0.5 && ratio < 2, `${username}: ${ratio}`);
  }
});

/** Measures the processor time of eight runs, and returns that of the shortest, in microseconds. */
async function work(run: () => Promise<unknown>): Promise<number> {
  let shortest = Infinity;
  for (let round = 0; round < 8; round += 1) {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    shortest = Math.min(shortest, user + system);
  }
  return shortest;
}
