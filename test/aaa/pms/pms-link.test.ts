import tap, { test } from 'tap';
import { guideBlock } from '../../../tools/documents/guide-blocks.ts';
import { eventually, results, type Json } from '../../gateway-process.ts';
import { startFakePms } from '../../peers/fake-pms.ts';
import { addCaller, addTenant, startBoth } from '../api/fixture.ts';

/* Links to hotel systems: how they are set up, and how the gateway follows the guests in house. */

const { engines, stop } = await startBoth();
tap.teardown(stop);

for (const [engine, gateway] of Object.entries(engines)) {
  const gate = gateway.gate.bind(gateway);
  const guestsOf = async (link: unknown) =>
    results(await gate('GET', `/pms_guest/?link=${String(link)}&checked_out__isnull=true`)).map(
      ({ room, last_name }) => `${String(room)} ${String(last_name)}`,
    );
  const stateOf = async (link: unknown) => (await gate('GET', `/pms_link/${String(link)}/`)).body;

  test(`${engine}: a link is checked, and belongs to its organization`, async (t) => {
    const block = JSON.parse(guideBlock('json pms_link')) as Json;
    const made = await gate('POST', '/pms_link/', { ...block, is_active: false });
    t.match(made, { status: 201, body: { state: 'unknown', keep_days: 7, synced_at: null } });
    const one = `/pms_link/${String(made.body['id'])}/`;
    for (const [field, value] of [
      ['host', 'pms; reboot'],
      ['port', 0],
      ['encoding', 'ebcdic'],
      ['charge_amount', 0],
      ['charge_period', 'week'],
      ['keep_days', -1],
      ['profile', 999_999],
      ['location', 999_999],
    ] as const)
      t.match(await gate('PATCH', one, { [field]: value }), { status: 400, text: field }, field);
    t.match(await gate('PATCH', one, { charge_amount: null }), {
      status: 400,
      body: { charge_text: [/nothing is charged/] },
    });
    const tenant = await addTenant(gateway, 'tenant');
    t.equal((await tenant.call('GET', one)).status, 404);
    t.match(
      await tenant.call('POST', '/pms_link/', { name: 'own', host: '127.0.0.1', port: 5010 }),
      {
        status: 400,
        body: { host: [/not in the device_networks/] },
      },
    );
    const desk = await addCaller(gateway, { username: 'desk', role: 'front_desk' });
    t.equal((await desk.call('GET', '/pms_guest/')).status, 200);
    t.equal((await desk.call('GET', '/pms_posting/')).status, 200);
    t.equal((await desk.call('GET', one)).status, 403);
    t.equal((await gate('DELETE', one)).status, 204);
  });

  test(`${engine}: guests follow the hotel system, over a lost link and a check-out meanwhile`, async (t) => {
    const pms = await startFakePms('latin1');
    t.teardown(() => pms.stop());
    const anna = { room: '101', reservation: '1', name: 'Müller', departure: '991231' };
    const bert = { room: '0102', reservation: '2', name: 'Bert' };
    pms.guests = [anna, bert];
    const link = { name: 'hotel', host: '127.0.0.1', port: pms.port, encoding: 'windows-1252' };
    const { id } = (await gate('POST', '/pms_link/', link)).body;
    const state = () => stateOf(id);
    const synced = await eventually(state, (body) => body['synced_at'] !== null);
    t.match(synced, { state: 'up', last_error: null, state_since: String });
    t.same(await guestsOf(id), ['101 Müller', '0102 Bert']);
    const carl = { room: '103', reservation: '3', name: 'Carl' };
    pms.checkIn(carl);
    pms.send('GC|RN205|RO0102|G#2|GSN|GNBert|GFBob|GLDE|NPY|');
    pms.checkOut(anna);
    const followed = await eventually(
      () => guestsOf(id),
      (guests) => guests.length === 2 && guests.includes('103 Carl') && guests.includes('205 Bert'),
    );
    t.same(followed, ['205 Bert', '103 Carl']);
    const [moved] = results(await gate('GET', `/pms_guest/?link=${String(id)}&room=205`));
    t.match(moved, { first_name: 'Bob', language: 'DE', no_post: true, reservation: '2' });

    await pms.stop();
    const down = await eventually(state, (body) => body['state'] === 'down');
    t.match(down, { last_error: /ECONNREFUSED|ECONNRESET|closed/ });
    t.equal((await guestsOf(id)).length, 2, 'the last known guests stay');
    pms.guests = [carl, { room: '104', reservation: '4', name: 'Dora' }];
    await pms.start();
    const again = await eventually(
      () => guestsOf(id),
      (guests) => guests.includes('104 Dora') && !guests.includes('205 Bert'),
    );
    t.same(again, ['103 Carl', '104 Dora'], 'who has left meanwhile is checked out');
    await eventually(state, (body) => body['state'] === 'up');

    const before = (await stateOf(id))['synced_at'];
    pms.send('DS|');
    pms.send('DE|');
    pms.checkIn({ room: '105', reservation: '5', name: 'Egon' });
    await eventually(
      () => guestsOf(id),
      (guests) => guests.includes('105 Egon'),
    );
    t.equal((await guestsOf(id)).length, 3, 'an empty list checks nobody out');
    t.equal((await stateOf(id))['synced_at'], before);
    t.equal((await gate('PATCH', `/pms_link/${String(id)}/`, { is_active: false })).status, 200);
    await pms.heard(/^LE\|/);
    t.equal((await gate('DELETE', `/pms_link/${String(id)}/`)).status, 204);
    t.same(await guestsOf(id), [], 'its guests go with a link');
  });
}

test('an alert tells of a link that is down, and of its return', async (t) => {
  const gateway = engines.sqlite;
  const pms = await startFakePms();
  t.teardown(() => pms.stop());
  const rule = await gateway.control('POST', '/alert_rule/', {
    name: 'hotels',
    kind: 'hotel_system',
    seconds: 0,
    clear_seconds: 0,
  });
  t.equal(rule.status, 201);
  await pms.stop();
  const link = { name: 'grand', host: '127.0.0.1', port: pms.port };
  await gateway.gate('POST', '/pms_link/', link);
  const alerts = async (state: string) =>
    results(await gateway.control('GET', `/alert/?rule=${String(rule.body['id'])}&state=${state}`));
  const [fired] = await eventually(
    () => alerts('firing'),
    (found) => found.length > 0,
  );
  t.match(fired, { subject: /hotel system grand/, message: /the link is down: .*ECONNREFUSED/ });
  await pms.start();
  const [resolved] = await eventually(
    () => alerts('resolved'),
    (found) => found.length > 0,
  );
  t.match(resolved, { subject: /hotel system grand/ });
});
