import tap, { test } from 'tap';
import type { ReplyAttributes } from '../../../src/aaa/policy/attribute-lists.ts';
import { eventually } from '../../gateway-process.ts';
import { insert } from '../../store/stores.ts';
import { guideBlock } from '../../../tools/documents/guide-blocks.ts';
import type { Site } from '../fixture.ts';
import { addProfile, addSubscriber, logIn, pap, startOnBothEngines } from './two-engines.ts';

/* Reply items that are sent by NAS, group of NASes, SSID and time. */

/** A Wednesday. */
let now = new Date('2026-11-25T10:00:00Z');
const { sites, stop } = await startOnBothEngines({ now: () => now });
tap.teardown(stop);

const filter = (
  value: string,
  when?: ReplyAttributes[number]['when'],
): ReplyAttributes[number] => ({
  attribute: 'Filter-Id',
  op: ':=',
  value,
  ...(when ? { when } : {}),
});

const filterOf = (output: string) =>
  [...output.matchAll(/^\tFilter-Id = "(.*)"$/gm)].map(([, value]) => value).join() || 'none';

const onNetwork = (ssid: string) => `Called-Station-Id="02-00-00-00-00-AA:${ssid}"\n`;

async function setClient({ store, server }: Site, fields: Readonly<Record<string, unknown>>) {
  await store.write([store.db.updateTable('aaa_client').set(fields).where('id', '=', 1)]);
  await server.reload();
}

for (const [engine, site] of Object.entries(sites)) {
  const login = async (username: string, more = '') =>
    filterOf(await logIn(site, pap(username, more)));
  const profileOf = (reply: ReplyAttributes) =>
    addProfile(site, `profile ${reply.map(({ value }) => value).join()}`, {
      reply_attributes: JSON.stringify(reply),
    });

  test(`${engine}: of reply items with conditions those of the NAS, its group and the SSID are sent`, async (t) => {
    await setClient(site, { name: 'lobby switch', nas_group: null });
    const profile = await profileOf([
      filter('anywhere'),
      filter('of the group', { nas_group: 'hotel' }),
      filter('of the network', { ssid: 'staff' }),
      filter('of the NAS', { client: 'lobby switch', ssid: 'guests' }),
    ]);
    await addSubscriber(site, 'roaming', { profile });
    t.equal(await login('roaming'), 'anywhere');
    t.equal(await login('roaming', onNetwork('staff')), 'of the network');
    t.equal(await login('roaming', onNetwork('Staff')), 'anywhere', 'case counts in an SSID');
    t.equal(await login('roaming', onNetwork('guests')), 'of the NAS');
    await setClient(site, { name: 'other switch', nas_group: 'hotel' });
    t.equal(await login('roaming', onNetwork('guests')), 'of the group', 'all have to hold');
    const [last] = await eventually(
      () =>
        site.store.db
          .selectFrom('aaa_decision')
          .select(['conditions', 'attributes'])
          .where('username', '=', 'roaming')
          .orderBy('id', 'desc')
          .execute(),
      (rows) => rows.length === 5,
    );
    t.match(JSON.parse(last?.conditions ?? ''), [
      { name: 'Filter-Id', value: 'of the group', when: { nas_group: 'hotel' }, applied: true },
      { value: 'of the network', applied: false },
      { value: 'of the NAS', applied: false },
    ]);
  });

  test(`${engine}: times are those of the site, and the user's own items go over the profile's`, async (t) => {
    const { store } = site;
    await store.write([
      store.db.updateTable('organization').set({ time_zone: 'Europe/Berlin' }).where('id', '=', 1),
    ]);
    const profile = await profileOf([filter('night'), filter('day', { time: 'Wk1000-1759' })]);
    await addSubscriber(site, 'clocked', { profile });
    const reply = [filter('own', { time: 'We1200-1259' })];
    await addSubscriber(site, 'special', { profile, reply });
    const at = async (time: string, username = 'clocked') => {
      now = new Date(`2026-11-${time}Z`);
      return login(username);
    };
    t.equal(await at('25T08:59:59'), 'night', 'it is 9:59 in Berlin');
    t.equal(await at('25T09:00:00'), 'day');
    t.equal(await at('25T16:59:59'), 'day', 'the last minute is included');
    t.equal(await at('25T17:00:00'), 'night');
    t.equal(await at('28T12:00:00'), 'night', 'on a Saturday');
    t.equal(await at('25T11:30:00', 'special'), 'own');
    t.equal(await at('25T12:30:00', 'special'), 'day');
  });

  test(`${engine}: the reply items of the guide`, async (t) => {
    const shown = JSON.parse(guideBlock('json replies')) as ReplyAttributes;
    await addSubscriber(site, 'of the guide', { profile: await profileOf(shown) });
    await setClient(site, { nas_group: 'hotel' });
    now = new Date('2026-11-25T10:00:00Z');
    t.equal(await login('of the guide'), 'usual');
    t.equal(await login('of the guide', onNetwork('staff')), 'staff');
    now = new Date('2026-11-25T23:00:00Z');
    t.equal(await login('of the guide', onNetwork('staff')), 'night');
  });

  test(`${engine}: a fallback's profile has conditions, too`, async (t) => {
    const profile = await profileOf([filter('unknown', { ssid: 'lobby' })]);
    const stamps = { created: 0, last_change: 0 };
    await insert(site.store, 'aaa_fallback', { organization: 1, profile, ...stamps });
    const mac = '02-00-00-00-00-09';
    const device = `User-Name="${mac}"\nUser-Password="${mac}"\nCalling-Station-Id="${mac}"\n`;
    t.equal(filterOf(await logIn(site, device + onNetwork('lobby'))), 'unknown');
    t.equal(filterOf(await logIn(site, device + onNetwork('roof'))), 'none');
  });
}
