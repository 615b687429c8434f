import tap, { test } from 'tap';
import { eventually } from '../../gateway-process.ts';
import { addProfile, addSubscriber, logIn, pap, startOnBothEngines } from './two-engines.ts';

/* Users with several profiles, which are merged by priority. */

const { sites, stop } = await startOnBothEngines();
tap.teardown(stop);

const items = (list: Readonly<Record<string, string>>, op = '=') =>
  JSON.stringify(Object.entries(list).map(([attribute, value]) => ({ attribute, op, value })));

for (const [engine, site] of Object.entries(sites)) {
  const { store } = site;
  const lastDecision = (username: string, count: number) =>
    eventually(
      () =>
        store.db
          .selectFrom('aaa_decision')
          .select(['profile_name', 'profiles', 'reason'])
          .where('username', '=', username)
          .orderBy('id', 'desc')
          .execute(),
      (rows) => rows.length === count,
    ).then(([last]) => last);

  test(`${engine}: profiles of a user are merged, the lowest priority goes before the others`, async (t) => {
    const tariff = await addProfile(site, 'tariff', {
      priority: 100,
      vlan: 10,
      reply_attributes: items({ 'Filter-Id': 'tariff', 'Idle-Timeout': '300' }),
    });
    const voice = await addProfile(site, 'voice', {
      priority: 200,
      reply_attributes: items({ 'Filter-Id': 'voice', 'Login-LAT-Service': 'sip' }),
    });
    const arrears = await addProfile(site, 'arrears', {
      priority: 10,
      vlan: 99,
      reply_attributes: items({ 'Filter-Id': 'arrears' }, ':='),
    });
    const subscriber = { profile: tariff, profiles: JSON.stringify([arrears, voice]) };
    const id = await addSubscriber(site, 'several', subscriber);
    const output = await logIn(site, pap('several'));
    t.match(output, /Filter-Id = "arrears"/);
    t.notMatch(output, /Filter-Id = "(tariff|voice)"/);
    t.match(output, /Login-LAT-Service = "sip"/);
    t.match(output, /Idle-Timeout = 300/);
    t.match(output, /Tunnel-Private-Group-Id:0 = "99"/);
    t.match(await lastDecision('several', 1), {
      profile_name: 'tariff',
      profiles: JSON.stringify(['arrears', 'tariff', 'voice']),
    });
    await store.write([store.db.updateTable('user').set({ profiles: '[]' }).where('id', '=', id)]);
    t.match(await logIn(site, pap('several')), /Filter-Id = "tariff"/);
  });

  test(`${engine}: of equal priorities the user's own profile goes first`, async (t) => {
    const older = await addProfile(site, 'older', { vlan: 20 });
    const own = await addProfile(site, 'own', { vlan: 21 });
    await addSubscriber(site, 'equal', { profile: own, profiles: JSON.stringify([older, own]) });
    t.match(await logIn(site, pap('equal')), /Tunnel-Private-Group-Id:0 = "21"/);
    const newer = await addProfile(site, 'newer', { vlan: 22 });
    await addSubscriber(site, 'alone', { profiles: JSON.stringify([newer, older]) });
    t.match(await logIn(site, pap('alone')), /Tunnel-Private-Group-Id:0 = "20"/);
    t.match(await lastDecision('alone', 1), { profile_name: null, profiles: '["older","newer"]' });
  });

  test(`${engine}: the check items of all profiles hold, and the first text of a Reject is sent`, async (t) => {
    const check = (attribute: string, op: string, value: string) =>
      JSON.stringify([{ attribute, op, value }]);
    const lobby = await addProfile(site, 'lobby', {
      check_attributes: check('NAS-Identifier', '==', 'lobby'),
      reject_message: 'text',
      reject_text: 'Only in the lobby.',
    });
    const night = await addProfile(site, 'night', {
      priority: 5,
      check_attributes: check('NAS-Port-Type', '==', 'Ethernet'),
      reject_message: 'text',
      reject_text: 'Only by cable.',
    });
    await addSubscriber(site, 'checked', { profile: lobby, profiles: JSON.stringify([night]) });
    const cable = 'NAS-Identifier=lobby\nNAS-Port-Type=Ethernet\n';
    t.match(await logIn(site, pap('checked', cable)), /Access-Accept/);
    const wireless = 'NAS-Identifier=lobby\nNAS-Port-Type=Wireless-802.11\n';
    const refused = await logIn(site, pap('checked', wireless));
    t.match(refused, /Access-Reject/);
    t.match(refused, /Reply-Message = "Only by cable."/);
  });

  test(`${engine}: a profile that users have is not deleted`, async (t) => {
    const kept = await addProfile(site, 'kept');
    const id = await addSubscriber(site, 'keeper', { profiles: JSON.stringify([kept]) });
    const remove = () => store.write([store.db.deleteFrom('aaa_profile').where('id', '=', kept)]);
    await t.rejects(remove());
    await store.write([store.db.deleteFrom('user').where('id', '=', id)]);
    await t.resolves(remove());
  });
}
