import tap, { test } from 'tap';
import { eventually } from '../../gateway-process.ts';
import { insert } from '../../store/stores.ts';
import type { Site } from '../fixture.ts';
import {
  addProfile,
  addSubscriber,
  logIn,
  pap,
  password,
  startOnBothEngines,
} from './two-engines.ts';

/* What devices without a user get by MAC authentication. */

const { sites, stop } = await startOnBothEngines();
tap.teardown(stop);

const stamps = { created: 0, last_change: 0 };

async function addFallback(site: Site, fields: Readonly<Record<string, unknown>>): Promise<void> {
  await insert(site.store, 'aaa_fallback', { organization: 1, ...stamps, ...fields });
}

/** MAC authentication as access points do it. */
const byAddress = (mac: string, ssid?: string) =>
  [
    `User-Name="${mac}"`,
    `User-Password="${mac}"`,
    `Calling-Station-Id="${mac}"`,
    ...(ssid === undefined ? [] : [`Called-Station-Id="02-00-00-00-00-AA:${ssid}"`]),
  ].join('\n');

const vlanOf = (output: string) =>
  /^Received Access-Accept/.test(output)
    ? (/Tunnel-Private-Group-Id:0 = "(.*)"/.exec(output)?.[1] ?? 'none')
    : 'rejected';

for (const [engine, site] of Object.entries(sites)) {
  const vlan = async (mac: string, ssid?: string) =>
    vlanOf(await logIn(site, byAddress(mac, ssid)));

  test(`${engine}: an unknown device gets the fallback that is nearest to it`, async (t) => {
    t.equal(await vlan('02-00-00-00-00-01'), 'rejected', 'there is none yet');
    const [client] = await site.store.db.selectFrom('aaa_client').select('id').execute();
    const profile = (vlan: number) => addProfile(site, `VLAN ${vlan}`, { vlan });
    await addFallback(site, { profile: await profile(10) });
    t.equal(await vlan('02-00-00-00-00-01'), '10');
    t.equal(await vlan('0200.0000.0001', 'guests'), '10', 'in every spelling');
    await addFallback(site, { ssid: 'guests', profile: await profile(20) });
    t.equal(await vlan('02-00-00-00-00-01', 'guests'), '20');
    t.equal(await vlan('02-00-00-00-00-01', 'staff'), '10');
    await addFallback(site, { client: client?.id, profile: await profile(30) });
    t.equal(await vlan('02-00-00-00-00-01', 'guests'), '30', 'the client goes before the SSID');
    await addFallback(site, { client: client?.id, ssid: 'guests', profile: await profile(40) });
    t.equal(await vlan('02-00-00-00-00-01', 'guests'), '40');
    t.equal(await vlan('02-00-00-00-00-01', 'staff'), '30');
    const decisions = await eventually(
      () =>
        site.store.db
          .selectFrom('aaa_decision')
          .select(['method', 'outcome', 'user', 'profile_name', 'reason'])
          .orderBy('id')
          .execute(),
      (rows) => rows.length >= 8,
    );
    t.match(decisions.at(0), { outcome: 'reject', user: null, profile_name: null });
    t.match(decisions.at(-1), {
      method: 'MAC',
      outcome: 'accept',
      user: null,
      profile_name: 'VLAN 30',
      reason: /fallback/,
    });
  });

  test(`${engine}: a device that is known, and a person, get no fallback`, async (t) => {
    await addSubscriber(site, '02:00:00:00:00:02', { is_active: 0, password: null });
    t.equal(await vlan('02-00-00-00-00-02'), 'rejected', 'it is switched off');
    const stranger = `User-Name=stranger\nUser-Password="${password}"\nCalling-Station-Id="02-00-00-00-00-03"`;
    t.equal(vlanOf(await logIn(site, stranger)), 'rejected');
    const other = byAddress('02-00-00-00-00-04').replace(/(Calling.*)04/, '$105');
    t.equal(
      vlanOf(await logIn(site, other)),
      'rejected',
      'the name is not the address of the device',
    );
    await addSubscriber(site, 'guest');
    t.equal(vlanOf(await logIn(site, pap('guest'))), 'none');
  });

  test(`${engine}: a profile that has become one with check items refuses the device`, async (t) => {
    const check = [{ id: 1, attribute: 'Max-Daily-Session', op: ':=', value: '60' }];
    const items = { check_attributes: JSON.stringify(check) };
    await site.store.write([site.store.db.updateTable('aaa_profile').set(items)]);
    t.equal(await vlan('02-00-00-00-00-01'), 'rejected');
    const last = await eventually(
      () =>
        site.store.db
          .selectFrom('aaa_decision')
          .select('reason')
          .orderBy('id', 'desc')
          .limit(1)
          .execute(),
      ([row]) => row?.reason.includes('check items') === true,
    );
    t.match(last, [{ reason: /need a user/ }]);
  });
}
