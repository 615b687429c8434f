import tap, { test } from 'tap';
import { Secret } from '../../src/contract/secret.ts';
import type { ObjectRequest as AnyRequest } from '../../src/contract/adapter.ts';
import { validateAgainst } from '../../src/contract/schema.ts';
import { startUciDevice } from '../peers/uci-device.ts';
import { loadShipped } from '../shipped-types.ts';

/* Objects of the type openwrt on an OpenSSH server with a file tree as its configuration. */

const { adapters, types } = await loadShipped();
const [ssh, device] = [adapters.get('ssh'), await startUciDevice()];
if (ssh?.changeObjects === undefined) throw new Error('the adapter has no objects');
const changeObjects = ssh.changeObjects.bind(ssh);
const previewObject = ssh.previewObject?.bind(ssh);
type ObjectRequest = AnyRequest<Record<string, unknown>>;
tap.teardown(async () => {
  ssh.close?.();
  await device.stop();
});

const options = (more: object) =>
  validateAgainst<Record<string, unknown>>(ssh.options, { port: device.port, ...more }, 'options');
const target = {
  name: 'ap',
  host: '127.0.0.1',
  options: options({}),
  credentials: { username: device.user, password: new Secret(device.password) },
  checkHostKey: () => Promise.resolve(true),
};
const context = { signal: new AbortController().signal, log: () => undefined };

const commandOf = (type: string, object: string) => {
  const found = types.get(type)?.objects?.find((one) => one.object === object);
  if (found === undefined) throw new Error(`${type} has no ${object}`);
  return found.command;
};
const lease = (action: 'add' | 'delete', section: string, more: object = {}): ObjectRequest => ({
  variable: 'dhcp.host.',
  action,
  instance: section,
  values:
    action === 'add'
      ? { section, mac: '02:00:5e:00:53:07', ip: '192.0.2.7', ...more }
      : { section },
  command: commandOf('openwrt', 'dhcp.host.'),
  isRepeated: false,
});
const change = async (...requests: ObjectRequest[]) => {
  const outcomes = await changeObjects(target, requests, context);
  return outcomes.map((one) =>
    one.isAccepted ? 'accepted' : `${one.fault.kind}: ${one.fault.message}`,
  );
};

test('an instance is added with its values as they are, and deleted', async (t) => {
  const name = `it's "a" $(id) \`id\` ; uci commit & <x>`;
  t.same(await change(lease('add', 'printer', { name })), ['accepted']);
  t.equal(await device.get('dhcp.printer'), 'host');
  t.equal(await device.get('dhcp.printer.name'), name);
  t.equal(await device.get('dhcp.printer.ip'), '192.0.2.7');
  t.match(await change(lease('add', 'printer')), [/^rejected: "printer" exists already/]);
  t.same(await change(lease('add', 'camera')), ['accepted']);
  t.equal(await device.get('dhcp.camera.name'), null, 'a part without a value is left out');
  t.same(await change(lease('delete', 'printer')), ['accepted']);
  t.equal(await device.get('dhcp.printer'), null);
  t.match(await change(lease('delete', 'printer')), [/^rejected: "printer" does not exist/]);
});

test('several instances are added atomically', async (t) => {
  t.match(
    await change(lease('add', 'a'), lease('add', 'b', { ip: 'refused' }), lease('add', 'c')),
    [
      /^rejected: was deleted again or not sent/,
      /^rejected: .*Invalid argument/,
      /^rejected: was deleted again or not sent/,
    ],
  );
  for (const section of ['a', 'b', 'c']) t.equal(await device.get(`dhcp.${section}`), null);
  t.match(await change(lease('add', 'd'), lease('delete', 'x')), [
    /^rejected: not sent/,
    /^rejected: "x" does not exist/,
  ]);
  t.equal(await device.get('dhcp.d'), null);
});

test('a repeated run accepts what the device has done, and the run is noted after the login', async (t) => {
  t.same(await change({ ...lease('add', 'camera'), isRepeated: true }), ['accepted']);
  t.same(await change({ ...lease('delete', 'nobody'), isRepeated: true }), ['accepted']);
  const noted: string[] = [];
  const beforeChange = () => Promise.resolve(void noted.push('noted'));
  const away = { ...target, options: options({ port: 1 }) };
  const request = [lease('delete', 'camera')];
  await t.rejects(changeObjects(away, request, { ...context, beforeChange }), {
    name: 'Fault',
    message: /ECONNREFUSED/,
  });
  t.same(noted, [], 'a device that is away has received nothing');
  await changeObjects(target, request, { ...context, beforeChange });
  t.same(noted, ['noted']);
});

test('a preview shows the command, quoted as the device needs it', (t) => {
  const { variable, instance } = lease('add', 'x');
  const request = { variable, instance, action: 'add', isRepeated: false } as const;
  const command = commandOf('routeros', 'ip.dns.static.');
  const values = { name: 'a"$x', address: '192.0.2.7' };
  t.equal(
    previewObject?.({ ...request, command, values }),
    String.raw`/ip dns static add name="a\"\$x" address="192.0.2.7"`,
  );
  const deletion = { ...request, action: 'delete', command, values: { name: 'x y' } } as const;
  t.equal(previewObject?.(deletion), '/ip dns static remove [find name="x y"]');
  t.throws(() => previewObject?.({ ...request, command, values: { ...values, name: 'a\nb' } }), {
    name: 'Fault',
  });
  t.end();
});
