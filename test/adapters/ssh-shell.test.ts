import tap, { test, type Test } from 'tap';
import ssh from '../../adapters/ssh.ts';
import { validateAgainst } from '../../src/contract/schema.ts';
import { Secret } from '../../src/contract/secret.ts';
import { eventually } from '../gateway-process.ts';
import { startCliDevice } from '../peers/cli-device.ts';
import { startDropbear } from '../peers/dropbear.ts';
import { startShellTexts } from '../peers/shell-texts.ts';
import { startSshd } from '../peers/sshd.ts';

/* Interactive shells: prompts, pagers, questions, modes, and the faults of each. */

const device = await startCliDevice();
tap.teardown(async () => {
  ssh.close?.();
  await device.stop();
});

type Target = Parameters<NonNullable<typeof ssh.operate>>[0];

const dialogue = {
  prompt: '^[\\w.-]+(\\(config\\))?[>#]$',
  pager: '--More--',
  error: '^% ?Invalid',
  enter: [
    { send: 'enable', answers: [{ expect: '^Password: ?$', send: '{{ enable_password }}' }] },
  ],
  leave: ['exit'],
  timeout: 30,
};

const credentials = {
  username: 'admin',
  password: new Secret(device.password),
  more: { enable_password: new Secret(device.enablePassword) },
};

function targetWith(shell: object = {}, changes: Partial<Target> = {}, port = device.port): Target {
  const options = validateAgainst<Record<string, unknown>>(
    ssh.options,
    { port, connect_timeout: 30, shell: { ...dialogue, ...shell } },
    'options',
  );
  return {
    name: 'ap-garden',
    host: '127.0.0.1',
    options,
    credentials,
    checkHostKey: () => Promise.resolve(true),
    ...changes,
  };
}

const within = (signal = AbortSignal.timeout(30_000)) => ({ signal, log: () => undefined });

function operate(command: Record<string, unknown>, to = targetWith(), signal?: AbortSignal) {
  const checked = validateAgainst<Record<string, unknown>>(ssh.command, command, 'command');
  return ssh.operate?.(to, checked, within(signal)) ?? Promise.reject(new Error('no verb operate'));
}

function read(questions: Record<string, Record<string, unknown>>, to = targetWith()) {
  const asked = Object.entries(questions).map(([variable, command]) => ({ variable, command }));
  return ssh.read?.(to, asked, within()) ?? Promise.reject(new Error('no verb read'));
}

function write(command: Record<string, unknown>, value: string, isSecret = false) {
  const request = { variable: 'v', value, command, isSecret };
  return ssh.write?.(targetWith(), [request], within()) ?? Promise.reject(new Error('no write'));
}

const hostname = {
  shell: ['configure terminal', 'hostname {{ value }}', 'end'],
  quote: 'line',
};

test('output is without echo, prompt, pager and escape sequences, over one kept shell', async (t) => {
  const asked = {
    uptime: { shell: 'show version', match: '^ap uptime is (.*)$' },
    version: { shell: 'show version' },
    name: { shell: 'show hostname' },
  };
  const [uptime, version, name] = await read(asked);
  t.same(uptime, { variable: 'uptime', value: '3 days, 2 hours' });
  const lines = String(version?.value).split('\n');
  t.equal(lines.length, 60);
  t.equal(lines[24], 'Line 24 of the version', 'after the first pager');
  t.equal(name?.value, 'Hostname: ap');
  t.same(device.lines.slice(0, 5), [
    'enable',
    `[${device.enablePassword}]`,
    'show version',
    '[ ]',
    '[ ]',
  ]);
  await read(asked);
  t.equal(device.shells(), 1, 'the shell is used again');
  t.equal(device.logins(), 1);
});

test('a value is written in the mode of the device, and a refused line ends the write there', async (t) => {
  t.match(await write(hostname, 'lobby'), [{ isAccepted: true }]);
  t.match(await read({ name: { shell: 'show hostname' } }), [{ value: 'Hostname: lobby' }]);
  const before = device.lines.length;
  const [refused] = await write(hostname, 'two words');
  t.match(refused, {
    isAccepted: false,
    fault: { kind: 'rejected', message: /"hostname \{\{ value \}\}" failed: [^]*% Invalid input/ },
  });
  t.notOk(device.lines.slice(before).includes('end'), 'nothing after the refused line');
  t.match(await read({ name: { shell: 'show hostname' } }), [{ value: 'Hostname: lobby' }]);
  t.match(await write(hostname, 'ap'), [{ isAccepted: true }]);
});

test('a value that would be another command never reaches the device', async (t) => {
  const before = device.lines.length;
  const hostile = [
    'a\nreload',
    'a\rreload',
    'a\u0003',
    'a\u001b[A',
    'a?',
    'a | b',
    'a;b',
    '`a`',
    ' a',
  ];
  for (const value of hostile)
    for (const quote of ['line', 'word'])
      await t.rejects(
        async () => write({ ...hostname, quote }, value),
        { kind: 'unsupported', message: /may not contain|value/ },
        JSON.stringify(value),
      );
  await t.rejects(async () => write({ shell: ['echo {{ value }}'], quote: 'sh' }, 'a\nb'), {
    kind: 'unsupported',
    message: /control character or an end of line/,
  });
  await t.rejects(async () => write({ shell: ['hostname {{ value }} x'], quote: 'line' }, 'a'), {
    message: /not the end of the line/,
  });
  t.equal(device.lines.length, before);
  const preview = (quote: string, value: string) =>
    ssh.previewWrite?.({
      variable: 'v',
      value,
      command: { shell: ['wlan ssid {{ value }}', 'save'], quote },
      isSecret: false,
    });
  t.equal(preview('quotes', "Bob's | Café"), 'wlan ssid "Bob\'s | Café"\nsave');
  t.equal(preview('routeros', 'a"$b\\?'), 'wlan ssid "a\\"\\$b\\\\\\?"\nsave');
  t.throws(() => preview('quotes', 'a"b'), { kind: 'unsupported', message: /may not contain/ });
});

test('a value that names a credential stays text', async (t) => {
  await write(hostname, '{{ password }}');
  t.equal(device.lines.at(-1), 'hostname {{ password }}');
});

test('questions are answered, a key without an end of line, and a drop is what the command allows', async (t) => {
  const key = { expect: '\\(y/n\\) $', send: 'y', newline: false };
  t.match(await operate({ shell: [{ send: 'copy', answers: [key] }] }), {
    output: 'Overwrite (y/n)\ncopied: y',
    disconnected: false,
  });
  const reload = {
    shell: [
      {
        send: 'reload',
        answers: [
          { expect: 'Save\\? \\[yes/no\\]: $', send: 'no' },
          { expect: '\\[confirm\\]$', send: '' },
        ],
      },
    ],
  };
  await t.rejects(operate(reload), { kind: 'unreachable', message: /closed the connection/ });
  t.match(await operate({ ...reload, expect_disconnect: true }), { disconnected: true });
  t.same(device.lines.slice(-3), ['reload', '[no]', '[]']);
});

test('a drop before the last line or a required answer is a failure, even if the command may drop', async (t) => {
  const allowed = (shell: readonly unknown[]) => operate({ shell, expect_disconnect: true });
  const confirm = { expect: '\\[confirm\\]$', send: '', required: true };
  const lost = { kind: 'unreachable', message: /closed the connection/ };
  t.match(await allowed(['crash']), { disconnected: true });
  await t.rejects(allowed(['crash', 'reload']), lost);
  await t.rejects(allowed([{ send: 'crash', answers: [confirm] }]), lost);
  const save = { expect: 'Save\\? \\[yes/no\\]: $', send: 'no' };
  t.match(await allowed([{ send: 'reload', answers: [save, confirm] }]), { disconnected: true });
});

test('a line that may fail is followed by the next one', async (t) => {
  const shell = [{ send: 'nonsense', may_fail: true }, 'show hostname'];
  t.match(await operate({ shell }), { output: /Invalid.*\n*Hostname: /s });
  const refused = { kind: 'rejected', message: /Invalid/ };
  await t.rejects(operate({ shell: ['nonsense', 'show hostname'] }), refused);
  await t.rejects(operate({ shell, fail: 'Invalid' }), refused);
});

test('a prompt that never comes is a timeout with the last line, and without the password', async (t) => {
  const failure: unknown = await operate({ shell: [{ send: 'hang', timeout: 1 }] }).catch(
    (error: unknown) => error,
  );
  t.match(failure, {
    kind: 'timeout',
    message:
      /^ap-garden \(127.0.0.1:\d+\) showed no prompt in time after "hang"; the last line was "Working... password \*\*\*"$/,
  });
  const question = await operate({ shell: [{ send: 'reload', timeout: 1 }] }).catch(String);
  t.match(
    question,
    /the last line was "System configuration has been modified. Save\? \[yes\/no\]:"/,
  );
  const [deadline, before] = [new AbortController(), device.lines.length];
  const hanging = operate({ shell: 'hang' }, targetWith({ timeout: 60 }), deadline.signal);
  const rejected = t.rejects(hanging, {
    kind: 'timeout',
    message: /no prompt in time after "hang"/,
  });
  await eventually(
    () => Promise.resolve(device.lines.slice(before)),
    (lines) => lines.includes('hang'),
  );
  deadline.abort();
  await rejected;
});

test('a device that prints without an end ends its own command', async (t) => {
  const [endless, name] = await read({
    endless: { shell: 'debug' },
    name: { shell: 'show hostname' },
  });
  t.match(endless, { value: null, fault: /"debug" printed more than 1048576 characters/ });
  t.match(name, { value: 'Hostname: ap' });
  await t.rejects(operate({ shell: 'debug' }), { kind: 'garbled', message: /more than 1048576/ });
});

test('a connection that drops in the middle of a reply is unreachable', async (t) => {
  await t.rejects(operate({ shell: 'crash' }), { kind: 'unreachable', message: /"crash"/ });
});

test('a wrong enable password is sent once and refused', async (t) => {
  const before = device.lines.length;
  const wrong = { ...credentials, more: { enable_password: new Secret('tr0ub4dor') } };
  const failure: unknown = await operate(
    { shell: 'show hostname' },
    targetWith({}, { credentials: wrong }),
  ).catch((error: unknown) => error);
  t.match(failure, { kind: 'refused', message: /refused the password/ });
  t.notMatch(String(failure), 'tr0ub4dor');
  t.same(device.lines.slice(before), ['enable', '[tr0ub4dor]']);
});

async function startTexts(t: Test, texts: Readonly<Record<string, string>>) {
  const peer = await startShellTexts(texts);
  t.teardown(() => {
    ssh.close?.();
    return peer.stop();
  });
  return peer;
}

test('a prompt around which the cursor is placed is seen, as HPE ProCurve does', async (t) => {
  const prompt =
    '\u001b[24;1HHP-2530-24G# \u001b[24;1H\u001b[24;14H\u001b[24;1H\u001b[?25h\u001b[24;14H';
  const procurve = await startTexts(t, {
    begin: `\u001b[2J\u001b[1;24r\u001b[1;1HRegister your products\r\n${prompt}`,
    'show name': `\u001b[24;14Hshow name\u001b[24;1H\u001b[24;23H\u001bE\u001b[24;1H\u001b[2Koffice\u001bE${prompt}`,
  });
  const to = targetWith({ prompt: '^[\\w-]+[>#] ?$', enter: [], leave: [] }, {}, procurve.port);
  t.match(await operate({ shell: 'show name' }, to), { output: 'office' });
});

test('messages of the log after a prompt do not hide it, and are no part of the output', async (t) => {
  const message =
    '\r\n*Mar  1 00:01:02.003: %LINK-3-UPDOWN: Interface Gi0, changed state to up\r\n';
  const logging = await startTexts(t, {
    begin: `\r\nap(lab).attic/1:2#${message}`,
    'show name': `show name\r\nattic\r\nap(lab).attic/1:2#${message}`,
    '': '\r\nap(lab).attic/1:2#',
  });
  const to = targetWith(
    { prompt: '^[\\w.:/@()-]+[>#] ?$', enter: [], leave: [] },
    {},
    logging.port,
  );
  t.match(await operate({ shell: 'show name' }, to), { output: 'attic' });
});

test('a prompt that the pattern does not match is garbled and shown, within seconds', async (t) => {
  const other = await startTexts(t, { begin: '\r\n[admin@MikroTik] /ip> ' });
  const to = targetWith({ prompt: '^router#$', enter: [], leave: [] }, {}, other.port);
  await t.rejects(operate({ shell: 'show name' }, to), {
    kind: 'garbled',
    message:
      /the last line was "\[admin@MikroTik\] \/ip>", which the pattern of the type, "\^router#\$"/,
  });
});

test('enable asks for a user, and is refused in any words', async (t) => {
  const enter = [
    {
      send: 'enable',
      answers: [
        { expect: '^Username: ?$', send: '{{ username }}' },
        { expect: '^Password: ?$', send: '{{ enable_password }}' },
      ],
    },
  ];
  const texts = { begin: 'sw>', enable: 'enable\r\nUsername: ', admin: 'admin\r\nPassword: ' };
  const taken = await startTexts(t, {
    ...texts,
    [device.enablePassword]: '\r\nsw#',
    'show name': 'show name\r\nsw\r\nsw#',
  });
  const shell = { enter, leave: [] };
  t.match(await operate({ shell: 'show name' }, targetWith(shell, {}, taken.port)), {
    output: 'sw',
  });
  const refusing = await startTexts(t, {
    ...texts,
    [device.enablePassword]: '\r\n% Error in authentication.\r\n\r\nsw>',
  });
  await t.rejects(operate({ shell: 'show name' }, targetWith(shell, {}, refusing.port)), {
    kind: 'refused',
    message: /refused the password after "enable": [^]*Error in authentication/,
  });
  t.notOk(refusing.lines.includes('show name'));
});

test('a device that refuses exec says that it has a shell', async (t) => {
  await t.rejects(operate({ run: 'show version' }), { kind: 'rejected', message: /shell/ });
});

test('the shell of an OpenSSH server is used as well', async (t) => {
  const sshd = await startSshd({
    lines: ["ForceCommand exec env -i 'PS1=garden$ ' PATH=/nonexistent /bin/sh"],
  });
  t.teardown(() => sshd.stop());
  const to = targetWith(
    { prompt: '^garden\\$ $', enter: [], error: 'not found$' },
    { credentials: { username: sshd.user, password: new Secret(sshd.password) } },
    sshd.port,
  );
  const [sum, text, missing] = await read(
    {
      sum: { shell: ['a=20', 'echo $((a + 1))'] },
      text: { shell: "printf 'one\\ntwo\\n'" },
      missing: { shell: 'nonsense' },
    },
    to,
  );
  t.match(sum, { value: '21' });
  t.match(text, { value: 'one\ntwo' });
  t.match(missing, { value: null, fault: /"nonsense" failed: .*not found/ });
});

test('dropbear serves commands and shells, and ends what prints without an end', async (t) => {
  const dropbear = await startDropbear();
  t.teardown(() => dropbear.stop());
  const login = (password: string) =>
    targetWith(
      { prompt: '^garden\\$ $', enter: [], error: 'not found$' },
      { credentials: { username: dropbear.user, password: new Secret(password) } },
      dropbear.port,
    );
  const to = login(dropbear.password);
  const asked = { ran: { run: 'uname -n' }, sum: { shell: 'echo $((20 + 1))' } };
  t.match(await read(asked, to), [{ value: 'ran uname -n' }, { value: '21' }]);
  const [endless, ran] = await read({ endless: { run: 'endless' }, ran: { run: 'uname' } }, to);
  t.match(endless, { value: null, fault: /"endless" printed more than 1048576 characters/ });
  t.match(ran, { value: 'ran uname' }, 'the connection goes on');
  await t.rejects(operate({ run: 'endless' }, to), {
    kind: 'garbled',
    message: /"endless" printed more than 1048576 characters and was ended/,
  });
  await t.rejects(operate({ run: 'uname' }, login('wrong')), { kind: 'refused', message: /auth/ });
});

test('a dialogue and a command are checked before they are used', (t) => {
  const check = (shell: object) => () => {
    ssh.checkOptions?.(targetWith(shell).options);
  };
  t.doesNotThrow(check({}));
  t.throws(check({ prompt: '(a' }), { message: /^prompt: "\(a": the pattern is invalid/ });
  t.throws(check({ pager: '(?=a)' }), { message: /look-around/ });
  t.throws(check({ enter: ['enable {{ password }}'] }), { message: /shows a password/ });
  t.throws(check({ enter: ['a\nb'] }), { message: /enter/ });
  t.throws(() => ssh.checkCommand?.({}), { message: /either run or shell/ });
  t.throws(() => ssh.checkCommand?.({ run: 'a', shell: 'b' }), { message: /either run or shell/ });
  t.end();
});
