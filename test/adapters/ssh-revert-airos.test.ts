import tap, { test } from 'tap';
import { validateAgainst } from '../../src/contract/schema.ts';
import { Secret } from '../../src/contract/secret.ts';
import { lostSsid, startAirosDevice } from '../peers/airos-device.ts';
import { loadShipped } from '../shipped-types.ts';

/* The timer of the type airos, elapsed by the test, on an OpenSSH server with the files of such a radio. */

const { adapters, types } = await loadShipped();
const [ssh, airos, device] = [adapters.get('ssh'), types.get('airos'), await startAirosDevice()];
if (ssh?.write === undefined || airos === undefined) throw new Error('no verb write');
const write = ssh.write.bind(ssh);
const ssid = airos.parameters.find(({ variable_name: name }) => name === 'wireless.ssid')?.write;
const restore = airos.backup?.restore;
tap.teardown(async () => {
  ssh.close?.();
  await device.stop();
});

const timer = JSON.stringify(airos.connection.options['revert'])
  .replaceAll('sleep 100', 'timer')
  .replaceAll('sh $d/restore) >', 'sh $d/restore; elapsed) >');

type Sent = readonly [object | undefined, string];
/** Sends commands with a value each in one write. Returns what became of each. */
const send = (...commands: readonly Sent[]) => sendWithin(100, commands);
const sendWithin = async (within: number, commands: readonly Sent[]) => {
  const revert = { ...(JSON.parse(timer) as object), within };
  const options = { port: device.port, revert };
  const target = {
    name: 'roof',
    host: '127.0.0.1',
    options: validateAgainst<Record<string, unknown>>(ssh.options, options, 'options'),
    credentials: { username: device.user, password: new Secret(device.password) },
    checkHostKey: () => Promise.resolve(true),
  };
  const requests = commands.map(([command = {}, value], at) => ({
    variable: String(at),
    value,
    command: { ...command },
    isSecret: false,
  }));
  const signal = AbortSignal.timeout(110_000);
  const outcomes = await write(target, requests, { signal, log: () => undefined });
  return outcomes.map((one) => (one.isAccepted ? 'accepted' : one.fault.message));
};
const everywhere = () =>
  Promise.all([device.ssid('tmp/system.cfg'), device.ssid('flash'), device.ssid('running')]);
const three = (value: string) => [value, value, value];

test('a restart of the radio that ends all connections is confirmed over a new one', async (t) => {
  t.same(await send([ssid, 'Backhaul 2']), ['accepted']);
  t.same(await everywhere(), three('Backhaul 2'));
  t.same(device.leftovers(), ['gatehouse-revert.kept', 'system.cfg']);
  await device.elapseTimers();
  t.same(await everywhere(), three('Backhaul 2'), 'the timer takes nothing back');
});

test('when the device refuses one value it takes the others back, without a restart', async (t) => {
  const before = (await device.commands()).length;
  const refused = { run: 'echo {{ value }}: refused; exit 1' };
  t.match(await send([ssid, 'Backhaul 3'], [refused, 'x']), [/taken back/, /x: refused/]);
  t.same(await everywhere(), three('Backhaul 2'));
  t.notMatch((await device.commands()).slice(before).join('\n'), 'd/restarting || exit');
});

test('a restored configuration is applied', async (t) => {
  t.same(await send([restore, 'netconf.1.ip=192.0.2.20\nwireless.1.ssid=Backhaul 4']), [
    'accepted',
  ]);
  t.same(await everywhere(), three('Backhaul 4'));
});

test('an SSID that ends the link is taken back by the device', async (t) => {
  await t.rejects(sendWithin(10, [[ssid, lostSsid]]), {
    kind: 'rejected',
    message: /could not be confirmed over a new connection, so the device takes it back within/,
  });
  t.same(await everywhere(), three(lostSsid));
  await device.elapseTimers();
  t.same(await everywhere(), three('Backhaul 4'));
  t.same(await send([ssid, 'Backhaul 5']), ['accepted'], 'and the next change is as any other');
});
