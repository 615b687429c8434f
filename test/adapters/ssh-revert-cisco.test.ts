import tap, { test } from 'tap';
import { loadAdapters, loadDeviceTypes } from '../../src/adapter-loader.ts';
import { validateAgainst } from '../../src/schema.ts';
import { readRecordings } from '../peers/replay/recordings.ts';
import { startReplay } from '../peers/replay/replay.ts';

/* The timer of IOS XE, on the recorded controllers: with an archive, which takes changes back, and without one. */

const adapters = await loadAdapters(new URL('../../adapters/', import.meta.url));
const { types } = await loadDeviceTypes(
  [new URL('../../../config/device-types/', import.meta.url)],
  adapters,
);
const [ssh, type] = [adapters.get('ssh'), types.get('cisco_c9800')];
if (ssh?.write === undefined || ssh.read === undefined || type === undefined)
  throw new Error('no verb write or read');
const [write, read] = [ssh.write.bind(ssh), ssh.read.bind(ssh)];
const { options } = type.connection;
const recordings = readRecordings();
const replay = await startReplay();
tap.teardown(async () => {
  ssh.close?.();
  await replay.stop();
});

const hostname = type.parameters.find(({ variable_name: name }) => name === 'system.hostname');
const context = { signal: AbortSignal.timeout(60_000), log: () => undefined };

function targetOf(name: string, changes: object = {}) {
  const recording = recordings.get(`cisco_c9800/${name}`);
  if (recording === undefined || ssh === undefined) throw new Error(`no recording ${name}`);
  const revert = { ...(options['revert'] as object), ...changes };
  const checked = validateAgainst<object>(ssh.options, { ...options, revert }, 'options');
  return replay.targetOf(`cisco_c9800/${name}`, recording, checked);
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

test('when the device refuses one value it takes the others back at once', async (t) => {
  const target = targetOf('c9800-cl-17');
  t.match(await rename(target, 'wlc-2', 'refused'), [/taken back/, /Invalid input/]);
  t.equal(await nameOf(target), 'wlc');
  t.same(await rename(target, 'wlc-2'), ['accepted'], 'and nothing is pending');
  t.equal(await nameOf(target), 'wlc-2');
});

test('a change that waits to be confirmed is not touched by the next', async (t) => {
  const lost = { confirm: { shell: 'lost' } };
  await t.rejects(rename(targetOf('c9800-cl-17', lost), 'wlc-2'), {
    kind: 'rejected',
    message: /could not be confirmed .* the device takes it back/,
  });
  await t.rejects(rename(targetOf('c9800-cl-17'), 'wlc-2'), {
    kind: 'rejected',
    message: /did not prepare to take the change back: .*Timer type: absolute timer/s,
  });
});

test('a device without an archive is written to, and says that it takes nothing back', async (t) => {
  const target = targetOf('c9800-l-no-archive');
  await t.rejects(rename(target, 'wlc-3', 'refused'), {
    kind: 'rejected',
    message: /did not take the change back: .*No Rollback Confirmed Change pending/s,
  });
  t.same(await rename(target, 'wlc-3'), ['accepted']);
  t.equal(await nameOf(target), 'wlc-3');
});
