import tap, { test } from 'tap';
import { validateAgainst } from '../../src/contract/schema.ts';
import { readRecordings } from '../peers/replay/recordings.ts';
import { startReplay } from '../peers/replay/replay.ts';
import { loadShipped } from '../shipped-types.ts';

/* What RouterOS answers when it prepares, keeps and takes back a change, on the recorded device. */

const { adapters, types } = await loadShipped();
const [ssh, type] = [adapters.get('ssh'), types.get('routeros')];
if (ssh?.write === undefined || ssh.read === undefined || type === undefined)
  throw new Error('no verb write or read');
const [write, read] = [ssh.write.bind(ssh), ssh.read.bind(ssh)];
const { options } = type.connection;
const name = 'routeros/hap-6.49';
const recording = readRecordings().get(name);
const replay = await startReplay();
tap.teardown(async () => {
  ssh.close?.();
  await replay.stop();
});

const context = { signal: AbortSignal.timeout(60_000), log: () => undefined };

type Command = Readonly<Record<string, unknown>>;
const ways = options['revert'] as Readonly<Record<'begin' | 'confirm', Command>>;

/** Returns the device, which answers a command of the revert as it answers another line. */
function targetOf(step?: 'begin' | 'confirm', run?: string) {
  if (recording === undefined || ssh === undefined) throw new Error(`no recording ${name}`);
  const revert = step === undefined ? ways : { ...ways, [step]: { ...ways[step], run } };
  const checked = validateAgainst<object>(ssh.options, { ...options, revert }, 'options');
  return replay.targetOf(name, recording, checked);
}

async function set(target: ReturnType<typeof targetOf>, values: Readonly<Record<string, string>>) {
  const requests = Object.entries(values).map(([variable, value]) => {
    const found = type?.parameters.find((one) => one.variable_name === variable);
    return { variable, value, command: found?.write ?? {}, isSecret: false };
  });
  const outcomes = await write(target, requests, context);
  return outcomes.map((one) => (one.isAccepted ? 'accepted' : one.fault.message));
}

async function nameOf(target: ReturnType<typeof targetOf>) {
  const command = { run: ':put [/system identity get name]' };
  const [reading] = await read(target, [{ variable: 'name', command }], context);
  return reading?.value;
}

test('a device whose script did not run to its end is not changed', async (t) => {
  const target = targetOf('begin', ':put [/system resource get cpu-load]');
  await t.rejects(set(target, { 'system.hostname': 'ap-pool-2' }), {
    kind: 'rejected',
    message: /did not prepare to take the change back: .*: 7$/s,
  });
  t.equal(await nameOf(targetOf()), 'ap-pool');
});

test('when the device refuses one value it takes the others back', async (t) => {
  const long = 'An SSID that is longer than 32 octets';
  t.match(await set(targetOf(), { 'system.hostname': 'ap-pool-2', 'wireless.ssid': long }), [
    /taken back/,
    /failure: ssid too long/,
  ]);
  t.equal(await nameOf(targetOf()), 'ap-pool');
});

test('an unconfirmed change is rejected, a confirmed one is kept', async (t) => {
  const target = targetOf('confirm', ':put [/system resource get cpu-load]');
  await t.rejects(set(target, { 'system.hostname': 'ap-pool-2' }), {
    kind: 'rejected',
    message: /could not be confirmed .* the device takes it back within 60 s/,
  });
  t.same(await set(targetOf(), { 'system.hostname': 'ap-pool-2' }), ['accepted']);
  t.equal(await nameOf(targetOf()), 'ap-pool-2');
});
