import tap, { test } from 'tap';
import { loadApis } from '../../src/modules/load-modules.ts';
import { eventually, GatewayProcess, results, type Json } from '../gateway-process.ts';

/* Conventions of all endpoints: lookups, ordering, entity tags, idempotency keys, bulk requests, CSV, problem details. */

const gateway = await GatewayProcess.start({
  GATEHOUSE_POLLING_ENABLED: 'false',
  // No QR code is as long.
  GATEHOUSE_PORTAL_PUBLIC_URL: `https://gate.example/${'x'.repeat(3_000)}`,
});
tap.teardown(() => gateway.remove());

const base = `http://127.0.0.1:${gateway.httpPort}/control/api/v1`;
const send = (
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
) =>
  fetch(base + path, {
    method,
    headers: {
      authorization: `Bearer ${gateway.token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
const create = (body: Json) => gateway.control('POST', '/inventory_device/', body);
const names = async (query: string) =>
  results(await gateway.control('GET', `/inventory_device/?${query}`)).map(({ name }) => name);

await create({ name: 'lobby', serial_number: 'L-1', type: 'linux', ip_address: '192.0.2.1' });
await create({ name: 'Lobby bar', serial_number: null, type: 'snmp', ip_address: '192.0.2.2' });
await create({ name: 'pool 100%', serial_number: 'P-1', type: 'linux', ip_address: '192.0.2.3' });

for (const [query, wanted] of [
  ['name=lobby', ['lobby']],
  ['name__icontains=LOBBY', ['lobby', 'Lobby bar']],
  ['name__icontains=100%25', ['pool 100%']],
  ['name__icontains=_', []],
  ['name__in=lobby,pool 100%25', ['lobby', 'pool 100%']],
  ['id__in=1,3', ['lobby', 'pool 100%']],
  ['type=linux', ['lobby', 'pool 100%']],
  ['type__in=snmp,linux', ['lobby', 'Lobby bar', 'pool 100%']],
  ['type__in=snmp', ['Lobby bar']],
  ['type=snmp&ordering=-id', ['Lobby bar']],
  ['id__gte=2', ['Lobby bar', 'pool 100%']],
  ['id__lte=1', ['lobby']],
  ['serial_number__isnull=true', ['Lobby bar']],
  ['serial_number__isnull=0', ['lobby', 'pool 100%']],
  ['created_at__gte=2020-01-01&created_at__lte=2020-01-02', []],
  ['ordering=-id', ['pool 100%', 'Lobby bar', 'lobby']],
  ['ordering=ip_address&limit=1', ['lobby']],
] as const) {
  test(`?${query} finds ${wanted.join(', ') || 'nothing'}`, async (t) => {
    t.same(await names(query), wanted);
  });
}

for (const [query, parameter] of [
  ['name__gt=x', 'name__gt'],
  ['ordering=password', 'ordering'],
  ['ordering=id;drop table inventory_device', 'ordering'],
  ['id__in=1,x', 'id__in'],
  ['id=1e1', 'id'],
  ['created_at__gte=soon', 'created_at__gte'],
  ['limit=0', 'limit'],
  ['type=linus', 'type'],
  ['firmware_image=none', 'firmware_image'],
  ['offset=-1', 'offset'],
] as const) {
  test(`?${query} is refused by name`, async (t) => {
    const { status, body } = await gateway.control('GET', `/inventory_device/?${query}`);
    t.equal(status, 400);
    t.same(Object.keys(body), [parameter]);
  });
}

test('an entity tag changes with the object, and If-Match admits changes of that state only', async (t) => {
  const first = await send('GET', '/inventory_device/1/');
  const tag = first.headers.get('etag') ?? '';
  t.match(tag, /^"[\w-]{22}"$/);
  t.equal(
    (await send('GET', '/inventory_device/1/', { headers: { 'if-none-match': tag } })).status,
    304,
  );
  const changed = await send('PATCH', '/inventory_device/1/', {
    headers: { 'if-match': tag },
    body: '{"description":"new"}',
  });
  t.equal(changed.status, 200);
  t.not(changed.headers.get('etag'), tag);
  const late = await send('PATCH', '/inventory_device/1/', {
    headers: { 'if-match': tag },
    body: '{"description":"late"}',
  });
  t.equal(late.status, 412);
  t.equal(
    (await send('DELETE', '/inventory_device/1/', { headers: { 'if-match': tag } })).status,
    412,
  );
  t.match((await gateway.control('GET', '/inventory_device/1/')).body, { description: 'new' });
  t.equal(
    (
      await send('PATCH', '/inventory_device/1/', {
        headers: { 'if-match': '*' },
        body: '{"description":"any"}',
      })
    ).status,
    200,
  );
});

test('announced but missing JSON is accepted by a request without a body', async (t) => {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  const { body } = await create({ name: 'short-lived', type: 'linux' });
  const path = `/inventory_device/${String(body['id'])}/`;
  t.equal((await send('GET', path, { headers })).status, 200);
  const empty = await send('PATCH', path, { headers });
  t.equal(empty.status, 400);
  t.match(await empty.json(), { detail: /^The body is empty/ });
  t.equal((await send('DELETE', path, { headers })).status, 204);
  for (const action of [
    '/inventory_transaction/00000000-0000-4000-8000-000000000000/cancel/',
    '/alert/999999/acknowledge/',
  ])
    t.equal((await send('POST', action, { headers })).status, 404, 'it is looked for');
  const required = await send('POST', '/inventory_device/', { headers });
  t.match(await required.json(), { detail: /^The body is empty/ });
});

test('one of several concurrent changes with the same If-Match succeeds', async (t) => {
  const tag = (await send('GET', '/inventory_device/2/')).headers.get('etag') ?? '';
  const changes = await Promise.all(
    [1, 2, 3, 4].map((value) =>
      send('PATCH', '/inventory_device/2/', {
        headers: { 'if-match': tag },
        body: JSON.stringify({ description: `${value}` }),
      }),
    ),
  );
  t.same(changes.map(({ status }) => status).filter((status) => status === 200).length, 1);
});

test('a request repeated with its Idempotency-Key is executed once', async (t) => {
  const headers = { 'idempotency-key': 'order-66' };
  const body = JSON.stringify({ name: 'once', type: 'snmp' });
  const first = await send('POST', '/inventory_device/', { headers, body });
  const again = await send('POST', '/inventory_device/', { headers, body });
  t.equal(first.status, 201);
  t.equal(again.status, 201);
  t.equal(again.headers.get('idempotency-replayed'), 'true');
  t.same(await again.json(), await first.json());
  t.same(await names('name=once'), ['once']);
  const other = await send('POST', '/inventory_device/', {
    headers,
    body: JSON.stringify({ name: 'other', type: 'snmp' }),
  });
  t.equal(other.status, 409);
});

test('a failed request may be repeated with its Idempotency-Key', async (t) => {
  const headers = { 'idempotency-key': 'second try' };
  t.equal(
    (
      await send('POST', '/inventory_device/', {
        headers,
        body: '{"name":"retry","type":"toaster"}',
      })
    ).status,
    400,
  );
  t.equal(
    (await send('POST', '/inventory_device/', { headers, body: '{"name":"retry","type":"snmp"}' }))
      .status,
    201,
  );
});

test('a reply that cannot be drawn names the created rows, and a repetition creates no more', async (t) => {
  const make = (accept: string) =>
    gateway.ask('POST', '/gate/api/v1/user_token/', {
      token: gateway.token,
      headers: { accept, 'idempotency-key': 'sheet' },
      body: '{"kind":"network","time":60,"count":2}',
    });
  const { status, text } = await make('application/pdf');
  const made = results(await gateway.gate('GET', '/user_token/?kind=network'));
  t.equal(made.length, 2);
  t.equal(status, 500);
  t.match(text, `GET /gate/api/v1/user_token/?batch=${String(made[0]?.['batch'])} prints them`);
  t.same(JSON.parse((await make('application/json')).text), made, 'what was made is the reply');
  t.equal(results(await gateway.gate('GET', '/user_token/?kind=network')).length, 2);
  await eventually(
    () => Promise.resolve(gateway.output),
    (output) => output.includes('a sheet of vouchers cannot be drawn'),
  );
});

test('clients that accept problem details get them', async (t) => {
  const headers = { accept: 'application/problem+json' };
  const absent = await send('GET', '/inventory_device/999/', { headers });
  t.match(absent.headers.get('content-type'), 'application/problem+json');
  t.match(await absent.json(), {
    type: 'about:blank',
    title: 'not found',
    status: 404,
    detail: 'Not found.',
  });
  const invalid = await send('POST', '/inventory_device/', { headers, body: '{}' });
  t.match(await invalid.json(), { status: 400, errors: { name: ['This field is required.'] } });
});

test('one reply names all wrong formats and all references that lead nowhere', async (t) => {
  const wrong = { type: 'linus', location: 999_999, mac_address: 'x', poll_interval: 'often' };
  const named = {
    location: [/^Invalid value 999999 - object does not exist/],
    mac_address: [/^Expected /],
    poll_interval: [/^Expected /],
    type: [/^Invalid value "linus" - object does not exist/],
  };
  t.match(await gateway.control('POST', '/inventory_device/', { name: 'x', ...wrong }), {
    status: 400,
    body: named,
  });
  t.match(await gateway.control('PATCH', '/inventory_device/1/', wrong), {
    status: 400,
    body: named,
  });
  const { type, location } = named;
  const references = { type: wrong.type, location: wrong.location };
  t.match(await gateway.control('PATCH', '/inventory_device/1/', references), {
    status: 400,
    body: { type, location },
  });
  t.match(
    await gateway.gate('POST', '/access_point/', { name: 'x', mac: 'y', location: 999_999 }),
    {
      status: 400,
      body: { mac: [/./], location },
    },
  );
});

test('a list is created in one transaction, with errors by index', async (t) => {
  const good = { name: 'bulk-1', type: 'snmp' };
  const answer = await send('POST', '/inventory_device/', {
    body: JSON.stringify([good, { name: 'bulk-2' }, { ...good, name: 'bulk-3', type: 'x' }]),
  });
  t.equal(answer.status, 400);
  t.match(await answer.json(), [{}, { type: ['This field is required.'] }, {}]);
  const twice = await send('POST', '/inventory_device/', {
    body: JSON.stringify([good, { name: 'lobby', type: 'snmp' }, { name: 'bulk-4', type: 'y' }]),
  });
  t.equal(twice.status, 400);
  const clash = await send('POST', '/inventory_device/', {
    body: JSON.stringify([good, { name: 'lobby', type: 'snmp' }]),
  });
  t.match([clash.status, await clash.json()], [400, [{}, { name: [/"lobby" already exists/] }]]);
  t.same(await names('name__icontains=bulk'), []);
  const made = await send('POST', '/inventory_device/', {
    body: JSON.stringify([good, { ...good, name: 'bulk-2' }]),
  });
  t.match([made.status, await made.json()], [201, [{ name: 'bulk-1' }, { name: 'bulk-2' }]]);
});

test('lists are created from CSV and returned as CSV', async (t) => {
  const csv =
    'name,serial_number,type,ip_address,description\ncsv-1,C-1,linux,192.0.2.50,"with, comma"\ncsv-2,,snmp,,\n';
  const made = await send('POST', '/inventory_device/', {
    headers: { 'content-type': 'text/csv' },
    body: csv,
  });
  t.equal(made.status, 201);
  const out = await send('GET', '/inventory_device/?name__icontains=csv', {
    headers: { accept: 'text/csv' },
  });
  t.match(out.headers.get('content-type'), 'text/csv');
  const [head, first, second, ...rest] = (await out.text()).trim().split('\n');
  t.match(head, /^id,name,serial_number,type,type_name,/);
  t.match(first, /^\d+,csv-1,C-1,\d+,Linux host,.*"with, comma"/);
  t.match(second, /^\d+,csv-2,,/);
  t.same(rest, []);
  t.notMatch(head, /password|private_key|snmp_community/);
});

/** Lists by their paths, without those of one device, that add something to each row or are of results of polls. */
const withoutCsv = [
  '/device_app_connection_summary/',
  '/inventory_discovery/{id}/candidates/',
  '/inventory_fleet_operation/{id}/devices/',
  '/inventory_metric_log/',
  '/user_extra/',
  '/webhook/{id}/deliveries/',
];

test('lists are available as CSV', async (t) => {
  const { control, gate } = await loadApis();
  const lists = [...control.endpoints, ...gate.endpoints].filter(
    ({ method, path, query }) =>
      method === 'GET' && 'limit' in query.properties && !path.startsWith('/inventory_device_'),
  );
  t.ok(lists.length > 40, `${lists.length} lists`);
  const without = lists.filter(({ mediaTypes }) => !mediaTypes.includes('text/csv'));
  t.same(without.map(({ path }) => path).toSorted(), withoutCsv);
  const { text } = await gateway.ask('GET', '/gate/api/v1/aaa_profile/', {
    token: gateway.token,
    headers: { accept: 'text/csv' },
  });
  t.match(text, /^id,/);
});

test('CSV takes names where it takes ids, and each fault of a row has its line', async (t) => {
  const { body: own } = await gateway.gate('GET', '/me/organization/');
  const sshd = await gateway.control('POST', '/inventory_connection_profile/', {
    name: 'sshd',
    connection_service: { protocol: 'ssh', port: 22 },
  });
  const berlin = await gateway.gate('POST', '/location/', { name: 'Berlin' });
  const sub = await gateway.gate('POST', '/organization/', { name: 'Sub', parent: own['id'] });
  for (const organization of [own['id'], sub.body['id']])
    await gateway.gate('POST', '/location/', { name: 'Twice', organization });
  const post = (lines: readonly string[]) =>
    send('POST', '/inventory_device/', {
      headers: { 'content-type': 'text/csv' },
      body: [
        'name,type,connection_profile,location,organization,access_point,description',
        ...lines,
      ].join('\n'),
    });
  const made = await post([
    'named-1,linux,sshd,Berlin,,,',
    `named-2,linux,${String(sshd.body['id'])},${String(berlin.body['id'])},Sub,,`,
  ]);
  const rows: unknown = await made.json();
  const ids = { connection_profile: sshd.body['id'], location: berlin.body['id'] };
  t.match(
    { status: made.status, rows },
    { status: 201, rows: [ids, { ...ids, organization: sub.body['id'] }] },
  );
  const refused = await post([
    'bad-1,linux,,,,,"two',
    'lines"',
    '',
    'bad-2,linus,telnetd,Twice,Nowhere,999999,',
    'bad-3,linux,,,,,',
    ',linus,,Berlin,,,',
  ]);
  t.equal(refused.status, 400);
  t.match(await refused.json(), [
    {},
    {
      type: [/^line 5: Invalid value "linus" - object does not exist/],
      connection_profile: [/^line 5: Invalid value "telnetd" - .* Known: sshd\.$/],
      location: [/^line 5: "Twice" matches several: id \d+, \d+\.$/],
      organization: [/^line 5: Invalid value "Nowhere" - object does not exist/],
      access_point: [/^line 5: Invalid value 999999 - object does not exist/],
    },
    {},
    {
      name: [/^line 7: This field is required\.$/],
      type: [/^line 7: Invalid value "linus"/],
    },
  ]);
  const later = await post(['late-1,linux,,,,,', 'named-1,linux,,,,,']);
  t.match(await later.json(), [{}, { name: [/^line 3: .*"named-1" already exists/] }]);
  const listed = await send('POST', '/inventory_device/', {
    body: JSON.stringify([{ type: 'linus' }, { name: 'json', type: 'linux', location: 'Berlin' }]),
  });
  t.match(await listed.json(), [
    { name: [/^This field is required\.$/], type: [/^Invalid value "linus"/] },
    { location: [/^Expected integer or null\.$/] },
  ]);
});

for (const [form, type] of [
  [new URLSearchParams(), 'application/x-www-form-urlencoded'],
  [new FormData(), 'multipart/form-data'],
] as const) {
  const post = (fields: Readonly<Record<string, string>>) => {
    for (const name of [...form.keys()]) form.delete(name);
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const headers = { authorization: `Bearer ${gateway.token}` };
    return fetch(`${base}/inventory_device/`, { method: 'POST', headers, body: form });
  };

  test(`a body may be a form of the type ${type}`, async (t) => {
    const reply = await post({
      name: `form ${type.length}`,
      type: 'linux',
      ip_address: '192.0.2.9',
      poll_interval: '90',
      latitude: '50.7',
      parent: '',
      attributes: '{"floor": "3"}',
    });
    const row = (await reply.json()) as Json;
    t.match(
      { status: reply.status, row },
      {
        status: 201,
        row: { poll_interval: 90, latitude: 50.7, parent: null, attributes: { floor: '3' } },
      },
    );
    await gateway.control('DELETE', `/inventory_device/${String(row['id'])}/`);
  });

  test(`a form of the type ${type} may have the body as JSON in its field data`, async (t) => {
    const body = { name: `data ${type.length}`, type: 'linux', ip_address: '192.0.2.9' };
    const reply = await post({ data: JSON.stringify(body) });
    const row = (await reply.json()) as Json;
    t.match({ status: reply.status, row }, { status: 201, row: { name: body.name } });
    await gateway.control('DELETE', `/inventory_device/${String(row['id'])}/`);
    const wrong = await post({ data: '{' });
    t.same([wrong.status, await wrong.json()], [400, { data: ['Invalid JSON.'] }]);
    const unknown = await post({ nmae: 'x', type: 'linux' });
    t.match([unknown.status, await unknown.json()], [400, { nmae: [/^Unknown field/] }]);
  });
}

test('a body of another media type is refused by its type, whatever it holds', async (t) => {
  for (const type of ['text/plain', 'text/xml', 'application/merge-patch+json']) {
    const reply = await send('POST', '/inventory_device/', {
      headers: { 'content-type': type },
      body: '{"name": "x", "type": "linux"}',
    });
    t.equal(reply.status, 415, type);
  }
  const broken = await send('POST', '/inventory_device/', {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: 'no form',
  });
  t.same(
    [broken.status, await broken.json()],
    [400, { detail: 'The body is not valid multipart/form-data.' }],
  );
  const long = new FormData();
  for (let field = 0; field <= 1000; field += 1) long.append(`f${field}`, '');
  const headers = { authorization: `Bearer ${gateway.token}` };
  const refused = await fetch(`${base}/inventory_device/`, { method: 'POST', headers, body: long });
  t.same(
    [refused.status, await refused.json()],
    [400, { detail: 'The form has more than 1000 fields.' }],
  );
});

test('a number may be text in the bodies of both APIs, and nothing else may', async (t) => {
  const device = await create({
    name: 'n',
    type: 'linux',
    ip_address: '192.0.2.8',
    poll_interval: '75',
  });
  t.match(device, { status: 201, body: { poll_interval: 75 } });
  await gateway.control('DELETE', `/inventory_device/${String(device.body['id'])}/`);
  t.match(await gateway.gate('POST', '/user_token/', { kind: 'network', time: '60' }), {
    status: 201,
    body: { time: 60 },
  });
  t.match(await gateway.gate('POST', '/user_token/', { kind: 'network', time: '6O' }), {
    status: 400,
    body: { time: ['Expected integer or null.'] },
  });
  t.match(await gateway.gate('POST', '/user/', { username: 'text', is_active: 'true' }), {
    status: 400,
    body: { is_active: ['Expected boolean.'] },
  });
});

test('a filter takes a name that may no longer be written', async (t) => {
  t.match(await create({ name: 'a/b', type: 'linux' }), {
    status: 400,
    body: { name: [/slashes/] },
  });
  t.same(await names('name=a/b'), []);
});

test('an empty cursor asks for the first page', async (t) => {
  for (const path of ['/inventory_device/?cursor=&limit=2', '/inventory_device_log/?cursor='])
    t.equal((await gateway.control('GET', path)).status, 200, path);
  t.equal((await names('cursor=&limit=2')).length, 2);
});

test('a list of references names a short name that is absent, and takes at most 100', async (t) => {
  const absent = await gateway.control('GET', '/inventory_device/?type__in=snmp,lnux');
  t.match(absent, { status: 400, body: { type__in: [/lnux/] } });
  const many = Array.from({ length: 101 }, (_, at) => `t${at}`).join(',');
  t.match(await gateway.control('GET', `/inventory_device/?type__in=${many}`), {
    status: 400,
    body: { type__in: ['More than 100 names.'] },
  });
});
