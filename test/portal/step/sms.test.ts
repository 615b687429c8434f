import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import tap, { test } from 'tap';
import { results, type Json } from '../../gateway-process.ts';
import { GuestBrowser } from './guest-browser.ts';
import { startStepGateway } from './step-gateway.ts';
import { createServer } from '../../../src/runtime/node-http.ts';

/* Guests who log in with a code by SMS, which an HTTP service sends. */

interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const calls: Call[] = [];
let answer = { status: 200, body: 'queued' };
const server = createServer((request, response) => {
  void text(request).then((body) => {
    const { method = '', url = '', headers } = request;
    calls.push({ method, url, headers, body });
    response.writeHead(answer.status).end(answer.body);
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const { gateway, stop } = await startStepGateway('postgres', {});
tap.teardown(async () => {
  await stop();
  server.closeAllConnections();
  server.close();
});
const base = `http://127.0.0.1:${gateway.httpPort}`;
const make = (path: string, body: Json) => gateway.gate('POST', path, body);
await make('/access_point/', { name: 'ap', mac: 'AA:BB:CC:00:00:01' });
const page = (
  await make('/portal_page/', { name: 'lobby', title: 'Café "Süd"', login_kinds: ['sms'] })
).body['id'];
const secret = 'a key with "quotes" & more';
const service = (
  await make('/portal_service/', {
    name: 'texts',
    kind: 'sms',
    url: `http://127.0.0.1:${port}/send`,
    secret,
    settings: {
      username: 'AC1',
      headers: { Authorization: 'Basic {basic}', 'X-Key': '{secret}' },
      body: '{"to": "{number}", "message": "{text}", "key": "{secret}"}',
    },
  })
).body;
const set = (fields: Json) =>
  gateway.gate('PATCH', `/portal_service/${String(service['id'])}/`, { secret, ...fields });
const setPage = (sms: Json) =>
  gateway.gate('PATCH', `/portal_page/${String(page)}/`, { login_options: { sms } });

let device = 0;
async function begin(phone: string) {
  device += 1;
  const mac = `02:00:00:00:08:${String(device).padStart(2, '0')}`;
  const query = new URLSearchParams({ ap_mac: 'AA:BB:CC:00:00:01', mac, ip: '10.0.0.9' });
  const browser = new GuestBrowser(base, { 'accept-language': 'en' });
  await browser.open(`/portal/?${query.toString()}`);
  return { browser, shown: await browser.post('name="phone"', { kind: 'sms', phone }) };
}

test('a number in any spelling gets its code, in the call that the template describes', async (t) => {
  t.notOk('secret' in service);
  const { browser, shown } = await begin('0043 (664) 123-45.67');
  t.match(shown.text, /A code was sent to <strong dir="auto">\+436641234567/);
  const [call] = calls;
  t.match(call, {
    method: 'POST',
    url: '/send',
    headers: {
      authorization: `Basic ${Buffer.from(`AC1:${secret}`).toString('base64')}`,
      'x-key': secret,
      'content-type': 'application/json',
    },
  });
  const sent = JSON.parse(call?.body ?? '{}') as Record<string, string>;
  t.match(sent, { to: '+436641234567', key: secret });
  t.match(sent['message'], /^Your code for the Wi-Fi: \d{6} \(Café "Süd"\)$/);
  const code = /\d{6}/.exec(sent['message'] ?? '')?.[0] ?? '';
  t.match((await browser.post('name="code"', { code })).text, /You are logged in/);
  const log = results(await gateway.gate('GET', '/txlog_portal/?type=vs'));
  t.match(log, [{ status: 200, username: 'sms:+436641234567:1' }]);
});

test('a form and a URL have their values encoded', async (t) => {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = 'to={number}&text={text}&key={secret}';
  await set({ url: `http://127.0.0.1:${port}/a?to={number}`, settings: { headers, body } });
  await begin('+436641111111');
  const call = calls.at(-1);
  t.equal(call?.url, '/a?to=%2B436641111111');
  const form = new URLSearchParams(call?.body);
  t.equal(form.get('key'), secret);
  t.match(form.get('text'), /\(Café "Süd"\)/);
});

test('a service that refuses, does not say what it must, or is away is told in words', async (t) => {
  const failed = async (phone: string, detail: RegExp) => {
    t.match((await begin(phone)).shown.text, /could not be sent/);
    const [entry] = results(await gateway.gate('GET', '/txlog_portal/?type=er&limit=1'));
    t.match(entry, { status: 502, detail });
    t.notMatch(JSON.stringify(entry), /quotes/, 'the secret is not shown');
  };
  answer = { status: 402, body: 'no credit' };
  await failed('+436642222221', /^sms: service texts \(127\.0\.0\.1\) answered 402$/);
  answer = { status: 200, body: '{"error": 1}' };
  await set({ settings: { expect: '"ok"' } });
  await failed('+436642222222', /does not say ""ok""/);
  await set({ url: 'http://127.0.0.1:9/{secret}', settings: {} });
  await failed('+436642222223', /^sms: 127\.0\.0\.1:9 cannot be reached/);
  t.notMatch(gateway.output, /quotes/);
  await set({ is_active: false });
  await failed('+436642222224', /there is no portal_service of kind sms/);
});

test('numbers have their limits: of the page, of the country, and what is none', async (t) => {
  await set({ is_active: true, url: `http://127.0.0.1:${port}/send` });
  answer = { status: 200, body: '' };
  await setPage({ prefixes: ['+43'] });
  for (const phone of ['+12025550123', '06641234567', '+43', '+43abc', '+4366412345678901234'])
    t.match((await begin(phone)).shown.text, /cannot log in here with this number/, phone);
  await setPage({ max_per_hour: 1 });
  t.equal((await begin('+436643333333')).shown.status, 429);
});

test('what is wrong with a service is named', async (t) => {
  const sms = { name: 'other', kind: 'sms', url: 'https://sms.example.net/' };
  for (const [body, words] of [
    [{ ...sms, url: undefined }, /needs a URL/],
    [{ ...sms, settings: { client_id: 'x' } }, /settings/],
    [{ ...sms, kind: 'post' }, /kind/],
    [{ ...sms, settings: { headers: { 'a b': 'x' } } }, /settings/],
  ] as const) {
    const { status, body: fault } = await make('/portal_service/', body);
    t.equal(status, 400);
    t.match(JSON.stringify(fault), words);
  }
  const moved = { url: 'https://elsewhere.example.net/' };
  const { body: fault } = await gateway.gate(
    'PATCH',
    `/portal_service/${String(service['id'])}/`,
    moved,
  );
  t.match(JSON.stringify(fault), /A change of url needs the secret again/);
});
