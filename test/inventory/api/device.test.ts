import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import tap, { test } from 'tap';
import { results } from '../../gateway-process.ts';
import { startSites } from './fixture.ts';

/* Devices and their types by each addressing, on both engines, for their organization and for another. */

const { sites, stop } = await startSites();
tap.teardown(stop);

const addressings = [
  ['inventory_device', 'id'],
  ['inventory_device_name', 'name'],
  ['inventory_device_serial', 'serial_number'],
] as const;

const parents = {
  id: 'parent_id',
  name: 'parent__name',
  serial_number: 'parent__serial_number',
} as const;

const described = {
  latitude: '-33.9',
  longitude: 18.4,
  manufacturer: 'Example',
  unique_id: 'A0B1C2',
  product_class: 'AP',
  mac_address: 'aabb.ccdd.eeff',
  attributes: { rack: '3', door: 'left' },
};

for (const [engine, { ask, stranger, gateway }] of Object.entries(sites)) {
  const create = async (name: string, more: object = {}) => {
    const { status, body } = await ask('POST', '/inventory_device/', {
      name,
      serial_number: `SN ${name}`,
      type: 'garden',
      ...more,
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body;
  };

  for (const [path, key] of addressings) {
    test(`${engine}: ${path} stores the fields of a device and shows them in canonical form`, async (t) => {
      const name = `described by ${key}`;
      const made = await ask('POST', `/${path}/`, {
        name,
        serial_number: `SN ${name}`,
        type: 'garden',
        ...described,
      });
      t.match(made, {
        status: 201,
        body: { latitude: '-33.900000', longitude: '18.400000', mac_address: 'AA:BB:CC:DD:EE:FF' },
      });
      t.match(made.body, {
        attributes: described.attributes,
        location: null,
        configuration_status: 'unknown',
        software_version: null,
      });
      const one = `/${path}/${encodeURIComponent(String(made.body[key]))}/`;
      t.same((await ask('GET', one)).body, made.body);
      t.match((await ask('GET', `${one}?pending=true`)).body, { pending_settings: false });
      t.notOk('pending_settings' in (await ask('GET', one)).body);
      t.match((await ask('PATCH', one, { latitude: null, attributes: {} })).body, {
        latitude: null,
        attributes: {},
      });
      t.equal((await ask('DELETE', one)).status, 204);
      t.equal((await ask('GET', one)).status, 404);
    });

    test(`${engine}: ${path} lists with its two report switches`, async (t) => {
      const { id } = await create(`listed by ${key}`);
      const list = await ask('GET', `/${path}/?pending=true&update_status=true&limit=1000`);
      t.equal(list.status, 200);
      const listed = list.list.find((device) => device['id'] === id);
      t.match(
        listed,
        { pending_settings: false, status: false, last_error: /no ip_address/ },
        'it was asked, and why it is down',
      );
    });

    test(`${engine}: a device of another organization in ${path} counts as absent`, async (t) => {
      const device = await create(`hidden by ${key}`);
      const ours = encodeURIComponent(String(device[key]));
      const absent = key === 'id' ? '987654' : 'absent';
      const rows = (of: string) => [
        `GET /${path}/${of}/`,
        `PATCH /${path}/${of}/`,
        `DELETE /${path}/${of}/`,
        `GET /${path}_ipping/${of}/`,
        `PUT /${path}_operation/${of}/`,
        `PUT /${path}_setting/${of}/`,
        `PUT /${path}_variables/${of}/`,
        `GET /${path}_setting/?${parents[key]}=${of}`,
        `GET /${path}_variables/?${parents[key]}=${of}`,
        ...(key === 'id' ? [`GET /${path}_whip/${of}/`] : []),
      ];
      for (const [index, row] of rows(ours).entries()) {
        const [foreign, never] = await Promise.all(
          [row, rows(absent)[index] ?? ''].map((line) => byStranger(line)),
        );
        t.equal(foreign?.status, 404, row);
        const blur = (text = '') =>
          text
            .replaceAll(JSON.stringify(device[key]).replaceAll('"', '\\"'), '?')
            .replaceAll(/\\"absent\\"|987654/g, '?');
        t.equal(blur(foreign?.text), blur(never?.text), row);
      }
      t.equal((await ask('GET', `/${path}/${ours}/`)).status, 200, 'it is still there');
    });
  }

  const byStranger = (line: string) => {
    const [method = '', path = ''] = line.split(/ (.*)/);
    if (method === 'GET' || method === 'DELETE') return stranger(method, path);
    if (path.includes('_operation/')) return stranger(method, path, { operation: 'sync' });
    return stranger(method, path, path.includes('_setting/') ? { settings: [] } : {});
  };

  test(`${engine}: another organization neither counts nor references the rows`, async (t) => {
    const { id } = await create('uncounted');
    await ask('PUT', `/inventory_device_operation/${String(id)}/?wait=30`, { operation: 'sync' });
    const lists = [
      'inventory_device',
      'inventory_device_log',
      'inventory_metric_log',
      'inventory_transaction',
    ];
    const ofDevices = addressings.flatMap(([path]) => [
      `${path}_diags`,
      `${path}_headless_operation`,
    ]);
    for (const path of [
      ...lists,
      ...ofDevices,
      'inventory_connection_profile',
      'dnsfilter_category',
      'dnsfilter_rule',
    ])
      t.match(await stranger('GET', `/${path}/`), { status: 200, body: { count: 0 } }, path);
    const profile = await ask('POST', '/inventory_connection_profile/', { name: 'ours' });
    const post = (connection_profile: unknown) =>
      stranger('POST', '/inventory_device/', { name: 'x', type: 'garden', connection_profile });
    const [foreign, absent] = [await post(profile.body['id']), await post(987_654)];
    t.equal(foreign.status, 400);
    t.equal(
      foreign.text.replace(String(profile.body['id']), '?'),
      absent.text.replace('987654', '?'),
    );
    t.match(
      await stranger('POST', '/inventory_device/', { name: 'x', type: 'garden', organization: 1 }),
      { status: 400 },
    );
    t.match(
      await stranger('POST', '/inventory_device/', { name: 'uncounted', type: 'garden' }),
      { status: 201 },
      'names are its own',
    );
  });

  test(`${engine}: a device that is addressed by its serial number needs one`, async (t) => {
    const body = { name: 'nameless', type: 'garden' };
    t.match(await ask('POST', '/inventory_device_serial/', body), {
      status: 400,
      body: { serial_number: ['This field is required.'] },
    });
    t.match(await ask('POST', '/inventory_device_serial/', { ...body, serial_number: null }), {
      status: 400,
    });
    t.match(await ask('POST', '/inventory_device_name/', body), {
      status: 201,
      body: { serial_number: null },
    });
  });

  test(`${engine}: invalid fields of a device are refused by name`, async (t) => {
    for (const [field, value] of Object.entries({
      latitude: '90.0000001',
      longitude: 181,
      mac_address: 'aa:bb',
      location: 987_654,
      attributes: { a: 1 },
    }))
      t.match(
        await ask('POST', '/inventory_device/', { name: 'n', type: 'garden', [field]: value }),
        { status: 400 },
        field,
      );
  });

  test(`${engine}: parameters, types and metrics show the type's file, and filter one row as they filter a list`, async (t) => {
    const { list: types } = await ask('GET', '/inventory_type/?name=Garden access point');
    t.match(types, [{ short_name: 'garden', connection_profile: null }]);
    const { list } = await ask(
      'GET',
      `/inventory_parameter/?device_type=${String(types[0]?.['id'])}`,
    );
    const band = list.find(({ short_name }) => short_name === 'band');
    t.match(band, {
      type: 'select',
      read_only: false,
      required: false,
      group_name: 'Radio',
      metric: false,
      metric_type: null,
    });
    t.same(band?.['options'], [
      { value: '2g', label: '2.4 GHz' },
      { value: '5g', label: '5 GHz' },
    ]);
    const channel = list.find(({ short_name }) => short_name === 'channel');
    t.match(channel, {
      type: 'integer',
      default_value: 1,
      unit: 'channel',
      metric: true,
      metric_type: 'a',
      discovery: false,
    });
    const one = `/inventory_parameter/${String(band?.['id'])}/`;
    t.same((await ask('GET', `${one}?group=${String(band?.['group'])}`)).body, band);
    t.equal((await ask('GET', `${one}?group=987654`)).status, 404);
    const ofGroup = await ask('GET', `/inventory_parameter/?group=${String(band?.['group'])}`);
    t.same(new Set(ofGroup.list.map(({ group_name }) => group_name)), new Set(['Radio']));
    const { list: metrics } = await ask('GET', '/inventory_metric/?name=garden_channel');
    t.match(metrics, [
      {
        type: 'a',
        description: 'where it sends',
        group_name: 'Radio',
        parameter: [channel?.['id']],
      },
    ]);
    const metric = `/inventory_metric/${String(metrics[0]?.['id'])}/`;
    t.same((await ask('GET', `${metric}?name=garden_channel`)).body, metrics[0]);
    t.equal((await ask('GET', `${metric}?name=load`)).status, 404);
    t.equal(
      (await ask('GET', `/inventory_type/${String(types[0]?.['id'])}/?name=Linux host`)).status,
      404,
    );
  });

  test(`${engine}: a device and an access point are one by MAC address, or as it was set, and share their sessions`, async (t) => {
    const secret = 'a-secret-of-22-octets!';
    await gateway.gate('POST', '/aaa_client/', { name: 'nas', address: '127.0.0.1', secret });
    const point = async (name: string, mac: string) =>
      (await gateway.gate('POST', '/access_point/', { name, mac })).body['id'];
    const [lobby, pool] = [
      await point('lobby', '02-00-00-00-00-0A'),
      await point('pool', '02-00-00-00-00-0B'),
    ];
    const packet = `Acct-Status-Type=Start,Acct-Session-Id=S1,User-Name=x,NAS-IP-Address=192.0.2.1,Called-Station-Id="02-00-00-00-00-0A:Guests"`;
    await promisify(execFile)('sh', [
      '-c',
      `echo '${packet}' | radclient 127.0.0.1:${gateway.acctPort} acct ${secret}`,
    ]);
    const { id } = await create('lobby box', { mac_address: '0200.0000.000a' });
    const path = `/inventory_device/${String(id)}/`;
    const pointOf = async (one: unknown) =>
      (await gateway.gate('GET', `/access_point/${String(one)}/`)).body;
    const session = async () =>
      results(await gateway.gate('GET', `/aaa_accounting/?access_point=${String(lobby)}`))[0];
    t.match(await ask('GET', `${path}?sessions=true`), {
      body: { access_point: lobby, sessions: 1 },
    });
    t.match(await pointOf(lobby), { device: id, device_name: 'lobby box', device_status: false });
    t.match(await session(), { device: id, session_status: 'active' });
    const fetched = (of: string, headers: Record<string, string> = {}) =>
      gateway.ask('GET', `/control/api/v1${of}`, { token: gateway.token, headers });
    const etag = (await fetched(path)).headers.get('etag') ?? '';
    t.equal((await fetched(path, { 'if-none-match': etag })).status, 304);
    await ask('PATCH', path, { access_point: pool });
    t.match(await ask('GET', `/inventory_device/?access_point=${String(pool)}&sessions=1`), {
      list: [{ id, access_point: pool, sessions: 0 }],
    });
    t.match([await pointOf(lobby), await pointOf(pool)], [{ device: null }, { device: id }]);
    t.match(await session(), { device: null });
    t.equal((await ask('PATCH', path, { access_point: 987_654 })).status, 400);
    const csv = await fetched('/inventory_device/', { accept: 'text/csv' });
    t.match(csv.text.split('\n')[0], ',access_point,');
    await ask('PATCH', path, { access_point: null });
    t.match(await ask('GET', path), { body: { access_point: lobby } }, 'by its address again');
  });

  test(`${engine}: whip shows the available operations, the reasons for the others and the last operation`, async (t) => {
    const { id } = await create('whipped');
    const whip = () => ask('GET', `/inventory_device_whip/${String(id)}/`);
    const before = await whip();
    t.match(before, { status: 200, body: { name: 'whipped', last_operation: null, remote: [] } });
    t.match(before.body['operations'], [
      { operation: 'reboot', available: false, reason: /has no such operation/ },
      { operation: 'factory_reset', available: false, reason: /no ip_address/ },
      ...['device_factory_reset', 'sync', 'reconfigure'].map((operation) => ({
        operation,
        available: false,
      })),
    ]);
    await ask('PATCH', `/inventory_device/${String(id)}/`, { ip_address: '127.0.0.1' });
    const done = await ask('PUT', `/inventory_device_operation/${String(id)}/?wait=30`, {
      operation: 'sync',
    });
    const after = await whip();
    t.match(after.body['last_operation'], {
      operation: 'sync',
      transaction: done.body['id'],
      status: 'failed',
    });
    t.match((after.body['operations'] as object[])[3], {
      operation: 'sync',
      available: true,
      reason: null,
    });
    t.equal(
      (await ask('GET', '/inventory_device_log/?action=command&parent__id=' + String(id))).body[
        'count'
      ],
      1,
      'it only reads',
    );
  });
}
