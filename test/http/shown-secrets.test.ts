import tap, { test } from 'tap';
import { addCaller } from '../aaa/api/fixture.ts';
import { GatewayProcess, results, type Json } from '../gateway-process.ts';

/* What replies, tables and pages show to readers and browsers. */

const gateway = await GatewayProcess.start({
  GATEHOUSE_POLLING_ENABLED: 'false',
  GATEHOUSE_HTTP_PUBLIC_URL: 'https://gatehouse.example.net/gh',
});
tap.teardown(() => gateway.remove());

const reader = await addCaller(gateway, { username: 'reader', role: 'read_only' });
const make = async (path: string, body: Json) => {
  const { status, body: made, text } = await gateway.gate('POST', path, body);
  if (status !== 201) throw new Error(text);
  return made;
};
const secrets = [
  { attribute: 'Tunnel-Password:1', value: 'tunnel-in-the-clear' },
  { attribute: 'Session-Timeout', value: '3600' },
];
const profile = await make('/aaa_profile/', { name: 'tunnels', reply_attributes: secrets });
const guest = await make('/user/', {
  username: '=1+1',
  profile: profile['id'],
  attributes: { reply_attributes: secrets },
});
const extra = await make('/user_extra/', {
  parent: guest['id'],
  passport_number: 'P-12345',
  tax_id: 'T-12345',
  city: 'Bern',
});

const paths = [
  `/aaa_profile/${String(profile['id'])}/`,
  '/aaa_profile/',
  `/user/${String(guest['id'])}/`,
  '/user/?username=1',
  `/user/username/${encodeURIComponent('=1+1')}/`,
];

for (const path of paths) {
  test(`secret attributes are masked for a reader: ${path}`, async (t) => {
    const seen = await reader.call('GET', path);
    t.equal(seen.status, 200);
    t.notMatch(seen.text, 'in-the-clear');
    t.match(seen.text, '"value":"***"');
    t.match(seen.text, '3600');
    t.match((await gateway.gate('GET', path)).text, 'tunnel-in-the-clear');
  });
}

test('numbers of passports and taxes are shown to administrators', async (t) => {
  for (const path of [
    '/user_extra/',
    `/user_extra/${String(extra['id'])}/`,
    `/user_extra/${String(extra['id'])}/?device=true`,
  ]) {
    const seen = await reader.call('GET', path);
    t.match(seen.text, 'Bern');
    t.notMatch(seen.text, '12345');
    t.match((await gateway.gate('GET', path)).text, 'P-12345');
  }
});

test('a table has no formulas and no secrets, and is read back as it was', async (t) => {
  const names = ['=1+1', '+1', '-1', '@SUM(A1)', "'=1", "''-1", 'plain'];
  for (const username of names.slice(1)) await make('/user/', { username });
  const read = (token: string) =>
    gateway.ask('GET', '/gate/api/v1/user/', { token, headers: { accept: 'text/csv' } });
  const { text } = await read(gateway.token);
  const column = (text.split('\n')[0] ?? '').split(',').indexOf('username');
  const cells = text.split('\n').map((line) => line.split(',')[column] ?? '');
  t.same(
    cells.filter((cell) => /^[=+\-@]/.test(cell)),
    [],
  );
  t.ok(cells.includes("'=1+1"));
  const table = ['username', ...names.map((name) => `'=x ${name}`), "''=y"].join('\n');
  const sent = await gateway.ask('POST', '/gate/api/v1/user/', {
    token: gateway.token,
    body: table,
    headers: { 'content-type': 'text/csv' },
  });
  t.equal(sent.status, 201, sent.text);
  const created = (JSON.parse(sent.text) as Json[]).map(({ username }) => username);
  t.same(created, [...names.map((name) => `=x ${name}`), "'=y"]);
});

test('links of lists begin with the public address', async (t) => {
  const page = await gateway.gate('GET', '/user/?limit=1');
  t.match(page.body['next'], /^https:\/\/gatehouse\.example\.net\/gh\/gate\/api\/v1\/user\/\?/);
  t.equal(results(page).length, 1);
});

test('replies and pages carry the headers of browsers', async (t) => {
  for (const path of ['/gate/api/v1/user/', '/gate/api/v1/nothing/', '/healthz']) {
    const { headers } = await gateway.ask('GET', path, { token: gateway.token });
    t.equal(headers.get('x-content-type-options'), 'nosniff', path);
    t.match(headers.get('content-security-policy'), "frame-ancestors 'none'", path);
  }
  for (const path of ['/gate/api/v1/docs/', '/gate/api/v1/openapi.json']) {
    const { headers } = await gateway.ask('GET', path);
    t.equal(headers.get('x-content-type-options'), 'nosniff', path);
    t.match(headers.get('content-security-policy'), /script-src 'self';.*frame-ancestors 'none'/);
  }
  const settings = await gateway.ask('GET', '/gate/api/v1/docs/static/swagger-initializer.js');
  t.match(settings.text, /"persistAuthorization":\s*false/);
});
