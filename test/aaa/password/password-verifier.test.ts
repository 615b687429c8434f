import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import tap, { test } from 'tap';
import {
  VerifiedPasswordCache,
  verifyPassword,
} from '../../../src/aaa/password/password-verifier.ts';
import type { PasswordColumns } from '../../../src/aaa/password/stored-password.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { openVault } from '../../../src/store/vault.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-'));
const vault = openVault(join(folder, 'key'));
tap.teardown(() => {
  rmSync(folder, { recursive: true });
});

const right = new Secret('correct horse');
const stored = await storedAs('correct horse');

async function storedAs(clear: string): Promise<PasswordColumns> {
  return { password: await hash(clear), reversiblePassword: null };
}

/** A cache that counts its argon2 verifications. */
function countingCache({ maxEntries }: { readonly maxEntries?: number } = {}) {
  let count = 0;
  const verify: typeof verifyPassword = (...args) => {
    count += 1;
    return verifyPassword(...args);
  };
  return {
    cache: new VerifiedPasswordCache(vault, { maxEntries, verify }),
    verifications: () => count,
  };
}

test('a password that was right once is verified without argon2', async (t) => {
  const { cache, verifications } = countingCache();
  for (let time = 0; time < 3; time += 1) t.ok(await cache.verify(stored, { password: right }));
  t.equal(verifications(), 1);
});

test('a wrong password is never cached, before or after the right one', async (t) => {
  const { cache, verifications } = countingCache();
  const wrong = new Secret('wrong horse');
  t.notOk(await cache.verify(stored, { password: wrong }));
  t.ok(await cache.verify(stored, { password: right }));
  for (const given of [wrong, wrong, new Secret('')])
    t.notOk(await cache.verify(stored, { password: given }));
  t.equal(verifications(), 5);
});

test('wrong passwords against the costliest hashes of one organization hold up no other one', async (t) => {
  const costly = { password: `$6$rounds=400000$salt$${'a'.repeat(86)}`, reversiblePassword: null };
  const ended: string[] = [];
  const check = (user: PasswordColumns, organization: number, client: string) =>
    verifyPassword(vault, user, { password: right, client, organization }).then((isRight) => {
      ended.push(`${organization} ${isRight}`);
    });
  const attack = Array.from({ length: 4 }, (_, client) => check(costly, 1, `nas ${client}`));
  const honest = Array.from({ length: 12 }, () => check(stored, 2, 'nas'));
  await Promise.all([...attack, ...honest]);
  const before = ended.slice(0, ended.lastIndexOf('2 true')).filter((one) => one === '1 false');
  t.equal(ended.filter((one) => one === '2 true').length, 12);
  t.ok(before.length <= 1, ended.join(', '));
});

test('a changed password evicts the old one', async (t) => {
  const { cache } = countingCache();
  t.ok(await cache.verify(stored, { password: right }));
  t.notOk(await cache.verify(await storedAs('battery staple'), { password: right }));
});

test('without a stored hash no password is right, and argon2 runs anyway', async (t) => {
  const { cache, verifications } = countingCache();
  const withoutPassword = { password: null, reversiblePassword: null };
  for (const absent of [null, undefined, withoutPassword])
    t.notOk(await cache.verify(absent, { password: right }));
  t.equal(verifications(), 3);
});

test('the cache is bounded, and evicts the oldest entry', async (t) => {
  const { cache, verifications } = countingCache({ maxEntries: 1 });
  const other = await storedAs('battery staple');
  t.ok(await cache.verify(stored, { password: right }));
  t.ok(await cache.verify(other, { password: new Secret('battery staple') }));
  t.ok(await cache.verify(stored, { password: right }), 'evicted, and verified again');
  t.ok(await cache.verify(stored, { password: right }));
  t.equal(verifications(), 3);
});
