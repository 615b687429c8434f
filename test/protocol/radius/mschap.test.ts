import { test } from 'tap';
import { md4 } from '../../../src/protocol/radius/md4.ts';
import { mppeKeys } from '../../../src/protocol/radius/mppe.ts';
import {
  authenticatorResponse,
  challengeHash,
  challengeResponse,
  isMsChapResponseValid,
  readMsChapV1,
  readMsChapV2,
} from '../../../src/protocol/radius/ms-chap.ts';
import { ntPasswordHash } from '../../../src/protocol/radius/nt-hash.ts';
import { Secret } from '../../../src/contract/secret.ts';

const hex = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex');

for (const [text, digest] of [
  ['', '31d6cfe0d16ae931b73c59d7e0c089c0'],
  ['a', 'bde52cb31de33e46245e05fbdbd6fb24'],
  ['abc', 'a448017aaf21d8525fc10ae87aa6729d'],
  ['message digest', 'd9130a8164549fe818874806e1c7014b'],
  ['abcdefghijklmnopqrstuvwxyz', 'd79e1c308aa5bbcdeea8ed63df412da9'],
  [
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
    '043f8582f241db351ce627e153e7f0e4',
  ],
  ['1234567890'.repeat(8), 'e33b4ddc9c38f2199c3e7b164fcc0536'],
] as const) {
  test(`RFC 1320 appendix A.5: MD4 of "${text}"`, (t) => {
    t.equal(md4(Buffer.from(text)).toString('hex'), digest);
    t.end();
  });
}

/* RFC 2759 section 9.2 */
const username = 'User';
const password = new Secret('clientPass');
const ours = hex('5B 5D 7C 7D 7B 3F 2F 3E 3C 2C 60 21 32 26 26 28');
const peers = hex('21 40 23 24 25 5E 26 2A 28 29 5F 2B 3A 33 7C 7E');
const response = hex('82 30 9E CD 8D 70 8B 5E A0 8F AA 39 81 CD 83 54 42 33 11 4A 3D 85 D6 DF');
const carried = {
  challenge: ours,
  response: Buffer.concat([Buffer.from([7, 0]), peers, Buffer.alloc(8), response]),
};

test('RFC 2759 section 9.2: hash of the password', (t) => {
  t.same(ntPasswordHash(password), hex('44 EB BA 8D 53 12 B8 D6 11 47 44 11 F5 69 89 AE'));
  t.same(md4(ntPasswordHash(password)), hex('41 C0 0C 58 4B D2 D9 1C 40 17 A2 A1 2F A5 9F 3F'));
  t.end();
});

test('RFC 2759 section 9.2: challenge and response, with a domain before the name or without', (t) => {
  for (const name of [username, `DOMAIN\\${username}`]) {
    const challenge = challengeHash({
      peerChallenge: peers,
      authenticatorChallenge: ours,
      username: name,
    });
    t.same(challenge, hex('D0 2E 43 86 BC E9 12 26'));
    t.same(challengeResponse(challenge, ntPasswordHash(password)), response);
  }
  t.end();
});

test('RFC 2759 section 9.2: our own proof', (t) => {
  const answer = readMsChapV2(carried, username);
  t.ok(answer && isMsChapResponseValid(answer, password));
  t.notOk(answer && isMsChapResponseValid(answer, new Secret('clientpass')));
  t.equal(
    answer && authenticatorResponse(answer, password),
    'S=407A5589115FD0D6209F510FE9C04566932CDA56',
  );
  t.equal(answer?.ident, 7);
  t.end();
});

test('RFC 3079 section 3.5.3: the key for sending', (t) => {
  t.same(
    mppeKeys({ response }, password).send,
    hex('8B 7C DC 14 9B 99 3A 1B A1 18 CB 15 3F 56 DC CB'),
  );
  t.end();
});

test('an answer of another size, or without an NT response, is invalid', (t) => {
  const short = carried.response.subarray(1);
  t.equal(readMsChapV2({ ...carried, response: short }, username), null);
  t.equal(readMsChapV2({ ...carried, challenge: ours.subarray(1) }, username), null);
  t.equal(readMsChapV2({ challenge: null, response: null }, username), null);
  const lanManager = Buffer.concat([Buffer.from([7, 0]), Buffer.alloc(48)]);
  t.equal(readMsChapV1({ challenge: Buffer.alloc(8), response: lanManager }), null);
  t.end();
});
