import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { loadApis } from '../../../src/modules/load-modules.ts';
import { queueSheets } from '../../../src/aaa/api/user-token/sheet-worker.ts';
import {
  eventually,
  GatewayProcess,
  results,
  untilWithin,
  type Answer,
  type Json,
} from '../../gateway-process.ts';
import { startFakeNas } from '../../peers/fake-nas.ts';
import { radclient, secret } from '../../radius/fixture.ts';
import { addCaller, column } from './fixture.ts';
import { siblingModule } from '../../../src/runtime/package-root.ts';

/* Vouchers over the API, with radclient as the NAS. */

const gateway = await GatewayProcess.start({
  GATEHOUSE_POLLING_ENABLED: 'false',
  GATEHOUSE_HTTP_PUBLIC_URL: 'https://gate.example',
  NODE_OPTIONS: `--import=${siblingModule('../../loop-delay', import.meta.url).href}`,
});
tap.teardown(() => gateway.remove());

const apMac = '02:00:00:00:00:01';
const gate = (method: string, path: string, body?: unknown) => gateway.gate(method, path, body);
const voucher = (fields: Json) => gate('POST', '/user_token/', { kind: 'network', ...fields });
const listed = ({ text }: Answer) => JSON.parse(text) as readonly Json[];
const codesOf = (answer: Answer) => listed(answer).map(({ code }) => String(code));
const login = (token: unknown, mac: string, more: Json = {}) =>
  gate('POST', '/portal_login/', { token, ap_mac: apMac, mac, ip: '10.0.0.5', ...more });
const radius = (attributes: string) =>
  radclient({
    command: 'auth',
    attributes,
    to: { address: '127.0.0.1', port: gateway.authPort },
    seconds: 30,
  });

test('a batch of vouchers has the form and the limits that were asked for', async (t) => {
  const profile = (await gate('POST', '/aaa_profile/', { name: 'guest' })).body['id'];
  const made = await voucher({ count: 20, prefix: 'HOTEL', length: 8, octets: 5_000, profile });
  t.equal(made.status, 201);
  const codes = codesOf(made);
  t.equal(new Set(codes).size, 20);
  t.ok(codes.every((code) => /^HOTEL-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/.test(code)));
  const [{ batch = null } = {}] = listed(made);
  t.match(batch, /^[0-9a-f-]{36}$/);
  const again = await gate('GET', `/user_token/?batch=${String(batch)}&limit=50&balance=true`);
  t.same(column(again, 'code'), codes, 'shown again without being made again');
  t.match(listed(made)[0], {
    octets: 5_000,
    time: null,
    profile,
    burn: 'online',
    first_used: null,
  });
  t.same(
    column(again, 'balance_octets'),
    Array.from({ length: 20 }, () => 5_000),
  );
  t.equal(listed(await voucher({ count: 1, time: 1 })).length, 1, 'a batch of one is a list');
  const digits = await voucher({ time: 60, alphabet: '0123456789', length: 11 });
  t.match(digits.body, { code: /^\d{4}-\d{4}-\d{3}$/, batch: null });
});

test('codes that could be guessed, and fields that do not go together, are refused by field', async (t) => {
  const refused: readonly (readonly [Json, string])[] = [
    [{ time: 60, alphabet: '0123456789', length: 8 }, 'length'],
    [{ time: 60, alphabet: '22345678' }, 'alphabet'],
    [{ time: 60, prefix: 'x y' }, 'prefix'],
    [{ time: 60, count: 1001 }, 'count'],
    [{ time: 60, count: 2, username: 'room' }, 'count'],
    [{ time: 60, burn: 'never' }, 'burn'],
    [{ time: 60, location: 99 }, 'location'],
    [{ count: 3 }, 'time'],
    [{ time: 60, count: 3, generate_password: true }, 'count'],
    [{ time: 60, colour: 'red' }, 'colour'],
  ];
  for (const [fields, field] of refused) {
    const answer = await voucher(fields);
    t.match(answer, { status: 400, body: { [field]: [String] } }, JSON.stringify(fields));
  }
  t.match(await gate('POST', '/user_token/', { count: 2 }), {
    status: 400,
    body: { count: ['Not for a token of kind "api".'] },
  });
});

test('the code alone lets in, at the portal and by RADIUS', async (t) => {
  await gate('POST', '/aaa_client/', { name: 'nas', address: '127.0.0.1', secret });
  const lobby = (await gate('POST', '/location/', { name: 'lobby' })).body['id'];
  const bar = (await gate('POST', '/location/', { name: 'bar', parent: lobby })).body['id'];
  await gate('POST', '/access_point/', { name: 'ap', mac: apMac, location: bar });
  const { code, id } = (await voucher({ time: 3600, location: lobby })).body;
  const typed = String(code).toLowerCase().replaceAll('-', '');
  t.match(await login(typed, '02:00:00:00:01:01'), { status: 201, body: { username: code } });
  t.match((await gate('GET', `/user_token/${String(id)}/`)).body, {
    first_used: String,
    last_used: String,
  });
  t.match(await login('ABCD-EFGH-JKLM', '02:00:00:00:01:01'), {
    status: 400,
    body: { code: ['unknown_user'] },
  });
  t.match(await gate('POST', '/portal_login/', { ap_mac: apMac, mac: apMac, ip: '10.0.0.5' }), {
    status: 400,
    body: { uid: ['This field is required.'] },
  });
  const kitchen = (await gate('POST', '/location/', { name: 'kitchen' })).body['id'];
  const other = (await voucher({ time: 3600, location: kitchen })).body['code'];
  t.match(await login(other, '02:00:00:00:01:02'), {
    status: 400,
    body: { code: ['wrong_location'] },
  });
  const generated = await voucher({ time: 60, username: 'room 12', generate_password: true });
  t.match(generated.body, { code: 'room 12', password: String });
  const guarded = (await voucher({ time: 60, password: 'with a password' })).body['code'];
  t.match(await login(guarded, '02:00:00:00:01:03'), { body: { code: ['wrong_password'] } });
  t.match(await login(guarded, '02:00:00:00:01:03', { password: 'with a password' }), {
    status: 201,
  });
  const free = String((await voucher({ time: 900 })).body['code']);
  for (const [password, isAccepted] of [
    ['', true],
    [', User-Password = "anything"', true],
    [`, CHAP-Password = "${free}"`, true],
    [', CHAP-Password = "another"', false],
  ] as const)
    t.equal((await radius(`User-Name = "${free}"${password}`)).ok, isAccepted, password);
  t.match((await radius(`User-Name = "${free}"`)).output, /Session-Timeout = (900|899)\b/);
  t.notOk((await radius(`User-Name = "${String(guarded)}"`)).ok, 'it has a password');
});

test('a device that guesses codes is stopped, and another one is not', async (t) => {
  const guesser = '02:00:00:00:02:01';
  const statuses: number[] = [];
  const guess = async () => {
    const answer = await login(`GUES-${1000 + statuses.length}`, guesser);
    statuses.push(answer.status);
    return answer;
  };
  while (statuses.at(-1) !== 429 && statuses.length < 400) await guess();
  t.ok(statuses.length > 30);
  t.same([...new Set(statuses)], [400, 429]);
  /** Tries the right code after a guess that was the last for two seconds. @returns null if that took longer */
  const tryRightCode = async () => {
    const { code } = (await voucher({ time: 3600 })).body;
    await eventually(guess, ({ headers }) => headers.get('retry-after') === '2');
    const began = performance.now();
    const { status } = await login(code, guesser);
    return performance.now() - began < 900 ? { code, status } : null;
  };
  const tried = await eventually(tryRightCode, (attempt) => attempt !== null);
  t.equal(tried?.status, 429, 'also with the right code');
  t.equal((await login(tried?.code, '02:00:00:00:02:02')).status, 201);
});

test('the front desk reaches only guests, their sessions and decisions', async (t) => {
  const { control, gate } = await loadApis();
  const reached = [...control.endpoints, ...gate.endpoints]
    .filter(({ roles }) => roles.includes('front_desk'))
    .map(({ method, path }) => `${method} ${path.replaceAll(/\{.*\}/g, '{}')}`);
  const all = (path: string) => ['GET', 'PUT', 'PATCH', 'DELETE'].map((verb) => `${verb} ${path}`);
  t.same(
    [...new Set(reached)].toSorted(),
    [
      'GET /me/organization/',
      'GET /user/',
      'POST /user/',
      ...all('/user/{}/'),
      ...all('/user/username/{}/'),
      'GET /user_token/',
      'POST /user_token/',
      ...all('/user_token/{}/'),
      'PATCH /user_token_batch/{}/',
      'DELETE /user_token_batch/{}/',
      ...['GET', 'POST'].map((verb) => `${verb} /user_key/`),
      ...['user_key', 'user_key_device'].flatMap((of) =>
        ['GET', 'PUT', 'PATCH', 'DELETE'].map((verb) => `${verb} /${of}/{}/`),
      ),
      ...['GET', 'POST'].map((verb) => `${verb} /user_key_device/`),
      ...['GET', 'POST'].map((verb) => `${verb} /user_certificate/`),
      'GET /user_certificate/{}/',
      'POST /user_certificate/{}/revoke/',
      'GET /wifi_network/',
      'GET /wifi_network/{}/',
      'POST /wifi_network/{}/profile/',
      'GET /front_desk_choice/',
      'POST /aaa_accounting/{}/disconnect/',
      'GET /aaa_accounting/',
      'GET /aaa_accounting/{}/',
      'GET /aaa_accounting/{}/traffic/',
      'GET /aaa_decision/',
      'GET /aaa_decision/{}/',
      'GET /aaa_decision_summary/',
      'GET /events/',
      'GET /txlog_portal/',
      ...['guest', 'posting'].flatMap((of) => [`GET /pms_${of}/`, `GET /pms_${of}/{}/`]),
      ...['GET', 'POST', 'DELETE'].map((verb) => `${verb} /session/`),
      'GET /session/current/',
      'GET /session/sign_in/',
      'DELETE /session/id/{}/',
      ...['GET', 'POST'].map((verb) => `${verb} /user_totp/`),
      ...['confirm', 'recovery_codes', 'remove'].map((of) => `POST /user_totp/${of}/`),
    ].toSorted(),
  );
});

test('the front desk makes, extends and revokes, and is stopped at users who are no guests', async (t) => {
  const { call } = await addCaller(gateway, { username: 'desk', role: 'front_desk' });
  const made = await call('POST', '/user_token/', { kind: 'network', time: 60, count: 2 });
  t.equal(made.status, 201);
  const [{ id = 0, code = '' } = {}] = listed(made);
  t.match(await call('PATCH', `/user_token/${String(id)}/`, { time: 120 }), {
    status: 200,
    body: { time: 120 },
  });
  t.equal((await call('DELETE', `/user_token/${String(id)}/`)).status, 204);
  t.equal((await login(code, '02:00:00:00:03:01')).status, 400);
  t.match(await call('POST', '/user_token/', {}), { status: 400, body: { kind: [String] } });
  const guest = (await call('POST', '/user/', { username: 'guest of the desk' })).body['id'];
  await call('PATCH', `/user/${String(guest)}/`, { password: 'a new one' });
  const logged = await call('GET', `/txlog_portal/?user=${String(guest)}`);
  t.same(column(logged, 'type').toSorted(), ['uc', 'ur', 'uu']);
  for (const change of [{ role: 'admin' }, { attributes: { reply_attributes: [] } }])
    t.equal((await call('PATCH', `/user/${String(guest)}/`, change)).status, 400);
  t.equal((await call('POST', '/user/', { username: 'x', role: 'admin' })).status, 400);
  const tokens = await gate('GET', '/user_token/?kind=api');
  for (const path of [
    '/user/1/',
    '/user/username/desk/',
    `/user_token/${String(column(tokens, 'id')[0])}/`,
  ])
    for (const method of ['GET', 'PATCH', 'DELETE'])
      t.equal((await call(method, path, method === 'PATCH' ? {} : undefined)).status, 404, path);
  t.same([...new Set(column(await call('GET', '/user/?limit=100'), 'role'))], ['subscriber']);
  t.same([...new Set(column(await call('GET', '/user_token/?limit=100'), 'kind'))], ['network']);
  const reasons = await eventually(
    async () => column(await call('GET', '/aaa_decision/?outcome=reject'), 'reason'),
    (found) => found.includes('wrong password'),
  );
  t.ok(reasons.includes('wrong password'), 'why one was refused');
});

test('the front desk gives only the profiles that its organization permits', async (t) => {
  const { call } = await addCaller(gateway, { username: 'choosy desk', role: 'front_desk' });
  const profile = async (name: string) =>
    (await gate('POST', '/aaa_profile/', { name })).body['id'];
  const [hour, staff] = [await profile('Guest hour'), await profile('Staff')];
  const permit = (front_desk_profiles: readonly string[] | null) =>
    gate('PATCH', '/organization/1/', { front_desk_profiles });
  const { id: former } = (await call('POST', '/user/', { username: 'former', profile: staff }))
    .body;
  t.match(await permit(['Guest hour']), {
    status: 200,
    body: { front_desk_profiles: ['Guest hour'] },
  });
  t.teardown(() => permit(null));
  const refused = { status: 400, body: { profile: [/may give: Guest hour/] } };
  const attempts: readonly (readonly [method: string, path: string, body: Json])[] = [
    ['POST', '/user/', { username: 'x1', profile: staff }],
    ['POST', '/user/', { username: 'x2' }],
    ['POST', '/user_token/', { kind: 'network', time: 60, profile: staff }],
    ['POST', '/user_token/', { kind: 'network', time: 60, count: 2 }],
    ['PATCH', `/user/${String(former)}/`, { profile: null }],
  ];
  for (const [method, path, body] of attempts)
    t.match(await call(method, path, body), refused, `${method} ${path} ${JSON.stringify(body)}`);
  t.match(
    await call('PATCH', `/user/${String(former)}/`, { profile: staff, email: 'ann@example.org' }),
    {
      status: 200,
    },
  );
  const made = await call('POST', '/user_token/', { kind: 'network', time: 60, profile: hour });
  t.match(made, { status: 201, body: { profile: hour } });
  const own = `/user_token/${String(made.body['id'])}/`;
  t.match(await call('PATCH', own, { profile: staff }), refused);
  t.match(await call('PATCH', own, { time: 120 }), { status: 200 });
  t.match(await call('POST', '/user/', { username: 'x3', profile: hour }), { status: 201 });
  const admins = { username: 'x4', profile: staff };
  t.match(await gate('POST', '/user/', admins), { status: 201 }, 'an administrator gives any');
});

test('a voucher that is revoked is cut off within two seconds, at the portal and at the NAS', async (t) => {
  const nas = await startFakeNas(secret);
  t.teardown(() => nas.stop());
  const [{ id: client = 0 } = {}] = results(await gate('GET', '/aaa_client/'));
  await gate('PATCH', `/aaa_client/${String(client)}/`, { coa_port: nas.port });
  for (const [number, revoke] of (['PATCH', 'DELETE'] as const).entries()) {
    const { code, id } = (await voucher({ time: 3600 })).body;
    const mac = `02:00:00:00:04:0${number}`;
    t.equal((await login(code, mac)).status, 201);
    const start = `Acct-Status-Type = Start, Acct-Session-Id = "V-${number}", User-Name = "${String(code)}", NAS-IP-Address = 127.0.0.1, Calling-Station-Id = "02-00-00-00-05-0${number}"`;
    const to = { address: '127.0.0.1', port: gateway.acctPort };
    await radclient({ command: 'acct', attributes: start, to, seconds: 30 });
    await gate(
      revoke,
      `/user_token/${String(id)}/`,
      revoke === 'PATCH' ? { is_active: false } : undefined,
    );
    const entries = () => gate('GET', `/txlog_portal/?mac=${mac}`);
    const requests = () => new Set(nas.received.map(({ authenticator }) => authenticator)).size;
    const { ms } = await untilWithin(
      entries,
      (answer) => requests() > number && column(answer, 'type').includes('uk'),
      10_000,
    );
    t.comment(`${revoke}: Disconnect received and portal session ended after ${ms} ms`);
    t.ok(ms < 2_000, `${ms} ms`);
    t.same(new Set(nas.received.map(({ kind }) => kind)), new Set(['disconnect']));
    t.equal((await login(code, mac)).status, 400);
  }
});

test('a batch is printed again without being made again: CSV, and sheets with a QR code of each', async (t) => {
  await gate('PATCH', '/organization/1/', { time_zone: 'Pacific/Auckland' });
  const limits = { time: 5_400, octets: 2e9, expiration: '2030-01-01T00:00:00Z' };
  const made = await voucher({ count: 20, ...limits, name: 'Hotel Sol' });
  const codes = codesOf(made);
  const path = `/user_token/?batch=${String(listed(made)[0]?.['batch'])}`;
  const print = (accept: string, query = '') =>
    fetch(`http://127.0.0.1:${gateway.httpPort}/gate/api/v1${path}${query}`, {
      headers: { authorization: `Bearer ${gateway.token}`, accept },
    });
  const csv = await (await print('text/csv')).text();
  t.ok(codes.every((code) => csv.includes(code)));
  const before = gateway.output.length;
  const refused = await print('image/png');
  t.equal(refused.status, 406);
  t.match(await refused.text(), /application\/json, text\/csv, application\/pdf/);
  for (const [sheet, pages, cardsOfPage] of [
    ['a4', 2, 10],
    ['receipt', 20, 1],
    ['letter', 2, null],
    ['card', 20, null],
  ] as const) {
    const answer = await print('application/pdf', `&sheet=${sheet}`);
    t.match([answer.status, answer.headers.get('content-type')], [200, 'application/pdf']);
    const file = join(t.testdir(), `${sheet}.pdf`);
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
    const text = execFileSync('pdftotext', ['-layout', file, '-']).toString();
    t.same(codesOnSheet(file), codes.toSorted());
    t.match(text, /Hotel Sol[^]*1 hour 30 minutes · 2 GB[^]*until Jan 1, 2030, 1:00/);
    t.equal(text.split('\f').length - 1, pages);
    execFileSync('qpdf', ['--check', file]);
    if (cardsOfPage === null) continue;
    t.same(
      scanCards(file, sheet).toSorted(),
      codes
        .slice(0, cardsOfPage)
        .map((code) => `https://gate.example/portal/?code=${code}`)
        .toSorted(),
    );
  }
  t.notMatch(gateway.output.slice(before), 'loop stood still', 'others are served meanwhile');
});

test('the front desk prints twenty vouchers with one call, and a repetition makes no others', async (t) => {
  const desk = await addCaller(gateway, { username: 'printing desk', role: 'front_desk' });
  const make = (body: Json, accept = 'application/pdf') =>
    fetch(`http://127.0.0.1:${gateway.httpPort}/gate/api/v1/user_token/?sheet=receipt`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${desk.token}`,
        'content-type': 'application/json',
        'idempotency-key': 'morning',
        accept,
      },
      body: JSON.stringify({ kind: 'network', time: 3_600, name: 'Morning', ...body }),
    });
  const rows = () => desk.call('GET', '/user_token/?name=Morning&limit=50');
  const refused = await make({});
  t.match([refused.status, await refused.json()], [400, { count: [String] }]);
  t.same(results(await rows()), [], 'what cannot be printed is not made');
  const file = join(t.testdir(), 'morning.pdf');
  /** Makes the batch, or asks for it again. @returns the codes on the sheet, in order */
  const printed = async (isReplayed: boolean) => {
    const answer = await make({ count: 20 });
    t.equal(answer.status, 201);
    t.equal(answer.headers.get('content-type'), 'application/pdf');
    t.equal(answer.headers.get('idempotency-replayed'), isReplayed ? 'true' : null);
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
    return codesOnSheet(file);
  };
  const codes = await printed(false);
  t.same(codes, column(await rows(), 'code').toSorted());
  t.equal(codes.length, 20);
  const [scanned = ''] = scanCards(file, 'receipt');
  t.ok(codes.includes(scanned.replace('https://gate.example/portal/?code=', '')), scanned);
  for (const [number, code] of codes.entries())
    t.equal((await login(code, `02:00:00:00:06:${10 + number}`)).status, 201, 'lets a guest in');
  t.same(await printed(true), codes);
  const asJson = (await (await make({ count: 20 }, 'application/json')).json()) as Json[];
  t.same(asJson.map(({ code }) => String(code)).toSorted(), codes);
  t.equal(results(await rows()).length, 20);
});

test('a sheet has the letters of Latin, Greek and Cyrillic, and names those that it cannot print', async (t) => {
  const print = async (name: string, price: string) => {
    const { body } = await voucher({ time: 3_600, name, price });
    const token = readFileSync(join(gateway.folder, 'data', 'admin-token'), 'utf8').trim();
    const query = `id=${String(body['id'])}`;
    return fetch(`http://127.0.0.1:${gateway.httpPort}/gate/api/v1/user_token/?${query}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/pdf' },
    });
  };
  const name = 'Hôtel Děčín Łódź Ελλάδα Москва';
  const answer = await print(name, '120 Kč / 5 € / 20 ₺');
  t.equal(answer.status, 200);
  const file = join(t.testdir(), 'letters.pdf');
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
  const text = execFileSync('pdftotext', ['-layout', file, '-']).toString();
  t.match(text.replaceAll(/\s+/g, ' '), 'Děčín');
  for (const word of [...name.split(' '), 'Kč', '€', '₺']) t.match(text, word);
  const refused = await print('東京 Hotel', '1');
  t.match([refused.status, await refused.json()], [400, { name: [/東 京/] }]);
});

test('a sheet has the look, the network and the language of the page of its place', async (t) => {
  const place = (await gate('POST', '/location/', { name: 'Aurora' })).body['id'];
  const point = { location: place, mac: '02-00-00-00-0A-01', ssid: 'Aurora; Guests' };
  t.equal((await gate('POST', '/access_point/', { ...point, name: 'aurora' })).status, 201);
  const logo = `data:image/png;base64,${onePixel}`;
  const look = { color: '#5b2a5e', logo };
  const body = { name: 'of Aurora', location: place, title: 'Hotel Aurora', look };
  const page = await gate('POST', '/portal_page/', { ...body, languages: ['de'] });
  t.equal(page.status, 201);
  const terms = { time: 86_400, devices: 3, price: 'EUR 9', name: 'Tagespass', burn: 'first_use' };
  const { body: sold } = await voucher({ ...terms, location: place });
  const file = join(t.testdir(), 'aurora.pdf');
  const print = async (sheet: string) => {
    const path = `/gate/api/v1/user_token/?id=${String(sold['id'])}&sheet=${sheet}`;
    const answer = await fetch(`http://127.0.0.1:${gateway.httpPort}${path}`, {
      headers: { authorization: `Bearer ${gateway.token}`, accept: 'application/pdf' },
    });
    if (answer.status !== 200) return answer.text();
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
    return execFileSync('pdftotext', ['-layout', file, '-']).toString();
  };
  const codes = [
    `WIFI:T:nopass;S:Aurora\\; Guests;;`,
    `https://gate.example/portal/?code=${String(sold['code'])}`,
  ];
  for (const sheet of ['card', 'receipt', 'letter']) {
    const text = await print(sheet);
    for (const words of [
      'Hotel Aurora',
      'EUR 9',
      '1 Tag · Geräte: 3',
      'Aurora; Guests',
      '2 · Anmelden',
      'Tagespass',
    ])
      t.match(text.replaceAll(/\s+/g, ' '), words, sheet);
    t.equal(text.split('\f').length - 1, 1, 'one page');
    t.match(execFileSync('pdfimages', ['-list', file]).toString(), /image +1 +1 /, 'the logo');
    if (sheet !== 'letter') t.same(scanCards(file, 'receipt').toSorted(), codes.toSorted());
  }
  await gate('PATCH', `/portal_page/${String(page.body['id'])}/`, { languages: ['ja'] });
  t.match(await print('card'), /2 · Log in/, 'English, where the fonts lack the letters');
  await gate('PATCH', `/portal_page/${String(page.body['id'])}/`, { languages: ['ar'] });
  t.match(await print('card'), /[\u0600-\u06ff\ufe70-\ufefc]{3}/, 'Arabic letters');

  // A font of the page has letters that those of sheets lack.
  await gate('PATCH', `/user_token/${String(sold['id'])}/`, { name: 'Tag 𝐀' });
  const ttf = readFileSync('node_modules/dejavu-fonts-ttf/ttf/DejaVuMathTeXGyre.ttf');
  const font = `data:font/ttf;base64,${ttf.toString('base64')}`;
  const own = { languages: ['en'], look: { ...look, font } };
  t.equal((await gate('PATCH', `/portal_page/${String(page.body['id'])}/`, own)).status, 200);
  t.match(await print('card'), 'Tag 𝐀');
  t.match(execFileSync('pdffonts', [file]).toString(), 'DejaVuMathTeXGyre');
  await gate('PATCH', `/portal_page/${String(page.body['id'])}/`, { look });
  t.match(await print('card'), /"name":\[.*lack: 𝐀"/, 'without it, no sheet');
});

/** A picture of one point. */
const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Returns the codes in the text of a sheet, each once. */
function codesOnSheet(file: string): string[] {
  const text = execFileSync('pdftotext', ['-layout', file, '-']).toString();
  return [...new Set(text.match(/\b\w{4}-\w{4}-\w{4}\b/g))].toSorted();
}

/** Millimetres of the cards on an A4 sheet. */
const card = { margin: 12, width: 93, height: 54.6, columns: 2, rows: 5 };

/** Reads the QR codes of the first page one by one, as a phone does: zbarimg misses some where many stand in one picture. */
function scanCards(file: string, sheet: 'a4' | 'receipt'): string[] {
  const dotsPerInch = 150;
  const dots = (millimetres: number) => String(Math.round((millimetres / 25.4) * dotsPerInch));
  const { columns, rows, margin, width, height } = card;
  const crops =
    sheet === 'receipt'
      ? [[]]
      : Array.from({ length: columns * rows }, (_, index) => {
          const [column, row] = [index % columns, Math.floor(index / columns)];
          const corner = ['-x', dots(margin + column * width), '-y', dots(margin + row * height)];
          return [...corner, '-W', dots(width), '-H', dots(height)];
        });
  const images = crops.map((crop, index) => {
    const image = `${file}-${index}`;
    const page = ['-r', String(dotsPerInch), '-gray', '-png', '-singlefile', ...crop];
    execFileSync('pdftoppm', [...page, file, image]);
    return `${image}.png`;
  });
  return execFileSync('zbarimg', ['--nodbus', '--quiet', '--raw', ...images])
    .toString()
    .trim()
    .split('\n');
}

test('the sheets of one organization do not delay the sheets of another', async (t) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const drawn: number[] = [];
  const draw = queueSheets(async ({ vouchers: { length } }) => {
    await held;
    drawn.push(length);
    return new Uint8Array();
  });
  const none = { time: null, octets: null, burn: null, devices: null };
  const terms = { ...none, valid_from: null, expiration: null };
  const named = { code: '', name: '', price: null, qrText: '' };
  const noVoucher = { ...named, terms, timeZone: null, look: 0 };
  /** A sheet that is known by its number of vouchers. */
  const sheet = (length: number) => ({
    vouchers: Array.from({ length }, () => noVoucher),
    looks: [],
    textsDir: '',
    layout: 'a4' as const,
  });
  const noisy = Array.from({ length: 20 }, () => draw(sheet(1), 7));
  const quiet = draw(sheet(2), 8);
  const outcomes = Promise.allSettled(noisy);
  release();
  await quiet;
  t.same(drawn.slice(0, 3), [1, 2], 'the other organization has had no time yet');
  const refused = (await outcomes).filter(({ status }) => status === 'rejected');
  t.equal(refused.length, 11, 'one is drawn and eight wait');
  t.match(refused[0], { reason: { kind: 'overloaded', retryAfter: 5 } });
});

test('a sheet that waits too long is refused, and never drawn', async (t) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const drawn: string[] = [];
  const draw = queueSheets(
    async ({ layout }) => {
      await held;
      drawn.push(layout);
      return new Uint8Array();
    },
    { maxWaitMs: 20 },
  );
  const first = draw({ vouchers: [], looks: [], textsDir: '', layout: 'a4' }, null);
  const [late] = await Promise.allSettled([
    draw({ vouchers: [], looks: [], textsDir: '', layout: 'receipt' }, null),
  ]);
  t.match(late, { status: 'rejected', reason: { kind: 'overloaded', retryAfter: 5 } });
  release();
  await first;
  t.same(drawn, ['a4']);
});
