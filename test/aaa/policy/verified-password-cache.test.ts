import { hash } from '@node-rs/argon2';
import { test } from 'tap';
import { verifyPassword } from '../../../src/aaa/policy/credential-check.ts';
import { VerifiedPasswordCache } from '../../../src/aaa/policy/verified-password-cache.ts';
import { Secret } from '../../../src/secret.ts';

const right = new Secret('correct horse');
const stored = await hash(right.reveal());

/** Real checks, counted: they are what costs. */
function counted({ most }: { readonly most?: number } = {}) {
  let checks = 0;
  const check: typeof verifyPassword = (...asked) => {
    checks += 1;
    return verifyPassword(...asked);
  };
  return { passwords: new VerifiedPasswordCache({ most, check }), checks: () => checks };
}

test('a password that was right once is known again without argon2', async (t) => {
  const { passwords, checks } = counted();
  for (let time = 0; time < 3; time += 1) t.ok(await passwords.verify(stored, right));
  t.equal(checks(), 1);
});

test('a wrong password is wrong, before and after the right one, and is checked each time', async (t) => {
  const { passwords, checks } = counted();
  const wrong = new Secret('wrong horse');
  t.notOk(await passwords.verify(stored, wrong));
  t.ok(await passwords.verify(stored, right));
  for (const given of [wrong, wrong, new Secret('')])
    t.notOk(await passwords.verify(stored, given));
  t.equal(checks(), 5);
});

test('a password that was changed is forgotten', async (t) => {
  const { passwords } = counted();
  t.ok(await passwords.verify(stored, right));
  t.notOk(await passwords.verify(await hash('battery staple'), right));
});

test('of nobody no password is right, and argon2 is asked all the same', async (t) => {
  const { passwords, checks } = counted();
  for (const absent of [null, undefined, null]) t.notOk(await passwords.verify(absent, right));
  t.equal(checks(), 3);
});

test('no more passwords are kept than are needed for a site', async (t) => {
  const { passwords, checks } = counted({ most: 1 });
  const other = await hash('battery staple');
  t.ok(await passwords.verify(stored, right));
  t.ok(await passwords.verify(other, new Secret('battery staple')));
  t.ok(await passwords.verify(stored, right), 'forgotten, and checked anew');
  t.ok(await passwords.verify(stored, right));
  t.equal(checks(), 3);
});
