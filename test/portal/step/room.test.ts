import tap, { test } from 'tap';
import { eventually, results, type Json } from '../../gateway-process.ts';
import { startFakePms } from '../../peers/fake-pms.ts';
import { GuestBrowser } from './guest-browser.ts';
import { startStepGateway } from './step-gateway.ts';

/* Guests of a hotel who log in with room and name, and stay until they check out. */

const pms = await startFakePms();
const { gateway, stop } = await startStepGateway('postgres', {});
tap.teardown(async () => {
  await stop();
  await pms.stop();
});
const base = `http://127.0.0.1:${gateway.httpPort}`;
const gate = gateway.gate.bind(gateway);
const make = async (path: string, body: Json) => (await gate('POST', path, body)).body;
const anna = { room: '504', reservation: '88', name: 'Müller', first: 'Anna', departure: '991231' };
const bob = { room: '505', reservation: '89', name: 'Bob', noPost: true };
pms.guests = [anna, bob];
await make('/access_point/', { name: 'ap', mac: 'AA:BB:CC:00:00:01' });
await make('/portal_page/', { name: 'lobby', login_kinds: ['room', 'voucher'] });
const profile = await make('/aaa_profile/', {
  name: 'guests',
  reply_attributes: [{ attribute: 'Session-Timeout', value: '7200' }],
});

let device = 0;
const newDevice = () => {
  device += 1;
  return `02:00:00:00:08:${String(device).padStart(2, '0')}`;
};
/** Logs in with room and name. */
async function logIn(room: string, last_name: string, mac = newDevice()) {
  const query = new URLSearchParams({ ap_mac: 'AA:BB:CC:00:00:01', mac, ip: '10.0.0.9' });
  const browser = new GuestBrowser(base);
  await browser.open(`/portal/?${query.toString()}`);
  return browser.post('name="room"', { room, last_name, kind: 'room' });
}

const open = async () =>
  results(await gate('GET', '/aaa_accounting/?acctstoptime__isnull=true&limit=100')).length;
const entries = async (type: string) =>
  results(await gate('GET', `/txlog_portal/?type=${type}&limit=100`)).map(({ detail }) => detail);

test('without a link nobody gets in, and the operator reads why', async (t) => {
  const shown = await logIn('504', 'Müller');
  t.equal(shown.status, 400);
  t.match(shown.text, /hotel system does not answer/);
  t.same(await entries('er'), ['no active pms_link serves the access point']);
});

test('room and name let in until the check-out, which ends the session', async (t) => {
  const link = { name: 'hotel', host: '127.0.0.1', port: pms.port, profile: profile['id'] };
  const { id } = await make('/pms_link/', link);
  await eventually(
    () => gate('GET', `/pms_link/${String(id)}/`),
    ({ body }) => body['synced_at'] !== null,
  );
  for (const [room, name] of [
    ['504', 'Anna'],
    ['504', ''],
    ['505', 'Müller'],
    ['', 'Müller'],
    ['504', '%'],
  ] as const) {
    const shown = await logIn(room, name);
    t.equal(shown.status, 400, `${room} ${name}`);
    t.match(shown.text, /do not fit|Fill this in/);
  }
  for (const [room, name] of [
    ['504', 'Müller'],
    ['0504', 'anna MUELLER'],
  ] as const)
    t.match((await logIn(room, name)).text, /You are logged in/, `${room} ${name}`);
  t.equal(await open(), 2);
  const [guest] = results(await gate('GET', '/pms_guest/?room=504'));
  const one = `/user/${String(guest?.['user'])}/`;
  const user = { profile: profile['id'], external_id: '88', last_name: 'Müller', is_active: true };
  t.match((await gate('GET', one)).body, { ...user, expiration: /^2099-12-31T/ });
  pms.send('GC|RN601|RO504|G#88|GSN|GNMüller|GFAnna|GLDE|GD000101|');
  const changed = await eventually(
    () => gate('GET', one),
    ({ body }) => String(body['expiration']).startsWith('2000-'),
  );
  t.match(changed.body['expiration'], /^2000-01-01T/);
  t.match((await logIn('504', 'Müller')).text, /do not fit/, 'the guest has moved');
  pms.send('GC|RN601|RO601|G#88|GSN|GNMüller|GFAnna|GD991231|');
  await eventually(
    () => gate('GET', one),
    ({ body }) => String(body['expiration']).startsWith('2099-'),
  );
  t.match((await logIn('601', 'Müller')).text, /You are logged in/);
  pms.checkOut({ ...anna, room: '601' });
  t.equal(await eventually(open, (count) => count === 0), 0, 'the sessions have ended');
  t.match((await gate('GET', one)).body, { is_active: false });
  t.match((await logIn('601', 'Müller')).text, /do not fit/);
  pms.checkIn({ ...anna, room: '601' });
  await eventually(
    () => gate('GET', one),
    ({ body }) => body['is_active'] === true,
  );
  t.match((await logIn('601', 'Müller')).text, /You are logged in/, 'who is back is the same user');
  t.equal(results(await gate('GET', '/user/?external_id=88')).length, 1);
});

test('a login is charged once, and the answer of the hotel system is kept', async (t) => {
  const [link] = results(await gate('GET', '/pms_link/'));
  const one = `/pms_link/${String(link?.['id'])}/`;
  await gate('PATCH', one, { charge_amount: 990, charge_text: 'Internet', charge_period: 'day' });
  await pms.heard(/^LR\|RIPS/);
  t.match((await logIn('505', 'Bob')).text, /No charge can be posted/);
  await logIn('601', 'Müller');
  await logIn('601', 'Müller');
  const posted = await eventually(
    async () => results(await gate('GET', '/pms_posting/')),
    ([posting]) => posting?.['state'] === 'posted',
  );
  t.equal(posted.length, 1);
  t.match(posted[0], {
    amount: 990,
    room: '601',
    answer: 'OK: Posted',
    period: /^\d{4}-\d\d-\d\d$/,
  });
  const charges = pms.received.filter((record) => record.startsWith('PS|'));
  t.equal(charges.length, 1, 'two logins of a day are one charge');
  t.match(charges[0], /^PS\|RN601\|G#88\|PTC\|TA990\|P#\d+\|CTInternet\|/);
  t.same([await entries('pp'), await entries('pc')], [['room 601: 990'], ['room 601: 990']]);

  pms.answerPosting = () => ({ AS: 'NP' });
  const carl = { room: '700', reservation: '90', name: 'Carl' };
  pms.checkIn(carl);
  await eventually(
    async () => results(await gate('GET', '/pms_guest/?room=700')).length,
    (count) => count === 1,
  );
  t.match((await logIn('700', 'Carl')).text, /You are logged in/);
  const refused = await eventually(
    () => entries('pf'),
    (found) => found.length > 0,
  );
  t.same(refused, ['room 700: 990 - NP: no charge may be posted to the room']);

  pms.answerPosting = () => null;
  pms.checkIn({ room: '701', reservation: '91', name: 'Dora' });
  await eventually(
    async () => results(await gate('GET', '/pms_guest/?room=701')).length,
    (count) => count === 1,
  );
  await logIn('701', 'Dora');
  await pms.heard(/^PS\|RN701/);
  await gateway.signal('SIGKILL');
  pms.answerPosting = () => ({ AS: 'OK' });
  await gateway.start();
  const lost = await eventually(
    async () => results(await gate('GET', '/pms_posting/?room=701'))[0],
    (posting) => posting?.['state'] === 'unconfirmed',
  );
  t.match(lost, { state: 'unconfirmed', answer: null });
  const sent = pms.received.filter((record) => record.startsWith('PS|RN701'));
  t.equal(sent.length, 1, 'a charge whose answer was lost is not sent again');
  const told = await eventually(
    async () => String((await entries('er'))[0]),
    (detail) => detail.includes('charges'),
  );
  t.match(told, /1 charges were sent .* has not answered/);
});

test('while the link is down, known guests log in, and others read that it is', async (t) => {
  await pms.stop();
  await eventually(
    async () => results(await gate('GET', '/pms_link/'))[0],
    (link) => link?.['state'] === 'down',
  );
  t.match((await logIn('701', 'Dora')).text, /You are logged in/);
  const unknown = await logIn('702', 'Egon');
  t.match(unknown.text, /hotel system does not answer/);
  t.match((await entries('er'))[0], /link to the hotel system is down/);
  const statuses: number[] = [];
  const guesser = newDevice();
  for (let wrong = 0; wrong < 11; wrong += 1)
    statuses.push((await logIn('701', `Name ${wrong}`, guesser)).status);
  t.same([statuses[0], statuses.at(-1)], [400, 429], 'guesses at the name of a room are limited');
});
