import { copyFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { connect as connectTcp } from 'node:net';
import { join } from 'node:path';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import tap, { test, type Test } from 'tap';
import { eventually } from '../../gateway-process.ts';
import { Authority, type Issued } from '../../peers/certificates.ts';
import { ask, password, secret, silenceMs, startSite, untilOrPatient } from '../fixture.ts';
import { Latch } from '../latch.ts';
import {
  encoded,
  hiddenPassword,
  randomPacket,
  randomSignedPacket,
  signedPacket,
  type Attribute,
} from '../packets.ts';
import { TlsNas } from './tls-nas.ts';

const authority = new Authority();
const stranger = new Authority();
const server = authority.issue('gateway.example', { names: 'DNS:gateway.example' });
const own = authority.issue('nas 1', { names: 'DNS:nas1.example,IP:127.0.0.1' });
const [certificate, key] = [
  join(authority.folder, 'server.pem'),
  join(authority.folder, 'server.key'),
];
const install = (issued: Issued) => {
  copyFileSync(issued.certificate, certificate);
  copyFileSync(issued.key, key);
};
install(server);
const tlsConfig = {
  TLS_PORT: '0',
  TLS_CERTIFICATE: certificate,
  TLS_KEY: key,
  TLS_CA: authority.file,
};
const site = await startSite({ config: tlsConfig });
tap.teardown(async () => {
  await site.stop();
  authority.remove();
  stranger.remove();
});
const client = await site.addClient('127.0.0.1', { name: 'over TLS', transport: 'tls' });
await site.server.reload();
const portOf = ({ server: { bound } }: typeof site) => bound.tls[0]?.port ?? 0;
const port = portOf(site);

const identity = (issued: Issued) => ({ ca: authority.ca, cert: issued.cert, key: issued.keyText });
const connect = (more: object = {}) => TlsNas.connect({ port, ...identity(own), ...more });
const connected = async (t: Test, more: object = {}) => {
  const nas = await connect(more);
  t.teardown(() => {
    nas.close();
  });
  return nas;
};
const statusServer = (identifier = 0) =>
  randomSignedPacket('radsec', { code: 12, identifier, attributes: [] });
const accounting = (id: string, identifier = 1) =>
  signedPacket('radsec', {
    code: 4,
    identifier,
    attributes: [
      [40, 1],
      [44, id],
    ],
  });

function login(word: string, shared = 'radsec', more: readonly Attribute[] = []): Buffer {
  const packet = randomPacket({ code: 1, identifier: 9, attributes: Buffer.alloc(0) });
  const hidden = hiddenPassword(shared, { password: word, authenticator: packet.subarray(4, 20) });
  const whole = Buffer.concat([packet, encoded([[1, 'alice'], [2, hidden], ...more])]);
  whole.writeUInt16BE(whole.length, 2);
  return whole;
}

/** Of a reply: a digest over it, the request's authenticator and the secret. */
const isAuthentic = (reply: Buffer, request: Buffer) =>
  createHash('md5')
    .update(reply.subarray(0, 4))
    .update(request.subarray(4, 20))
    .update(reply.subarray(20))
    .update('radsec')
    .digest()
    .equals(reply.subarray(4, 20));

test('authentication, accounting and Status-Server are served on one connection, with the secret radsec', async (t) => {
  const nas = await connected(t);
  for (const [request, code] of [
    [login(password), 2],
    [login('a wrong password'), 3],
    [accounting('one'), 5],
    [statusServer(), 2],
  ] as const) {
    nas.send(request);
    const reply = await nas.answer();
    t.equal(reply?.[0], code);
    t.ok(reply && isAuthentic(reply, request));
    t.equal(reply?.[1], request[1]);
  }
  const row = await site.store.db
    .selectFrom('aaa_accounting')
    .selectAll()
    .where('acctsessionid', '=', 'one')
    .executeTakeFirst();
  t.match(row, { client, nasipaddress: '127.0.0.1' });
  t.ok(
    (await site.counted('gatehouse_radius_packets_total', {
      port: 'tls',
      type: 'accounting-request',
    })) >= 1,
  );
});

test('a client over UDP and one over TLS at one address are two: each has its own secret', async (t) => {
  const overUdp = (shared: string) => signedPacket(shared, { code: 4, attributes: [[40, 1]] });
  t.ok(await ask(site.server.acctAddress, overUdp(secret)));
  t.equal(await ask(site.server.acctAddress, overUdp('radsec'), { withinMs: silenceMs }), null);
  const nas = await connect();
  nas.send(overUdp(secret));
  t.ok(await nas.isClosed(), 'the secret of UDP is a wrong one over TLS');
});

test('what UDP wants signed is not asked for over TLS', async (t) => {
  const { store } = site;
  const strict = { require_message_authenticator: 'yes', limit_proxy_state: 'yes' };
  await store.write([
    store.db
      .updateTable('aaa_client')
      .set({ ...strict, last_change: 1 })
      .where('id', '=', client),
  ]);
  await site.server.reload();
  const nas = await connected(t);
  nas.send(login(password, 'radsec', [[33, 'a proxy']]));
  t.equal((await nas.answer())?.[0], 2);
});

for (const [code, nak, words] of [
  [40, 42, 'Disconnect'],
  [43, 45, 'CoA'],
] as const) {
  test(`a ${words} request is refused: Error-Cause 406`, async (t) => {
    const nas = await connected(t);
    nas.send(signedPacket('radsec', { code, attributes: [[44, 'a session']] }));
    const reply = await nas.answer();
    t.equal(reply?.[0], nak);
    t.same(reply?.subarray(20), encoded([[101, 406]]));
  });
}

test('requests that come in one piece, or octet by octet, are the same requests', async (t) => {
  const nas = await connected(t);
  const ids = [1, 2, 3, 4, 5];
  nas.send(Buffer.concat(ids.map((id) => statusServer(id))));
  const answered: unknown[] = [];
  while (answered.length < ids.length) answered.push((await nas.answer())?.[1]);
  t.same(answered.sort(), ids);
  for (const octet of statusServer(6)) {
    nas.send(Buffer.from([octet]));
    await sleep(1);
  }
  t.equal((await nas.answer())?.[1], 6);
});

test('256 requests may be outstanding, and more wait for their turn', async (t) => {
  const nas = await connected(t);
  const rejected = Array.from({ length: 300 }, (_, index) => {
    // Nothing to be checked, and yet the answer is held back for a second.
    return randomPacket({ code: 1, identifier: index % 256, attributes: [[1, 'alice']] });
  });
  nas.send(Buffer.concat(rejected));
  const depth = () => site.counted('gatehouse_radius_in_flight', { port: 'tls' });
  t.equal(await eventually(depth, (outstanding) => outstanding === 256), 256);
  for (let left = rejected.length; left > 0; left -= 1) t.equal((await nas.answer())?.[0], 3);
});

const bent = (change: (packet: Buffer) => unknown) => {
  const packet = Buffer.from(accounting('bent'));
  change(packet);
  return packet;
};
const withAttributes = (attributes: Buffer) => signedPacket('radsec', { code: 4, attributes });

for (const [words, packet, reason] of [
  ['Length 19', bent((octets) => octets.writeUInt16BE(19, 2)), 'length'],
  ['Length 0', bent((octets) => octets.writeUInt16BE(0, 2)), 'length'],
  ['Length 4097', bent((octets) => octets.writeUInt16BE(4097, 2)), 'length'],
  ['an attribute of length 0', withAttributes(Buffer.from([44, 0])), 'attribute_length'],
  ['an attribute of length 1', withAttributes(Buffer.from([44, 1])), 'attribute_length'],
  [
    'attributes that do not fill the packet',
    withAttributes(Buffer.from([44, 3, 1, 1])),
    'attribute_length',
  ],
  ['attributes that overflow it', withAttributes(Buffer.from([44, 9, 1])), 'attribute_length'],
  [
    'a wrong Request Authenticator',
    bent((octets) => octets.writeUInt8(octets.readUInt8(4) ^ 1, 4)),
    'authenticator',
  ],
  [
    'a wrong Message-Authenticator',
    randomSignedPacket('another', { code: 12, attributes: [] }),
    'message_authenticator',
  ],
  ['garbage', Buffer.from('GET / HTTP/1.1\r\nHost: gateway.example\r\n\r\n'), 'length'],
] as const) {
  test(`RFC 6613 section 2.6.4: ${words} closes the connection, unanswered`, async (t) => {
    const drops = () => site.counted('gatehouse_radius_drops_total', { port: 'tls', reason });
    const before = await drops();
    const nas = await connect();
    nas.send(packet);
    t.equal(await nas.answer(), null);
    t.ok(await nas.isClosed());
    t.equal(await drops(), before + 1);
  });
}

test('after an invalid Length reading stops: the start of the next packet is unknown', async (t) => {
  const nas = await connect();
  nas.send(Buffer.concat([bent((octets) => octets.writeUInt16BE(19, 2)), statusServer()]));
  t.equal(await nas.answer(), null);
  t.ok(await nas.isClosed());
});

for (const [words, packet] of [
  ['a code that is none', signedPacket('radsec', { code: 99, attributes: [] })],
  ['an answer to no request', signedPacket('radsec', { code: 5, attributes: [] })],
  ['a Status-Server without Message-Authenticator', randomPacket({ code: 12, attributes: [] })],
] as const) {
  test(`RFC 6613 section 2.6.4: ${words} is dropped, and the connection stays`, async (t) => {
    const nas = await connected(t);
    nas.send(Buffer.concat([packet, statusServer(77)]));
    t.equal((await nas.answer())?.[1], 77);
  });
}

/** What comes of a connection that is not let in: the handshake fails, or nothing is answered before it is closed. */
async function refused(options: object): Promise<boolean> {
  const nas = await connect(options).catch(() => null);
  if (!nas) return true;
  nas.send(statusServer());
  const answer = await nas.answer();
  return answer === null && nas.isClosed();
}

const none = { cert: undefined, key: undefined };
for (const [words, options] of [
  ['no certificate', none],
  ['a certificate of another CA', identity(stranger.issue('nas 1', { names: 'IP:127.0.0.1' }))],
  ['a certificate that has expired', identity(authority.issue('nas 1', { isExpired: true }))],
  ['TLS 1.1', { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' }],
] as const) {
  test(`who comes with ${words} is refused in the handshake`, async (t) => {
    const drops = () =>
      site.counted('gatehouse_radius_drops_total', { port: 'tls', reason: 'handshake' });
    const before = await drops();
    t.ok(await refused({ ...options, ca: authority.ca }));
    t.equal(await eventually(drops, (now) => now > before), before + 1);
  });
}

for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
  test(`${version} is spoken`, async (t) => {
    const nas = await connected(t, { minVersion: version, maxVersion: version });
    nas.send(statusServer());
    t.equal((await nas.answer())?.[0], 2);
    t.equal(nas.socket.getProtocol(), version);
  });
}

test('at an address of no client over TLS no handshake is begun', async (t) => {
  const reason = { port: 'tls', reason: 'unknown_client' };
  const before = await site.counted('gatehouse_radius_drops_total', reason);
  t.ok(await refused({ localAddress: '127.0.0.9' }));
  t.equal(await site.counted('gatehouse_radius_drops_total', reason), before + 1);
});

test('a client that is switched off while it is connected is let go at once', async (t) => {
  const id = await site.addClient('127.0.0.5', { transport: 'tls' });
  await site.server.reload();
  const nas = await connect({ localAddress: '127.0.0.5' });
  nas.send(statusServer());
  t.ok(await nas.answer());
  await site.store.write([
    site.store.db.updateTable('aaa_client').set({ is_active: 0 }).where('id', '=', id),
  ]);
  await site.server.reload();
  t.ok(await nas.isClosed(), 'at once, without a packet');
});

for (const [name, address, isLetIn] of [
  ['nas1.example', '127.0.0.10', true],
  ['NAS1.example', '127.0.0.11', true],
  ['127.0.0.1', '127.0.0.12', true],
  ['nas 1', '127.0.0.13', false],
  ['nas2.example', '127.0.0.14', false],
  ['127.0.0.15', '127.0.0.15', false],
] as const) {
  test(`a client that must be called ${name} is ${isLetIn ? '' : 'not '}the one with our certificate`, async (t) => {
    await site.addClient(address, { transport: 'tls', tls_name: name });
    await site.server.reload();
    const nas = await connected(t, { localAddress: address });
    nas.send(statusServer());
    t.equal((await nas.answer())?.[0], isLetIn ? 2 : undefined);
    t.equal(await nas.isClosed(isLetIn ? 0 : 30_000), !isLetIn);
  });
}

test('a certificate without alternative names has its Common Name', async (t) => {
  await site.addClient('127.0.0.17', { transport: 'tls', tls_name: 'nas 1' });
  await site.server.reload();
  const nas = await connected(t, {
    localAddress: '127.0.0.17',
    ...identity(authority.issue('nas 1')),
  });
  nas.send(statusServer());
  t.equal((await nas.answer())?.[0], 2);
});

test('a revoked certificate is refused, and a renewed list counts without a restart', async (t) => {
  const file = join(authority.folder, 'revoked.pem');
  authority.writeRevocationList(file);
  const strict = await startSite({ config: { ...tlsConfig, TLS_CRL: file } });
  t.teardown(() => strict.stop());
  await strict.addClient('127.0.0.1', { name: 'over TLS', transport: 'tls' });
  await strict.server.reload();
  const once = authority.issue('nas of short life');
  const isServed = async (issued: Issued) => {
    const nas = await connect({ port: portOf(strict), ...identity(issued) });
    nas.send(statusServer());
    const answer = await nas.answer();
    nas.close();
    return answer !== null;
  };
  t.equal(await isServed(once), true);
  authority.revoke(once);
  authority.writeRevocationList(file);
  t.equal(
    await eventually(
      () => isServed(once).catch(() => false),
      (served) => !served,
    ),
    false,
  );
  t.equal(await isServed(own), true, 'others are served');
});

test('ciphers without forward secrecy or authenticated encryption are refused', async (t) => {
  const old = { maxVersion: 'TLSv1.2' as const };
  const nas = await connected(t, old);
  t.match(nas.socket.getCipher().name, /^ECDHE-.*(GCM|CHACHA20)/);
  for (const ciphers of ['ECDHE-ECDSA-AES128-SHA256', 'ECDHE-ECDSA-AES256-SHA'])
    await t.rejects(connect({ ...old, ciphers }), ciphers);
});

test('a wildcard in a certificate stands for no name', async (t) => {
  await site.addClient('127.0.0.16', { transport: 'tls', tls_name: 'any.hotel.example' });
  await site.server.reload();
  const wild = authority.issue('*.hotel.example', { names: 'DNS:*.hotel.example' });
  t.ok(await refused({ localAddress: '127.0.0.16', ...identity(wild) }));
});

test('a client that does not read its answers is cut off', async (t) => {
  const drops = () =>
    site.counted('gatehouse_radius_drops_total', { port: 'tls', reason: 'not_reading' });
  const nas = await connect();
  nas.socket.pause();
  // Each is answered with its Proxy-States, so with as many octets as it has.
  const states = Array.from({ length: 15 }, () => [33, Buffer.alloc(253, 1)] as const);
  const large = Buffer.concat(
    Array.from({ length: 64 }, (_, id) =>
      signedPacket('radsec', { code: 4, identifier: id, attributes: states }),
    ),
  );
  for (let sent = 0; sent < 100 && (await drops()) === 0; sent += 1) {
    if (!nas.socket.write(large))
      await Promise.race([new Promise((resolve) => nas.socket.once('drain', resolve)), sleep(50)]);
  }
  t.equal(await eventually(drops, (count) => count > 0), 1);
  nas.close();
});

test('certificates that are renewed on disk are taken over', async (t) => {
  const serial = async () => {
    const nas = await connect();
    const shown = nas.socket.getPeerX509Certificate()?.serialNumber;
    nas.close();
    return shown;
  };
  const before = await serial();
  await sleep(1_100);
  copyFileSync(stranger.issue('half of a pair').certificate, certificate);
  t.equal(await serial(), before, 'half a change changes nothing');
  t.ok(site.lines.some((line) => line.includes('cannot renew the certificates')));
  await sleep(1_100);
  install(authority.issue('gateway.example', { names: 'DNS:gateway.example' }));
  t.not(await serial(), before);
  await sleep(1_100);
  install(server);
  t.equal(await serial(), before);
});

test('connections are counted while they last', async (t) => {
  const open = () => site.counted('gatehouse_radius_connections', {});
  t.equal(await eventually(open, (count) => count === 0), 0);
  const nas = await connect();
  t.equal(await eventually(open, (count) => count === 1), 1);
  nas.close();
  t.equal(await eventually(open, (count) => count === 0), 0);
});

test('of one address 64 connections are let in, and others still are', async (t) => {
  await site.addClient('127.0.1.0/24', { transport: 'tls' });
  await site.server.reload();
  const many = await Promise.all(
    Array.from({ length: 64 }, () => connect({ localAddress: '127.0.1.1' })),
  );
  t.teardown(() => {
    for (const nas of many) nas.close();
  });
  t.ok(await refused({ localAddress: '127.0.1.1' }));
  const other = await connect({ localAddress: '127.0.1.2' });
  other.send(statusServer());
  t.equal((await other.answer())?.[0], 2);
  other.close();
});

test('an address that connects again and again is made to wait', async (t) => {
  const drops = () =>
    site.counted('gatehouse_radius_drops_total', { port: 'tls', reason: 'connection_rate' });
  // The address gets eight further connections each second.
  for (let count = 0; count < 800 && (await drops()) === 0; count += 1) {
    const socket = connectTcp({ host: '127.0.0.1', port, localAddress: '127.0.1.3' });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.destroy();
    await once(socket, 'close');
  }
  t.ok((await eventually(drops, (count) => count > 0)) > 0);
});

test('silence, half a packet and an unfinished handshake end a connection; so do too many of them', async (t) => {
  const small = await startSite({
    // Longer than a busy machine takes for four connections.
    config: { ...tlsConfig, TLS_IDLE_SECONDS: '4', TLS_MAX_CONNECTIONS: '3' },
  });
  t.teardown(() => small.stop());
  await small.addClient('127.0.0.1', { name: 'over TLS', transport: 'tls' });
  await small.server.reload();
  const there = { port: portOf(small) };
  const [silent, half] = [await connect(there), await connect(there)];
  half.send(statusServer().subarray(0, 30));
  const raw = connectTcp({ host: '127.0.0.1', ...there }).on('error', () => undefined);
  await once(raw, 'connect');
  t.ok(await refused(there), 'a fourth');
  t.equal(
    await small.counted('gatehouse_radius_drops_total', { reason: 'too_many_connections' }),
    1,
  );
  t.notOk(await silent.isClosed(300));
  t.ok(await silent.isClosed());
  t.ok(await half.isClosed());
  if (!raw.closed) await once(raw, 'close');
  t.equal(await small.counted('gatehouse_radius_drops_total', { reason: 'handshake' }), 1);
  const nas = await connect(there);
  nas.send(statusServer());
  t.equal((await nas.answer())?.[0], 2, 'there is room again');
  nas.close();
});

test('a stop answers pending requests, and closes the connections', async (t) => {
  const held = new Latch();
  const other = await startSite({ config: tlsConfig, disguise: held.disguise });
  await other.addClient('127.0.0.1', { name: 'over TLS', transport: 'tls' });
  await other.server.reload();
  const nas = await connect({ port: portOf(other) });
  held.shut();
  nas.send(accounting('last words'));
  await untilOrPatient(() => held.writes > 0, 30_000);
  const stopped = other.stop();
  held.open();
  const [answer] = await Promise.all([nas.answer(), stopped]);
  t.equal(answer?.[0], 5);
  t.ok(await nas.isClosed());
});

test('where no certificate is named, RADIUS is not spoken over TLS', async (t) => {
  const plain = await startSite();
  t.teardown(() => plain.stop());
  t.same(plain.server.bound.tls, []);
});
