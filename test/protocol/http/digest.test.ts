import { test } from 'tap';
import { answer, DigestLogin, parseChallenges } from '../../../src/protocol/http/digest.ts';

/* Examples of RFC 7616, section 3.9. */

const user = { username: 'Mufasa', password: 'Circle of Life' };
const nonce = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ';
const challengeOf = (algorithm: string) => `
  Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm},
  nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`;
const request = { method: 'GET', target: '/dir/index.html', count: '00000001', nonce };

for (const [algorithm, response] of [
  ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
  ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
] as const)
  test(`RFC 7616 3.9.1, ${algorithm}`, (t) => {
    const [challenge] = parseChallenges(challengeOf(algorithm));
    if (!challenge) throw new Error('no challenge');
    const text = answer(challenge, user, request);
    t.match(text, `response="${response}"`);
    t.match(text, `algorithm=${algorithm}, opaque="FQhe/`);
    t.match(text, 'qop=auth, nc=00000001');
    t.end();
  });

test('RFC 7616 3.9.2: SHA-512-256 and a hashed user name', (t) => {
  const [challenge] = parseChallenges(
    'Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", charset=UTF-8, userhash=true',
  );
  if (!challenge) throw new Error('no challenge');
  const text = answer(
    challenge,
    { username: 'Jäsøn Doe', password: 'Secret, or not?' },
    {
      method: 'GET',
      target: '/doe.json',
      count: '00000001',
      nonce: 'NTg6RKcb9boFIAS3KrFK9BGeh+niz/sm',
    },
  );
  // The published values are of another hash (erratum 4897 of the RFC); these follow its section 3.4.
  t.match(text, 'username="793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b"');
  t.match(text, 'response="7a4e1192babbba02e91182d2895bfdbf7adafc6e48d4e517ca301974843d840c"');
  t.match(text, 'userhash=true');
  t.end();
});

test('the strongest usable Digest challenge is taken, and Basic is not one', (t) => {
  const login = new DigestLogin(user);
  t.notOk(login.accept('Basic realm="device"'));
  t.notOk(login.accept('Digest realm="x", nonce="1", qop="auth-int"'));
  t.notOk(login.accept('Digest realm="x", nonce="1", algorithm=SHA-3'));
  t.equal(login.authorize('GET', '/'), null);
  t.ok(
    login.accept(
      'Digest realm="x", nonce="1", algorithm=MD5, Digest realm="x", nonce="2", algorithm=SHA-256, qop="auth", Basic realm="x"',
    ),
  );
  t.match(login.authorize('GET', '/'), /nonce="2".*algorithm=SHA-256.*nc=00000001/);
  t.match(login.authorize('GET', '/'), /nc=00000002/);
  t.end();
});

test('a quote in a realm is unescaped and escaped again, and ten thousand commas take no time', (t) => {
  const [challenge] = parseChallenges('Digest realm="a \\"b\\", c", nonce="1"');
  t.equal(challenge?.parameters.get('realm'), 'a "b", c');
  t.match(challenge && answer(challenge, user, request), 'realm="a \\"b\\", c"');
  const start = process.threadCpuUsage();
  parseChallenges(`Digest ${',"'.repeat(100_000)}`);
  t.ok(process.threadCpuUsage(start).user < 100_000, 'less than 100 ms of the processor');
  t.end();
});
