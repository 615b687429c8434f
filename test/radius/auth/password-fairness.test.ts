import tap, { test } from 'tap';
import { ask, password, Peer, secret, startSite } from '../fixture.ts';
import { encoded, hiddenPassword, randomPacket } from '../packets.ts';

const site = await startSite();
await site.addClient('127.0.0.2');
tap.teardown(() => site.stop());

const to = site.server.authAddress;

function login(name: string, clear: string, identifier = 0): Buffer {
  const packet = randomPacket({ code: 1, identifier, attributes: [] });
  const authenticator = packet.subarray(4, 20);
  const attributes = encoded([
    [1, name],
    [2, hiddenPassword(secret, { password: clear, authenticator })],
  ]);
  packet.writeUInt16BE(20 + attributes.length, 2);
  return Buffer.concat([packet, attributes]);
}

test('wrong passwords of one client delay no login of another', async (t) => {
  const noisy = await Peer.open();
  for (let index = 0; index < 60; index += 1)
    noisy.send(to, login(`guest ${index}`, `wrong ${index}`, index));
  // The gateway has read the flood once it has answered a packet behind it.
  const quiet = await ask(to, login('alice', password), { from: '127.0.0.2' });
  t.equal(quiet?.octets[0], 2);
  for (let index = 0; index < 60; index += 1) t.ok(await noisy.answer());
  await noisy.close();
  await site.server.stop();
  const decisions = await site.store.db
    .selectFrom('aaa_decision')
    .select(['client_name', 'ms'])
    .execute();
  const slowest = (client: string) =>
    Math.max(...decisions.filter(({ client_name }) => client_name === client).map(({ ms }) => ms));
  const [own, other] = [slowest('127.0.0.2'), slowest('127.0.0.1')];
  t.ok(own < other / 3, `${own.toFixed(0)} ms, while the flood took ${other.toFixed(0)} ms`);
});
