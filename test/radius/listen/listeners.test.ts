import tap, { test } from 'tap';
import { withoutCoveredHosts } from '../../../src/radius/listen/listen-address.ts';
import { freeUdpPort } from '../../peers/port.ts';
import { Peer, radclient, secret, startSite } from '../fixture.ts';
import { signedPacket } from '../packets.ts';

const [auth, oldAuth] = [await freeUdpPort(), await freeUdpPort()];
const hosts = ['127.0.0.1', '127.0.0.2', '::1'];
const site = await startSite({
  config: { HOST: hosts.join(', '), AUTH_PORT: `${auth},${oldAuth}` },
});
tap.teardown(() => site.stop());
await site.addClient('::1');
await site.server.reload();

const shown = (address: string) => (address.includes(':') ? `[${address}]` : address);

test('every address is listened on at every port, and no other', (t) => {
  const addresses = site.server.bound.auth.map(({ address, port }) => `${address}/${port}`);
  t.same(
    addresses,
    [auth, oldAuth].flatMap((port) => hosts.map((host) => `${host}/${port}`)),
  );
  t.end();
});

for (const address of hosts) {
  for (const [port, words] of [
    [auth, 'the usual port'],
    [oldAuth, 'the old port'],
  ] as const) {
    test(`radclient is answered by ${address} at ${words}`, async (t) => {
      const attributes = 'User-Name=nobody\nUser-Password=wrong\nMessage-Authenticator=0x00\n';
      const outcome = await radclient({
        to: { address: shown(address), port },
        command: 'auth',
        attributes,
      });
      // radclient takes an answer from nowhere but where it asked.
      t.match(outcome.output, 'Received Access-Reject Id');
      t.match(outcome.output, ` from ${shown(address)}:${port} to `);
    });
  }
}

test('RFC 2866 section 3: the answer comes from the address that was asked', async (t) => {
  const peer = await Peer.open();
  t.teardown(() => peer.close());
  const [{ port }] = [site.server.acctAddress];
  for (const address of ['127.0.0.1', '127.0.0.2', '127.0.0.1']) {
    peer.send({ address, port }, signedPacket(secret, { code: 4, attributes: [[40, 1]] }));
    t.equal((await peer.answer())?.from, `${address}:${port}`);
  }
});

test('one request at two ports is two requests, not a retransmission', async (t) => {
  const peer = await Peer.open();
  t.teardown(() => peer.close());
  const before = await site.counted('gatehouse_radius_packets_total', { outcome: 'duplicate' });
  const packet = signedPacket(secret, { code: 4, identifier: 99, attributes: [[40, 1]] });
  for (const address of ['127.0.0.1', '127.0.0.2']) {
    peer.send({ address, port: site.server.acctAddress.port }, packet);
    t.ok(await peer.answer());
  }
  t.equal(await site.counted('gatehouse_radius_packets_total', { outcome: 'duplicate' }), before);
});

test('an address stands for others only where it is all of a family', (t) => {
  t.same(withoutCoveredHosts(['127.0.0.1', '::1']), ['127.0.0.1', '::1']);
  t.same(withoutCoveredHosts(['0.0.0.0', '127.0.0.1', '::1']), ['0.0.0.0', '::1']);
  t.same(withoutCoveredHosts(['0.0.0.0', '::', '::1']), ['::']);
  t.end();
});

test('all addresses of both families may be asked for in two words', async (t) => {
  const all = await startSite({ config: { HOST: '0.0.0.0, ::' } });
  t.teardown(() => all.stop());
  t.same(
    all.server.bound.acct.map(({ address }) => address),
    ['::'],
  );
});
