import tap, { test } from 'tap';
import { eventually } from '../../gateway-process.ts';
import { startProxy } from '../../peers/freeradius-proxy.ts';
import { password, Peer, radclient, secret, silenceMs, startSite } from '../fixture.ts';
import { encoded, signedPacket, type Attribute } from '../packets.ts';

/* FreeRADIUS proxies to us: what it sends of its own comes back to it, and what a NAS sent comes back to that NAS. */

tap.setTimeout(120_000);
const nasSecret = 'between proxy and NAS';
const site = await startSite();
const { authAddress, acctAddress } = site.server;
const proxy = await startProxy({
  nasSecret,
  secret,
  to: { authPort: authAddress.port, acctPort: acctAddress.port },
});
tap.teardown(async () => {
  await proxy.stop();
  await site.stop();
});
const { store } = site;
const user = await store.db
  .selectFrom('user')
  .select('password')
  .where('username', '=', 'alice')
  .executeTakeFirstOrThrow();
await store.write([
  store.db.insertInto('user').values({
    organization: 1,
    username: 'alice@ours',
    role: 'user',
    ...user,
    created: 0,
    last_change: 0,
  }),
]);

const login = (word: string, more = '') =>
  radclient({
    to: { address: '127.0.0.1', port: proxy.authPort },
    command: 'auth',
    secret: nasSecret,
    attributes: `${more}User-Name="alice@ours"\nUser-Password="${word}"\nMessage-Authenticator=0x00\n`,
  });

const sessions = (acctsessionid: string) => {
  const query = store.db
    .selectFrom('aaa_accounting')
    .selectAll()
    .where('acctsessionid', '=', acctsessionid);
  return eventually(
    () => query.execute(),
    (rows) => rows.length > 0,
  );
};

test('a login that is proxied to us is let in, with Proxy-States in order', async (t) => {
  const { output } = await login(password, 'Proxy-State=0x6f6e65\nProxy-State=0x74776f\n');
  t.match(output, /Received Access-Accept/);
  t.match(output, /\tProxy-State = 0x6f6e65\n[\s\S]*\tProxy-State = 0x74776f\n/);
  t.match(output, /\tClass = 0x61693a[0-9a-f]{32}\n/);
  t.match(
    await proxy.log(),
    /Received Access-Accept[\s\S]*Proxy-State = 0x6f6e65\n[\s\S]*Proxy-State = 0x74776f\n[\s\S]*Proxy-State/,
  );
});

test('a wrong password that is proxied to us is refused', async (t) => {
  t.match((await login('wrong')).output, /Received Access-Reject/);
});

const start = (session: string, realm: string, more: readonly Attribute[] = []): Buffer =>
  signedPacket(nasSecret, {
    code: 4,
    attributes: [
      ...more,
      [40, 1],
      [44, session],
      [1, `alice@${realm}`],
      [4, Buffer.from([192, 0, 2, 10])],
      [31, '02-00-00-00-00-01'],
    ],
  });

test('accounting that is proxied to us is one session of the NAS that it is from, and is answered to that NAS', async (t) => {
  const nas = await Peer.open();
  t.teardown(() => nas.close());
  const states: Attribute[] = [
    [33, 'one'],
    [33, 'two'],
  ];
  nas.send({ address: '127.0.0.1', port: proxy.acctPort }, start('proxied', 'ours', states));
  const answer = await nas.answer();
  t.equal(answer?.octets[0], 5);
  t.same(
    answer?.octets.subarray(20),
    encoded(states),
    'the Proxy-States of the NAS and nothing else',
  );
  t.match(await sessions('proxied'), [
    { username: 'alice@ours', nasipaddress: '192.0.2.10', acctstoptime: null },
  ]);
});

test('accounting that is copied to us is a session as well, though no NAS waits for our answer', async (t) => {
  const nas = await Peer.open();
  t.teardown(() => nas.close());
  nas.send({ address: '127.0.0.1', port: proxy.acctPort }, start('copied', 'copied'));
  t.equal((await nas.answer())?.octets[0], 5, 'FreeRADIUS answers itself');
  t.match(await sessions('copied'), [{ username: 'alice@copied', nasipaddress: '192.0.2.10' }]);
  t.equal(await nas.answer(silenceMs), null);
});
