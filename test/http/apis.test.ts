import tap, { test } from 'tap';
import { GatewayProcess, results, type Json } from '../gateway-process.ts';
import { startPostgres } from '../peers/postgres.ts';

/* The contract of the two APIs, on both engines. */

const postgres = await startPostgres({ hasTypes: true });
const gateways = {
  sqlite: await GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false' }),
  postgres: await GatewayProcess.start({
    GATEHOUSE_POLLING_ENABLED: 'false',
    GATEHOUSE_DATABASE_URL: postgres.url,
  }),
};
tap.teardown(async () => {
  for (const gateway of Object.values(gateways)) await gateway.remove();
  await postgres.stop();
});

/** Returns the path and query of a link to another page. */
const pathOf = (link: unknown) => {
  if (typeof link !== 'string') return null;
  const { pathname, search } = new URL(link, 'http://gateway');
  return pathname + search;
};

for (const [engine, gateway] of Object.entries(gateways)) {
  const create = (body: Json) => gateway.control('POST', '/inventory_device/', body);
  const raw = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${gateway.httpPort}${path}`, init);
  const withToken = { authorization: `Bearer ${gateway.token}` };

  test(`${engine}: a device is created, read, replaced, changed and deleted by each addressing`, async (t) => {
    for (const [path, key] of [
      ['inventory_device', 'id'],
      ['inventory_device_name', 'name'],
      ['inventory_device_serial', 'serial_number'],
    ] as const) {
      const made = await gateway.control('POST', `/${path}/`, {
        name: `by ${key}`,
        serial_number: `S ${key}`,
        type: 'linux',
        description: 'first',
      });
      t.equal(made.status, 201);
      const one = `/${path}/${encodeURIComponent(String(made.body[key]))}/`;
      t.same((await gateway.control('GET', one)).body, made.body);
      const replaced = await gateway.control('PUT', one, {
        name: `by ${key}`,
        serial_number: `S ${key}`,
        type: made.body['type'],
      });
      t.match(
        replaced,
        { status: 200, body: { id: made.body['id'], description: '' } },
        'what a PUT leaves out is as new',
      );
      const changed = await gateway.control('PATCH', one, { ip_address: '192.0.2.9' });
      t.match(changed, { status: 200, body: { ip_address: '192.0.2.9', name: `by ${key}` } });
      t.match(await gateway.control('DELETE', one), { status: 204, text: '' });
      t.match(await gateway.control('GET', one), { status: 404, body: { detail: 'Not found.' } });
    }
  });

  test(`${engine}: names and serial numbers are unique, and the error names field and value`, async (t) => {
    await create({ name: 'twin', serial_number: 'T-1', type: 'snmp' });
    t.match(await create({ name: 'twin', type: 'snmp' }), {
      status: 400,
      body: { name: ['a device with name "twin" already exists.'] },
    });
    t.match(await create({ name: 'other', serial_number: 'T-1', type: 'snmp' }), {
      status: 400,
      body: { serial_number: [/"T-1" already exists/] },
    });
  });

  test(`${engine}: all errors of a body are reported at once, by field`, async (t) => {
    const { status, body } = await create({
      nmae: 'x',
      serial_number: 5,
      ip_address: '300.1.2.3',
      host_key: 'none',
    });
    t.equal(status, 400);
    t.same(Object.keys(body).sort(), [
      'host_key',
      'ip_address',
      'name',
      'nmae',
      'serial_number',
      'type',
    ]);
    t.match(body['nmae'], [/^Unknown field. Did you mean name\? Known: .*name, serial_number/]);
    t.match(await create({ name: 'x', type: 'toaster' }), {
      status: 400,
      body: { type: [/"toaster"/] },
    });
    t.match(await create({ name: 'x', type: 'snmp', connection_profile: 999 }), {
      status: 400,
      body: { connection_profile: [/999/] },
    });
    t.match(await create({ name: 'x', type: 'snmp', organization: 999 }), {
      status: 400,
      body: { organization: [/999/] },
    });
  });

  test(`${engine}: a connection profile is checked against the adapter that it names`, async (t) => {
    const post = (connection_service: Json) =>
      gateway.control('POST', '/inventory_connection_profile/', { name: 'p', connection_service });
    t.match(await post({ protocol: 'telnet' }), {
      status: 400,
      body: {
        connection_service: [/no adapter "telnet"; known adapters: http, icmp, netconf, snmp, ssh/],
      },
    });
    t.match(await post({ protocol: 'ssh', options: { speed: 9 } }), {
      status: 400,
      body: { connection_service: [/speed/] },
    });
    t.match(await post({ protocol: 'ssh', options: { legacy: 'very' } }), {
      status: 400,
      body: {
        connection_service: [
          /^options\.legacy: "very" is not one of off, compat, insecure, true, false$/,
        ],
      },
    });
    t.match(await post({ protocol: 'ssh', port: 70_000 }), { status: 400 });
    t.match(await post({ protocol: 'ssh', port: 2222 }), {
      status: 201,
      body: { connection_service: { protocol: 'ssh', port: 2222 } },
    });
  });

  test(`${engine}: lists page by offset, filter, and refuse unknown parameters`, async (t) => {
    for (let index = 0; index < 25; index += 1)
      await create({ name: `page-${String(index).padStart(2, '0')}`, type: 'openwrt' });
    const types = results(await gateway.control('GET', '/inventory_type/?name=OpenWrt'));
    const list = `/inventory_device/?type=${String(types[0]?.['id'])}`;
    const first = await gateway.control('GET', list);
    t.match(first.body, { count: 25, previous: null });
    t.equal(results(first).length, 20);
    const second = await gateway.call('GET', pathOf(first.body['next']) ?? '');
    t.match(second.body, { count: 25, next: null, previous: String });
    t.same(
      results(second).map(({ name }) => name),
      ['page-20', 'page-21', 'page-22', 'page-23', 'page-24'],
    );
    t.match(await gateway.control('GET', '/inventory_device/?nmae=1'), {
      status: 400,
      body: { nmae: [/Known: limit, offset, .*type/] },
    });
    t.match((await gateway.control('GET', '/inventory_device/?status=True')).body, { count: 0 });
    t.match(await gateway.control('GET', '/inventory_device/?last_status_change_from=yesterday'), {
      status: 400,
    });
    t.equal(
      (await gateway.control('GET', '/inventory_device/?limit=100000&_=1')).status,
      200,
      'a cache-buster, and a limit that is too high',
    );
  });

  test(`${engine}: lists by cursor return every row once, forwards and backwards`, async (t) => {
    const { body } = await create({ name: 'talkative', type: 'linux', ip_address: '127.0.0.1' });
    for (let index = 0; index < 7; index += 1)
      await gateway.control('PUT', `/inventory_device_operation/${String(body['id'])}/?wait=30`, {
        operation: 'reboot',
      });
    const pages: (readonly Json[])[] = [];
    let link: string | null =
      `/control/api/v1/inventory_device_log/?parent__id=${String(body['id'])}&limit=3`;
    let last: Json = {};
    while (link !== null) {
      const page = await gateway.call('GET', link);
      pages.push(results(page));
      last = page.body;
      link = pathOf(page.body['next']);
    }
    t.same(
      pages.map(({ length }) => length),
      [3, 3, 1],
    );
    const ids = pages.flat().map(({ id }) => Number(id));
    t.same(
      ids,
      ids.toSorted((a, b) => b - a),
      'newest first, none twice',
    );
    t.same(results(await gateway.call('GET', pathOf(last['previous']) ?? '')), pages[1]);
    const crafted = ['["abc",1,false]', '[1,"abc",false]', '[1.5,1,false]', '[1,1]', '{}'];
    for (const cursor of [
      'nonsense',
      ...crafted.map((text) => Buffer.from(text).toString('base64url')),
    ]) {
      t.match(await gateway.control('GET', `/inventory_device_log/?cursor=${cursor}`), {
        status: 404,
        body: { detail: 'Invalid cursor' },
      });
    }
    t.match(await gateway.control('GET', '/inventory_device_log/?offset=3'), { status: 400 });
  });

  test(`${engine}: a missing, unknown or revoked token gets 401`, async (t) => {
    const path = '/control/api/v1/inventory_device/';
    for (const headers of [
      {},
      { authorization: 'Bearer gh_wrong' },
      { authorization: `Token ${gateway.token}` },
      { authorization: 'Bearer a b' },
    ]) {
      const response = await raw(path, { headers });
      t.equal(response.status, 401);
      t.equal(response.headers.get('www-authenticate'), 'Bearer');
      t.type(((await response.json()) as Json)['detail'], 'string');
    }
    t.equal((await raw(`${path}?token=${gateway.token}`)).status, 401);
  });

  test(`${engine}: an unsupported method gets 405 with Allow, and an unknown path 404`, async (t) => {
    const response = await raw('/gate/api/v1/aaa_accounting/', {
      method: 'DELETE',
      headers: withToken,
    });
    t.equal(response.status, 405);
    t.equal(response.headers.get('allow'), 'GET');
    t.equal((await gateway.control('GET', '/nothing_here/')).status, 404);
    t.equal(
      (await gateway.control('GET', '/inventory_device/abc/')).status,
      404,
      'an id that is no number',
    );
    t.equal(
      (await gateway.control('GET', '/inventory_device')).status,
      200,
      'a slash that is missing',
    );
  });

  test(`${engine}: a body that is not JSON, too large or of another media type is refused with a reason`, async (t) => {
    const send = (body: string, type = 'application/json') =>
      raw('/control/api/v1/inventory_device/', {
        method: 'POST',
        body,
        headers: { ...withToken, 'content-type': type },
      });
    const broken = await send('{"name":');
    t.equal(broken.status, 400);
    t.match(((await broken.json()) as Json)['detail'], /^JSON parse error/);
    t.equal((await send(JSON.stringify({ name: 'x'.repeat(1_048_577) }))).status, 413);
    t.equal((await send('name,x', 'text/plain')).status, 415);
    t.equal((await send('{"__proto__": {"x": 1}, "name": "p", "type": "snmp"}')).status, 400);
    t.equal((await send('[]')).status, 400);
  });

  test(`${engine}: an AAA client never shows its secret, and a short one is refused`, async (t) => {
    const short = await gateway.gate('POST', '/aaa_client/', {
      name: 'n',
      address: '192.0.2.0/24',
      secret: 'short',
    });
    t.match(short, { status: 400, body: { secret: [/8/] } });
    const made = await gateway.gate('POST', '/aaa_client/', {
      name: 'n',
      address: '192.0.2.0/24',
      secret: 'long-enough-secret',
    });
    t.equal(made.status, 201);
    for (const answer of [made, await gateway.gate('GET', '/aaa_client/')])
      t.notMatch(answer.text, 'long-enough-secret');
  });

  test(`${engine}: an AAA client over UDP needs a secret, one over TLS does not`, async (t) => {
    const client = { name: 'over TLS', address: '198.51.100.0/24' };
    const needed = { status: 400, body: { secret: ['A client over UDP needs a shared secret.'] } };
    t.match(await gateway.gate('POST', '/aaa_client/', client), needed);
    const made = await gateway.gate('POST', '/aaa_client/', { ...client, transport: 'tls' });
    t.match(made, { status: 201, body: { transport: 'tls', coa_port: 3799 } });
    const path = `/aaa_client/${String(made.body['id'])}/`;
    t.match(await gateway.gate('PATCH', path, { description: 'in the lobby' }), { status: 200 });
    t.match(await gateway.gate('PATCH', path, { transport: 'udp' }), needed);
    t.match(await gateway.gate('PUT', path, client), needed, 'the default of a PUT that omits it');
    t.match(await gateway.gate('PUT', path, { ...client, transport: 'tls' }), { status: 200 });
    const secret = 'long-enough-secret';
    t.match(await gateway.gate('PATCH', path, { transport: 'udp', secret }), {
      status: 200,
      body: { transport: 'udp' },
    });
    t.match(await gateway.gate('PATCH', path, { transport: 'tls' }), { status: 200 });
    t.match(
      await gateway.gate('PATCH', path, { transport: 'udp' }),
      { status: 200 },
      'what it had is kept',
    );
  });

  test(`${engine}: an AAA upstream over UDP needs a secret, which no reply shows`, async (t) => {
    const upstream = { name: 'n', address: 'radius.example.net' };
    const lacking = await gateway.gate('POST', '/aaa_upstream/', upstream);
    t.match(lacking, { status: 400, body: { secret: [/UDP needs a shared secret/] } });
    const bare = await gateway.gate('POST', '/aaa_upstream/', { ...upstream, transport: 'tls' });
    t.match(bare, { status: 400, body: { tls_ca: [/over TLS needs the CA/] } });
    const shown = { tls_ca: 'a CA', tls_certificate: 'a certificate', tls_key: 'a key of its own' };
    const made = await gateway.gate('POST', '/aaa_upstream/', {
      ...upstream,
      transport: 'tls',
      ...shown,
    });
    t.notMatch(made.text, shown.tls_key);
    t.match(made, {
      status: 201,
      body: { state: 'unknown', auth_port: 1812, priority: 1, handles_authentication: true },
    });
    const path = `/aaa_upstream/${String(made.body['id'])}/`;
    t.match(await gateway.gate('PATCH', path, { transport: 'udp' }), {
      status: 400,
      body: { secret: [/UDP/] },
    });
    const changed = await gateway.gate('PATCH', path, {
      transport: 'udp',
      secret: 'long-enough-secret',
    });
    t.match(changed, { status: 200, body: { transport: 'udp' } });
    for (const answer of [changed, await gateway.gate('GET', '/aaa_upstream/')])
      t.notMatch(answer.text, 'long-enough-secret');
    const ignored = await gateway.gate('PATCH', path, { state: 'up' });
    t.match(ignored, { status: 200, body: { state: 'unknown' } }, 'read-only');
    t.equal((await gateway.gate('DELETE', path)).status, 204);
  });

  test(`${engine}: each API serves its OpenAPI 3.1 document and Swagger UI`, async (t) => {
    for (const api of ['control', 'gate']) {
      const document = (await (await raw(`/${api}/api/v1/openapi.json`)).json()) as {
        openapi: string;
        paths: Record<string, Json>;
      };
      t.equal(document.openapi, '3.1.0');
      t.ok(Object.keys(document.paths).every((path) => path.startsWith(`/${api}/api/v1/`)));
      const page = await raw(`/${api}/api/v1/docs/`);
      t.equal(page.status, 200);
      t.match(await page.text(), /swagger-ui/);
    }
    const { paths } = (await (await raw('/gate/api/v1/openapi.json')).json()) as {
      paths: Record<string, Record<string, Json>>;
    };
    t.equal(paths['/gate/api/v1/aaa_client/']?.['post']?.['x-extension'], true);
    t.notOk('x-extension' in (paths['/gate/api/v1/aaa_accounting/']?.['get'] ?? {}));
  });

  test(`${engine}: health needs no token, metrics need one`, async (t) => {
    t.match(await (await raw('/healthz')).json(), { status: 'ok', version: /^\d+\.\d+\.\d+/ });
    t.match(await (await raw('/readyz')).json(), {
      status: 'ok',
      parts: { store: 'ok', runner: 'ok', radius: 'ok' },
    });
    t.equal((await raw('/metrics')).status, 401);
    const metrics = await (await raw('/metrics', { headers: withToken })).text();
    t.match(metrics, /^process_resident_memory_bytes \d+/m);
    t.match(metrics, /^gatehouse_disk_free_ratio 0\.\d+/m, 'those of the site are among them');
    const types = [...metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
    t.ok(types.length > 50, `${types.length} metrics`);
    const misnamed = types.filter(
      ([, name = '', type]) => name.endsWith('_total') !== (type === 'counter'),
    );
    t.same(misnamed, [], 'counters end in _total, and nothing else does');
  });
}
