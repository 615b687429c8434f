import { generateKeyPairSync } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import tap, { test } from 'tap';
import ssh from '../../adapters/ssh.ts';
import type { HostKey } from '../../src/contract/adapter.ts';
import { Secret } from '../../src/contract/secret.ts';
import { eventually } from '../gateway-process.ts';
import { makeFolder, makeKey } from '../peers/openssh.ts';
import { startSshd } from '../peers/sshd.ts';

/* Connections of the SSH adapter: kept open between calls, and channels that end without an exit status. */

const sshd = await startSshd();
tap.teardown(async () => {
  ssh.close?.();
  await sshd.stop();
});

const options = { port: sshd.port, connect_timeout: 30, keepalive: 15, legacy: false };
const credentials = { username: sshd.user, password: new Secret(sshd.password) };
const target = {
  name: 'ap-garden',
  host: sshd.host,
  options,
  credentials,
  checkHostKey: () => Promise.resolve(true),
};
type Target = Parameters<NonNullable<typeof ssh.operate>>[0];

const within = () => ({ signal: AbortSignal.timeout(30_000), log: () => undefined });
const operate = (command: Record<string, unknown>, to: Target) =>
  ssh.operate?.(to, command, within()) ?? Promise.reject(new Error('no verb operate'));
const read = (questions: Record<string, Record<string, unknown>>, to: Target) => {
  const asked = Object.entries(questions).map(([variable, command]) => ({ variable, command }));
  return ssh.read?.(to, asked, within()) ?? Promise.reject(new Error('no verb read'));
};

const logins = () => sshd.log().split('Accepted password').length - 1;
/** Waits until the log, which comes through a pipe, shows as many logins. Returns how many it shows. */
const loginsUpTo = (count: number) =>
  eventually(
    () => Promise.resolve(logins()),
    (shown) => shown >= count,
  );
const pooled = (changed: object = {}): Target => ({
  ...target,
  options: { ...options, keep_open: 30, ...changed },
});
const name = { name: { run: 'uname -n' } };

test('an open connection is used again by the same login, and its host key is checked again', async (t) => {
  const before = logins();
  const keys: HostKey[] = [];
  const checkHostKey = (key: HostKey) => {
    keys.push(key);
    return Promise.resolve(keys.length < 3);
  };
  const to = { ...pooled(), checkHostKey };
  t.match(await read(name, to), [{ value: 'ap-garden' }]);
  t.match(await read(name, to), [{ value: 'ap-garden' }]);
  t.equal(await loginsUpTo(before + 1), before + 1, 'one login for two reads');
  t.same(keys, [keys[0], keys[0]]);
  await t.rejects(read(name, to), { kind: 'refused', message: /host key/ });
  t.equal(logins(), before + 1, 'no credential after a key that is no longer accepted');
});

test('another login, other options and a command that may restart the device have connections of their own', async (t) => {
  const before = logins();
  await read(name, pooled());
  await read(name, pooled({ keepalive: 20 }));
  t.equal(await loginsUpTo(before + 2), before + 2);
  const wrong = { ...pooled(), credentials: { ...credentials, password: new Secret('wrong') } };
  await t.rejects(read(name, wrong), { kind: 'refused', message: /./ });
  await operate({ run: 'uname -n', expect_disconnect: true }, pooled());
  t.equal(await loginsUpTo(before + 3), before + 3);
  await read(name, pooled({ keep_open: 0, keepalive: 21 }));
  await read(name, pooled({ keep_open: 0, keepalive: 21 }));
  t.equal(await loginsUpTo(before + 5), before + 5);
});

test('an operation uses the connection that was in use a moment ago, and keeps it open', async (t) => {
  const before = logins();
  const to = pooled({ keepalive: 22 });
  await read(name, to);
  t.match(await operate({ run: 'uname -n' }, to), { output: 'ap-garden\n' });
  await operate({ run: 'uname -n' }, to);
  await read(name, to);
  t.equal(await loginsUpTo(before + 1), before + 1, 'one login for all of them');
  const now = performance.now.bind(performance);
  t.teardown(() => Object.assign(performance, { now }));
  Object.assign(performance, { now: () => now() + 5001 });
  await operate({ run: 'uname -n' }, to);
  t.equal(await loginsUpTo(before + 2), before + 2, 'one idle for longer may be lost');
});

test('an operation gets a new connection only where the device has not received its command', async (t) => {
  const received: string[] = [];
  const perConnection = new WeakMap<object, number>();
  const { port, close } = await startServer((client) => {
    client.on('session', (accept, refuse) => {
      const channels = (perConnection.get(client) ?? 0) + 1;
      perConnection.set(client, channels);
      if (channels > 2) {
        refuse();
        return;
      }
      accept().on('exec', (open, _reject, { command }) => {
        received.push(command);
        if (command === 'drop') {
          client.end();
          return;
        }
        const channel = open();
        channel.exit(0);
        channel.end();
      });
    });
  });
  t.teardown(close);
  const to = pooled({ port });
  for (const run of ['one', 'two', 'three']) await operate({ run }, to);
  t.same(received, ['one', 'two', 'three'], 'a third channel is refused');
  await t.rejects(operate({ run: 'drop' }, to), { kind: 'unreachable', message: /closed/ });
  t.same(received.splice(3), ['drop'], 'not sent again');
});

test('a connection that ends before the channel of an operation is open is replaced, and the command sent once', async (t) => {
  const received: string[] = [];
  let [connections, channels] = [0, 0];
  const { port, close } = await startServer((client) => {
    connections += 1;
    client.on('session', (accept) => {
      channels += 1;
      if (channels === 2) {
        client.end();
        return;
      }
      accept().on('exec', (open, _reject, { command }) => {
        received.push(command);
        const channel = open();
        channel.exit(0);
        channel.end();
      });
    });
  });
  t.teardown(close);
  const to = pooled({ port });
  await operate({ run: 'one' }, to);
  await operate({ run: 'two' }, to);
  t.same(received, ['one', 'two']);
  t.equal(connections, 2);
});

test('a kept connection that the device has dropped is replaced', async (t) => {
  await read(name, pooled());
  await sshd.rekey();
  const before = logins();
  t.match(await read(name, pooled()), [{ value: 'ap-garden' }]);
  t.equal(await loginsUpTo(before + 1), before + 1);
});

test('a device that sends no exit status is judged by its output', async (t) => {
  const { port, close } = await startServer((client) => {
    client.on('session', (accept) => {
      accept().on('exec', (open, _reject, { command }) => {
        const channel = open();
        channel.end(`output of ${command}\n`);
        channel.close();
        if (command === 'drop') client.end();
      });
    });
  });
  t.teardown(close);
  const to = { ...target, options: { ...options, port } };
  t.match(await read({ v: { run: 'show version' } }, to), [{ value: 'output of show version' }]);
  t.match(await operate({ run: 'save' }, to), { disconnected: false });
  await t.rejects(operate({ run: 'save', fail: '^output' }, to), {
    kind: 'rejected',
    message: /no exit status/,
  });
  await t.rejects(operate({ run: 'drop' }, to), { kind: 'unreachable', message: /closed/ });
});

test('a device with several host keys shows the recorded one', async (t) => {
  const folder = await makeFolder();
  const file = join(folder, 'second_key');
  await makeKey(file);
  const device = await startSshd({ hostKey: 'rsa', lines: [`HostKey ${file}`] });
  t.teardown(async () => {
    await device.stop();
    await rm(folder, { recursive: true });
  });
  const keyShown = async (hostKeyAlgorithm?: string) => {
    const shown: string[] = [];
    const checkHostKey = ({ algorithm }: HostKey) => {
      shown.push(algorithm);
      return Promise.resolve(true);
    };
    const to = { ...target, options: { ...options, port: device.port }, checkHostKey };
    await read(name, { ...to, ...(hostKeyAlgorithm !== undefined && { hostKeyAlgorithm }) });
    return shown;
  };
  t.same(await keyShown(), ['ssh-ed25519']);
  t.same(await keyShown('ssh-rsa'), ['ssh-rsa'], 'it has added another key since');
  t.same(await keyShown('ecdsa-sha2-nistp256'), ['ssh-ed25519']);
});

/** Starts a server that lets everybody in. */
async function startServer(serve: (client: ssh2.Connection) => void) {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const server = new ssh2.Server({ hostKeys: [privateKey] }, (client) => {
    client.on('error', () => client.end());
    client.on('authentication', (attempt) => {
      attempt.accept();
    });
    serve(client);
  });
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      resolve((server.address() as { port: number }).port);
    }),
  );
  const close = () => {
    ssh.close?.();
    return new Promise((resolve) => server.close(resolve));
  };
  return { port, close };
}
