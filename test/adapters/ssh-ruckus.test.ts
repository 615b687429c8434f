import tap, { test } from 'tap';
import type { SshRecording } from '../../src/device-type/record/recording.ts';
import { validateAgainst } from '../../src/contract/schema.ts';
import { Secret } from '../../src/contract/secret.ts';
import { readRecordings } from '../peers/replay/recordings.ts';
import { replayPassword, startSshReplay } from '../peers/replay/ssh.ts';
import { loadShipped } from '../shipped-types.ts';

/* One person at a time has the privileged mode of a ZoneDirector or Unleashed network. */

const name = 'ruckus_unleashed/200.12';
const { adapters, types } = await loadShipped();
const ssh = adapters.get('ssh');
const type = types.get('ruckus_unleashed');
const recording = readRecordings().get(name);
if (ssh?.read === undefined || type === undefined || recording?.protocol !== 'ssh')
  throw new Error(`no recording ${name}`);
const read = ssh.read.bind(ssh);
const options = validateAgainst<object>(ssh.options, type.connection.options, 'options');

test('a privileged mode that somebody else has is named, and no command is sent', async (t) => {
  const enable = { output: 'A privileged user is already logged in.', prompt: 'ruckus> ' };
  const exchanges = recording.exchanges.map((one) =>
    one.run === 'enable' ? { ...one, ...enable } : one,
  );
  await t.rejects(readName({ ...recording, exchanges }), {
    kind: 'rejected',
    message: /"enable" failed: A privileged user is already logged in\./,
  });
  t.equal(await readName(recording), 'pool', 'free again');
});

/** Reads the name of a device that answers as recorded. */
async function readName(device: SshRecording): Promise<unknown> {
  const replay = await startSshReplay(new Map([[name, device]]));
  tap.teardown(replay.close);
  const target = {
    name,
    host: '127.0.0.1',
    options: { ...options, port: replay.port },
    credentials: { username: name, password: new Secret(replayPassword) },
    checkHostKey: () => Promise.resolve(true),
  };
  const parameter = type?.parameters.find((one) => one.variable_name === 'system.hostname');
  const requests = [{ variable: 'name', command: parameter?.read ?? {} }];
  const context = { signal: AbortSignal.timeout(20_000), log: () => undefined };
  const [reading] = await read(target, requests, context);
  return reading?.value;
}

tap.teardown(() => {
  ssh.close?.();
});
