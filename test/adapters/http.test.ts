import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import tap, { test } from 'tap';
import http from '../../adapters/http.ts';
import { createServer } from '../../src/runtime/node-http.ts';
import { validateAgainst } from '../../src/contract/schema.ts';
import { Secret } from '../../src/contract/secret.ts';
import { startLighttpd } from '../peers/lighttpd.ts';

/* The HTTP adapter against lighttpd over TLS, and against a server with sessions, cookies and the faults of devices. */

const lighttpd = await startLighttpd();

/** Replies of the server of this file, by method and path without query. */
type Reply = (request: IncomingMessage & { text: string }, response: ServerResponse) => void;
const replies = new Map<string, Reply>();
const seen: string[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString();
    const path = (request.url ?? '').split('?')[0] ?? '';
    seen.push(`${request.method ?? ''} ${request.url ?? ''}${text === '' ? '' : ` ${text}`}`);
    const reply = replies.get(`${request.method ?? ''} ${path}`);
    if (reply) reply(Object.assign(request, { text }), response);
    else response.writeHead(404).end('{"message":"no such command"}');
    server.emit('seen');
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;
tap.teardown(async () => {
  http.close?.();
  server.closeAllConnections();
  server.close();
  await lighttpd.stop();
});

type Target = Parameters<NonNullable<typeof http.operate>>[0];
const targetOf = (options: Record<string, unknown>, more: Partial<Target> = {}): Target => ({
  name: 'ap-roof',
  host: '127.0.0.1',
  checkHostKey: () => Promise.resolve(false),
  checkCertificate: () => Promise.resolve(true),
  credentials: { username: lighttpd.user, password: new Secret(lighttpd.password) },
  ...more,
  options: validateAgainst(http.options, { ...options }, 'options'),
});
const within = () => ({ signal: AbortSignal.timeout(30_000), log: () => undefined });
const command = (given: Record<string, unknown>) =>
  validateAgainst<Record<string, unknown>>(http.command, { ...given }, 'command');
const read = async (to: Target, ...commands: Record<string, unknown>[]) => {
  const requests = commands.map((one, at) => ({ variable: `v${at}`, command: command(one) }));
  const readings = await http.read?.(to, requests, within());
  return readings?.map((one) => ('fault' in one ? one.fault : one.value));
};
const operate = (to: Target, given: Record<string, unknown>) =>
  http.operate?.(to, command(given), within()) ?? Promise.reject(new Error('no verb'));
const write = (to: Target, value: string | number, given: Record<string, unknown>) => {
  const request = {
    variable: 'v',
    value,
    isSecret: false,
    command: validateAgainst<Record<string, unknown>>(
      http.writeCommand ?? http.command,
      { ...given },
      'write',
    ),
  };
  return http.write?.(to, [request], within()) ?? Promise.reject(new Error('no verb'));
};
const json = (value: unknown, headers: Record<string, string | string[]> = {}): Reply => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return (_request, response) => response.writeHead(200, headers).end(text);
};

for (const [login, path] of [
  ['digest', 'digest256'],
  ['digest', 'digest5'],
  ['basic', 'basic'],
  ['none', 'open'],
] as const)
  test(`lighttpd lets in by ${login} at ${path}`, async (t) => {
    const to = targetOf({ port: lighttpd.port, login: { kind: login } });
    const status = { path: `/${path}/status.json` };
    t.same(await read(to, { ...status, value: '/version' }, { ...status, value: '/from' }), [
      '7.15',
      path,
    ]);
  });

test('a wrong password is refused, without the password in the message', async (t) => {
  const credentials = { username: 'admin', password: new Secret('something-else') };
  for (const [kind, path] of [
    ['digest', 'digest256'],
    ['basic', 'basic'],
  ] as const) {
    const to = targetOf({ port: lighttpd.port, login: { kind } }, { credentials });
    await t.rejects(read(to, { path: `/${path}/status.json`, value: '/version' }), {
      kind: 'refused',
      message: /^ap-roof \(127\.0\.0\.1, port \d+\): GET \S+ failed, status 401: (?!.*something)/,
    });
  }
  // Basic is never sent to a server that was to be asked with Digest.
  const to = targetOf({ port: lighttpd.port, login: { kind: 'digest' } });
  await t.rejects(read(to, { path: '/basic/status.json', value: '/version' }), {
    kind: 'refused',
    message: /no Digest login/,
  });
});

test('a nonce that is over is answered once more, and a wrong password is not', async (t) => {
  let sent = 0;
  const challenge = (nonce: number, stale: boolean) =>
    `Digest realm="ap", nonce="n${nonce}", qop="auth", algorithm=MD5, stale=${String(stale)}`;
  replies.set('GET /stale', (request, response) => {
    sent += 1;
    const { authorization = '' } = request.headers;
    if (authorization.includes('nonce="n2"')) response.end('{"version":"7"}');
    else {
      const value = authorization === '' ? challenge(1, false) : challenge(2, true);
      response.writeHead(401, { 'www-authenticate': value }).end('{}');
    }
  });
  replies.set('GET /wrong', (_request, response) => {
    sent += 1;
    response.writeHead(401, { 'www-authenticate': challenge(3, false) }).end('{}');
  });
  const to = targetOf({ port, tls: 'off', login: { kind: 'digest' } });
  t.same(await read(to, { path: '/stale', value: '/version' }), ['7']);
  t.equal(sent, 3);
  const wrong = read(to, { path: '/wrong', value: '/version' });
  await t.rejects(wrong, { kind: 'refused', message: /status 401/ });
  t.equal(sent, 5, 'a password that is wrong is sent with one nonce');
});

test('a certificate is pinned or verified before a credential is sent', async (t) => {
  const shown: string[] = [];
  const status = { path: '/basic/status.json', value: '/version' };
  const options = { port: lighttpd.port, timeout: 20, login: { kind: 'basic' } };
  const checkCertificate = (fingerprint: string) => {
    shown.push(fingerprint);
    return Promise.resolve(shown.length < 3);
  };
  const pinned = targetOf(options, { checkCertificate });
  t.same(await read(pinned, status), ['7.15']);
  t.same(await read(pinned, status), ['7.15']);
  const refusal = { kind: 'refused', message: /the certificate is not the recorded one, seen: / };
  await t.rejects(read(pinned, status), refusal, 'a kept connection is checked again');
  t.same(shown, Array.from({ length: 3 }, lighttpd.fingerprint));
  const verify = { ...options, tls: 'verify' };
  await t.rejects(read(targetOf(verify), status), {
    kind: 'refused',
    message: /not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
  });
  const trusting = { ...verify, ca: lighttpd.certificate };
  t.same(await read(targetOf(trusting), status), ['7.15']);
  t.same(await read(targetOf(trusting, { serverName: 'ap.example' }), status), ['7.15']);
  await t.rejects(read(targetOf(trusting, { serverName: 'other.example' }), status), {
    kind: 'refused',
    message: /ERR_TLS_CERT_ALTNAME_INVALID/,
  });
  await t.rejects(read(targetOf({ port, login: { kind: 'basic' } }), status), {
    kind: 'garbled',
    message: /does not answer with TLS/,
  });
  t.notMatch(seen.join(), 'status.json', 'nothing was sent without TLS');
});

const plain = (login?: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  targetOf({ port, tls: 'off', ...(login && { login }), ...more });

test('values are picked by place, by entry and over all entries', async (t) => {
  replies.set(
    'GET /list',
    json(
      '{"a/b":{"~x":[{"name":"wlan0","up":true,"n":1,"ssid":"Lobby"},{"name":"wlan1","n":2,"ssid":"Garden"},{"name":"wlan2","up":"true","n":"39","ssid":"Lobby"}]},"octets":18446744073709551615,"ratio":0.1234567890123456789,"none":null,"uptime":"1w2d3h4m5s","at":"3 days, 4:05:06"}',
    ),
  );
  const list = { path: '/list' };
  const rows = { ...list, at: '/a~1b/~0x' };
  const values = await read(
    plain(),
    { ...rows, value: '/1/ssid' },
    { ...rows, find: { name: 'wlan2' }, value: '/n' },
    { ...rows, find: { up: true }, reduce: 'count' },
    { ...rows, reduce: 'sum', value: '/n' },
    { ...rows, reduce: 'max', value: '/n' },
    { ...rows, reduce: 'list', value: '/ssid' },
    { ...rows, reduce: 'lines', value: '/ssid' },
    { ...list, value: '/octets' },
    { ...list, value: '/ratio' },
    { ...list, value: '/uptime', as: 'duration' },
    { ...list, value: '/at', as: 'duration' },
    { ...list, value: '/at', match: '^(\\d+) days' },
    { ...list, match: '"ratio":(0\\.\\d)' },
  );
  const seconds = 7 * 86_400 + 2 * 86_400 + 3 * 3600 + 4 * 60 + 5;
  t.same(values, [
    'Garden',
    '39',
    2,
    42,
    39,
    'Lobby, Garden',
    'Lobby\nGarden\nLobby',
    18446744073709551615n,
    0.12345678901234568,
    seconds,
    3 * 86_400 + 4 * 3600 + 5 * 60 + 6,
    '3',
    '0.1',
  ]);
  t.equal(seen.filter((one) => one === 'GET /list').length, 1, 'one request for all');
  t.match(
    await read(
      plain(),
      { ...list, value: '/none' },
      { ...list, value: '/missing' },
      { ...rows, find: { name: 'eth0' } },
      { ...rows, find: { name: 'eth0' }, reduce: 'lines', value: '/ssid' },
      { path: '/other', value: '' },
      { ...list, at: '/__proto__', value: '/constructor' },
    ),
    [
      /has null at/,
      /no value at/,
      /no entry with/,
      /no entries/,
      /status 404: no such command/,
      /no value at/,
    ],
  );
});

test('a session is logged in to once, renewed when it is over, and sends its keys', async (t) => {
  let logins = 0;
  const valid = ({ headers, url }: IncomingMessage) =>
    headers.cookie === `SID=s${logins}` &&
    headers['x-csrf'] === `csrf-${logins}` &&
    (url ?? '').endsWith(`sid=key-number-${logins}`);
  replies.set('POST /login', (request, response) => {
    if (request.text !== 'user=admin&pass=p%22ass%5Cw%C3%B6rd') {
      response.writeHead(403).end('{"message":"wrong p\\"ass\\\\wörd"}');
      return;
    }
    logins += 1;
    response
      .writeHead(200, {
        'Set-Cookie': `SID=s${logins}; Path=/; HttpOnly`,
        'X-CSRF': `csrf-${logins}`,
      })
      .end(JSON.stringify({ sid: `key-number-${logins}` }));
  });
  replies.set('GET /status', (request, response) => {
    if (valid(request)) response.end('{"code":0,"clients":3}');
    else response.end('{"code":-1200,"message":"session expired"}');
  });
  replies.set('POST /logout', json({ code: 0 }));
  const login = {
    kind: 'session',
    steps: [
      {
        method: 'POST',
        path: '/login',
        form: { user: '{{ username }}', pass: '{{ password }}' },
        keep: { sid: { json: '/sid' }, csrf: { header: 'X-CSRF' } },
      },
    ],
    send: { headers: { 'X-CSRF': '{{ csrf }}' }, query: { sid: '{{ sid }}' } },
    expired: { at: '/code', in: [-1200] },
    logout: { method: 'POST', path: '/logout' },
  };
  const to = plain(login);
  const clients = { path: '/status', value: '/clients' };
  t.same(await Promise.all([read(to, clients), read(to, clients), read(to, clients)]), [
    [3],
    [3],
    [3],
  ]);
  t.equal(logins, 1, 'one login for three calls at a time');
  logins += 1; // the server has forgotten the first
  t.same(await read(to, clients), [3]);
  t.equal(logins, 3);
  replies.set('GET /status', json({ code: -1200, message: 'session key-number-4 expired' }));
  await t.rejects(read(to, clients), {
    kind: 'refused',
    message: /GET \/status failed, status 200: session \*\*\* expired$/,
  });
  t.equal(logins, 4, 'renewed once, not for ever');
  const wrong = { ...to, credentials: { username: 'admin', password: new Secret('wrong-one') } };
  replies.set('POST /login', (request, response) => {
    response
      .writeHead(403)
      .end(JSON.stringify({ message: `no user with ${request.text.slice(16)}` }));
  });
  await t.rejects(read(wrong, clients), {
    kind: 'refused',
    message: /POST \/login did not log in, status 403: no user with \*\*\*$/,
  });
  http.close?.();
  while (!seen.some((one) => one.startsWith('POST /logout'))) await once(server, 'seen');
});

test('a value is written as that value, whatever it holds', async (t) => {
  const bodies: unknown[] = [];
  replies.set('PATCH /set/wlan%201', (request, response) => {
    bodies.push(JSON.parse(request.text));
    response.end('{}');
  });
  replies.set('POST /commit', json({}));
  replies.set('GET /ids', json([{ '.id': 'wlan 1', name: 'guest' }]));
  const given = {
    before: [{ path: '/ids', find: { name: 'guest' }, value: '/.id', as_name: 'id' }],
    method: 'PATCH',
    path: '/set/{{ id }}',
    json: { ssid: '{{ value }}', note: 'is {{ value }}', hidden: false },
    after: [{ method: 'POST', path: '/commit', json: {} }],
  };
  const hostile = `"},{"admin":true} $(reboot) {{ id }} \n</x>\u0000`;
  t.same(await write(plain(), hostile, given), [{ variable: 'v', isAccepted: true }]);
  t.same(await write(plain(), 7, given), [{ variable: 'v', isAccepted: true }]);
  t.same(bodies, [
    { ssid: hostile, note: `is ${hostile}`, hidden: false },
    { ssid: 7, note: 'is 7', hidden: false },
  ]);
  t.equal(seen.filter((one) => one === 'POST /commit {}').length, 2);
  const preview = (value: string, to: Record<string, unknown>, isSecret = false) =>
    http.previewWrite?.({ variable: 'v', value, isSecret, command: { method: 'PUT', ...to } });
  t.equal(
    preview('a&b=c', { path: '/x', query: { ssid: '{{ value }}' } }),
    'PUT /x?ssid=a%26b%3Dc',
  );
  t.equal(preview('s3cret', { path: '/x', json: '{{ value }}' }, true), 'PUT /x "***"');
  for (const value of ['..', '', 'a/b', 'a\nb'])
    t.throws(() => preview(value, { path: '/x/{{ value }}/y' }), {
      kind: 'unsupported',
      message: /./,
    });
  t.throws(() => preview('a\r\nB: c', { path: '/x', headers: { A: '{{ value }}' } }), {
    kind: 'unsupported',
    message: /./,
  });
  t.throws(() => preview('x', { path: '/x' }), { kind: 'unsupported', message: /no \{\{ value/ });
});

test('a redirect is followed to the same server only', async (t) => {
  replies.set('GET /moved', (_request, response) => {
    response.writeHead(302, { Location: '/list?x=1' }).end();
  });
  t.same(await read(plain(), { path: '/moved', value: '/ratio' }), [0.12345678901234568]);
  for (const location of ['https://127.0.0.1/list', 'http://other.example/', '//other.example/x']) {
    replies.set('GET /away', (_request, response) => {
      response.writeHead(301, { Location: location }).end();
    });
    t.match(await read(plain({ kind: 'basic' }), { path: '/away', value: '' }), [
      /is redirected to http.*, which is not followed/,
    ]);
  }
});

test('a server that fails costs its own call only, in time and memory', async (t) => {
  replies.set('GET /silent', () => undefined);
  const hasty = plain(undefined, { timeout: 1 });
  await t.rejects(read(hasty, { path: '/silent', value: '' }), {
    kind: 'timeout',
    message: /did not answer GET \/silent in time/,
  });
  replies.set('GET /endless', (_request, response) => {
    const more = () => {
      while (response.write('x'.repeat(65_536)));
    };
    response.on('drain', more);
    response.on('error', () => undefined);
    more();
  });
  await t.rejects(read(plain(), { path: '/endless', value: '' }), {
    kind: 'garbled',
    message: /more than 4194304 octets/,
  });
  replies.set('GET /cut', (_request, response) => {
    response.writeHead(200, { 'Content-Length': 100 }).write('{"half":');
    setImmediate(() => response.destroy());
  });
  await t.rejects(read(plain(), { path: '/cut', value: '' }), {
    kind: 'unreachable',
    message: /./,
  });
  replies.set('GET /page', json('<html><title>Login</title>'));
  replies.set('GET /deep', json('['.repeat(2_000_000)));
  t.match(await read(plain(), { path: '/page', value: '' }, { path: '/deep', value: '' }), [
    /the reply is not JSON/,
    /the reply is not JSON/,
  ]);
  await t.rejects(read(targetOf({ port: 1, tls: 'off' }), { path: '/', value: '' }), {
    kind: 'unreachable',
    message: /./,
  });
});

test('a restart is sent once, and the device may drop the connection instead of answering', async (t) => {
  let reboots = 0;
  replies.set('POST /reboot', (request) => {
    reboots += 1;
    request.socket.destroy();
  });
  await read(plain(), { path: '/list', value: '/ratio' });
  const reboot = { method: 'POST', path: '/reboot', json: {} };
  t.same(await operate(plain(), { ...reboot, expect_disconnect: true }), {
    output: '',
    disconnected: true,
  });
  await t.rejects(operate(plain(), reboot), { kind: 'unreachable', message: /./ });
  t.equal(reboots, 2);
});

test('a bearer token, and a key in a header of its own', async (t) => {
  replies.set('GET /token', ({ headers }, response) => {
    response.end(JSON.stringify([headers.authorization ?? headers['x-api-key']]));
  });
  const more = { token: new Secret('tok-1') };
  const token = { path: '/token', value: '/0' };
  t.same(await read({ ...plain({ kind: 'bearer' }), credentials: { more } }, token), [
    'Bearer tok-1',
  ]);
  const key = plain({ kind: 'bearer', header: 'X-API-KEY' });
  t.same(await read({ ...key, credentials: { more } }, token), ['tok-1']);
  await t.rejects(read({ ...key, credentials: {} }, token), {
    kind: 'refused',
    message: /no token is set/,
  });
});

test('a device with a token and no user name is logged in by the token, without a login', async (t) => {
  const options = {
    port,
    tls: 'off',
    login: {
      kind: 'session',
      steps: [{ method: 'POST', path: '/login', json: { username: '{{ username }}' } }],
      with_token: { send: { headers: { 'X-API-KEY': '{{ token }}' } }, below: '/console' },
    },
  };
  replies.set('GET /console/state', (request, response) => {
    const isKnown = request.headers['x-api-key'] === 'the-api-key';
    response.writeHead(isKnown ? 200 : 401).end('{"up":1}');
  });
  replies.set('POST /login', (_request, response) => {
    response.writeHead(200).end('{}');
  });
  replies.set('GET /state', (_request, response) => {
    response.writeHead(200).end('{"up":2}');
  });
  const readOf = { path: '/state', value: '/up' };
  seen.length = 0;
  const byToken = targetOf(options, {
    credentials: { more: { token: new Secret('the-api-key') } },
  });
  t.same(await read(byToken, readOf), ['1']);
  t.same(seen, ['GET /console/state'], 'no login');
  t.same(await read(targetOf(options), readOf), ['2'], 'a user name logs in');
  const more = { token: new Secret('another key') };
  const refused = { message: /GET \/state failed, status 401/ };
  await t.rejects(read(targetOf(options, { credentials: { more } }), readOf), refused);
});
