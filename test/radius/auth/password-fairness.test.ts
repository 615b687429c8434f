import { setTimeout as sleep } from 'node:timers/promises';
import tap, { test } from 'tap';
import { ask, password, Peer, secret, startSite } from '../fixture.ts';
import { encoded, hiddenPassword, randomPacket, type Attribute } from '../packets.ts';

const site = await startSite();
await site.addClient('127.0.0.2');
tap.teardown(() => site.stop());

const to = site.server.authAddress;

interface Login {
  readonly identifier?: number;
  readonly more?: readonly Attribute[];
}

function login(name: string, clear: string, { identifier = 0, more = [] }: Login = {}): Buffer {
  const packet = randomPacket({ code: 1, identifier, attributes: [] });
  const authenticator = packet.subarray(4, 20);
  const attributes = encoded([
    [1, name],
    [2, hiddenPassword(secret, { password: clear, authenticator })],
    ...more,
  ]);
  packet.writeUInt16BE(20 + attributes.length, 2);
  return Buffer.concat([packet, attributes]);
}

/** Decisions are logged after the reply. */
async function waitForDecisions(count: number): Promise<void> {
  for (;;) {
    const rows = await site.store.db.selectFrom('aaa_decision').select('id').execute();
    if (rows.length >= count) return;
    await sleep(20);
  }
}

test('wrong passwords of one client delay no login of another', async (t) => {
  const noisy = await Peer.open();
  for (let index = 0; index < 60; index += 1)
    noisy.send(to, login(`guest ${index}`, `wrong ${index}`, { identifier: index }));
  // The gateway has read the flood once it has answered a packet behind it.
  const quiet = await ask(to, login('alice', password), { from: '127.0.0.2' });
  t.equal(quiet?.octets[0], 2);
  for (let index = 0; index < 60; index += 1) t.ok(await noisy.answer());
  await noisy.close();
  await waitForDecisions(61);
  const decisions = await site.store.db
    .selectFrom('aaa_decision')
    .select('client_name')
    .orderBy('id')
    .execute();
  // In the order in which the passwords were checked.
  const place = decisions.findIndex(({ client_name }) => client_name === '127.0.0.2');
  t.ok(place >= 0 && place < 20, `${place} of the flood were checked before`);
});

test('guesses over RADIUS are limited by user and client, and the right device still logs in', async (t) => {
  const device: Attribute = [31, '02-00-00-00-00-09'];
  t.equal((await ask(to, login('alice', password, { more: [device] })))?.octets[0], 2);
  const nas = await Peer.open();
  for (let index = 0; index < 70; index += 1)
    nas.send(to, login('alice', `guess ${index}`, { identifier: index }));
  for (let index = 0; index < 70; index += 1) t.equal((await nas.answer())?.octets[0], 3);
  await nas.close();
  t.equal((await ask(to, login('alice', password, { more: [device] })))?.octets[0], 2);
  t.equal(
    (await ask(to, login('alice', password), { from: '127.0.0.2' }))?.octets[0],
    2,
    'another client',
  );
  await waitForDecisions(61 + 73);
  const rejected = await site.store.db
    .selectFrom('aaa_decision')
    .select('reason')
    .where('reason', 'like', 'too many wrong passwords%')
    .execute();
  t.ok(rejected.length >= 15 && rejected.length <= 20, `${rejected.length} were not checked`);
});
