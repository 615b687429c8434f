import tap, { test, type Test } from 'tap';
import { encodeFrame } from '../../../src/protocol/netconf/framing.ts';
import { openNetconf, type NetconfSession } from '../../../src/protocol/netconf/session.ts';
import { textsAt } from '../../../src/protocol/netconf/xml.ts';
import type { SshTarget } from '../../../src/protocol/ssh/connect.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { startNetconfd } from '../../peers/netconfd.ts';
import { helloOf, namespace, startScript, type Line } from '../../peers/netconf-script.ts';

const netconfd = await startNetconfd();
tap.teardown(() => netconfd.stop());

const soon = () => AbortSignal.timeout(30_000);
const getConfig = { 'get-config': { source: { running: {} } } };
const hostnamePath = 'data/system/hostname';

const targetOf = (port: number): SshTarget => ({
  name: 'switch-3',
  host: '127.0.0.1',
  options: { port, connect_timeout: 30, keepalive: 15, legacy: false },
  credentials: { username: netconfd.user, password: new Secret(netconfd.password) },
  checkHostKey: () => Promise.resolve(true),
});

async function open(t: Test, port: number): Promise<NetconfSession> {
  const session = await openNetconf(targetOf(port), soon());
  t.teardown(() => session.close(soon()));
  return session;
}

test('both sides know base:1.1, so messages are chunked, and a value is read', async (t) => {
  const session = await open(t, netconfd.port);
  t.equal(session.framing, '1.1');
  t.same(textsAt(await session.sendRpc(getConfig, soon()), hostnamePath), ['ap-lobby']);
});

test('a server that knows base:1.0 only is spoken to with delimiters', async (t) => {
  const old = await startNetconfd({ protocols: 'netconf1.0' });
  t.teardown(() => old.stop());
  const session = await open(t, old.port);
  t.equal(session.framing, '1.0');
  t.same(textsAt(await session.sendRpc(getConfig, soon()), hostnamePath), ['ap-lobby']);
  const filter = {
    $: { type: 'subtree', note: ']]>]]>' },
    system: { $: { xmlns: 'urn:ietf:params:xml:ns:yang:ietf-system' } },
  };
  await session
    .sendRpc({ 'get-config': { source: { running: {} }, filter } }, soon())
    .catch(() => null);
  t.same(
    textsAt(await session.sendRpc(getConfig, soon()), hostnamePath),
    ['ap-lobby'],
    'a delimiter in a request ends nothing',
  );
});

test('a request is not changed by being sent', async (t) => {
  const session = await open(t, netconfd.port);
  const request = structuredClone(getConfig);
  await session.sendRpc(request, soon());
  await session.sendRpc(request, soon());
  t.same(request, getConfig);
});

test('a hundred requests on the way at once get their own replies', async (t) => {
  const session = await open(t, netconfd.port);
  const ids = await Promise.all(
    Array.from(
      { length: 100 },
      async () => (await session.sendRpc(getConfig, soon())).attributes['message-id'],
    ),
  );
  t.equal(new Set(ids).size, 100);
});

test('an rpc-error is rejected with its tag, its message and its path', async (t) => {
  const session = await open(t, netconfd.port);
  await t.rejects(session.sendRpc({ 'no-such-operation': {} }, soon()), {
    kind: 'rejected',
    message: /^switch-3 \(127.0.0.1:\d+\) answered unknown-element: .+ \(at .*no-such-operation\)$/,
  });
  t.same(
    textsAt(await session.sendRpc(getConfig, soon()), hostnamePath),
    ['ap-lobby'],
    'the session goes on',
  );
});

test('a server that does not reply times out, and its late reply is ignored', async (t) => {
  const session = await open(t, netconfd.port);
  netconfd.pause();
  const start = Date.now();
  await t.rejects(session.sendRpc(getConfig, AbortSignal.timeout(300)), {
    kind: 'timeout',
    message: /no reply to <get-config> in time/,
  });
  t.ok(Date.now() - start < 20_000);
  netconfd.resume();
  t.same(textsAt(await session.sendRpc(getConfig, soon()), hostnamePath), ['ap-lobby']);
});

test('a server that sends no hello times out', async (t) => {
  const deadline = new AbortController();
  const silent = await startScript(async (line) => {
    await line.seen(/<hello/);
    deadline.abort();
  });
  t.teardown(() => silent.stop());
  await t.rejects(openNetconf(targetOf(silent.port), deadline.signal), {
    kind: 'timeout',
    message: /no NETCONF hello in time/,
  });
});

test('a dropped connection rejects every waiting request, and later ones', async (t) => {
  const doomed = await startNetconfd();
  t.teardown(() => doomed.stop());
  const session = await open(t, doomed.port);
  doomed.pause();
  const waiting = [session.sendRpc(getConfig, soon()), session.sendRpc(getConfig, soon())];
  const ends = Promise.allSettled(waiting);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await doomed.kill();
  t.match(await ends, [
    { reason: { kind: 'unreachable' } },
    { reason: { kind: 'unreachable', message: /closed the NETCONF session/ } },
  ]);
  await t.rejects(session.sendRpc(getConfig, soon()), {
    kind: 'unreachable',
    message: /closed the NETCONF session/,
  });
  await t.rejects(openNetconf(targetOf(doomed.port), soon()), {
    kind: 'unreachable',
    message: /ECONNREFUSED/,
  });
});

/** A session with a server that says hello (base:1.1) and then what `script` says. */
async function scripted(
  t: Test,
  script: (line: Line) => Promise<void>,
  hello: string = helloOf('1.1'),
): Promise<NetconfSession> {
  const server = await startScript(async (line) => {
    line.write(encodeFrame(hello, false));
    await script(line);
  });
  t.teardown(() => server.stop());
  return openNetconf(targetOf(server.port), soon());
}

const reply = (id: number, body: string) =>
  encodeFrame(`<rpc-reply ${namespace} message-id="${id}">${body}</rpc-reply>`, true);

test('our hello is sent before the server sends anything, without a session-id', async (t) => {
  let ours = '';
  const server = await startScript(async (line) => {
    const [hello] = await line.seen(/^[^]*<\/hello>\s*\]\]>\]\]>/);
    ours = hello;
    line.write(encodeFrame(helloOf('1.1'), false));
  });
  t.teardown(() => server.stop());
  await openNetconf(targetOf(server.port), soon());
  t.match(ours, 'urn:ietf:params:netconf:base:1.0');
  t.match(ours, 'urn:ietf:params:netconf:base:1.1');
  t.notMatch(ours, 'session-id');
});

test('replies that arrive together and out of order find their requests', async (t) => {
  const session = await scripted(t, async (line) => {
    await line.seen(/message-id="102"[^]*\n##\n/);
    line.write(Buffer.concat([reply(102, '<b/>'), reply(101, '<a/>')]));
  });
  const replies = await Promise.all([
    session.sendRpc({ a: null }, soon()),
    session.sendRpc({ b: null }, soon()),
  ]);
  t.match(replies, [{ children: [{ name: 'a' }] }, { children: [{ name: 'b' }] }]);
});

const unusual: Record<string, string> = {
  'prefixed names':
    '<nc:rpc-reply xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0" message-id="101"><nc:ok/></nc:rpc-reply>',
  'a single empty element': `<rpc-reply ${namespace} message-id="101"/>`,
  'a warning': `<rpc-reply ${namespace} message-id="101"><rpc-error><error-severity>warning</error-severity></rpc-error><ok/></rpc-reply>`,
};

for (const [words, answer] of Object.entries(unusual)) {
  test(`a reply with ${words} is a success`, async (t) => {
    const session = await scripted(t, async (line) => {
      await line.seen(/message-id="101"/);
      line.write(encodeFrame(`<notification ${namespace}/>`, true));
      line.write(encodeFrame(answer, true));
    });
    t.match(await session.sendRpc({ commit: null }, soon()), {
      name: 'rpc-reply',
      attributes: { 'message-id': '101' },
    });
  });
}

test('a server that does not read the first request is sent an empty get', async (t) => {
  const session = await scripted(t, async (line) => {
    await line.seen(/message-id="102"[^]*<get>\s*<filter type="subtree"\/>\s*<\/get>/);
    line.write(Buffer.concat([reply(101, '<ok/>'), reply(102, '<data/>')]));
  });
  t.match(await session.sendRpc({ commit: null }, soon()), {
    attributes: { 'message-id': '101' },
    children: [{ name: 'ok' }],
  });
});

const error = (...content: string[]) =>
  `<rpc-error><error-type>application</error-type>${content.join('')}</rpc-error>`;
const tag = (text: string) => `<error-tag>${text}</error-tag>`;
const severity = (text: string) => `<error-severity>${text}</error-severity>`;

/** Errors as devices send them, and the end of the message that names the first. */
const errors: Record<string, readonly [reply: string, words: string]> = {
  'a tag alone': [error(tag('in-use'), severity('error')), 'in-use'],
  'no severity': [error(tag('lock-denied')), 'lock-denied'],
  'nothing in it': ['<rpc-error/>', 'an error without error-tag'],
  'message and path': [
    error(
      tag('invalid-value'),
      '<error-path xmlns:s="urn:x">/s:system/s:contact</error-path>',
      '<error-message xml:lang="en">\n  too &lt;long&gt;\n</error-message>',
    ),
    'invalid-value: too <long> (at /s:system/s:contact)',
  ],
  'an app-tag and a bad element': [
    error(
      tag('unknown-element'),
      '<error-app-tag>no-such</error-app-tag>',
      '<error-info><bad-element>contakt</bad-element></error-info>',
    ),
    'unknown-element: no-such (at <contakt>)',
  ],
  'the session that has a lock': [
    error(tag('lock-denied'), '<error-info><session-id> 9 </session-id></error-info>'),
    'lock-denied (held by session 9)',
  ],
  'a lock of a command line': [
    error(tag('lock-denied'), '<error-info><session-id>0</session-id></error-info>'),
    'lock-denied (held outside NETCONF)',
  ],
  'a second one': [
    error(tag('data-exists')) + error(tag('data-missing')),
    'data-exists; data-missing',
  ],
  'a warning before it': [
    error(tag('partial'), severity('warning')) + error(tag('operation-failed'), severity('error')),
    'operation-failed',
  ],
  'results of a commit around it (Junos)': [
    `<commit-results><routing-engine><name>re0</name>${error(tag('operation-failed'), '<error-message>statement not found</error-message>')}</routing-engine></commit-results>`,
    'operation-failed: statement not found',
  ],
  'results of a load around it (Junos)': [
    `<load-configuration-results>${error('<error-message>syntax error</error-message>')}</load-configuration-results>`,
    'an error without error-tag: syntax error',
  ],
  'data beside it': [`<data><x/></data>${error(tag('too-big'))}`, 'too-big'],
  'a prefix': [
    '<nc:rpc-error xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0"><nc:error-tag>access-denied</nc:error-tag></nc:rpc-error>',
    'access-denied',
  ],
  'a message of a megabyte': [
    error(tag('x'), `<error-message>${'y'.repeat(1_048_576)}</error-message>`),
    `x: ${'y'.repeat(497)}`,
  ],
};

test('an rpc-error of any shape is rejected in its words, and the session continues', async (t) => {
  const shapes = Object.entries(errors);
  const session = await scripted(t, async (line) => {
    for (const [at, [, [body]]] of shapes.entries()) {
      await line.seen(new RegExp(`message-id="${101 + at}"`));
      line.write(reply(101 + at, body));
    }
  });
  for (const [words, [, message]] of shapes) {
    const request = session.sendRpc(
      { commit: null },
      soon(),
      words.includes('Junos') ? [] : undefined,
    );
    const answer = await request.catch((fault: unknown) => fault);
    t.match(answer, { kind: 'rejected' }, words);
    t.equal(String(answer).split(' answered ')[1], message, words);
  }
});

test('a hello that never ends, and a connection that drops in the middle of a reply, end the session', async (t) => {
  const endless = await startScript(async (line) => {
    await line.seen(/<hello/);
    line.write(`<hello ${namespace}><capabilities>`);
    const more = '<capability>urn:example</capability>'.repeat(30_000);
    for (let left = 9; left > 0; left -= 1) line.write(more);
  });
  t.teardown(() => endless.stop());
  await t.rejects(openNetconf(targetOf(endless.port), soon()), {
    kind: 'garbled',
    message: /a message is longer than 8388608 octets/,
  });
  for (const part of [
    `\n#400\n<rpc-reply ${namespace} message-id="101"><data>half of`,
    '\n#4',
    '',
  ]) {
    const session = await scripted(t, async (line) => {
      await line.seen(/message-id="101"/);
      line.write(part);
      line.close();
    });
    await t.rejects(
      session.sendRpc({ get: null }, soon()),
      { kind: 'unreachable', message: /closed the NETCONF session/ },
      JSON.stringify(part),
    );
  }
});

test('a chunk that is announced longer than it is times out if it ends within the message, and else is garbled', async (t) => {
  const sent = reply(101, '<ok/>').toString().replace(/#\d+/, '#4000');
  const answered = async (octets: string) => {
    const session = await scripted(t, async (line) => {
      await line.seen(/message-id="101"/);
      line.write(octets);
    });
    return session.sendRpc({ get: null }, AbortSignal.timeout(300));
  };
  await t.rejects(answered(sent.slice(0, sent.indexOf('<ok/>'))), {
    kind: 'timeout',
    message: /sent no reply to <get> in time/,
  });
  await t.rejects(answered(sent), { kind: 'garbled', message: /not well-formed XML/ });
});

const breaches: Record<string, string | Buffer> = {
  'leaves the chunks': '<rpc-reply/>]]>]]>',
  'replies without message-id': encodeFrame(`<rpc-reply ${namespace}><ok/></rpc-reply>`, true),
  'sends a message of another kind': encodeFrame('<surprise/>', true),
  'sends a document type': encodeFrame('<!DOCTYPE x><rpc-reply/>', true),
  'sends what is not XML': encodeFrame('% Unknown command', true),
  'announces nine megabytes': '\n#9437184\n',
  'announces a chunk shorter than it is': `\n#12\n<rpc-reply ${namespace} message-id="101"><ok/></rpc-reply>\n##\n`,
  'announces a chunk of nothing': '\n#0\n\n##\n',
  'announces a chunk below nothing': '\n#-5\n<rpc-reply/>\n##\n',
  'announces a chunk with a zero before it': '\n#012\n<rpc-reply/>\n##\n',
  'announces more than 32 bits': '\n#4294967296\n<rpc-reply/>\n##\n',
};

for (const [words, octets] of Object.entries(breaches)) {
  test(`a server that ${words} ends the session as garbled`, async (t) => {
    const session = await scripted(t, async (line) => {
      await line.seen(/message-id="101"/);
      line.write(octets);
    });
    await t.rejects(session.sendRpc({ get: null }, soon()), {
      kind: 'garbled',
      message: /ended NETCONF: /,
    });
    await t.rejects(session.sendRpc({ get: null }, soon()), {
      kind: 'garbled',
      message: /ended NETCONF: /,
    });
    await session.close(soon());
  });
}

test('a reply that holds both delimiters and is cut between any two octets is read', async (t) => {
  const value = 'Straße ]]&gt;]]&gt; \n##\n 😀';
  const session = await scripted(t, async (line) => {
    await line.seen(/message-id="101"/);
    for (const octet of reply(101, `<data>${value}</data>`)) line.write(Buffer.from([octet]));
  });
  t.same(textsAt(await session.sendRpc({ get: null }, soon()), 'data'), [
    'Straße ]]>]]> \n##\n 😀',
  ]);
});

const badHellos: Record<string, string> = {
  'without a session-id': helloOf('1.1', ''),
  'of a version that we do not know': helloOf('2.0'),
  'that is something else': '<greeting/>',
};

for (const [words, hello] of Object.entries(badHellos)) {
  test(`a hello ${words} is garbled`, async (t) => {
    await t.rejects(
      scripted(t, () => Promise.resolve(), hello),
      { kind: 'garbled', message: /^switch-3 / },
    );
  });
}

test('text before the hello is skipped, also where it is cut or longer than a hello', async (t) => {
  for (const [text, before] of [
    ['a banner', 'Authorized users only <noc@example>\r\n'],
    ['a notice', `** reboot <pending> **\n${'-'.repeat(5000)}\n`],
  ] as const) {
    const server = await startScript(async (line) => {
      for (const part of `${before}${helloOf('1.1')}`.match(/[^]{1,7}/g) ?? []) line.write(part);
      line.write(']]>]]>');
      await line.seen(/message-id="101"/);
      line.write(reply(101, '<ok/>'));
    });
    t.teardown(() => server.stop());
    const session = await openNetconf(targetOf(server.port), soon());
    t.match(await session.sendRpc({ get: null }, soon()), { children: [{ name: 'ok' }] }, text);
  }
});

test('a reply to a request that was never sent, or answered before, ends the session at once', async (t) => {
  for (const wrong of ['7', '101']) {
    const session = await scripted(t, async (line) => {
      await line.seen(/message-id="101"/);
      line.write(reply(101, '<ok/>'));
      await line.seen(/message-id="102"/);
      line.write(reply(Number(wrong), '<ok/>'));
    });
    await session.sendRpc({ get: null }, soon());
    await t.rejects(session.sendRpc({ get: null }, soon()), {
      kind: 'garbled',
      message: new RegExp(`message-id "${wrong}", which no request has`),
    });
  }
});

test('a request that cannot be written as XML is unsupported and does not reach the device', async (t) => {
  const session = await scripted(t, () => Promise.resolve());
  await t.rejects(session.sendRpc({ '': 'no name' }, soon()), {
    kind: 'unsupported',
    message: /cannot be written as XML/,
  });
});
