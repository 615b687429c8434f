import { hash } from '@node-rs/argon2';
import { test } from 'tap';
import {
  VerifiedPasswordCache,
  verifyPassword,
} from '../../../src/aaa/policy/password-verifier.ts';
import { Secret } from '../../../src/secret.ts';

const right = new Secret('correct horse');
const stored = await hash(right.reveal());

/** A cache that counts its argon2 verifications. */
function countingCache({ maxEntries }: { readonly maxEntries?: number } = {}) {
  let count = 0;
  const verify: typeof verifyPassword = (...args) => {
    count += 1;
    return verifyPassword(...args);
  };
  return { cache: new VerifiedPasswordCache({ maxEntries, verify }), verifications: () => count };
}

test('a password that was right once is verified without argon2', async (t) => {
  const { cache, verifications } = countingCache();
  for (let time = 0; time < 3; time += 1) t.ok(await cache.verify(stored, right));
  t.equal(verifications(), 1);
});

test('a wrong password is never cached, before or after the right one', async (t) => {
  const { cache, verifications } = countingCache();
  const wrong = new Secret('wrong horse');
  t.notOk(await cache.verify(stored, wrong));
  t.ok(await cache.verify(stored, right));
  for (const given of [wrong, wrong, new Secret('')]) t.notOk(await cache.verify(stored, given));
  t.equal(verifications(), 5);
});

test('a changed password evicts the old one', async (t) => {
  const { cache } = countingCache();
  t.ok(await cache.verify(stored, right));
  t.notOk(await cache.verify(await hash('battery staple'), right));
});

test('without a stored hash no password is right, and argon2 runs all the same', async (t) => {
  const { cache, verifications } = countingCache();
  for (const absent of [null, undefined, null]) t.notOk(await cache.verify(absent, right));
  t.equal(verifications(), 3);
});

test('the cache is bounded, and evicts the oldest entry', async (t) => {
  const { cache, verifications } = countingCache({ maxEntries: 1 });
  const other = await hash('battery staple');
  t.ok(await cache.verify(stored, right));
  t.ok(await cache.verify(other, new Secret('battery staple')));
  t.ok(await cache.verify(stored, right), 'evicted, and verified again');
  t.ok(await cache.verify(stored, right));
  t.equal(verifications(), 3);
});
