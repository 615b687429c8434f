import tap, { test } from 'tap';
import { startAlertSite } from './fixture.ts';

/* Guests that nothing can let in, as the rule of the organization, of one above and of another one see them. */

const site = await startAlertSite();
tap.teardown(() => site.stop());

const alerts = async () =>
  (await site.list('/alert/')).map(({ state, subject, message, organization }) => ({
    state,
    subject,
    message,
    organization,
  }));

test('an access point at which guests cannot be let in alerts its organization and the one above', async (t) => {
  const make = async (path: string, body: object) =>
    Number((await site.gate('POST', path, body))['id']);
  const hotel = await make('/organization/', { name: 'Hotel', parent: 1 });
  const other = await make('/organization/', { name: 'Other', parent: 1 });
  const rule = { name: 'portal', kind: 'portal_errors', seconds: 0, clear_seconds: 0 };
  for (const organization of [1, hotel, other])
    await site.create('/alert_rule/', { ...rule, name: `portal ${organization}`, organization });
  const lobby = { name: 'Lobby', mac: '02:00:00:00:00:AA', organization: hotel };
  const accessPoint = await make('/access_point/', lobby);
  await make('/user/', { username: 'guest', organization: hotel });
  await site.pass(40);
  t.same(await alerts(), []);
  const login = { uid: 'guest', mac: '020000000101', ip: '10.0.0.9', ap_mac: lobby.mac };
  const reply = await site.gate('POST', '/portal_login/', { ...login, vendor: 'unifi' });
  t.match(reply, { code: ['no_way_in'] });
  await site.pass(40);
  const firing = {
    state: 'firing',
    subject: `portal at access point Lobby (${accessPoint})`,
    message: /guests cannot be let in: no portal controller of vendor unifi/,
  };
  t.match(
    (await alerts()).toSorted((a, b) => Number(a.organization) - Number(b.organization)),
    [
      { ...firing, organization: 1 },
      { ...firing, organization: hotel },
    ],
  );
  t.equal((await alerts()).length, 2, 'and no other organization');
  await site.pass(700);
  t.same([...new Set((await alerts()).map(({ state }) => state))], ['resolved']);
});
