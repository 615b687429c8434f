import { hash } from '@node-rs/argon2';
import { test, type Test } from 'tap';
import { ProvenPasswords } from '../../src/aaa/proven-passwords.ts';
import { Secret } from '../../src/secret.ts';

/** Dear enough for the difference to be seen on any machine. */
const dear = { memoryCost: 65_536, timeCost: 4 };
const right = new Secret('correct horse');
const stored = await hash(right.reveal(), dear);

async function msFor(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function refuses(t: Test, passwords: ProvenPasswords, given: string): Promise<void> {
  return passwords.isRight(stored, new Secret(given)).then((isRight) => {
    t.equal(isRight, false, given);
  });
}

test('a password that was right once is known again without argon2', async (t) => {
  const passwords = new ProvenPasswords();
  const first = await msFor(async () => t.ok(await passwords.isRight(stored, right)));
  const again = await msFor(async () => t.ok(await passwords.isRight(stored, right)));
  t.ok(again < first / 4, `${first} ms, then ${again} ms`);
});

test('a wrong password is wrong, before and after the right one, and costs what it did', async (t) => {
  const passwords = new ProvenPasswords();
  await refuses(t, passwords, 'wrong horse');
  const first = await msFor(() => passwords.isRight(stored, right));
  const wrong = await msFor(() => refuses(t, passwords, 'wrong horse'));
  t.ok(wrong > first / 4, `right ${first} ms, wrong ${wrong} ms`);
  await refuses(t, passwords, '');
});

test('a password that was changed is forgotten', async (t) => {
  const passwords = new ProvenPasswords();
  t.ok(await passwords.isRight(stored, right));
  t.notOk(await passwords.isRight(await hash('battery staple', dear), right));
});

test('of nobody no password is right', async (t) => {
  const passwords = new ProvenPasswords();
  for (const absent of [null, undefined]) t.notOk(await passwords.isRight(absent, right));
});

test('no more passwords are kept than are needed for a site', async (t) => {
  const passwords = new ProvenPasswords({ most: 1 });
  const other = await hash('battery staple', dear);
  t.ok(await passwords.isRight(stored, right));
  t.ok(await passwords.isRight(other, new Secret('battery staple')));
  const forgotten = await msFor(() => passwords.isRight(stored, right));
  const known = await msFor(() => passwords.isRight(stored, right));
  t.ok(known < forgotten / 4, `${forgotten} ms, then ${known} ms`);
});
