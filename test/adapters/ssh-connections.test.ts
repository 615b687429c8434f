import { generateKeyPairSync } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import tap, { test } from 'tap';
import ssh from '../../adapters/ssh.ts';
import type { HostKey } from '../../src/adapter.ts';
import { Secret } from '../../src/secret.ts';
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
  await operate({ run: 'uname -n' }, pooled());
  t.equal(await loginsUpTo(before + 3), before + 3);
  await read(name, pooled({ keep_open: 0, keepalive: 21 }));
  await read(name, pooled({ keep_open: 0, keepalive: 21 }));
  t.equal(await loginsUpTo(before + 5), before + 5);
});

test('a kept connection that the device has dropped is replaced', async (t) => {
  await read(name, pooled());
  await sshd.rekey();
  const before = logins();
  t.match(await read(name, pooled()), [{ value: 'ap-garden' }]);
  t.equal(await loginsUpTo(before + 1), before + 1);
});

test('a device that sends no exit status is judged by its output', async (t) => {
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
    client.on('session', (accept) => {
      accept().on('exec', (open, _reject, { command }) => {
        const channel = open();
        channel.end(`output of ${command}\n`);
        channel.close();
        if (command === 'drop') client.end();
      });
    });
  });
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      resolve((server.address() as { port: number }).port);
    }),
  );
  const to = { ...target, options: { ...options, port } };
  t.match(await read({ v: { run: 'show version' } }, to), [{ value: 'output of show version' }]);
  t.match(await operate({ run: 'save' }, to), { disconnected: false });
  await t.rejects(operate({ run: 'save', fail: '^output' }, to), {
    kind: 'rejected',
    message: /no exit status/,
  });
  await t.rejects(operate({ run: 'drop' }, to), { kind: 'unreachable', message: /closed/ });
  await new Promise((resolve) => server.close(resolve));
});

test('a device with several host keys shows the one that is recorded', async (t) => {
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
