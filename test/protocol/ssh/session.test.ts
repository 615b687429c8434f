import { execFile } from 'node:child_process';
import { createDiffieHellmanGroup, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ssh2 from 'ssh2';
import tap, { test, type Test } from 'tap';
import { Fault } from '../../../src/contract/errors.ts';
import { readSshBanner } from '../../../src/protocol/ssh/banner.ts';
import type { SshTarget } from '../../../src/protocol/ssh/connect.ts';
import { GroupKeys } from '../../../src/protocol/ssh/group-exchange.ts';
import { openSsh } from '../../../src/protocol/ssh/session.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { eventually } from '../../gateway-process.ts';
import { makeFolder } from '../../peers/openssh.ts';
import { startParamiko } from '../../peers/paramiko.ts';
import { startSshd, type Sshd } from '../../peers/sshd.ts';

const run = promisify(execFile);
const sshd = await startSshd();
tap.teardown(() => sshd.stop());

const options = { port: sshd.port, connect_timeout: 60, keepalive: 15, legacy: false };
const limits = () => ({ signal: AbortSignal.timeout(60_000), maxOutputLength: 100_000 });

function targetOf(peer: Sshd, changes: Partial<SshTarget> = {}): SshTarget {
  return {
    name: 'ap-7',
    host: peer.host,
    options: { ...options, port: peer.port },
    credentials: { username: peer.user, password: new Secret(peer.password) },
    checkHostKey: () => Promise.resolve(true),
    ...changes,
  };
}

async function hostname(target: SshTarget): Promise<string> {
  const session = await openSsh(target, AbortSignal.timeout(60_000));
  try {
    return (await session.exec('hostname', limits())).stdout;
  } finally {
    await session.close(limits().signal);
  }
}

/** Notes when its value is asked for. */
class WatchedSecret extends Secret {
  readonly #events: string[];

  constructor(value: string, events: string[]) {
    super(value);
    this.#events = events;
  }

  override reveal(): string {
    this.#events.push('password');
    return super.reveal();
  }
}

test('a private key lets in', async (t) => {
  const credentials = { username: sshd.user, privateKey: new Secret(sshd.privateKey) };
  t.equal(await hostname(targetOf(sshd, { credentials })), 'ap-garden\n');
  t.match(sshd.log(), `Accepted publickey for ${sshd.user}`);
});

test('a password lets in', async (t) => {
  t.equal(await hostname(targetOf(sshd)), 'ap-garden\n');
  t.match(sshd.log(), `Accepted password for ${sshd.user}`);
});

test('a password lets in where the server asks for it interactively', async (t) => {
  const interactive = await startSshd({ keyboardInteractive: true });
  t.teardown(() => interactive.stop());
  t.equal(await hostname(targetOf(interactive)), 'ap-garden\n');
  t.match(interactive.log(), 'Accepted keyboard-interactive/pam');
});

/** Starts an SSH server that authenticates by keyboard-interactive with these prompts, one round after the other. */
async function startPrompting(t: Test, rounds: readonly ssh2.Prompt[][]) {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const answers: string[] = [];
  const server = new ssh2.Server({ hostKeys: [privateKey] }, (client) => {
    client.on('error', () => client.end());
    client.on('authentication', (attempt) => {
      if (attempt.method !== 'keyboard-interactive') {
        attempt.reject(['keyboard-interactive']);
        return;
      }
      const ask = (round: number) => {
        const prompts = rounds[round];
        if (!prompts) {
          attempt.accept();
          return;
        }
        attempt.prompt(prompts, (given) => {
          answers.push(...given);
          ask(round + 1);
        });
      };
      ask(0);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return { server, port: (server.address() as { port: number }).port, answers };
}

test('a login that asks for more than a password is refused, and the password stays here', async (t) => {
  const hidden = { prompt: 'Password: ', echo: false };
  const code = { prompt: 'Verification code: ', echo: false };
  const shown = { prompt: 'Code:', echo: true };
  for (const [rounds, sent] of [
    [[[hidden, code]], []],
    [[[shown]], []],
    [[[hidden], [code]], [sshd.password]],
  ] as const) {
    const device = await startPrompting(
      t,
      rounds.map((round) => [...round]),
    );
    const target = targetOf(sshd, { options: { ...options, port: device.port } });
    await t.rejects(openSsh(target, AbortSignal.timeout(60_000)), {
      kind: 'refused',
      message: /^ap-7 \(.*\): the device asks for more than a password: ".*[Cc]ode:"$/,
    });
    t.same(device.answers, sent);
  }
});

test('a key in PKCS#8 and a key with a passphrase let in', async (t) => {
  const folder = await makeFolder();
  t.teardown(() => rm(folder, { recursive: true }));
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
  const sealed = { ...pkcs8, cipher: 'aes-256-cbc', passphrase: 'open sesame' };
  const ssh2Key = ssh2.utils.parseKey(privateKey.export({ type: 'pkcs1', format: 'pem' }));
  if (ssh2Key instanceof Error) throw ssh2Key;
  const line = `ssh-rsa ${ssh2Key.getPublicSSH().toString('base64')}\n`;
  await writeFile(join(folder, 'keys'), line, { mode: 0o644 });
  const device = await startSshd({ lines: [`AuthorizedKeysFile ${join(folder, 'keys')}`] });
  t.teardown(() => device.stop());
  const login = (key: string, passphrase?: string) => {
    const credentials = {
      username: device.user,
      privateKey: new Secret(key),
      ...(passphrase !== undefined && { more: { private_key_passphrase: new Secret(passphrase) } }),
    };
    return hostname(targetOf(device, { credentials }));
  };
  t.equal(publicKey.asymmetricKeyType, 'rsa');
  t.equal(await login(String(privateKey.export(pkcs8))), 'ap-garden\n');
  t.equal(await login(String(privateKey.export(sealed)), 'open sesame'), 'ap-garden\n');
  const traditional = { type: 'pkcs1', format: 'pem', cipher: 'aes-256-cbc' } as const;
  const encrypted = privateKey.export({ ...traditional, passphrase: 'open sesame' });
  t.equal(await login(String(encrypted), 'open sesame'), 'ap-garden\n');
  const failure = await login(String(privateKey.export(sealed)), 'no-such-phrase').catch(String);
  t.match(failure, /the private key cannot be used/);
  t.notMatch(failure, 'no-such-phrase');
});

test('a wrong password is sent once, also to a server that would take it in two ways', async (t) => {
  const both = await startSshd({
    lines: ['UsePAM yes', 'PasswordAuthentication yes', 'KbdInteractiveAuthentication yes'],
  });
  t.teardown(() => both.stop());
  const credentials = { username: both.user, password: new Secret('wrong') };
  await t.rejects(hostname(targetOf(both, { credentials })), {
    kind: 'refused',
    message: /authentication methods failed/,
  });
  // The line is written once the reply has been sent.
  const failures = () =>
    Promise.resolve(both.log().match(/Failed (password|keyboard-interactive)/g)?.length ?? 0);
  t.equal(await eventually(failures, (count) => count > 0), 1);
});

test('a server that wants key and password gets both', async (t) => {
  const strict = await startSshd({ lines: ['AuthenticationMethods publickey,password'] });
  t.teardown(() => strict.stop());
  const credentials = {
    username: strict.user,
    password: new Secret(strict.password),
    privateKey: new Secret(strict.privateKey),
  };
  t.equal(await hostname(targetOf(strict, { credentials })), 'ap-garden\n');
});

test('an invalid private key is refused without being shown', async (t) => {
  const credentials = { username: sshd.user, privateKey: new Secret('-----BEGIN NONSENSE-----') };
  const failure: unknown = await hostname(targetOf(sshd, { credentials })).catch(
    (error: unknown) => error,
  );
  t.match(failure, { kind: 'refused', message: /^ap-7 \(.*\): the private key cannot be used/ });
  t.notMatch(String(failure), 'NONSENSE');
});

test('the host key is checked before the password leaves', async (t) => {
  const events: string[] = [];
  const password = new WatchedSecret(sshd.password, events);
  const checkHostKey = async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    events.push('host key');
    return true;
  };
  await hostname(targetOf(sshd, { credentials: { username: sshd.user, password }, checkHostKey }));
  t.same(events, ['host key', 'password']);
});

test('a refused host key keeps the password here', async (t) => {
  const events: string[] = [];
  const credentials = { username: sshd.user, password: new WatchedSecret(sshd.password, events) };
  const checkHostKey = () => Promise.resolve(false);
  const message = new RegExp(escaped(await sshd.fingerprint()));
  await t.rejects(hostname(targetOf(sshd, { credentials, checkHostKey })), {
    kind: 'refused',
    message,
  });
  t.same(events, []);
});

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

test('a host key check that fails ends the connection with its own error', async (t) => {
  const checkHostKey = () => Promise.reject(new Error('the store is closed'));
  await t.rejects(hostname(targetOf(sshd, { checkHostKey })), { message: 'the store is closed' });
});

test('a device with old algorithms is reached at the level that its error names', async (t) => {
  const lines = [
    'KexAlgorithms diffie-hellman-group14-sha1',
    'HostKeyAlgorithms ssh-rsa',
    'Ciphers aes128-cbc',
  ];
  const old = await startSshd({ hostKey: 'rsa', lines });
  t.teardown(() => old.stop());
  const at = (legacy: SshTarget['options']['legacy']) =>
    hostname(targetOf(old, { options: { ...options, port: old.port, legacy } }));
  for (const legacy of ['off', false] as const)
    await t.rejects(at(legacy), {
      kind: 'garbled',
      message:
        /^ap-7 \(.*\): no common key exchange algorithm; the device offers diffie-hellman-group14-sha1; legacy: compat in the options of the connection accepts it$/,
    });
  for (const legacy of ['compat', 'insecure', true] as const)
    t.equal(await at(legacy), 'ap-garden\n');
});

for (const [sent, name] of [
  ['HTTP/1.1 400 Bad Request\r\nServer: \x1b[31mnginx\r\n\r\n' + 'x'.repeat(500), 'a web server'],
  ['220 mail.internal.example ESMTP\r\n', 'a mail or FTP server'],
  ['\x15\x03\x01\x00\x02\x02\x32', 'a TLS server'],
  ['\xff\xfd\x18\xff\xfd\x20', 'a Telnet server'],
  ['\0\x01\x02\xff\r\n', 'another service'],
] as const)
  test(`what answers on the port of SSH and is not SSH is named, and not quoted: ${JSON.stringify(sent.slice(0, 8))}`, async (t) => {
    const server = createServer((socket) => socket.end(sent, 'latin1')).listen(0, '127.0.0.1');
    t.teardown(() => server.close());
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const message = (peer: string) => `${peer}: not an SSH server but ${name}; check the port`;
    await t.rejects(hostname(targetOf(sshd, { options: { ...options, port } })), {
      kind: 'garbled',
      message: message(`ap-7 (127.0.0.1:${port})`),
    });
    const at = { host: '127.0.0.1', port };
    await t.rejects(readSshBanner(at, AbortSignal.timeout(30_000)), {
      kind: 'garbled',
      message: message(`127.0.0.1:${port}`),
    });
  });

const broken = {
  kex: 'diffie-hellman-group1-sha1',
  keyType: 'ssh-dss',
  cipher: '3des-cbc',
  mac: 'hmac-md5',
} as const;
const compatible = {
  kex: 'diffie-hellman-group14-sha1',
  keyType: 'ssh-rsa',
  cipher: 'aes128-cbc',
  mac: 'hmac-sha1',
} as const;

test('OpenSSH with the most broken algorithms that its build has is reached at the level insecure alone', async (t) => {
  // OpenSSH 10 has no keys of type ssh-dss; Paramiko has them: see below.
  const { stdout } = await run('ssh', ['-Q', 'key']);
  const [keyType, hostKey] = stdout.split('\n').includes(broken.keyType)
    ? [broken.keyType, 'dsa']
    : [compatible.keyType, 'rsa'];
  t.comment(`host key: ${keyType}`);
  const lines = [
    `KexAlgorithms ${broken.kex}`,
    `HostKeyAlgorithms ${keyType}`,
    `Ciphers ${broken.cipher}`,
    `MACs ${broken.mac}`,
  ];
  const device = await startSshd({ hostKey, lines });
  t.teardown(() => device.stop());
  const at = (legacy: SshTarget['options']['legacy']) =>
    hostname(targetOf(device, { options: { ...options, port: device.port, legacy } }));
  await t.rejects(at('compat'), {
    kind: 'garbled',
    message: /offers diffie-hellman-group1-sha1; legacy: insecure in/,
  });
  t.equal(await at('insecure'), 'ap-garden\n');
});

for (const [what, algorithms] of Object.entries({
  'a broken key exchange': { ...compatible, kex: broken.kex },
  'a broken host key': { ...compatible, keyType: broken.keyType },
  'a broken cipher': { ...compatible, cipher: broken.cipher },
  'a broken MAC': { ...compatible, mac: broken.mac },
  'broken algorithms alone': broken,
}))
  test(`Paramiko with ${what} is reached at the level insecure alone`, async (t) => {
    const device = await startParamiko(algorithms);
    t.teardown(() => device.stop());
    const credentials = { username: device.user, password: new Secret(device.password) };
    const at = (legacy: SshTarget['options']['legacy']) =>
      hostname(targetOf(sshd, { credentials, options: { ...options, port: device.port, legacy } }));
    const refused = Object.values(broken).find((name) => Object.values(algorithms).includes(name));
    await t.rejects(at('compat'), {
      kind: 'garbled',
      message: new RegExp(`offers ${String(refused)}; legacy: insecure in`),
    });
    t.equal(await at('insecure'), 'ap-garden\n');
  });

test('a device with group exchange alone is reached without a check of its prime', async (t) => {
  const device = await startSshd({ lines: ['KexAlgorithms diffie-hellman-group-exchange-sha256'] });
  t.teardown(() => device.stop());
  const at = (legacy: SshTarget['options']['legacy']) =>
    targetOf(device, { options: { ...options, port: device.port, legacy } });
  await t.rejects(hostname(at('off')), { kind: 'garbled', message: /legacy: compat in/ });
  t.equal(await hostname(at('compat')), 'ap-garden\n');
  // The exchange with a prime of ours and a hostile size.
  const prime = createDiffieHellmanGroup('modp14').getPrime();
  const [one, other] = [new GroupKeys(prime, two), new GroupKeys(prime, two)];
  t.same(one.computeSecret(other.publicValue), other.computeSecret(one.publicValue));
  t.equal(one.computeSecret(other.publicValue).length, 256);
  for (const name of ['modp5', 'modp17'])
    t.throws(() => new GroupKeys(createDiffieHellmanGroup(name).getPrime(), two), {
      message: /prime of \d+ bits .* allowed are 2048 to 4096/,
    });
});

const two = Buffer.from([2]);

test('output is cut at whole lines', async (t) => {
  const session = await openSsh(targetOf(sshd), AbortSignal.timeout(60_000));
  t.teardown(() => session.close(limits().signal));
  const cut = await session.exec('uci export wireless', {
    signal: AbortSignal.timeout(60_000),
    maxOutputLength: 60,
  });
  t.match(cut, {
    output: "config wifi-iface\n\toption ssid 'Garden'\n",
    truncated: true,
    exitCode: 0,
  });
});

test('two commands share a connection', async (t) => {
  const session = await openSsh(targetOf(sshd), AbortSignal.timeout(60_000));
  t.teardown(() => session.close(limits().signal));
  const results = await Promise.all([
    session.exec('uname -n', limits()),
    session.exec('uname -sr', limits()),
  ]);
  t.same(
    results.map(({ stdout }) => stdout),
    ['ap-garden\n', 'Linux 5.15.150\n'],
  );
});

test('a command on a connection that is gone is unreachable', async (t) => {
  const session = await openSsh(targetOf(sshd), AbortSignal.timeout(60_000));
  t.match(await session.exec('reboot', limits()), { disconnected: true, exitCode: null });
  await t.rejects(session.exec('hostname', limits()), {
    kind: 'unreachable',
    message: /closed the connection/,
  });
  await session.close(limits().signal);
});

test('garbage of an SFTP server fails its channel', async (t) => {
  const { server, port } = await startPrompting(t, []);
  const version = Buffer.from([0, 0, 0, 5, 2, 0, 0, 0, 3]);
  const unknownPacket = Buffer.from([0, 0, 0, 1, 255]);
  server.on('connection', (client) =>
    client.on('session', (acceptSession) =>
      acceptSession().on('subsystem', (accept) => {
        const channel = accept();
        channel.once('data', () => {
          channel.write(version);
          channel.once('data', () => channel.write(unknownPacket));
        });
      }),
    ),
  );
  const session = await openSsh(targetOf(sshd, { options: { ...options, port } }), limits().signal);
  t.teardown(() => {
    session.destroy();
  });
  const sftp = await session.sftp(limits().signal);
  const error = await new Promise((resolve) => {
    sftp.stat('.', resolve);
  });
  t.match(error, { message: 'No response from server' });
  t.ok(session.isOpen, 'the connection stays');
});

test('a fault that aborts the signal is what the caller sees', async (t) => {
  const stopping = new AbortController();
  const session = await openSsh(targetOf(sshd), stopping.signal);
  t.teardown(() => session.close(limits().signal));
  const running = session.exec('logread -f', { signal: stopping.signal, maxOutputLength: 1000 });
  stopping.abort(new Fault('interrupted', 'the gateway stops'));
  await t.rejects(running, { kind: 'interrupted', message: 'the gateway stops' });
});

/** A TCP server that does what `answer` says with each connection. */
async function tcpServer(t: Test, answer: (socket: Socket) => void): Promise<SshTarget> {
  const server: Server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.teardown(() => server.close());
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return targetOf(sshd, { options: { ...options, port, connect_timeout: 1 } });
}

const answers: Record<string, { answer: (socket: Socket) => void; kind: string }> = {
  'hangs up at once': { answer: (socket) => socket.end(), kind: 'unreachable' },
  'resets the connection': { answer: (socket) => socket.resetAndDestroy(), kind: 'unreachable' },
  'speaks HTTP': {
    answer: (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    kind: 'garbled',
  },
  'speaks SSH 1': { answer: (socket) => socket.end('SSH-1.5-OldGear\r\n'), kind: 'garbled' },
  'speaks nonsense after its banner': {
    answer: (socket) => socket.end(`SSH-2.0-Odd\r\n${'x'.repeat(500)}`),
    kind: 'garbled',
  },
  'says nothing after its banner': {
    answer: (socket) => socket.resume().write('SSH-2.0-dropbear_2022.83\r\n'),
    kind: 'timeout',
  },
  'says nothing': { answer: () => undefined, kind: 'timeout' },
};

for (const [words, { answer, kind }] of Object.entries(answers)) {
  test(`a server that ${words} counts as ${kind}`, async (t) => {
    const target = await tcpServer(t, answer);
    const failure: unknown = await hostname(target).catch((error: unknown) => error);
    t.match(failure, { name: 'Fault', kind }, String(failure));
  });
}

test('the socket is gone when the deadline has passed', async (t) => {
  let isClosed = false;
  const target = await tcpServer(t, (socket) => {
    socket.resume().once('close', () => (isClosed = true));
  });
  // Its own time-out would close it in a minute.
  const patient = { ...target, options: { ...target.options, connect_timeout: 60 } };
  const message = /did not complete the SSH login in time/;
  await t.rejects(openSsh(patient, AbortSignal.timeout(300)), { kind: 'timeout', message });
  t.ok(await eventually(() => Promise.resolve(isClosed), Boolean));
});
