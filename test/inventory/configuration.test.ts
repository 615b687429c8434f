import tap, { test } from 'tap';
import { saveVersion } from '../../src/inventory/configuration/configuration-versions.ts';
import { hashOf } from '../../src/inventory/configuration/configuration-text.ts';
import { findDeviceById } from '../../src/inventory/device/find-device.ts';
import { startInProcess } from '../in-process.ts';
import { ManualClock } from '../manual-clock.ts';

/* What a type declares volatile is no change of a configuration, and neither is a change of the declaration. */

const clock = new ManualClock();
const site = await startInProcess({ clock });
tap.teardown(site.stop);
const { control, list, running } = site;
const patterns = (...volatile: readonly string[]) => ({ volatile: [...volatile], secrets: [] });

test('text that a volatile pattern matches is not compared', (t) => {
  const clocked = (time: string) => `# saved at ${time}\nhostname ap\n`;
  const spec = patterns('^# saved at .*$');
  t.equal(hashOf(clocked('10:00'), spec), hashOf(clocked('11:00'), spec));
  t.not(hashOf(clocked('10:00'), patterns()), hashOf(clocked('11:00'), patterns()));
  t.not(hashOf(clocked('10:00'), spec), hashOf(`${clocked('10:00')}more\n`, spec));
  t.end();
});

test('another volatile pattern of the type is no change of the device, and no alert', async (t) => {
  const made = await control('POST', '/inventory_device/', {
    name: 'ap',
    serial_number: 'SN',
    type: 'openwrt',
  });
  const device = await findDeviceById(running.gateway.store, Number(made.body['id']));
  const save = async (text: string, ...volatile: readonly string[]) => {
    await clock.advance(1000);
    const spec = { ...patterns(...volatile), read: {}, timeout: 1, every: 0 };
    const id = '00000000-0000-4000-8000-000000000001';
    return saveVersion(running.gateway, { id }, { device, spec, text, isRestored: false });
  };
  const alerts = () => list('/inventory_device_log/?action=alert');
  const first = await save('# uptime 1\nhostname ap\n');
  t.match(first, { changed: false });
  const same = { configuration: first['configuration'], changed: false };
  t.match(await save('# uptime 1\nhostname ap\n', '^# uptime .*$'), same);
  t.match(await save('# uptime 2\nhostname ap\n', '^# uptime .*$'), same);
  t.equal((await alerts()).length, 0);
  const other = await save('# uptime 2\nhostname other\n', '^# uptime .*$');
  t.match(other, { changed: true, changed_by: 'device' });
  t.equal((await alerts()).length, 1);
});
