import tap, { test } from 'tap';
import { validateAgainst } from '../../src/contract/schema.ts';
import { Secret } from '../../src/contract/secret.ts';
import { readRecording } from '../peers/replay/recordings.ts';
import { replayPassword, startSshReplay } from '../peers/replay/ssh.ts';
import { loadShipped } from '../shipped-types.ts';

/* The checks before RouterOS is restarted with another package, on devices that answer them in one way each. */

const { adapters, types } = await loadShipped();
const [ssh, type] = [adapters.get('ssh'), types.get('routeros')];
const recording = readRecording('fixtures/device-types/routeros/hap-6.49.yaml');
if (ssh?.operate === undefined || type === undefined || recording.protocol !== 'ssh')
  throw new Error('no verb operate, or no recording');
const [operate, { exchanges }] = [ssh.operate.bind(ssh), recording];
const checks = type.operations['firmware']?.checks ?? [];

/** What a device prints on the line with which a check begins. */
const answers: Readonly<Record<string, readonly [begin: string, output: string]>> = {
  full: [':local free', 'less than 16 MB are left\r\n'],
  restricted: ['/tool fetch', 'not enough permissions (9)\r\n'],
  home: ['/tool fetch', 'failure: not allowed by device-mode (/tool/fetch; line 1)\r\n'],
  missing: ['/tool fetch', '      status: failed\r\n\r\nfailure: 404 Not Found\r\n'],
};
const answering = ([begin, output]: readonly [string, string]) => ({
  ...recording,
  exchanges: exchanges.map((one) => (one.run.startsWith(begin) ? { ...one, output } : one)),
});
const devices = Object.entries(answers).map(([name, answer]) => [name, answering(answer)] as const);
const server = await startSshReplay(new Map([['able', recording], ...devices]));
tap.teardown(() => {
  ssh.close?.();
  server.close();
});

/** Runs the checks up to the first that fails. Returns the words of that. */
async function check(username: string): Promise<string> {
  const options = { ...type?.connection.options, port: server.port };
  const target = {
    name: username,
    host: '127.0.0.1',
    options: validateAgainst<Record<string, unknown>>(ssh?.options ?? {}, options, 'options'),
    credentials: { username, password: new Secret(replayPassword) },
    checkHostKey: () => Promise.resolve(true),
  };
  const url = 'https://192.0.2.9/routeros-mipsbe-6.49.18.npk';
  const context = { signal: AbortSignal.timeout(20_000), log: () => undefined };
  for (const command of checks)
    try {
      await operate(target, ssh?.fillCommand?.(command, { url }) ?? command, context);
    } catch (error) {
      return String(error);
    }
  return 'passed';
}

test('a device that has not fetched the package is not restarted', async (t) => {
  t.equal(await check('able'), 'passed');
  t.match(await check('full'), /less than 16 MB are left/);
  t.match(await check('restricted'), /not enough permissions/);
  t.match(await check('home'), /not allowed by device-mode/);
  t.match(await check('missing'), /404 Not Found/);
});
