import tap, { test } from 'tap';
import { Secret } from '../../src/contract/secret.ts';
import { validateAgainst } from '../../src/contract/schema.ts';
import { startUciDevice } from '../peers/uci-device.ts';
import { loadShipped } from '../shipped-types.ts';

/* The SSID of the type openwrt, in a real shell on an OpenSSH server with a file tree as its configuration. */

const { adapters, types } = await loadShipped();
const ssh = adapters.get('ssh');
const command = types
  .get('openwrt')
  ?.parameters.find(({ variable_name }) => variable_name === 'wireless.ssid')?.write;
if (ssh?.write === undefined || command === undefined) throw new Error('openwrt sets no SSID');
const write = ssh.write.bind(ssh);
const section = (at: number) => `wireless.@wifi-iface[${at}]`;
const files = ['Lobby', 'Staff', 'Lobby'].flatMap((ssid, at) => {
  const folder = `etc/config/wireless/@wifi-iface[${at}]`;
  return [
    [`${folder}/.type`, 'wifi-iface'],
    [`${folder}/ssid`, ssid],
  ];
});
const device = await startUciDevice({
  ...(Object.fromEntries(files) as Record<string, string>),
  'etc/config/wireless/radio0/.type': 'wifi-device',
  'etc/config/wireless/@wifi-iface[3]/.type': 'wifi-iface',
});
tap.teardown(async () => {
  ssh.close?.();
  await device.stop();
});

const set = async (value: string) => {
  const options = validateAgainst<Record<string, unknown>>(
    ssh.options,
    { port: device.port },
    'options',
  );
  const target = {
    name: 'ap',
    host: '127.0.0.1',
    options,
    credentials: { username: device.user, password: new Secret(device.password) },
    checkHostKey: () => Promise.resolve(true),
  };
  const request = { variable: 'wireless.ssid', value, command, isSecret: false };
  const context = { signal: AbortSignal.timeout(20_000), log: () => undefined };
  const [outcome] = await write(target, [request], context);
  return outcome?.isAccepted === true ? 'accepted' : outcome?.fault.message;
};
const ssids = () => Promise.all([0, 1, 2, 3].map((at) => device.get(`${section(at)}.ssid`)));

test('a network on two bands gets its SSID on both, and another network keeps its own', async (t) => {
  t.equal(await set('Guests & friends; reboot'), 'accepted');
  t.same(await ssids(), ['Guests & friends; reboot', 'Staff', 'Guests & friends; reboot', null]);
  t.equal(await set('Staff'), 'accepted');
  t.same(await ssids(), ['Staff', 'Staff', 'Staff', null]);
});

test('a value that the device refuses changes none of them', async (t) => {
  t.match(await set('refused'), /Invalid argument/);
  t.same(await ssids(), ['Staff', 'Staff', 'Staff', null]);
});
