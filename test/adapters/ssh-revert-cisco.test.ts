import tap, { test } from 'tap';
import { validateAgainst } from '../../src/contract/schema.ts';
import { readRecordings } from '../peers/replay/recordings.ts';
import { startReplay } from '../peers/replay/replay.ts';
import { loadShipped } from '../shipped-types.ts';

/* The timer of IOS and IOS XE, on the recorded devices: with an archive, which takes changes back, and without one. */

const { adapters, types } = await loadShipped();
const ssh = adapters.get('ssh');
if (ssh?.write === undefined || ssh.read === undefined) throw new Error('no verb write or read');
const [write, read] = [ssh.write.bind(ssh), ssh.read.bind(ssh)];
const recordings = readRecordings();
const replay = await startReplay();
tap.teardown(async () => {
  ssh.close?.();
  await replay.stop();
});

const hostname = types
  .get('cisco_c9800')
  ?.parameters.find(({ variable_name: name }) => name === 'system.hostname');
const context = { signal: AbortSignal.timeout(60_000), log: () => undefined };

/** @param name  TYPE/NAME of a recording */
function targetOf(name: string, changes: object = {}) {
  const recording = recordings.get(name);
  const type = types.get(name.split('/', 1).join(''));
  if (recording === undefined || type === undefined || ssh === undefined)
    throw new Error(`no recording ${name}`);
  const { options } = type.connection;
  const revert = { ...(options['revert'] as object), ...changes };
  const checked = validateAgainst<object>(ssh.options, { ...options, revert }, 'options');
  return replay.targetOf(name, recording, checked);
}

/** Writes host names one after the other in one write. Returns what became of each. */
async function rename(target: ReturnType<typeof targetOf>, ...names: readonly string[]) {
  const command = hostname?.write ?? {};
  const requests = names.map((value) => ({ variable: value, value, command, isSecret: false }));
  const outcomes = await write(target, requests, context);
  return outcomes.map((one) => (one.isAccepted ? 'accepted' : one.fault.message));
}

async function nameOf(target: ReturnType<typeof targetOf>) {
  const [reading] = await read(
    target,
    [{ variable: 'name', command: hostname?.read ?? {} }],
    context,
  );
  return reading?.value;
}

for (const [name, before, after] of [
  ['cisco_c9800/c9800-cl-17', 'wlc', 'wlc-2'],
  ['cisco_ios_ap/aironet-1142', 'ap-hall', 'ap-hall-2'],
] as const)
  test(`${name}: when the device refuses one value it takes the others back at once`, async (t) => {
    const target = targetOf(name);
    t.match(await rename(target, after, 'refused'), [/taken back/, /Invalid input/]);
    t.equal(await nameOf(target), before);
    t.same(await rename(target, after), ['accepted'], 'and nothing is pending');
    t.equal(await nameOf(target), after);
  });

test('a change that waits to be confirmed is not touched by the next', async (t) => {
  const lost = { confirm: { shell: 'lost' } };
  await t.rejects(rename(targetOf('cisco_c9800/c9800-cl-17', lost), 'wlc-2'), {
    kind: 'rejected',
    message: /could not be confirmed .* the device takes it back/,
  });
  await t.rejects(rename(targetOf('cisco_c9800/c9800-cl-17'), 'wlc-2'), {
    kind: 'rejected',
    message: /did not prepare to take the change back: .*Timer type: absolute timer/s,
  });
});

test('a device without an archive is written to, and reports that it cannot take changes back', async (t) => {
  const target = targetOf('cisco_c9800/c9800-l-no-archive');
  await t.rejects(rename(target, 'wlc-3', 'refused'), {
    kind: 'rejected',
    message: /did not take the change back: .*No Rollback Confirmed Change pending/s,
  });
  t.same(await rename(target, 'wlc-3'), ['accepted']);
  t.equal(await nameOf(target), 'wlc-3');
});
