import { createHash, createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import tap, { test } from 'tap';
import { openPortalSession } from '../../../src/portal/portal-session.ts';
import { systemClock, type Clock } from '../../../src/runtime/clock.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { eventually } from '../../gateway-process.ts';
import { startUpstream, upstreamPassword } from '../../peers/freeradius-upstream.ts';
import { freeUdpPort } from '../../peers/port.ts';
import { startRelay } from '../../peers/udp-relay.ts';
import {
  ask,
  password,
  Peer,
  radclient,
  secret,
  silenceMs,
  startSite,
  upstreamSecret,
  type Site,
} from '../fixture.ts';
import { outcomeOf } from '../../portal/portal-site.ts';
import { insert } from '../../store/stores.ts';
import { encoded, randomSignedPacket, type Attribute } from '../packets.ts';

/* Logins that others decide over: FreeRADIUS is the upstream, radclient the NAS. */

tap.setTimeout(120_000);
const quick = {
  initialIntervalMs: 200,
  maxIntervalMs: 400,
  maxTries: 9,
  timeoutMs: 3_000,
  jitter: 0.1,
};
const timing = {
  retransmission: quick,
  // FreeRADIUS on a busy machine answers within it, but for rejects, which it delays for a second.
  responseWindowMs: 1_500,
  firstProbeMs: 100,
  maxProbeMs: 400,
  reviveIntervalMs: 60_000,
};
/** How often the gateway has delayed a reject: periodic tasks set timers of the same length. */
let rejectDelays = 0;
const clock: Clock = {
  ...systemClock,
  setTimer(ms, onElapsed) {
    if (new Error().stack?.includes('core/reject-delay')) rejectDelays += 1;
    return systemClock.setTimer(ms, onElapsed);
  },
};
const site = await startSite({ timing, clock });
const first = await startUpstream({ secret: upstreamSecret, name: 'first' });
tap.teardown(async () => {
  await site.stop();
  await first.stop();
});
const everybody = await site.addUpstream({ name: 'first', auth_port: first.port });

/** @param seconds  to wait for the reply: longer than the gateway waits for an upstream, where there is to be none */
async function login(attributes: string, seconds?: number): Promise<string> {
  const lines = `${attributes}\nMessage-Authenticator=0x00\n`.replaceAll(/\n+/g, '\n');
  const output = await radclient({
    to: site.server.authAddress,
    command: 'auth',
    attributes: lines,
    ...(seconds !== undefined && { seconds }),
  });
  return /Received Access-[\s\S]*/.exec(output.output)?.[0] ?? '';
}

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    if (await isSo()) return;
    await sleep(25);
  }
  throw new Error(`never: ${what}`);
}

async function decisionOf(username: string) {
  const query = site.store.db
    .selectFrom('aaa_decision')
    .selectAll()
    .where('username', '=', username)
    .orderBy('id', 'desc');
  await until(
    `a decision over ${username}`,
    async () => (await query.executeTakeFirst()) !== undefined,
  );
  return query.executeTakeFirstOrThrow();
}

const unansweredBy = (upstream: string) =>
  site.counted('gatehouse_radius_upstream_requests_total', { upstream, outcome: 'no_answer' });

const stateOf = ({ store }: Site, id: number) =>
  store.db
    .selectFrom('aaa_upstream')
    .select(['state', 'last_error'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Returns the stored state of an upstream once it is as expected; the gateway does not await the write. */
async function onceIt(id: number, state: string) {
  await until(state, async () => (await stateOf(site, id)).state === state);
  return stateOf(site, id);
}

for (const method of ['User-Password', 'CHAP-Password', 'MS-CHAP-Password']) {
  test(`${method} is proxied, and the NAS can read the attributes of the reply`, async (t) => {
    const output = await login(`User-Name=bob\n${method}="${upstreamPassword}"`);
    t.match(
      output,
      /^Received Access-Accept[\s\S]*Message-Authenticator[\s\S]*accepted by first[\s\S]*Session-Timeout = 1234/,
    );
    t.match(output, 'Tunnel-Password:1 = "a tunnel\'s password"');
    t.match(output, /\tClass = 0x61693a[0-9a-f]{32}\n/, 'the session class');
    t.notMatch(output, 'Proxy-State');
  });
}

test('RFC 2759 section 9.2: MS-CHAPv2 succeeds, and the NAS reads the keys that the upstream sent', async (t) => {
  const output = await login(`User-Name=User
MS-CHAP-Challenge=0x5B5D7C7D7B3F2F3E3C2C602132262628
MS-CHAP2-Response=0x070021402324255E262A28295F2B3A337C7E000000000000000082309ECD8D708B5EA08FAA3981CD83544233114A3D85D6DF`);
  t.match(
    output,
    `MS-CHAP2-Success = 0x07${Buffer.from('S=407A5589115FD0D6209F510FE9C04566932CDA56').toString('hex')}`,
  );
  t.match(output, 'MS-MPPE-Send-Key = 0x8b7cdc149b993a1ba118cb153f56dccb');
});

test('an Access-Reject of an upstream is not delayed again', async (t) => {
  // FreeRADIUS delays a reject by a second by default; the gateway's own delay would add another.
  const before = rejectDelays;
  t.match(
    await login('User-Name=bob\nUser-Password="wrong"'),
    /^Received Access-Reject[\s\S]*refused by first/,
  );
  t.equal(rejectDelays, before);
});

test('a Class of the upstream stays the only one', async (t) => {
  const output = await login(`User-Name=classy\nUser-Password="${upstreamPassword}"`);
  t.same(output.match(/Class = 0x[0-9a-f]+/g), ['Class = 0x636c61737379']);
});

test('the decision log names the upstream and contains no secret', async (t) => {
  await login(`User-Name=traced\nUser-Password="${upstreamPassword}"`);
  const row = await decisionOf('traced');
  t.match(row, {
    method: 'proxy',
    outcome: 'accept',
    upstream: 'first',
    reason: 'accepted by upstream first',
    user: null,
  });
  t.match(row.attributes, '{"name":"Tunnel-Password","value":"***"}');
  t.match(row.attributes, '{"name":"Session-Timeout","value":"1234"}');
  t.notMatch(JSON.stringify(row), upstreamPassword);
});

test('local users are authenticated by the gateway', async (t) => {
  t.match(await login(`User-Name=alice\nUser-Password="${password}"`), /^Received Access-Accept/);
  const before = rejectDelays;
  t.notMatch(
    await login(`User-Name=alice\nUser-Password="${upstreamPassword}"`),
    /accepted by|refused by/,
  );
  t.equal(rejectDelays, before + 1, 'its own reject is delayed');
});

test('implied CHAP challenges, Proxy-States of the NAS and unknown attributes arrive unchanged', async (t) => {
  const challenge = Buffer.alloc(16, 0x42);
  const digest = createHash('md5')
    .update(Buffer.from([9]))
    .update(upstreamPassword)
    .update(challenge)
    .digest();
  const attributes: Attribute[] = [
    [33, 'one'],
    [1, 'chapped'],
    [3, Buffer.concat([Buffer.from([9]), digest])],
    [250, Buffer.from([0, 0xff])],
    [33, 'two'],
  ];
  const packet = randomSignedPacket(secret, { code: 1, attributes });
  // The authenticator is the challenge: the packet gets another signature.
  challenge.copy(packet, 4);
  packet.fill(0, packet.length - 16);
  createHmac('md5', secret)
    .update(packet)
    .digest()
    .copy(packet, packet.length - 16);
  const answer = await ask(site.server.authAddress, packet);
  t.equal(answer?.octets[0], 2);
  t.equal(answer?.octets[20], 80, 'Message-Authenticator first');
  t.same(
    answer?.octets.subarray(38, 48),
    encoded([
      [33, 'one'],
      [33, 'two'],
    ]),
    'then what the NAS sent, in order',
  );
  const received = attributesIn(await first.log(), 'chapped');
  t.equal(received[0]?.[0], 'Message-Authenticator');
  t.match(received.slice(1), [
    ['Proxy-State', '0x6f6e65'],
    ['User-Name', '"chapped"'],
    ['CHAP-Password', /^0x09/],
    ['Attr-250', '0x00ff'],
    ['Proxy-State', '0x74776f'],
    ['CHAP-Challenge', `0x${challenge.toString('hex')}`],
    ['Proxy-State', /^0x[0-9a-f]{24}$/],
  ]);
  t.equal(received.length, 8);
});

test('realms select their upstream case-insensitively, the nearest organization first', async (t) => {
  const [near, stripped] = await Promise.all([
    startUpstream({ secret: upstreamSecret, name: 'near' }),
    startUpstream({ secret: upstreamSecret, name: 'stripped' }),
  ]);
  t.teardown(() => Promise.all([near.stop(), stripped.stop()]));
  await site.addUpstream({ name: 'near', auth_port: near.port, realm: 'Near.Example' });
  await site.addUpstream({
    name: 'foreign',
    auth_port: near.port,
    realm: 'foreign.example',
    organization: 2,
  });
  await site.addUpstream({
    name: 'idle',
    auth_port: near.port,
    realm: 'idle.example',
    handles_authentication: 0,
  });
  await site.addUpstream({
    name: 'stripped',
    auth_port: stripped.port,
    realm: 'bare.example',
    strip_realm: 1,
  });
  const by = async (username: string) =>
    /accepted by (\w+)/.exec(
      await login(`User-Name="${username}"\nUser-Password="${upstreamPassword}"`),
    )?.[1];
  t.equal(await by('bob@near.example'), 'near');
  t.equal(await by('bob@x@NEAR.EXAMPLE'), 'near');
  t.equal(
    await by('bob@foreign.example'),
    'first',
    'an upstream of another organization is not asked',
  );
  t.equal(await by('bob@idle.example'), 'first', 'nor one that does not authenticate');
  t.equal(await by('bob@bare.example'), 'stripped');
  t.match(await stripped.log(), 'User-Name = "bob"\n');
  t.match(await near.log(), 'User-Name = "bob@x@NEAR.EXAMPLE"\n');
});

test('a proxy loop is dropped', async (t) => {
  const relay = await startRelay(first.port, {
    request: (datagram, { toDevice }) => {
      seen = datagram;
      toDevice(datagram);
    },
  });
  let seen: Buffer = Buffer.alloc(0);
  t.teardown(() => relay.stop());
  await site.addUpstream({ name: 'round', auth_port: relay.port, realm: 'round.example' });
  t.match(
    await login(`User-Name="a@round.example"\nUser-Password="${upstreamPassword}"`),
    /^Received Access-Accept/,
  );
  const mark = seen.subarray(seen.length - 12);
  const packet = randomSignedPacket(secret, {
    code: 1,
    attributes: [
      [1, 'a@round.example'],
      [33, mark],
    ],
  });
  t.equal(await ask(site.server.authAddress, packet, { withinMs: silenceMs }), null);
  t.equal(await site.counted('gatehouse_radius_drops_total', { reason: 'loop' }), 1);
});

test('an upstream with another secret counts as down, and the NAS gets no reply', async (t) => {
  const id = await site.addUpstream({
    name: 'mistaken',
    auth_port: first.port,
    realm: 'mistaken.example',
    secret: 'not what the upstream has',
  });
  t.equal(
    await login(`User-Name="a@mistaken.example"\nUser-Password=x`, 4),
    '',
    'nothing was received',
  );
  t.same(await onceIt(id, 'down'), { state: 'down', last_error: 'no reply' });
  const timeouts = () => site.counted('gatehouse_radius_drops_total', { reason: 'timeout' });
  t.equal(await eventually(timeouts, (count) => count > 0), 1);
  t.equal(await unansweredBy('mistaken'), 1);
});

for (const [what, address, wanted] of [
  ['a name that does not resolve', 'nowhere.invalid', /does not resolve/],
  ['TLS without certificates', '127.0.0.1', /has no certificates/],
] as const) {
  test(`${what} gives no reply, and the row shows the error`, async (t) => {
    const transport = what.startsWith('TLS') ? { transport: 'tls' } : {};
    const realm = `${what.replaceAll(' ', '-')}.example`;
    const id = await site.addUpstream({ name: what, auth_port: 1, address, realm, ...transport });
    t.equal(await login(`User-Name="a@${realm}"\nUser-Password=x`, 1), '');
    t.match((await onceIt(id, 'down')).last_error, wanted);
  });
}

test('a reply without Message-Authenticator, or with a wrong one, is dropped', async (t) => {
  const bends: ((datagram: Buffer) => Buffer)[] = [
    (datagram) => withoutSignature(datagram),
    (datagram) => withZeroSignature(datagram),
  ];
  for (const bend of bends) {
    let request: Buffer = Buffer.alloc(0);
    const relay = await startRelay(first.port, {
      request: (datagram, { toDevice }) => {
        request = datagram;
        toDevice(datagram);
      },
      answer: (datagram, { asDevice }) => {
        asDevice(reauthenticated(bend(datagram), request));
      },
    });
    const realm = `bent-${bends.indexOf(bend)}.example`;
    await site.addUpstream({ name: realm, auth_port: relay.port, realm });
    t.equal(await login(`User-Name="a@${realm}"\nUser-Password="${upstreamPassword}"`, 3), '');
    t.ok(relay.requests() > 1, 'it was asked again');
    await relay.stop();
  }
  const dropped = site.lines.filter((line) => line.includes('dropped a reply of an upstream'));
  t.match(dropped.join('\n'), /message_authenticator_missing[\s\S]*"message_authenticator"/);
  t.notMatch(site.lines.join('\n'), upstreamSecret);
});

test('while an upstream is down the next one is tried, and then the first again', async (t) => {
  const port = await freeUdpPort();
  const second = await startUpstream({ secret: upstreamSecret, name: 'second' });
  let main = await startUpstream({ secret: upstreamSecret, name: 'main', port });
  t.teardown(() => Promise.all([second.stop(), main.stop()]));
  await site.addUpstream({
    name: 'second',
    auth_port: second.port,
    realm: 'two.example',
    priority: 2,
  });
  const id = await site.addUpstream({
    name: 'main',
    auth_port: port,
    realm: 'two.example',
    priority: 1,
  });
  const by = async () =>
    /accepted by (\w+)/.exec(
      await login(`User-Name="a@two.example"\nUser-Password="${upstreamPassword}"`),
    )?.[1];
  t.equal(await by(), 'main');
  t.match(await onceIt(id, 'up'), { state: 'up', last_error: null });
  await main.stop();
  t.equal(await by(), 'second', 'within the same request');
  t.match(await onceIt(id, 'down'), { state: 'down', last_error: 'no reply' });
  const unanswered = await unansweredBy('main');
  t.equal(await by(), 'second');
  t.equal(await unansweredBy('main'), unanswered, 'the one that is down is not asked');
  main = await startUpstream({ secret: upstreamSecret, name: 'main', port });
  await onceIt(id, 'up');
  t.match(await main.log(), 'Received Status-Server');
  t.notMatch(await main.log(), 'Received Access-Request', 'it was found by Status-Server alone');
  t.equal(await by(), 'main');
});

test('the only upstream is tried even while it is down, and the NAS gets no reply until it is up', async (t) => {
  const port = await freeUdpPort();
  const id = await site.addUpstream({ name: 'alone', auth_port: port, realm: 'alone.example' });
  const packet = (identifier: number) =>
    randomSignedPacket(secret, { code: 1, identifier, attributes: [[1, 'a@alone.example']] });
  t.equal(await ask(site.server.authAddress, packet(1), { withinMs: 3_500 }), null);
  await onceIt(id, 'down');
  const back = await startUpstream({ secret: upstreamSecret, name: 'alone', port });
  t.teardown(() => back.stop());
  t.match(
    await login(`User-Name="a@alone.example"\nUser-Password="${upstreamPassword}"`),
    /accepted by alone/,
  );
});

test('a request that the NAS retransmits while it is pending is proxied once and gets one reply', async (t) => {
  // A retransmission of the gateway is the same request.
  const requests = new Set<string>();
  const relay = await startRelay(first.port, {
    request: (datagram, { toDevice }) => {
      requests.add(datagram.toString('hex'));
      setTimeout(() => {
        toDevice(datagram);
      }, 100);
    },
  });
  t.teardown(() => relay.stop());
  await site.addUpstream({ name: 'slow', auth_port: relay.port, realm: 'slow.example' });
  const packet = randomSignedPacket(secret, { code: 1, attributes: [[1, 'a@slow.example']] });
  const nas = await Peer.open();
  t.teardown(() => nas.close());
  for (let time = 0; time < 3; time += 1) nas.send(site.server.authAddress, packet);
  t.ok(await nas.answer());
  t.equal(await nas.answer(silenceMs), null);
  t.equal(requests.size, 1);
});

test('a changed upstream gets requests at its new address', async (t) => {
  const other = await startUpstream({ secret: upstreamSecret, name: 'other' });
  t.teardown(() => other.stop());
  const change = async (values: Readonly<Record<string, number>>) => {
    const now = Date.now() + 1;
    await site.store.write([
      site.store.db
        .updateTable('aaa_upstream')
        .set({ ...values, last_change: now })
        .where('id', '=', everybody),
    ]);
    await site.server.reload();
  };
  const by = async () =>
    /(?:accepted|refused) by (\w+)/.exec(
      await login(`User-Name=moved\nUser-Password="${upstreamPassword}"`),
    )?.[1];
  await change({ auth_port: other.port });
  t.equal(await by(), 'other');
  await change({ is_active: 0 });
  t.equal(await by(), undefined, 'we decide ourselves then');
  await change({ is_active: 1, auth_port: first.port });
  t.equal(await by(), 'first');
});

/** Returns the attributes of a user's request, in order, from the log of FreeRADIUS. */
function attributesIn(log: string, username: string): (readonly [string, string])[] {
  const requests = log
    .split('Received Access-Request')
    .map((text) => text.slice(0, text.indexOf('# Executing')));
  const lines =
    requests.find((text) => text.includes(`User-Name = "${username}"`))?.split('\n') ?? [];
  return lines.flatMap((line) => {
    const [, name, value] = /^\(\d+\) {3}(\S+) = (.*)$/.exec(line) ?? [];
    return name !== undefined && value !== undefined ? [[name, value] as const] : [];
  });
}

/** Returns where the Message-Authenticator of a reply begins, which FreeRADIUS puts before or after Proxy-States. */
function signatureIn(reply: Buffer): number {
  let start = 20;
  while (reply.readUInt8(start) !== 80) start += reply.readUInt8(start + 1);
  return start;
}

function withoutSignature(reply: Buffer): Buffer {
  const start = signatureIn(reply);
  const rest = Buffer.concat([reply.subarray(0, start), reply.subarray(start + 18)]);
  rest.writeUInt16BE(rest.length, 2);
  return rest;
}

function withZeroSignature(reply: Buffer): Buffer {
  const start = signatureIn(reply);
  return Buffer.from(reply).fill(0, start + 2, start + 18);
}

/** Signs a changed reply with a valid Response Authenticator. */
function reauthenticated(reply: Buffer, request: Buffer): Buffer {
  request.copy(reply, 4, 4, 20);
  createHash('md5').update(reply).update(upstreamSecret).digest().copy(reply, 4);
  return reply;
}

test('a guest whom only an upstream knows logs in at the portal, as a user with the limits of its profile', async (t) => {
  const { store, gateway } = site;
  const stamps = { organization: 1, created: 0, last_change: 0 };
  const ap_mac = 'AA:BB:CC:00:00:01';
  await insert(store, 'access_point', { ...stamps, name: 'lobby', mac: ap_mac });
  const profile = await insert(store, 'aaa_profile', {
    ...stamps,
    name: 'staff',
    reply_attributes: '[]',
    check_attributes: '[{"attribute":"Simultaneous-Use","op":":=","value":"1"}]',
  });
  const portal = { handles_authentication: 0, portal_authentication: 1 } as const;
  const staff = { name: 'staff', auth_port: first.port, portal_profile: profile };
  await site.addUpstream({ ...staff, realm: 'portal.example', strip_realm: 1, ...portal });
  const dead = await freeUdpPort();
  await site.addUpstream({ name: 'dead', auth_port: dead, realm: 'dead.example', ...portal });
  const caller = { organization: 1, organizations: [1] };
  const open = (uid: string, key = upstreamPassword, mac = '02:00:00:00:0D:01') =>
    openPortalSession(gateway, caller, {
      uid,
      mac,
      ap_mac,
      ip: '10.0.0.5',
      timeout: null,
      user_agent: null,
      password: new Secret(key),
    });
  t.equal(outcomeOf(await open('Anna@Portal.Example', 'wrong')), 'wrong_password');
  t.match(await open('Anna@Portal.Example'), {
    guest: { username: 'anna@portal.example' },
    limits: { seconds: 1_234 },
  });
  const user = await store.db
    .selectFrom('user')
    .select(['id', 'organization', 'profile', 'password', 'role'])
    .where('username', '=', 'anna@portal.example')
    .executeTakeFirstOrThrow();
  t.match(user, { organization: 1, profile, password: null, role: 'subscriber' });
  const log = store.db.selectFrom('txlog_portal').select(['type', 'status']);
  t.same(
    (await log.orderBy('id').execute()).map(({ type, status }) => `${type} ${status}`),
    ['ua 400', 'ur 200', 'ua 200', 'ui 200'],
  );
  t.match(await first.log(), /User-Name = "Anna"[^]*Calling-Station-Id = "02-00-00-00-0D-01"/);
  const station = '02-00-00-00-0D-01';
  const byAddress = `User-Name=${station}\nUser-Password=${station}\nCalling-Station-Id=${station}`;
  t.match(await login(byAddress), /Access-Accept/, 'the device is let in by its address');
  const second = await open('anna@portal.example', upstreamPassword, '02:00:00:00:0D:02');
  t.equal(outcomeOf(second), 'too_many_sessions', 'it is one person, however the name is written');
  const byName = `User-Name=anna@portal.example\nUser-Password="${upstreamPassword}"`;
  const fromDevice = `${byName}\nCalling-Station-Id=${station}`;
  t.match(await login(fromDevice), /accepted by first/, 'RADIUS logins go on as before');
  t.match(await login(byName), /Access-Reject/, 'from her device: one session is her limit');
  t.equal(outcomeOf(await open('bob@elsewhere.example')), 'unknown_user', 'no upstream for it');
  const carol = {
    username: 'carol@portal.example',
    role: 'subscriber',
    password: await hash('hers'),
  };
  await insert(store, 'user', { ...stamps, ...carol, organization: 2 });
  caller.organizations.push(2);
  t.equal(
    outcomeOf(await open('carol@portal.example')),
    'wrong_password',
    'the upstream of one organization does not speak for a user of another',
  );
  t.equal(outcomeOf(await open('alice@dead.example')), 'upstream_unreachable');
  await store.write([store.db.updateTable('user').set({ is_active: 0 }).where('id', '=', user.id)]);
  t.equal(outcomeOf(await open('anna@portal.example')), 'inactive', 'it is switched off here');
  t.match(await login(byName), /Access-Reject/, 'and for RADIUS');
});
