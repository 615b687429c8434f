import { createHash } from 'node:crypto';
import tap, { test } from 'tap';
import { eventually } from '../../gateway-process.ts';
import { ask, password, radclient, secret, silenceMs, startSite } from '../fixture.ts';
import {
  encoded,
  hiddenPassword,
  randomPacket,
  randomSignedPacket,
  type Attribute,
} from '../packets.ts';

const site = await startSite();
const { authAddress, acctAddress } = site.server;
tap.teardown(() => site.stop());

/** Builds an Access-Request as a NAS sends it, without Message-Authenticator. */
function login(name: string, clear: string, more: readonly Attribute[] = []): Buffer {
  const packet = randomPacket({ code: 1, attributes: [] });
  const authenticator = packet.subarray(4, 20);
  const body = encoded([
    [1, name],
    [2, hiddenPassword(secret, { password: clear, authenticator })],
    ...more,
  ]);
  packet.writeUInt16BE(20 + body.length, 2);
  return Buffer.concat([packet, body]);
}

test('radclient logs in by name and password, and verifies the reply', async (t) => {
  const attributes = `User-Name=alice\nUser-Password="${password}"\nMessage-Authenticator=0x00\n`;
  const reply = await radclient({ to: authAddress, command: 'auth', attributes });
  t.ok(reply.ok, reply.output);
  t.match(reply.output, /Received Access-Accept[\s\S]*Message-Authenticator/);
});

test('radclient with a wrong password is rejected after the reject delay', async (t) => {
  const begun = Date.now();
  const attributes = 'User-Name=alice\nUser-Password="another"\nMessage-Authenticator=0x00\n';
  const reply = await radclient({ to: authAddress, command: 'auth', attributes });
  t.match(reply.output, /Received Access-Reject[\s\S]*Message-Authenticator/);
  t.ok(Date.now() - begun >= 1000);
});

test('a reply to an Access-Request has Message-Authenticator first, and the Proxy-States after it', async (t) => {
  const proxied: readonly Attribute[] = [
    [33, 'one'],
    [33, 'two'],
  ];
  const signed = randomSignedPacket(secret, { code: 1, attributes: [[1, 'nobody'], ...proxied] });
  const { octets } = (await ask(authAddress, signed)) ?? {};
  t.equal(octets?.[0], 3);
  t.equal(octets?.subarray(20, 22).toString('hex'), '5012');
  t.same(octets?.subarray(38), encoded(proxied));
});

const chap = Buffer.concat([
  Buffer.from([9]),
  createHash('md5').update('\x09').update(password).update('challenge').digest(),
]);

const refused: readonly (readonly [string, () => Buffer])[] = [
  ['a wrong password', () => login('alice', 'wrong')],
  ['an empty password', () => login('alice', '')],
  ['an unknown user', () => login('nobody', password)],
  ['a user who is not active', () => login('retired', password)],
  ['a user without password', () => login('nopassword', '')],
  ['a user of another organization', () => login('stranger', password)],
  ['no password', () => randomPacket({ code: 1, attributes: [[1, 'alice']] })],
  ['no name', () => randomPacket({ code: 1, attributes: [[2, Buffer.alloc(16)]] })],
  [
    'a password of 15 octets',
    () =>
      randomPacket({
        code: 1,
        attributes: [
          [1, 'alice'],
          [2, Buffer.alloc(15)],
        ],
      }),
  ],
  [
    'a password of 144 octets',
    () =>
      randomPacket({
        code: 1,
        attributes: [
          [1, 'alice'],
          [2, Buffer.alloc(144)],
        ],
      }),
  ],
  [
    'CHAP, which a hash cannot verify',
    () =>
      randomPacket({
        code: 1,
        attributes: [
          [1, 'alice'],
          [3, chap],
          [60, 'challenge'],
        ],
      }),
  ],
  ['PAP and CHAP together', () => login('alice', password, [[3, chap]])],
  ['an authorization check without State', () => login('alice', password, [[6, 17]])],
];

test('every failed login is rejected after the reject delay, for any reason', async (t) => {
  await site.addClient('127.0.0.4');
  await site.server.reload();
  await Promise.all(
    refused.map(async ([name, packet]) => {
      const begun = Date.now();
      const answer = await ask(authAddress, packet(), { from: '127.0.0.4' });
      t.equal(answer?.octets[0], 3, name);
      t.equal(answer?.octets.length, 38, `${name}: and learns nothing more`);
      t.ok(Date.now() - begun >= 1000, `${name}: late`);
    }),
  );
});

async function weakSince(address: string): Promise<number | null> {
  const row = await site.store.db
    .selectFrom('aaa_client')
    .select('weak_since')
    .where('address', '=', address)
    .executeTakeFirstOrThrow();
  return row.weak_since;
}

test('an unsigned Access-Request is accepted from a client that has never signed one, and recorded', async (t) => {
  await site.addClient('127.0.0.2');
  await site.server.reload();
  t.equal((await ask(authAddress, login('alice', password), { from: '127.0.0.2' }))?.octets[0], 2);
  // The reply does not wait for the write.
  const since = await eventually(
    () => weakSince('127.0.0.2'),
    (at) => at !== null,
  );
  t.ok(Math.abs(Date.now() - (since ?? 0)) < 60_000);
});

test('a client that has signed an Access-Request must sign all', async (t) => {
  await site.addClient('127.0.0.3');
  await site.server.reload();
  const signed = randomSignedPacket(secret, { code: 1, attributes: [[1, 'nobody']] });
  t.equal((await ask(authAddress, login('alice', password), { from: '127.0.0.3' }))?.octets[0], 2);
  t.equal((await ask(authAddress, signed, { from: '127.0.0.3' }))?.octets[0], 3);
  t.equal(
    await ask(authAddress, login('alice', password), { from: '127.0.0.3', withinMs: silenceMs }),
    null,
  );
  // Behind the writes of both replies.
  await site.store.checkWritable();
  t.equal(await weakSince('127.0.0.3'), null);
});

test('in a network of clients, a signature of one does not bind the others', async (t) => {
  await site.addClient('127.0.4.0/24');
  await site.server.reload();
  const signed = randomSignedPacket(secret, { code: 1, attributes: [[1, 'nobody']] });
  t.equal((await ask(authAddress, signed, { from: '127.0.4.1' }))?.octets[0], 3);
  t.equal((await ask(authAddress, login('alice', password), { from: '127.0.4.2' }))?.octets[0], 2);
});

for (const [fields, more, isAnswered] of [
  [{ require_message_authenticator: 'yes' }, [], false],
  [{ require_message_authenticator: 'no' }, [], true],
  [{ require_message_authenticator: 'no', limit_proxy_state: 'yes' }, [[33, 'state']], false],
  [{ require_message_authenticator: 'no', limit_proxy_state: 'auto' }, [[33, 'state']], false],
  [{ require_message_authenticator: 'no', limit_proxy_state: 'no' }, [[33, 'state']], true],
  [{ require_message_authenticator: 'no' }, [[79, 'eap']], false],
] as const) {
  test(`CVE-2024-3596: unsigned ${JSON.stringify(more)} for ${JSON.stringify(fields)}: ${isAnswered ? 'answered' : 'discarded'}`, async (t) => {
    const address = `127.0.5.${++hosts}`;
    await site.addClient(address, fields);
    await site.server.reload();
    const answer = await ask(authAddress, login('alice', password, more), {
      from: address,
      ...(!isAnswered && { withinMs: silenceMs }),
    });
    t.equal(answer?.octets[0] ?? null, isAnswered ? 2 : null);
  });
}

let hosts = 0;

test('a client that must sign Access-Requests need not sign Accounting-Requests', async (t) => {
  await site.addClient('127.0.0.6', { require_message_authenticator: 'yes' });
  const attributes =
    'Acct-Status-Type=Start\nAcct-Session-Id=R1\nPacket-Src-IP-Address=127.0.0.6\n';
  await site.server.reload();
  const reply = await radclient({ to: acctAddress, command: 'acct', attributes });
  t.ok(reply.ok, reply.output);
});

test('an Access-Request with a wrong Message-Authenticator is discarded', async (t) => {
  const packet = login('alice', password, [[80, Buffer.alloc(16)]]);
  t.equal(await ask(authAddress, packet, { withinMs: silenceMs }), null);
});

test('Status-Server of radclient is answered with a signed Access-Accept', async (t) => {
  const reply = await radclient({
    to: authAddress,
    command: 'status',
    attributes: 'Message-Authenticator=0x00\n',
  });
  t.match(reply.output, /Received Access-Accept[\s\S]*Message-Authenticator/);
});

test('an Accounting-Request on the authentication port is discarded', async (t) => {
  const attributes = 'Acct-Status-Type=Start\nAcct-Session-Id=R1\n';
  t.notOk((await radclient({ to: authAddress, command: 'acct', attributes, seconds: 0.5 })).ok);
});

test('no password, right or wrong, is logged', (t) => {
  t.ok(
    site.lines.some((line) => line.includes('wrong password')),
    'why a login was refused is',
  );
  t.notOk(site.lines.some((line) => line.includes(password) || line.includes(secret)));
  t.end();
});
