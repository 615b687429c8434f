import { test } from 'tap';
import { normalizeRealm, realmOf, withoutRealm } from '../../../src/aaa/account/realm.ts';

test('the realm of a user name stands behind its last @ (RFC 7542 section 2.2)', (t) => {
  for (const [username, realm] of [
    ['bob@example.org', 'example.org'],
    ['bob@home.example@Visited.example', 'Visited.example'],
    ['@example.org', 'example.org'],
    ['bob', null],
    ['', null],
    [null, null],
  ] as const)
    t.equal(realmOf(username), realm, String(username));
  t.end();
});

test('an empty realm counts as no realm', (t) => {
  t.equal(realmOf('bob@'), null);
  t.equal(realmOf('bob@example.org@'), null);
  t.end();
});

test('realms are compared without case, and the default realm is empty', (t) => {
  t.equal(normalizeRealm('Example.ORG'), 'example.org');
  t.equal(normalizeRealm(null), '');
  t.end();
});

test('a user name is stripped of its realm octet for octet', (t) => {
  const name = Buffer.from([0xff, 0x40, 0x61]);
  t.same(withoutRealm(name), Buffer.from([0xff]));
  t.same(withoutRealm(Buffer.from('@example.org')), Buffer.from('@example.org'));
  t.end();
});
