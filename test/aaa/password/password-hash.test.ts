import { test } from 'tap';
import { verifyHash } from '../../../src/aaa/password/hash-verifier.ts';
import { costOfHash } from '../../../src/aaa/password/hash-cost.ts';
import { readPasswordHash, schemeOfAttribute } from '../../../src/aaa/password/password-hash.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { ntPasswordHash } from '../../../src/protocol/radius/nt-hash.ts';

/* Known answers of openssl passwd, glibc's crypt, Python's hashlib and FreeRADIUS' smbencrypt, not of this code. */

const long = 'pässwort '.repeat(8);
const sha256OfHello = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';

const answers: readonly (readonly [hash: string, password?: string])[] = [
  ['$1$abcdefgh$rwnEbRiN0agqVgZBovWNQ/'],
  ['$1$abc$GqmOmzoDeLgn3Nzgf4S21.', long],
  ['$apr1$abcdefgh$cy3DSYyOwfhsyu7QOMQzd.'],
  ['$5$saltstring$4mLzDd7PmpYGnmV6HHYAR6tJydOUyhkrRSQDy8q2eK8'],
  ['$5$rounds=1000$roundstoolongsal$you6Fb9JKO1xdiWb3XO0/LO4ssBkLflqMea1eeC2Q82', long],
  [
    '{crypt}$6$saltstring$FAGYDyoYriJZZozrqxKlj3e8sB/i7oiBKr0IsSILeeFjOstTzTN7VBrJXtFNTHuRzUnhy.z43X6Jd3KbHZ.me/',
  ],
  [
    '$6$rounds=1000$x$wJdavKGxManav2aqmga9QGOaVt9iuD9ex6BbBD4wa0CdB2xC7867nVu0YoexfVYYvOpTbR7Ix1VU7glcyP9r9/',
    long,
  ],
  ['$2b$04$abcdefghijklmnopqrstuuwHJMEGjfAzmL1lWmUmlphguIbWfjYey'],
  ['bcrypt$$2b$04$abcdefghijklmnopqrstuuwHJMEGjfAzmL1lWmUmlphguIbWfjYey'],
  ['bcrypt_sha256$$2b$04$abcdefghijklmnopqrstuu7Gm6zp4q2rF01bE3cmOMv..OjzPw2Ti'],
  ['{MD5}XUFAKrxLKna5cZ2REBfFkg=='],
  ['{md5}5d41402abc4b2a76b9719d911017c592'],
  ['{SMD5}ut31JpcwYwNie5eych6WSnNhbHQ='],
  ['{SHA}qvTGHdzF6KLavt4PO0gs2a6pQ00='],
  ['{SSHA}FPvT+WAOz8Kj1D5MB6mKh1x5EKJzYWx0'],
  [
    '{SSHA512}tnMoNq/Vy9eD05V48D0nBn/3hwVvUHv8PUZRRl6NCkX1eMWrm7dcwcmaue9TqJBxkEZNQSmxxAVympkZmQCgq3NhbHQ=',
  ],
  [`{SHA2}${sha256OfHello}`],
  [`{sha256}0x${sha256OfHello}`],
  ['pbkdf2_sha256$1000$seasalt$RD2CKhnDcnVNzUV454538K+x6R3OOcwZfjbISYPSaUI='],
  [
    '{X-PBKDF2}HMACSHA2+512:AAAD6A:c2FsdDEyMzQ=:TblaeRtZ6Vw7k/62HKph8289eqa/l+cdRAuolkISGff4arW3w2WayNrJ6Ycwx60ZI06Fy3ueZhvYYXrO7KfFJA==',
  ],
  ['{PBKDF2-SHA256}1000$c2FsdDEyMzQ$tAHBOMfM9THjIEY/ghWgHPpzPzYzEVGAskrDZLR45bU'],
  [
    'scrypt$1024$salt$8$1$1xhBUDIcoRfsAH5cnvagQtH5D8WbXq/544HNZYwDcz8ntNe5L4chwzoJAtlctQrKWsWWQyteyDd9umbIylgHdw==',
  ],
  ['md5$salt$06decc8b095724f80103712c235586be'],
  ['sha1$salt$34cd57acc150672d09d0c5635c06d8c2f094a419'],
];

test('known hashes are verified, and a wrong password is not', async (t) => {
  for (const [hash, password = 'hello'] of answers) {
    const read = readPasswordHash(hash);
    if (typeof read === 'string' || read.kind !== 'hash')
      throw new Error(`${hash}: ${JSON.stringify(read)}`);
    t.ok(await verifyHash(read.stored, password), hash);
    for (const wrong of ['Hello', '', `${password}x`])
      t.notOk(await verifyHash(read.stored, wrong), `${hash} with "${wrong}"`);
  }
});

test('an NT hash is made from the password, and a password in clear is unchanged', (t) => {
  const nt = readPasswordHash('{nt}066DDFD4EF0E9CD7C256FE77191EF43C');
  if (typeof nt === 'string' || nt.kind !== 'nt') throw new Error(JSON.stringify(nt));
  t.same(ntPasswordHash(nt.hash), ntPasswordHash(new Secret('hello')));
  const clear = readPasswordHash('{cleartext}{x}hello');
  if (typeof clear === 'string' || clear.kind !== 'clear') throw new Error(JSON.stringify(clear));
  t.equal(clear.password.reveal(), '{x}hello');
  t.end();
});

for (const [text, reason] of [
  ['hello', /form is not known/],
  ['abJnggxhB/yWI', /form is not known/],
  ['{crypt}abJnggxhB/yWI', 'crypt by DES cannot be verified'],
  [
    '$y$j9T$F5Jx5fExrKuPp53xLKQ..1$X3DX6M94c7o',
    'crypt method $y$ (yescrypt, scrypt) cannot be verified',
  ],
  ['$6$salt$short', 'crypt method $6$ is not known, or the hash is not complete'],
  [
    `$6$rounds=9999999$salt$${'a'.repeat(86)}`,
    'crypt with 9999999 rounds: at most 700000 are verified',
  ],
  ['$2b$31$abcdefghijklmnopqrstuuwHJMEGjfAzmL1lWmUmlphguIbWfjYey', /^bcrypt at cost 31/],
  ['$2b$03$abcdefghijklmnopqrstuuwHJMEGjfAzmL1lWmUmlphguIbWfjYey', /^bcrypt at cost 3:/],
  ['$argon2id$v=19$m=8,t=2,p=4$c2FsdHNhbHQ$aGFzaGhhc2g', /^argon2 with m=8,p=4/],
  ['$argon2id$v=19$m=64,t=0,p=1$c2FsdHNhbHQ$aGFzaGhhc2g', /^crypt method \$argon2id\$/],
  ['$argon2id$v=19$m=4194304,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2g', /^argon2 with m=4194304,t=2/],
  [
    'pbkdf2_sha256$99999999$salt$RD2CKhnDcnVNzUV454538K+x6R3OOcwZfjbISYPSaUI=',
    /99999999 iterations/,
  ],
  ['$argon2id$v=19$m=131072,t=4,p=1$c2FsdHNhbHQ$aGFzaGhhc2g', /m times t may be at most 393216/],
  ['$argon2id$v=19$m=262144,t=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2g', /at most m=131072,t=10/],
  ['scrypt$65536$salt$8$5$' + Buffer.alloc(64).toString('base64'), /256 MiB times p/],
  ['scrypt$1048576$salt$8$1$' + Buffer.alloc(64).toString('base64'), /N=1048576/],
  ['{crypt}!', 'the password is locked'],
  ['{foo}bar', 'the scheme {foo} is not known'],
  ['{lm}FDA95FBECA288D44AAD3B435B51404EE', 'an LM hash cannot be verified'],
  [
    '{ssha}qvTGHdzF6KLavt4PO0gs2a6pQ00=',
    '{ssha} has 20 octets and a salt, in hexadecimal or base64',
  ],
  ['{nt}066DDF', /16 octets/],
  ['{clear}', 'the password is empty'],
] as const)
  test(`${text.slice(0, 24)} is refused by name, and the reason has no part of the hash`, (t) => {
    const read = readPasswordHash(text);
    t.match(read, reason);
    t.notMatch(read, /hello|qvTG|066DDF|FDA9|abJngg|short/);
    t.end();
  });

test('what systems set by default is accepted, and its cost is known', (t) => {
  const storedOf = (text: string) => {
    const read = readPasswordHash(text);
    if (typeof read === 'string' || read.kind !== 'hash') throw new Error(JSON.stringify(read));
    return read.stored;
  };
  const argon2 = (cost: string) => `$argon2id$v=19$${cost}$c2FsdHNhbHQ$aGFzaGhhc2g`;
  const bcrypt = (cost: string) => `$2b$${cost}$${'a'.repeat(53)}`;
  const pbkdf2 = (count: number) =>
    `pbkdf2_sha256$${count}$salt$RD2CKhnDcnVNzUV454538K+x6R3OOcwZfjbISYPSaUI=`;
  const scrypt = (cost: string) => `scrypt$${cost}$${Buffer.alloc(64).toString('base64')}`;
  for (const [text, isCostly, memory] of [
    ['$1$salt$' + 'a'.repeat(22), false, 0],
    ['$6$salt$' + 'a'.repeat(86), false, 0],
    ['$6$rounds=656000$salt$' + 'a'.repeat(86), true, 0],
    [bcrypt('10'), false, 4096],
    [bcrypt('12'), true, 4096],
    [`bcrypt_sha256$${bcrypt('12')}`, true, 4096],
    [argon2('m=19456,t=2,p=1'), false, 19_456],
    [argon2('m=65536,t=3,p=4'), true, 65_536],
    [argon2('m=102400,t=2,p=8'), true, 102_400],
    [pbkdf2(1_200_000), true, 0],
    [pbkdf2(1000), false, 0],
    [scrypt('16384$salt$8$5'), true, 16_384],
  ] as const)
    t.same(costOfHash(storedOf(text)), { isCostly, memory }, text.slice(0, 40));
  t.end();
});

test('password attributes of FreeRADIUS name their schemes', (t) => {
  for (const [attribute, scheme] of [
    ['Cleartext-Password', 'clear'],
    ['Crypt-Password', 'crypt'],
    ['MD5-Password', 'md5'],
    ['SMD5-Password', 'smd5'],
    ['SHA1-Password', 'sha'],
    ['SSHA-Password', 'ssha'],
    ['SSHA2-512-Password', 'ssha512'],
    ['SHA2-Password', 'sha2'],
    ['NT-Password', 'nt'],
    ['PBKDF2-Password', 'pbkdf2'],
    ['CHAP-Password', null],
    ['Session-Timeout', null],
  ] as const)
    t.equal(schemeOfAttribute(attribute), scheme, attribute);
  t.end();
});
