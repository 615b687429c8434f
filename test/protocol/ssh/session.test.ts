import { createServer, type Server, type Socket } from 'node:net';
import tap, { test, type Test } from 'tap';
import { Fault } from '../../../src/errors.ts';
import type { SshTarget } from '../../../src/protocol/ssh/connect.ts';
import { openSsh } from '../../../src/protocol/ssh/session.ts';
import { Secret } from '../../../src/secret.ts';
import { startSshd, type Sshd } from '../../peers/sshd.ts';

const sshd = await startSshd();
tap.teardown(() => sshd.stop());

const options = { port: sshd.port, connect_timeout: 5, keepalive: 15, legacy: false };
const limits = () => ({ signal: AbortSignal.timeout(5000), maxOutputLength: 100_000 });

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
  const session = await openSsh(target, AbortSignal.timeout(5000));
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
  t.equal(both.log().match(/Failed (password|keyboard-interactive)/g)?.length, 1);
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

test('a private key that is none is refused without being shown', async (t) => {
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
  await t.rejects(hostname(targetOf(sshd, { credentials, checkHostKey })), {
    kind: 'refused',
    message: new RegExp(await sshd.fingerprint().then(escaped)),
  });
  t.same(events, []);
});

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

test('a host key check that fails ends the connection with its own error', async (t) => {
  const checkHostKey = () => Promise.reject(new Error('the store is closed'));
  await t.rejects(hostname(targetOf(sshd, { checkHostKey })), { message: 'the store is closed' });
});

test('a server with old algorithms only is garbled, and reached where the profile allows it', async (t) => {
  const lines = [
    'KexAlgorithms diffie-hellman-group14-sha1',
    'HostKeyAlgorithms ssh-rsa',
    'Ciphers aes128-cbc',
  ];
  const old = await startSshd({ hostKey: 'rsa', lines });
  t.teardown(() => old.stop());
  await t.rejects(hostname(targetOf(old)), {
    kind: 'garbled',
    message: /no matching key exchange algorithm/,
  });
  t.equal(
    await hostname(targetOf(old, { options: { ...options, port: old.port, legacy: true } })),
    'ap-garden\n',
  );
});

test('group exchange is never agreed on, not even with an old device', async (t) => {
  const slow = await startSshd({
    lines: [
      'KexAlgorithms diffie-hellman-group-exchange-sha256,diffie-hellman-group-exchange-sha1',
    ],
  });
  t.teardown(() => slow.stop());
  const target = targetOf(slow, { options: { ...options, port: slow.port, legacy: true } });
  await t.rejects(hostname(target), {
    kind: 'garbled',
    message: /no matching key exchange algorithm/,
  });
});

test('output is cut at whole lines', async (t) => {
  const session = await openSsh(targetOf(sshd), AbortSignal.timeout(5000));
  t.teardown(() => session.close(limits().signal));
  const cut = await session.exec('uci export wireless', {
    signal: AbortSignal.timeout(5000),
    maxOutputLength: 60,
  });
  t.match(cut, {
    output: "config wifi-iface\n\toption ssid 'Garden'\n",
    truncated: true,
    exitCode: 0,
  });
});

test('two commands share a connection', async (t) => {
  const session = await openSsh(targetOf(sshd), AbortSignal.timeout(5000));
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
  const session = await openSsh(targetOf(sshd), AbortSignal.timeout(5000));
  t.match(await session.exec('reboot', limits()), { disconnected: true, exitCode: null });
  await t.rejects(session.exec('hostname', limits()), {
    kind: 'unreachable',
    message: /closed the connection/,
  });
  await session.close(limits().signal);
});

test('a fault that aborts the signal is what the caller sees', async (t) => {
  const stopping = new AbortController();
  const session = await openSsh(targetOf(sshd), stopping.signal);
  t.teardown(() => session.close(limits().signal));
  const running = session.exec('logread -f', { signal: stopping.signal, maxOutputLength: 1000 });
  stopping.abort(new Fault('interrupted', 'the gateway stops'));
  await t.rejects(running, { kind: 'interrupted', message: 'the gateway stops' });
});

/** A TCP server that does what `answer` says with whoever connects. */
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
  const start = Date.now();
  let closedAfter = Infinity;
  const target = await tcpServer(t, (socket) => {
    socket.resume().once('close', () => (closedAfter = Date.now() - start));
  });
  const message = /did not complete the SSH login in time/;
  await t.rejects(openSsh(target, AbortSignal.timeout(300)), { kind: 'timeout', message });
  await new Promise((resolve) => setTimeout(resolve, 100));
  t.ok(closedAfter < 800, `after ${closedAfter} ms`);
});
