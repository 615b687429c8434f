import tap, { test } from 'tap';
import {
  canonicalNetwork,
  networkKey,
  parseIpAddress,
  parseIpNetwork,
  normalizeIpAddress,
} from '../../../src/runtime/ip-address.ts';
import { RejectDelay } from '../../../src/radius/core/reject-delay.ts';
import { DuplicateCache } from '../../../src/radius/core/duplicate-cache.ts';
import { ask, radclient, secret, silenceMs, startSite } from '../fixture.ts';
import { signedPacket } from '../packets.ts';

const site = await startSite({ config: { HOST: '::' } });
tap.teardown(() => site.stop());
const { port } = site.server.acctAddress;
const acct = { address: '127.0.0.1', port };

const start = (shared: string) =>
  signedPacket(shared, {
    code: 4,
    attributes: [
      [40, 1],
      [44, 'S01'],
    ],
  });

test('a client that is created works at once', async (t) => {
  await site.addClient('127.0.0.2', { secret: 'brand new secret' });
  t.ok(await ask(acct, start('brand new secret'), { from: '127.0.0.2' }));
});

test('of clients that match, the one with the longest prefix counts', async (t) => {
  await site.addClient('127.1.0.0/16', { secret: 'secret of the wide one' });
  await site.addClient('127.1.2.0/24', { secret: 'secret of the narrow one' });
  await site.addClient('127.1.2.3/32', { secret: 'secret of the single one' });
  await site.server.reload();
  for (const [from, shared] of [
    ['127.1.1.1', 'secret of the wide one'],
    ['127.1.2.1', 'secret of the narrow one'],
    ['127.1.2.3', 'secret of the single one'],
  ] as const) {
    t.ok(await ask(acct, start(shared), { from }), from);
    t.equal(await ask(acct, start(secret), { from, withinMs: silenceMs }), null);
  }
});

test('a client that is changed gets answers for its new secret, without being asked for', async (t) => {
  const id = await site.addClient('127.0.0.7', { secret: 'the old secret' });
  await site.server.reload();
  t.ok(await ask(acct, start('the old secret'), { from: '127.0.0.7' }));
  const sealed = await site.store.db
    .selectFrom('aaa_client')
    .select('secret')
    .where('address', '=', '127.0.0.1')
    .executeTakeFirstOrThrow();
  await site.store.write([
    site.store.db
      .updateTable('aaa_client')
      .set({ secret: sealed.secret, last_change: Date.now() + 1 })
      .where('id', '=', id),
  ]);
  let answer = null;
  for (let tries = 0; !answer && tries < 60; tries += 1)
    answer = await ask(acct, start(secret), { from: '127.0.0.7', withinMs: 500 });
  t.ok(answer);
  t.equal(
    await ask(acct, start('the old secret'), { from: '127.0.0.7', withinMs: silenceMs }),
    null,
  );
});

test('a client that is switched off gets no answers', async (t) => {
  const id = await site.addClient('127.0.0.8');
  await site.server.reload();
  t.ok(await ask(acct, start(secret), { from: '127.0.0.8' }));
  await site.store.write([
    site.store.db.updateTable('aaa_client').set({ is_active: 0 }).where('id', '=', id),
  ]);
  await site.server.reload();
  t.equal(await ask(acct, start(secret), { from: '127.0.0.8', withinMs: silenceMs }), null);
});

test('a client whose secret can not be opened is left out, and the others work', async (t) => {
  const id = await site.addClient('127.0.0.10');
  await site.store.write([
    site.store.db
      .updateTable('aaa_client')
      .set({ secret: 'v1.00000000.AAAA' })
      .where('id', '=', id),
  ]);
  await site.server.reload();
  t.ok(site.lines.some((line) => line.includes('127.0.0.10') && line.includes('cannot be used')));
  t.ok(await ask(acct, start(secret)));
});

test('radclient is served over IPv6', async (t) => {
  await site.addClient('::1');
  await site.server.reload();
  const outcome = await radclient({
    to: { address: '[::1]', port },
    command: 'acct',
    attributes: 'Acct-Status-Type=Start\nAcct-Session-Id=V6\n',
  });
  t.ok(outcome.ok, outcome.output);
  const row = await site.store.db
    .selectFrom('aaa_accounting')
    .select('nasipaddress')
    .where('acctsessionid', '=', 'V6')
    .executeTakeFirst();
  t.equal(row?.nasipaddress, '::1');
});

test('where IPv6 is listened on, a client of IPv4 is known by its own address', async (t) => {
  t.ok(await ask(acct, start(secret)));
  const rows = await site.store.db
    .selectFrom('aaa_accounting')
    .select('nasipaddress')
    .distinct()
    .where('acctsessionid', '=', 'S01')
    .execute();
  t.ok(rows.some(({ nasipaddress }) => nasipaddress === '127.0.0.1'));
});

for (const [network, address, isIn] of [
  ['192.0.2.0/24', '192.0.2.255', true],
  ['192.0.2.0/24', '192.0.3.0', false],
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '::ffff:192.0.2.7', true],
  ['::ffff:192.0.2.0/120', '192.0.2.9', true],
  ['0.0.0.0/0', '255.255.255.255', true],
  ['::/0', '2001:db8::1', true],
  ['::/0', '192.0.2.7', false],
  ['2001:db8::/33', '2001:db8:7fff::', true],
  ['2001:db8::/33', '2001:db8:8000::', false],
  ['2001:db8::1', '2001:0db8:0:0::0001', true],
  ['fe80::/10', 'fe80::1%eth0', true],
  ['::1', '::1', true],
] as const) {
  test(`${address} is ${isIn ? '' : 'not '}in ${network}`, (t) => {
    const [within, of] = [parseIpNetwork(network), parseIpAddress(address)];
    if (!within || !of) throw new Error('not read');
    t.equal(
      within.bits === of.bits &&
        networkKey(within, within.prefixLength) === networkKey(of, within.prefixLength),
      isIn,
    );
    t.end();
  });
}

test('an invalid network is refused', (t) => {
  for (const text of [
    '',
    'host',
    '192.0.2.0/33',
    '192.0.2.0/-1',
    '192.0.2.0/',
    '192.0.2.0/x',
    '2001:db8::/129',
    '1.2.3',
    ':::',
  ])
    t.equal(parseIpNetwork(text), null, text);
  t.end();
});

for (const [spelling, canonical] of [
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7/32', '192.0.2.7'],
  ['192.0.2.7/24', '192.0.2.0/24'],
  ['255.255.255.255/0', '0.0.0.0/0'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:C000:207/128', '192.0.2.7'],
  ['::ffff:192.0.2.7/120', '192.0.2.0/24'],
  ['2001:0DB8:0:0::0001', '2001:db8::1'],
  ['2001:db8::1/128', '2001:db8::1'],
  ['2001:db8:ffff::/33', '2001:db8:8000::/33'],
  ['::/0', '::/0'],
  ['::1', '::1'],
  ['::ffff:192.0.2.7/64', null],
  ['host', null],
] as const)
  test(`the canonical form of ${spelling} is ${canonical ?? 'none'}`, (t) => {
    t.equal(canonicalNetwork(spelling), canonical);
    if (canonical !== null) t.equal(canonicalNetwork(canonical), canonical);
    t.end();
  });

test('an address is stored without zone, and as IPv4 where it is', (t) => {
  t.same(['fe80::1%eth0', '::ffff:192.0.2.7', '2001:db8::1', '192.0.2.7'].map(normalizeIpAddress), [
    'fe80::1',
    '192.0.2.7',
    '2001:db8::1',
    '192.0.2.7',
  ]);
  t.end();
});

/** What is remembered, under a clock of our own. */
function remembered(most = 100) {
  const clock = { ms: 0 };
  return {
    clock,
    duplicates: new DuplicateCache({ ttlMs: 10_000, maxEntries: most, clock: () => clock.ms }),
  };
}

const authenticator = Buffer.alloc(16, 1);

test('a request is remembered for its lifetime, and not longer', (t) => {
  const { clock, duplicates } = remembered();
  duplicates.findOrAdd('key', authenticator);
  clock.ms = 9_999;
  t.equal(duplicates.findOrAdd('key', authenticator).isNew, false);
  clock.ms = 10_000;
  t.equal(duplicates.findOrAdd('key', authenticator).isNew, true);
  t.end();
});

test('no more requests are remembered than may be: the oldest goes', (t) => {
  const { duplicates } = remembered(2);
  for (const key of ['one', 'two', 'three']) duplicates.findOrAdd(key, authenticator);
  t.equal(duplicates.findOrAdd('three', authenticator).isNew, false);
  t.equal(duplicates.findOrAdd('one', authenticator).isNew, true);
  t.end();
});

test('a reply to a request whose key has been taken by another is not sent', (t) => {
  const { duplicates } = remembered();
  const { entry } = duplicates.findOrAdd('key', authenticator);
  duplicates.findOrAdd('key', Buffer.alloc(16, 2));
  t.equal(duplicates.setReply(entry, Buffer.alloc(20)), false);
  t.end();
});

test('a request that failed is new when it is repeated', (t) => {
  const { duplicates } = remembered();
  duplicates.remove(duplicates.findOrAdd('key', authenticator).entry);
  t.equal(duplicates.findOrAdd('key', authenticator).isNew, true);
  t.end();
});

test('no more answers are held back than may be', async (t) => {
  const delay = new RejectDelay(20, 1);
  const first = delay.wait();
  t.equal(await delay.wait(), false);
  t.equal(await first, true);
  t.equal(await delay.wait(), true, 'and then there is room again');
});

test('replies that are delayed at a stop are not sent', async (t) => {
  const delay = new RejectDelay(60_000, 1);
  const held = delay.wait();
  delay.stop();
  t.equal(await held, false);
});
