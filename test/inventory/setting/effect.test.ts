import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { packageRoot } from '../../../src/runtime/package-root.ts';
import { eventually, GatewayProcess, results } from '../../gateway-process.ts';
import { startUciDevice } from '../../peers/uci-device.ts';

/* A setting that the device takes and does not put into effect, as hostapd does with a configuration that it refuses. */

const types = mkdtempSync(join(tmpdir(), 'gatehouse-types-'));
const shipped = readFileSync(new URL('config/device-types/openwrt.yaml', packageRoot), 'utf8');
// The test does not wait for half a minute.
const quick = shipped
  .replace('short_name: openwrt', 'short_name: openwrt_quick')
  .replace(/within: 30$/m, 'within: 2');
writeFileSync(join(types, 'openwrt_quick.yaml'), quick);
const files = {
  'etc/config/wireless/@wifi-iface[0]/.type': 'wifi-iface',
  'etc/config/wireless/@wifi-iface[0]/ssid': 'Lobby',
};
const device = await startUciDevice({ ...files, 'on-air': 'phy0-ap0  ESSID: "Lobby"\n' });
const gateway = await GatewayProcess.start({
  GATEHOUSE_POLLING_ENABLED: 'false',
  GATEHOUSE_DEVICE_TYPES_DIR: types,
});
tap.teardown(async () => {
  await gateway.remove();
  await device.stop();
  rmSync(types, { recursive: true });
});

test('an SSID is applied when it is on air, and one that only the configuration has is not', async (t) => {
  const { body: profile } = await gateway.control('POST', '/inventory_connection_profile/', {
    name: 'pond',
    connection_service: { protocol: 'ssh', port: device.port },
  });
  const { body: created } = await gateway.control('POST', '/inventory_device/', {
    name: 'pond',
    type: 'openwrt_quick',
    ip_address: '127.0.0.1',
    connection_profile: profile['id'],
    username: device.user,
    password: device.password,
  });
  const id = String(created['id']);
  const set = async (value: string) => {
    const path = `/inventory_device_setting/${id}/`;
    const answer = await gateway.control('PATCH', path, [{ short_name: 'ssid', value }]);
    if (answer.status >= 300) return answer.body;
    const query = `?operation=set&parent__id=${id}&limit=1`;
    return eventually(
      async () => results(await gateway.control('GET', `/inventory_transaction/${query}`)).at(0),
      (transaction) => transaction?.['completed_at'] !== null,
    );
  };
  t.match(await set('Lobby 2'), { status: 'completed', results: { applied: ['wireless.ssid'] } });
  t.equal(await device.get('wireless.@wifi-iface[0].ssid'), 'Lobby 2');
  t.match(await set('muted'), {
    status: 'failed',
    error_code: 'rejected',
    error_message:
      /wireless.ssid: the device has the value, but it is not in effect: wireless.ssids does not have it$/,
  });
  t.match(JSON.stringify(await set('ü'.repeat(20))), 'Expected 1 to 32 octets of UTF-8, not 40.');
});
