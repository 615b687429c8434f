import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import tap, { test } from 'tap';
import { startUpstream, upstreamPassword } from '../../peers/freeradius-upstream.ts';
import { startRelay } from '../../peers/udp-relay.ts';
import { insert } from '../../store/stores.ts';
import { password, secret, startSite, upstreamSecret } from '../fixture.ts';

/* EAP, of which we speak nothing: eapol_test is station and NAS, FreeRADIUS the upstream. */

tap.setTimeout(120_000);
const site = await startSite();
const folder = mkdtempSync(join(tmpdir(), 'eapol-'));
const [first, second] = await Promise.all([
  startUpstream({ secret: upstreamSecret, name: 'first', eap: true }),
  startUpstream({ secret: upstreamSecret, name: 'second', eap: true }),
]);
tap.teardown(async () => {
  await site.stop();
  await Promise.all([first.stop(), second.stop()]);
  rmSync(folder, { recursive: true });
});
await site.addUpstream({ name: 'first', auth_port: first.port });
await site.addUpstream({
  name: 'second',
  auth_port: second.port,
  realm: 'second.example',
  strip_realm: 1,
});

interface Station {
  readonly method: string;
  readonly identity?: string;
  readonly word?: string;
}

/** Runs eapol_test and returns its output: it ends with SUCCESS only if its keys are those that the NAS was given. */
function login({ method, identity = 'bob', word = upstreamPassword }: Station): Promise<string> {
  const [outer = '', inner] = method.split('/');
  const phase2 = inner === undefined ? '' : `phase2="auth=${inner}"`;
  const file = join(folder, `${method.replace('/', '-')}-${identity}.conf`);
  writeFileSync(
    file,
    `network={\nkey_mgmt=WPA-EAP\neap=${outer}\n${phase2}\nidentity="${identity}"\npassword="${word}"\n}\n`,
  );
  const { address, port } = site.server.authAddress;
  // EAP-MD5 makes no keys.
  const args = [
    ...(outer === 'MD5' ? ['-n'] : []),
    '-c',
    file,
    '-a',
    address,
    '-p',
    String(port),
    '-s',
    secret,
    '-t',
    '60',
  ];
  return new Promise((resolve) => {
    execFile(
      'eapol_test',
      args,
      { timeout: 90_000, maxBuffer: 16 * 1024 * 1024 },
      (_error, stdout) => {
        resolve(stdout);
      },
    );
  });
}

async function decisionsOver(username: string) {
  const query = site.store.db
    .selectFrom('aaa_decision')
    .selectAll()
    .where('username', '=', username)
    .orderBy('id');
  for (let tries = 0; tries < 1_200 && !(await query.executeTakeFirst()); tries += 1)
    await sleep(25);
  return query.execute();
}

test('EAP-MD5 is accepted by the upstream', async (t) => {
  t.match(await login({ method: 'MD5' }), /\nSUCCESS\n$/);
});

for (const method of ['TTLS/PAP', 'PEAP/MSCHAPV2']) {
  test(`${method} is accepted, and station and NAS have the same keys`, async (t) => {
    const output = await login({ method, identity: `user-of-${method.slice(0, 4).toLowerCase()}` });
    t.match(output, /MPPE keys OK: 1 {2}mismatch: 0\nSUCCESS\n$/);
    t.notMatch(output, /Invalid Message-Authenticator|authenticator mismatch/i);
  });
}

test('a conversation of many rounds is logged as one decision', async (t) => {
  const [row, ...others] = await decisionsOver('user-of-peap');
  t.match(row, {
    method: 'EAP',
    outcome: 'accept',
    upstream: 'first',
    reason: 'accepted by upstream first',
  });
  t.same(others, []);
  t.notMatch(row?.attributes, /MPPE-(Send|Recv)-Key","value":"(?!\*)/);
});

test('a wrong password is refused by the upstream', async (t) => {
  t.match(
    await login({ method: 'PEAP/MSCHAPV2', identity: 'mistaken', word: 'wrong' }),
    /\nFAILURE\n$/,
  );
  t.match(await decisionsOver('mistaken'), [
    { method: 'EAP', outcome: 'reject', upstream: 'first' },
  ]);
});

test('a local user with EAP is proxied, since the gateway does not terminate EAP', async (t) => {
  t.match(await login({ method: 'MD5', identity: 'alice' }), /\nSUCCESS\n$/);
  t.match(await login({ method: 'MD5', identity: 'alice', word: password }), /\nFAILURE\n$/);
});

/** Adds a user without a password here. */
async function addProxied(username: string, fields: Readonly<Record<string, unknown>>) {
  const times = { created: 0, last_change: 0 };
  const user = { organization: 1, username, role: 'subscriber', ...times, ...fields };
  await insert(site.store, 'user', user);
}

/** The values of an attribute in the Access-Accept, in hexadecimal, as eapol_test prints them. */
function valuesOf(output: string, type: number): string[] {
  const accept = output.slice(output.lastIndexOf('code=2 (Access-Accept)'));
  const pattern = new RegExp(
    `Attribute ${type} .*length=\\d+\\n +Value: (?:'(.*)'|([0-9a-f]+|\\d+))`,
    'g',
  );
  return [...accept.matchAll(pattern)].map(([, text, other]) => text ?? other ?? '');
}

test('a local user that an upstream authenticates gets its VLAN and limits', async (t) => {
  const lists = { reply_attributes: '[]', check_attributes: '[]', created: 0, last_change: 0 };
  const profile = { organization: 1, name: 'staff', vlan: 30, ...lists };
  const [made] = await site.store.write([
    site.store.db.insertInto('aaa_profile').values(profile).returning('id'),
  ]);
  const max = [{ id: 1, attribute: 'Max-All-Session', op: ':=', value: '600' }];
  const attributes = JSON.stringify({ check_attributes: max, reply_attributes: [] });
  await addProxied('limited', { profile: made?.rows[0]?.['id'], attributes });
  const output = await login({ method: 'PEAP/MSCHAPV2', identity: 'limited' });
  t.match(output, /mismatch: 0\nSUCCESS\n$/);
  t.same(valuesOf(output, 81), ['3330'], 'the VLAN as text');
  t.same(valuesOf(output, 27), ['600'], 'the upstream says 1234');
  t.match(await decisionsOver('limited'), [
    { outcome: 'accept', upstream: 'first', profile_name: 'staff', counters: /600/ },
  ]);
  const other = await login({ method: 'PEAP/MSCHAPV2', identity: 'unlimited' });
  t.same(valuesOf(other, 27), ['1234'], 'others get what the upstream says');
});

test('a local user that may not log in is refused, although an upstream accepts it', async (t) => {
  await addProxied('inactive', { is_active: 0 });
  await addProxied('expired', { expiration: 1_000 });
  for (const [identity, reason] of [
    ['inactive', 'inactive user'],
    ['expired', /expired/],
  ] as const) {
    const output = await login({ method: 'PEAP/MSCHAPV2', identity });
    t.match(output, /code=3 \(Access-Reject\)[^]*\nFAILURE\n$/, identity);
    t.match(await decisionsOver(identity), [
      { method: 'EAP', outcome: 'reject', upstream: 'first', reason, user: Number },
    ]);
  }
});

test('a realm selects the upstream of EAP, and the User-Name keeps it', async (t) => {
  t.match(
    await login({ method: 'PEAP/MSCHAPV2', identity: 'bob@second.example' }),
    /mismatch: 0\nSUCCESS\n$/,
  );
  t.match(await second.log(), 'User-Name = "bob@second.example"');
});

test('each round goes to the upstream of the conversation, although another one has priority by then', async (t) => {
  // Slow enough that all of them are in the middle when the other one is added.
  const slow = await startRelay(first.port, {
    request: (datagram, { toDevice }) => {
      setTimeout(() => {
        toDevice(datagram);
      }, 100);
    },
  });
  t.teardown(() => slow.stop());
  await site.addUpstream({
    name: 'slow',
    auth_port: slow.port,
    realm: 'third.example',
    priority: 2,
  });
  const conversations = Array.from({ length: 4 }, (_, count) =>
    login({ method: 'PEAP/MSCHAPV2', identity: `steady-${count}@third.example` }),
  );
  while (slow.requests() < 8) await sleep(5);
  const before = slow.requests();
  await site.addUpstream({
    name: 'preferred',
    auth_port: second.port,
    realm: 'third.example',
    priority: 1,
  });
  const output = await Promise.all(conversations);
  t.ok(
    output.every((one) => one.endsWith('mismatch: 0\nSUCCESS\n')),
    'all of them',
  );
  t.ok(slow.requests() - before > 12, `${slow.requests() - before} rounds after that`);
  t.match(await login({ method: 'MD5', identity: 'later@third.example' }), /\nSUCCESS\n$/);
  t.match(await second.log(), 'later@third.example', 'who begins now goes to the other');
});
