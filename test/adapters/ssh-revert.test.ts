import tap, { test } from 'tap';
import { validateAgainst } from '../../src/contract/schema.ts';
import { Secret } from '../../src/contract/secret.ts';
import { startUciDevice } from '../peers/uci-device.ts';
import { loadShipped } from '../shipped-types.ts';

/* The timer of the type openwrt, elapsed by the test, on an OpenSSH server with a file tree as its configuration. */

const { adapters, types } = await loadShipped();
const [ssh, openwrt, device] = [adapters.get('ssh'), types.get('openwrt'), await startUciDevice()];
if (ssh?.write === undefined || ssh.changeObjects === undefined || openwrt === undefined)
  throw new Error('no verb write or changeObjects');
const [write, changeObjects] = [ssh.write.bind(ssh), ssh.changeObjects.bind(ssh)];
tap.teardown(async () => {
  ssh.close?.();
  await device.stop();
});

const shortened = JSON.stringify(openwrt.connection.options['revert'])
  .replaceAll('sleep 60', 'timer')
  .replaceAll('sh $b/restore) >', 'sh $b/restore; elapsed) >')
  .replaceAll('sleep 4', 'sleep 1');
const timer = JSON.parse(shortened) as object;
const target = (revert: object = timer) => ({
  name: 'ap',
  host: '127.0.0.1',
  options: validateAgainst<Record<string, unknown>>(
    ssh.options,
    { port: device.port, revert },
    'options',
  ),
  credentials: { username: device.user, password: new Secret(device.password) },
  checkHostKey: () => Promise.resolve(true),
});

/** Writes options and returns what became of each. */
const set = async (values: Readonly<Record<string, string>>, revert?: object) => {
  const requests = Object.entries(values).map(([variable, value]) => ({
    variable,
    value,
    command: { run: `uci set ${variable}={{ value }} && uci commit && reload_config` },
    isSecret: false,
  }));
  const context = { signal: new AbortController().signal, log: () => undefined };
  const outcomes = await write(target(revert), requests, context);
  return outcomes.map((one) => (one.isAccepted ? 'accepted' : one.fault.message));
};
const hostname = 'system.@system[0].hostname';
/** True if a value was sent to the device. */
const wasSent = async (value: string) =>
  (await device.commands()).some((command) => command.includes(value));
test('a change that is confirmed over a new connection outlives the timer', async (t) => {
  t.same(await set({ [hostname]: 'lobby' }), ['accepted']);
  t.same(device.leftovers(), ['gatehouse-revert.kept']);
  await device.elapseTimers();
  t.equal(await device.get(hostname), 'lobby');
});

test('a change that cuts the device off is taken back by the device', async (t) => {
  const began = performance.now();
  await t.rejects(set({ [hostname]: 'attic', 'network.lan.ipaddr': '198.51.100.1' }), {
    name: 'Fault',
    message:
      /could not be confirmed over a new connection, so the device takes it back within 60 s/,
  });
  t.ok(performance.now() - began < 40_000, 'the caller does not wait for the timer');
  t.ok(await wasSent('attic'));
  await device.elapseTimers();
  t.equal(await device.get(hostname), 'lobby', 'as before');
  t.equal(await device.get('network.lan.ipaddr'), '192.0.2.1');
});

test('when the device refuses one value it takes the others back at once', async (t) => {
  const values = { [hostname]: 'cellar', 'system.x.y': 'refused', 'system.x.z': 'a' };
  const taken = 'taken back, because the device refused another value of the same write';
  t.match(await set(values), [taken, /Invalid argument/, taken]);
  t.equal(await device.get(hostname), 'lobby');
  const sent = (await device.commands()).join('\n');
  t.notMatch(sent, 'system.x.z', 'nothing is sent after the refusal');
});

test('what an interrupted change left unconfirmed is taken back before the next', async (t) => {
  const unconfirmed = { ...timer, confirm: { run: 'echo lost; exit 1' } };
  await t.rejects(set({ [hostname]: 'garret', 'guest.x.new': 'x' }, unconfirmed), {
    message: /could not be confirmed .* lost/,
  });
  t.ok(await wasSent('garret'));
  t.same(await set({ 'system.x.other': 'y' }), ['accepted']);
  t.equal(await device.get(hostname), 'lobby');
  t.equal(await device.get('guest.x.new'), null, 'nor is an added package left');
  await device.elapseTimers();
  t.equal(await device.get('system.x.other'), 'y', 'the timer of the first took nothing back');
});

test('a device that takes back settings alone has its objects changed without that', async (t) => {
  const cannot = { ...timer, begin: { run: 'echo full; exit 1' } };
  const command = openwrt.objects?.find(({ object }) => object === 'dhcp.host.')?.command;
  const values = { section: 'printer', mac: '02:00:5e:00:53:07', ip: '192.0.2.7' };
  const add = { variable: 'dhcp.host.', action: 'add' as const, instance: 'printer', values };
  const context = { signal: AbortSignal.timeout(60_000), log: () => undefined };
  const request = { ...add, command: command ?? {}, isRepeated: false };
  await t.rejects(async () => changeObjects(target(cannot), [request], context), {
    message: /did not prepare to take the change back/,
  });
  t.equal(await device.get('dhcp.printer'), null);
  const [outcome] = await changeObjects(target({ ...cannot, objects: false }), [request], context);
  t.match(outcome, { isAccepted: true });
  t.equal(await device.get('dhcp.printer'), 'host');
  t.match(await set({ [hostname]: 'attic' }, { ...cannot, objects: false }).catch(String), /full/);
});

test('a device that cannot prepare is not changed', async (t) => {
  await t.rejects(set({ [hostname]: 'attic' }, { ...timer, begin: { run: 'echo full; exit 1' } }), {
    message: /did not prepare to take the change back: .*full/,
  });
  t.equal(await device.get(hostname), 'lobby');
  t.throws(() => ssh.checkOptions?.(target({ confirm: {}, within: 10 }).options), {
    message: /revert.confirm: a command has either run or shell/,
  });
  t.throws(
    () => ssh.checkOptions?.(target({ confirm: { run: 'a' }, busy: '(', within: 10 }).options),
    {
      message: /revert.busy: SyntaxError/,
    },
  );
});
