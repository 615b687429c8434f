import tap, { test } from 'tap';
import { loadTables } from '../../../src/modules/load-modules.ts';
import { groupBy } from '../../../src/runtime/group-by.ts';
import type { Json } from '../../gateway-process.ts';
import { addCaller, addTenant, callerOf, column, startBoth } from './fixture.ts';

const { resources } = await loadTables();

/* Two sibling organizations do not see each other's objects. On both engines. */

let named = 0;
const name = () => {
  named += 1;
  return `number ${named}`;
};
/** Returns the fields that a new row of a table needs. */
const bodies: Readonly<Record<string, () => Json>> = {
  aaa_profile: () => ({ name: name() }),
  aaa_client: () => ({ name: name(), address: '192.0.2.77', secret: 'a-secret-of-22-octets!' }),
  aaa_fallback: () => ({ ssid: name() }),
  address_pool: () => ({ name: name(), kind: 'ipv4', networks: ['192.0.2.0/24'] }),
  pms_link: () => ({ name: name(), host: 'pms.example.net', port: 5010, is_active: false }),
  user_source: () => ({ name: name(), addresses: ['192.0.2.97'], base_dn: 'dc=example' }),
  wifi_network: () => ({ ssid: name(), security: 'open' }),
  user: () => ({ username: name() }),
  location: () => ({ name: name() }),
  access_point: () => ({ name: name() }),
  aaa_upstream: () => ({ name: name(), address: '192.0.2.1', secret: 'long-enough-secret' }),
  portal_controller: () => ({ name: name(), vendor: 'meraki' }),
  portal_service: () => ({ name: name(), kind: 'sms', url: 'https://sms.example.net/' }),
  portal_page: () => ({ name: name() }),
  dnsfilter_category: () => ({ name: name() }),
  dnsfilter_rule: () => ({ name: name(), action: 'A' }),
  inventory_connection_profile: () => ({ name: name(), connection_service: { protocol: 'ssh' } }),
  inventory_firmware_image: () => ({ name: name(), url: 'https://192.0.2.9/x.bin' }),
  inventory_device: () => ({ name: name(), type: 'linux' }),
  inventory_variable_set: () => ({ name: name(), weight: named }),
  alert_rule: () => ({ name: name(), kind: 'device_down' }),
};

/** Returns the tables of rows that others of an organization refer to, with the columns that do. */
function referencedTables() {
  const columns = resources
    .filter(({ name, readOnly }) => name in bodies && !readOnly.includes('organization'))
    .flatMap(({ name: table, references }) =>
      Object.entries(references)
        .filter(([, { scope }]) => scope === 'organization')
        .map(([column, { table: target }]) => ({ table, column, target })),
    );
  const distinct = new Map(columns.map((one) => [`${one.table} ${one.column}`, one]));
  return groupBy([...distinct.values()], ({ target }) => target);
}

const { engines, stop } = await startBoth();
tap.teardown(stop);

for (const [engine, gateway] of Object.entries(engines)) {
  const red = await addTenant(gateway, 'red');
  const blue = await addTenant(gateway, 'blue');

  /** One of everything that has an address of its own, made by red. */
  const made = async (): Promise<Record<string, unknown>> => {
    const idOf = async (path: string, body: object) =>
      (await red.call('POST', `/${path}/`, body)).body['id'];
    const aaa_profile = await idOf('aaa_profile', { name: 'red profile' });
    const user = await idOf('user', {
      username: 'red user',
      profile: aaa_profile,
      external_id: 'room 7',
    });
    const location = await idOf('location', { name: 'red house' });
    return {
      aaa_profile,
      user,
      location,
      organization: red.id,
      user_extra: await idOf('user_extra', { parent: user }),
      user_token: await idOf('user_token', { kind: 'network', username: 'red voucher', time: 60 }),
      access_point: await idOf('access_point', { name: 'red door', mac: '020000000001', location }),
      aaa_client: await idOf('aaa_client', {
        name: 'red nas',
        address: '192.0.2.1',
        secret: 'long-enough-secret',
      }),
    };
  };
  const of = await made();

  test(`${engine}: a foreign object gets the same replies as an unknown one, for every verb`, async (t) => {
    for (const [path, id] of Object.entries(of)) {
      t.ok(id, `red has a ${path}`);
      const valid = path === 'user' ? { username: 'x' } : { name: 'x' };
      const bodies = {
        GET: undefined,
        PUT: path === 'user_extra' ? { parent: blue.admin } : valid,
        PATCH: {},
        DELETE: undefined,
      };
      for (const [method, body] of Object.entries(bodies)) {
        if (method === 'PUT' && ['aaa_client', 'user_token'].includes(path)) continue;
        const foreign = await blue.call(method, `/${path}/${String(id)}/`, body);
        const absent = await blue.call(method, `/${path}/987654/`, body);
        t.match(foreign, { status: 404, text: absent.text }, `${method} ${path}`);
        t.equal(absent.status, 404);
      }
      t.equal(
        (await red.call('GET', `/${path}/${String(id)}/`)).status,
        200,
        `red still has its ${path}`,
      );
    }
    t.equal((await blue.call('GET', '/user/username/red%20user/')).status, 404);
    const within = { parent: of['location'] };
    t.equal(
      (await blue.call('PATCH', `/location/${String(of['location'])}/`, within)).status,
      404,
      'not even as its own parent',
    );
  });

  test(`${engine}: lists, counts and filters have only the caller's rows`, async (t) => {
    const lists = [
      'hostspot_access_points',
      'hostspot_locations',
      'device_app_access_devices',
      'device_app_locations',
    ];
    for (const path of [...Object.keys(of), ...lists, 'device_app_access_points', 'txlog_portal']) {
      const answer = await blue.call('GET', `/${path}/`);
      t.equal(answer.status, 200);
      t.notMatch(answer.text, /red/, path);
      t.equal(answer.body['count'], column(answer, 'id').length, path);
    }
    t.match((await blue.call('GET', `/user/?organization=${red.id}`)).body, { count: 0 });
    t.match((await blue.call('GET', '/user/?organization=red')).body, { count: 0 });
    t.match((await blue.call('GET', '/user/?external_id=room+7')).body, { count: 0 });
    t.match((await blue.call('GET', `/user_extra/?parent=${String(of['user'])}`)).body, {
      count: 0,
    });
    t.same(column(await blue.call('GET', '/organization/'), 'name'), ['blue']);
    t.match((await blue.call('GET', '/me/organization/')).body, { id: blue.id });
  });

  test(`${engine}: a foreign id in a body is the same error of the same field as an absent one`, async (t) => {
    for (const [path, field, id, rest] of [
      ['user', 'organization', red.id, { username: 'b1' }],
      ['user', 'profile', of['aaa_profile'], { username: 'b2' }],
      ['user_extra', 'parent', of['user'], {}],
      ['user_token', 'user', red.admin, {}],
      ['user_token', 'profile', of['aaa_profile'], { kind: 'network', time: 1 }],
      ['user_token', 'organization', red.id, { kind: 'network', time: 1 }],
      ['aaa_profile', 'organization', red.id, { name: 'b' }],
      ['location', 'parent', of['location'], { name: 'b' }],
      ['access_point', 'location', of['location'], { name: 'b' }],
      ['organization', 'parent', red.id, { name: 'b' }],
    ] as const) {
      const foreign = await blue.call('POST', `/${path}/`, { ...rest, [field]: id });
      const absent = await blue.call('POST', `/${path}/`, { ...rest, [field]: 987654 });
      t.match(absent, { status: 400, body: { [field]: [/987654/] } }, `${path}.${field}`);
      t.match(
        foreign,
        { status: 400, text: absent.text.replace('987654', String(id)) },
        `${path}.${field}`,
      );
    }
    t.match(await blue.call('POST', '/user_token/', { username: 'red admin' }), {
      status: 400,
      body: { username: [/does not exist/] },
    });
  });

  test(`${engine}: portal and apps find only the caller's access points, users and devices`, async (t) => {
    await blue.call('POST', '/access_point/', { name: 'blue door', mac: '02-00-00-00-00-02' });
    await red.call('POST', '/device_app_register/', { imei: '123456789012345' });
    const login = {
      ap_mac: '02:00:00:00:00:01',
      uid: 'red user',
      mac: '02:00:00:00:00:aa',
      ip: '10.0.0.1',
    };
    t.match(await red.call('POST', '/portal_login/', login), {
      status: 201,
      body: { user: of['user'] },
    });
    t.match((await blue.call('POST', '/portal_login/', login)).body, {
      code: ['unknown_access_point'],
    });
    t.match(
      (await blue.call('POST', '/portal_login/', { ...login, ap_mac: '020000000002' })).body,
      { code: ['unknown_user'] },
    );
    const report = { imei: '123456789012345', network_type: 'wi', network_security: 'opn' };
    t.equal((await blue.call('POST', '/device_app_connection_log/', report)).status, 400);
    t.equal(
      (await blue.call('POST', '/device_app_user_update/', { username: 'red user', klass: 'x' }))
        .status,
      404,
    );
    t.equal((await red.call('POST', '/device_app_connection_log/', report)).status, 201);
    t.match((await blue.call('GET', '/device_app_connection_summary/')).body, { count: 0 });
    t.notMatch((await blue.call('GET', '/txlog_portal/')).text, '02:00:00:00:00:01');
  });

  test(`${engine}: an organization sets limits of its own for rows that are kept`, async (t) => {
    const path = `/organization/${blue.id}/`;
    const retention = { metric_log: { days: 3 }, accounting: { days: 400, rows: 1000 } };
    t.match((await blue.call('PATCH', path, { retention })).body, { retention });
    t.match((await blue.call('GET', '/me/organization/')).body, { retention });
    const tooFew = await blue.call('PATCH', path, { retention: { accounting: { days: 31 } } });
    t.equal(tooFew.status, 400, 'quotas of a month need its sessions');
    const unknown = await blue.call('PATCH', path, { retention: { metrics: { days: 3 } } });
    t.equal(unknown.status, 400);
    t.match((await blue.call('PUT', path, { name: 'blue' })).body, { retention: {} });
  });

  test(`${engine}: an organization sees those below it`, async (t) => {
    t.equal((await gateway.gate('GET', `/user/${String(of['user'])}/`)).status, 200);
    t.match((await gateway.gate('GET', '/user/?organization=red')).body, { count: 3 });
  });

  test(`${engine}: each role reaches its own endpoints and no others`, async (t) => {
    const allowed = {
      read_only: ['/user/', '/aaa_accounting/', '/txlog_portal/', '/me/organization/'],
      reports: [
        '/aaa_accounting/',
        '/txlog_portal/',
        '/device_app_connection_summary/',
        '/me/organization/',
      ],
      app: ['/device_app_locations/', '/device_app_connection_summary/', '/me/organization/'],
    };
    const all = [
      ...new Set(Object.values(allowed).flat()),
      '/user_token/',
      '/aaa_profile/',
      '/organization/',
    ];
    for (const [role, paths] of Object.entries(allowed)) {
      const { call } = await addCaller(gateway, { username: `one who is ${role}`, role });
      for (const path of paths) t.equal((await call('GET', path)).status, 200, `${role} ${path}`);
      if (role !== 'read_only')
        for (const path of all.filter((other) => !paths.includes(other)))
          t.equal((await call('GET', path)).status, 403, `${role} ${path}`);
      t.equal((await call('POST', '/user/', { username: 'x' })).status, 403);
      t.equal((await call('POST', '/portal_login/', {})).status, role === 'app' ? 400 : 403);
    }
    t.equal((await callerOf(gateway, 'gh_none')('GET', '/user/')).status, 401);
  });

  test(`${engine}: what keeps a row from being deleted is named as far as the caller sees it`, async (t) => {
    const { id } = (await red.call('POST', '/aaa_profile/', { name: 'shared' })).body;
    const path = `/aaa_profile/${String(id)}/`;
    const above = await gateway.gate('POST', '/user/', { username: 'owner', profile: id });
    const refused = (detail: string) => ({ status: 409, body: { detail } });
    const others = 'rows of other organizations';
    t.match(await red.call('DELETE', path), refused(`still in use: used by ${others}`));
    const own = await red.call('POST', '/user/', { username: 'guest', profile: id });
    t.match(await red.call('DELETE', path), refused(`still in use: used by 1 user, ${others}`));
    t.match(await gateway.gate('DELETE', path), refused('still in use: used by 2 user'));
    for (const made of [above, own])
      await gateway.gate('DELETE', `/user/${String(made.body['id'])}/`);
    t.equal((await red.call('DELETE', path)).status, 204);
  });

  test(`${engine}: a row cannot move to an organization that hides it from its referrers`, async (t) => {
    const make = async (table: string, more: Json) => {
      const call = /^(inventory|alert|dnsfilter)_/.test(table) ? 'control' : 'gate';
      // The only resource with a reference that it needs.
      const needed = table === 'aaa_fallback' ? { profile: of['aaa_profile'] } : {};
      const body = { ...bodies[table]?.(), ...needed, organization: red.id, ...more };
      const answer = await gateway[call]('POST', `/${table}/`, body);
      t.equal(answer.status, 201, `${table} ${answer.text}`);
      const one = `/${table}/${String(answer.body['id'])}/`;
      return {
        id: answer.body['id'],
        move: (to: number) => gateway[call]('PATCH', one, { organization: to }),
      };
    };
    for (const [target, columns] of referencedTables()) {
      const { id, move } = await make(target, {});
      for (const { table, column } of columns) await make(table, { [column]: id });
      const counts = new Map<string, number>();
      for (const { table } of columns) counts.set(table, (counts.get(table) ?? 0) + 1);
      const refused = await move(blue.id);
      t.equal(refused.status, 400, `${target} ${refused.text}`);
      for (const [table, count] of counts) t.match(refused.text, `${count} ${table}`, target);
      if (target === 'aaa_profile')
        t.equal((await move(1)).status, 200, 'an organization above shares it with them');
    }
  });

  test(`${engine}: an organization stays below those whose rows it refers to`, async (t) => {
    const wing = (await red.call('POST', '/organization/', { name: 'red wing' })).body['id'];
    const profile = of['aaa_profile'];
    const guest = await red.call('POST', '/user/', {
      username: 'wing guest',
      organization: wing,
      profile,
    });
    const move = (parent: number) =>
      gateway.gate('PATCH', `/organization/${String(wing)}/`, { parent });
    t.match(await move(blue.id), { status: 400, body: { parent: [/here: 1 user by profile\.$/] } });
    await red.call('PATCH', `/user/${String(guest.body['id'])}/`, { profile: null });
    t.equal((await move(blue.id)).status, 200);
    t.equal((await move(red.id)).status, 200);
  });
}
