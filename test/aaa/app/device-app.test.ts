import tap, { test } from 'tap';
import { results, type Json } from '../../gateway-process.ts';
import { addCaller, addTenant, column, pathOf, startBoth } from '../api/fixture.ts';

/* The device API for apps: registration, login and reports, on both engines. */

const { engines, stop } = await startBoth();
tap.teardown(stop);

for (const [engine, gateway] of Object.entries(engines)) {
  const gate = gateway.gate.bind(gateway);
  const app = await addCaller(gateway, { username: 'app', role: 'app' });
  const register = (body: Json) => app.call('POST', '/device_app_register/', body);
  await gate('POST', '/user/', { username: 'anna', password: 'right', external_id: 'crm-1' });

  test(`${engine}: a device that registers again keeps its id, by its strongest known identifier`, async (t) => {
    const first = await register({
      generic_id: 'G-1',
      imei: '111111111111111',
      mac: '02aa.0000.0001',
      push_key: 'push-secret',
    });
    t.match(first, {
      status: 201,
      body: { device_id: /^[0-9a-f-]{36}$/, user: null, organization: 1, mac: '02:AA:00:00:00:01' },
    });
    t.notMatch(first.text, 'push');
    const { id, device_id } = first.body;
    const again = await register({
      generic_id: 'G-1',
      imei: '222222222222222',
      os_family: 'Android',
    });
    t.match(again.body, {
      id,
      device_id,
      imei: '222222222222222',
      os_family: 'Android',
      mac: '02:AA:00:00:00:01',
    });
    t.match(
      (await register({ generic_id: 'G-2', mac: '02-AA-00-00-00-01' })).body,
      { id, generic_id: 'G-2' },
      'reset since',
    );
    t.not(
      (await register({ generic_id: 'G-1' })).body['id'],
      id,
      'the old identifier is free for another',
    );
    const other = await register({ imei: '333333333333333' });
    t.not(other.body['id'], id);
    t.match(
      (await register({ imei: '333333333333333', mac: '02AA00000001' })).body,
      { id: other.body['id'] },
      'imei before mac',
    );
  });

  test(`${engine}: concurrent registrations of a device create one device`, async (t) => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => register({ generic_id: 'at once' })),
    );
    t.same([...new Set(answers.map(({ status }) => status))], [201]);
    t.equal(new Set(answers.map(({ body }) => body['id'])).size, 1);
  });

  test(`${engine}: the same device in two organizations is two devices`, async (t) => {
    const { call } = await addTenant(gateway, 'tenant', 'app');
    const here = await register({ imsi: '222010000000001' });
    const there = await call('POST', '/device_app_register/', { imsi: '222010000000001' });
    t.not(there.body['id'], here.body['id']);
    t.match(there.body, { organization: Number });
  });

  test(`${engine}: a registration is validated, and links a user with the right password`, async (t) => {
    t.match(await register({ os_family: 'iOS' }), {
      status: 400,
      body: { non_field_errors: [/generic_id, imei/] },
    });
    const wrong = { imei: '12', mac: 'x', device_type: 'tv', home_mcc: '1', colour: 'red' };
    t.same(Object.keys((await register(wrong)).body).sort(), [
      'colour',
      'device_type',
      'home_mcc',
      'imei',
      'mac',
    ]);
    t.match(await register({ number: '+39 06 1', username: 'anna', password: 'wrong' }), {
      status: 400,
    });
    t.match(await register({ number: '+39 06 1', username: 'anna' }), {
      status: 400,
      body: { password: [String] },
    });
    t.match(await register({ number: '+39 06 1', username: 'unknown', password: 'x' }), {
      status: 201,
      body: { user: null },
    });
    t.match(await register({ number: '+39 06 1', username: 'anna', password: 'right' }), {
      status: 201,
      body: { user: Number },
    });
    t.match(await register({ number: '+39 06 1' }), { body: { user: Number } }, 'and stays linked');
  });

  test(`${engine}: a credential check returns only whether it succeeded`, async (t) => {
    const check = (username: string, password: string) =>
      app.call('POST', '/device_app_user_authenticate/', { username, password });
    const good = await check('anna', 'right');
    t.match(good, {
      status: 201,
      body: {
        authenticated: true,
        user: { username: 'anna', organization: 1, external_id: 'crm-1', klass: null },
      },
    });
    t.notMatch(good.text, /token|argon2/);
    await gate('POST', '/user/', [
      { username: 'off', password: 'right', is_active: false },
      { username: 'old', password: 'right', expiration: '2020-01-01' },
      { username: 'mac-only' },
    ]);
    const refused = await check('anna', 'wrong');
    t.match(refused, {
      status: 400,
      body: { non_field_errors: ['Unable to log in with provided credentials.'] },
    });
    for (const name of ['off', 'old', 'mac-only', 'nobody'])
      t.equal((await check(name, 'right')).text, refused.text, name);
    t.same(column(await gate('GET', '/txlog_portal/?type=ua&limit=6'), 'detail'), [
      'unknown user',
      'no password set',
      'account expired',
      'inactive user',
      'wrong password',
      '',
    ]);
    t.match(await app.call('POST', '/device_app_user_authenticate/', { username: 'anna' }), {
      status: 400,
      body: { password: ['This field is required.'] },
    });
  });

  test(`${engine}: an app changes its own device and its subscriber, and no other user`, async (t) => {
    const update = (body: Json) => app.call('POST', '/device_app_user_update/', body);
    await gate('POST', '/user/', { username: 'berta', password: 'one' });
    await register({ imei: '444444444444444', username: 'berta', password: 'one' });
    const changed = await update({
      imei: '444444444444444',
      iccid: '893900000000000000',
      klass: 'gold',
      password: 'two',
    });
    t.match(changed, {
      status: 201,
      body: {
        user: { username: 'berta', klass: 'gold' },
        device: { iccid: '893900000000000000', klass: 'gold' },
      },
    });
    t.notMatch(changed.text, /two|argon2/);
    await update({ imei: '444444444444444', number: '+41 79 444 44 44' });
    t.match(await update({ number: '+41 79 444 44 44', klass: 'platinum' }), {
      status: 400,
      body: { klass: [/phone number/] },
    });
    t.match(await update({ number: '+41 79 444 44 44', imei: '444444444444440', klass: 'x' }), {
      status: 400,
      body: { klass: [/phone number/] },
    });
    t.match(await gate('GET', '/user/username/berta/'), { body: { klass: 'gold' } });
    t.equal(
      (
        await app.call('POST', '/device_app_user_authenticate/', {
          username: 'berta',
          password: 'two',
        })
      ).status,
      201,
    );
    t.match(await update({ external_id: 'crm-1', klass: 'silver' }), {
      body: { user: { username: 'anna', klass: 'silver' }, device: null },
    });
    t.match(await update({ username: 'berta', external_id: 'crm-2' }), {
      body: { user: { external_id: 'crm-2' } },
    });
    t.match(await update({ imei: '444444444444444', username: 'anna' }), {
      status: 400,
      body: { username: [/already exists/] },
    });
    t.match(await update({ imei: '444444444444444', username: 'bertha' }), {
      body: { user: { username: 'bertha' } },
    });
    t.equal((await update({ username: 'nobody', klass: 'x' })).status, 404);
    t.equal((await update({ imei: '999999999999999' })).status, 404);
    t.equal(
      (await update({ username: 'admin', password: 'mine now' })).status,
      404,
      'an administrator is out of reach',
    );
  });

  test(`${engine}: an app sets no password of a subscriber whose device it does not name`, async (t) => {
    const update = (body: Json) => app.call('POST', '/device_app_user_update/', body);
    await gate('POST', '/user/', { username: 'carla', password: 'one', external_id: 'crm-c' });
    await register({ imei: '666666666666666', username: 'carla', password: 'one' });
    await register({ imei: '777777777777777' });
    const refused = { status: 400, body: { password: [/registered device/] } };
    t.match(await update({ username: 'carla', password: 'mine' }), refused);
    t.match(await update({ external_id: 'crm-c', password: 'mine' }), refused);
    const other = { imei: '777777777777777', username: 'carla', password: 'mine' };
    t.equal((await update(other)).status, 404, 'the device of nobody');
    await update({ imei: '666666666666666', number: '+41 79 666 66 66' });
    t.match(await update({ number: '+41 79 666 66 66', password: 'mine' }), refused);
    const check = (password: string) =>
      app.call('POST', '/device_app_user_authenticate/', { username: 'carla', password });
    t.equal((await check('one')).status, 201, 'the password is as it was');
    t.equal((await update({ imei: '666666666666666', password: 'two' })).status, 201);
    t.equal((await check('two')).status, 201);
  });

  test(`${engine}: a new password is kept as the former one: CHAP needs it in clear`, async (t) => {
    for (const [username, reversible_password] of [
      ['clear', true],
      ['hashed', false],
    ] as const) {
      await gate('POST', '/user/', { username, password: 'one', reversible_password });
      const imsi = reversible_password ? '222010000000077' : '222010000000078';
      await register({ imsi, username, password: 'one' });
      await app.call('POST', '/device_app_user_update/', { imsi, password: 'two' });
      const { body } = await gate('GET', `/user/username/${username}/`);
      const methods = String(body['password_methods']);
      t.match(methods, /^PAP/, username);
      t.equal(methods.includes('CHAP'), reversible_password, methods);
    }
  });

  test(`${engine}: connections of a registered device are reported, and summed up by network`, async (t) => {
    await register({ generic_id: 'S-1', app_name: 'Guest app' });
    const log = (body: Json) =>
      app.call('POST', '/device_app_connection_log/', {
        generic_id: 'S-1',
        network_security: 'wp2',
        ...body,
      });
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const big = Number.MAX_SAFE_INTEGER;
    const wifi = { network_type: 'wi', network_name: 'lobby', bssid: 'aa-bb-cc-dd-ee-ff' };
    const one = await log({
      ...wifi,
      start_datetime: at(30),
      end_datetime: at(20),
      bytes_in: big,
      rssi: -60,
    });
    t.match(one, { status: 201, body: { id: Number, created: /Z$/ } });
    await log({ ...wifi, start_datetime: at(10), end_datetime: at(5), bytes_in: big, rssi: -50 });
    await log({
      network_type: 'mo',
      network_security: '3gp',
      mcc: '222',
      mnc: '01',
      roaming: true,
    });
    await log({ ...wifi, start_datetime: '2020-02-01', end_datetime: '2020-02-01' });
    const summary = await app.call('GET', '/device_app_connection_summary/?app_id=Guest+app');
    t.match(summary.body, { count: 2, next: null, previous: null });
    const [mobile, wireless] = results(summary);
    t.match(mobile, {
      network_type: 'mo',
      network_name: null,
      connections: 1,
      bytes_in: 0,
      avg_rssi: null,
    });
    t.match(wireless, {
      network_type: 'wi',
      network_name: 'lobby',
      connections: 2,
      duration_seconds: 900,
      avg_rssi: -55,
      bytes_in: (2n * BigInt(big)).toString(),
    });
    const first = await app.call('GET', '/device_app_connection_summary/?app_id=Guest+app&limit=1');
    t.same(results(await app.call('GET', pathOf(first.body['next']))), [wireless]);
    const past = '/device_app_connection_summary/?start_date=2020-02-01&end_date=2020-02-01';
    t.match((await app.call('GET', past)).body, { count: 1, results: [{ connections: 1 }] });
    t.match((await app.call('GET', `${past}&device_id=${String(wireless?.['device'])}`)).body, {
      count: 1,
    });
    t.match((await app.call('GET', `${past}&device_id=999`)).body, { count: 0 });
  });

  test(`${engine}: sums of days and of parts of days are exact`, async (t) => {
    await register({ generic_id: 'D-1', app_name: 'Days' });
    const starts = [
      '01T06',
      '01T13',
      '01T23',
      '02T00',
      '02T12',
      '02T23',
      '03T00',
      '03T05',
      '03T07',
    ];
    for (const [number, start] of starts.entries())
      await app.call('POST', '/device_app_connection_log/', {
        generic_id: 'D-1',
        network_type: 'wi',
        network_security: 'opn',
        ...(number % 2 === 0 && { network_name: '', rssi: -50 - number }),
        start_datetime: `2019-05-${start}:00:00Z`,
        end_datetime: `2019-05-${start}:00:10Z`,
        bytes_in: 10 ** number,
      });
    const sum = async (from: string, until: string) =>
      results(
        await app.call(
          'GET',
          `/device_app_connection_summary/?app_id=Days&start_date=${from}&end_date=${until}`,
        ),
      );
    t.match(await sum('2019-05-01T12:00:00Z', '2019-05-03T06:00:00Z'), [
      { network_name: null, connections: 4, bytes_in: 10_101_010, avg_rssi: null },
      {
        network_name: '',
        connections: 3,
        bytes_in: 1_010_100,
        avg_rssi: -54,
        duration_seconds: 30,
        first_connection: '2019-05-01T23:00:00.000Z',
        last_connection: '2019-05-03T00:00:10.000Z',
      },
    ]);
    t.match(await sum('2019-05-01', '2019-05-03'), [
      { connections: 4, bytes_in: 10_101_010 },
      { connections: 5, bytes_in: 101_010_101, avg_rssi: -54 },
    ]);
    t.match(await sum('2019-05-02T12:00:00Z', '2019-05-02T13:00:00Z'), [{ bytes_in: 10_000 }]);
    t.match(await sum('2019-05-01T14:00:00Z', '2019-05-02T00:00:00Z'), [
      { network_name: null, connections: 1, bytes_in: 1000 },
      { network_name: '', connections: 1, bytes_in: 100 },
    ]);
    t.match(
      await sum('2019-05-03T04:00:00Z', '2019-05-03T06:00:00Z'),
      [{ network_name: null, bytes_in: 10_000_000 }],
      'the other network has connections before and after',
    );
    const past =
      '/device_app_connection_summary/?app_id=Days&start_date=2019-05-01T12:00:00Z&end_date=2019-05-03T06:00:00Z';
    t.match((await app.call('GET', `${past}&limit=1&offset=1`)).body, {
      count: 2,
      next: null,
      results: [{ network_name: '', connections: 3, bytes_in: 1_010_100 }],
    });
    t.match((await app.call('GET', `${past}&offset=2`)).body, { count: 2, results: [] });
    t.match(await sum('2019-06-01', '2019-06-03'), []);
  });

  test(`${engine}: a list of connections has one result for each`, async (t) => {
    await register({ generic_id: 'L-1' });
    const log = async (body: unknown) => {
      const reply = await app.call('POST', '/device_app_connection_log/', body);
      return { status: reply.status, body: JSON.parse(reply.text) as Json | Json[] };
    };
    const wifi = {
      generic_id: 'L-1',
      network_type: 'wi',
      network_security: 'wp3',
      network_name: 'list',
      start_datetime: '2019-03-01T10:00:00Z',
      end_datetime: '2019-03-01T11:00:00Z',
      bytes_in: 10,
    };
    const enhancedOpen = { ...wifi, network_security: 'owe', bytes_in: 30 };
    const backwards = { ...wifi, end_datetime: '2019-02-01' };
    const stranger = { ...wifi, generic_id: 'unheard of' };
    const mixed = await log([wifi, backwards, stranger, enhancedOpen]);
    t.match(mixed, {
      status: 201,
      body: [
        { id: Number, created: /Z$/ },
        { errors: { end_datetime: [/before/] } },
        { errors: { non_field_errors: [/No registered device/] } },
        { id: Number },
      ],
    });
    const listed = await gate('GET', '/device_app_connection_log/?limit=2');
    t.same(column(listed, 'network_security').sort(), ['owe', 'wp3']);
    const day = '?start_date=2019-03-01&end_date=2019-03-01';
    t.match((await app.call('GET', `/device_app_connection_summary/${day}`)).body, {
      count: 1,
      results: [{ connections: 2, bytes_in: 40 }],
    });
    t.match(await log([backwards, stranger]), {
      status: 400,
      body: [{ end_datetime: [String] }, {}],
    });
    t.match(await log([wifi, { ...wifi, network_security: 'wpa9' }]), { status: 400 });
    t.equal((await log([])).status, 400);
    t.equal((await log(Array.from({ length: 101 }, () => wifi))).status, 400);
    t.match((await app.call('GET', `/device_app_connection_summary/${day}`)).body, {
      results: [{ connections: 2 }],
    });
  });

  test(`${engine}: an incomplete or impossible report is rejected by field`, async (t) => {
    const log = (body: Json) => app.call('POST', '/device_app_connection_log/', body);
    const wrong = await log({ network_type: 'xx', bssid: 'x', rssi: 'loud', mcc: '12' });
    t.same(Object.keys(wrong.body).sort(), [
      'bssid',
      'mcc',
      'network_security',
      'network_type',
      'rssi',
    ]);
    const right = { network_type: 'wi', network_security: 'opn' };
    t.match(await log(right), { status: 400, body: { non_field_errors: [/required/] } });
    t.match(await log({ ...right, generic_id: 'unheard of' }), {
      status: 400,
      body: { non_field_errors: [/No registered device/] },
    });
    for (const ahead of [{ start_datetime: '2031-01-01' }, { end_datetime: '2031-01-01' }])
      t.match(await log({ ...right, generic_id: 'S-1', ...ahead }), {
        status: 400,
        body: Object.fromEntries(Object.keys(ahead).map((field) => [field, [/2031.*future/]])),
      });
    const backwards = { start_datetime: '2026-01-02', end_datetime: '2026-01-01' };
    t.match(await log({ ...right, generic_id: 'S-1', ...backwards }), {
      status: 400,
      body: { end_datetime: [String] },
    });
  });

  test(`${engine}: network tests are reported one by one or in a list`, async (t) => {
    const report = (body: unknown) => app.call('POST', '/device_app_test_report/', body);
    const download = {
      network_type: 'wi',
      test_type: 'dl',
      destination: 'speed.example.org',
      value: 93.5,
    };
    t.match(await report(download), { status: 201, body: { id: Number, created: /Z$/ } });
    const list = await report([
      download,
      { ...download, test_type: 'la', value: 4, generic_id: 'S-1' },
    ]);
    t.equal(list.status, 201);
    t.equal((JSON.parse(list.text) as unknown[]).length, 2);
    t.equal((await report([download, { ...download, generic_id: 'unheard of' }])).status, 400);
    const point = await gate('POST', '/access_point/', { name: 'bar', mac: 'AA:BB:CC:DD:EE:01' });
    const there = { generic_id: 'S-1', network_type: 'wi', bssid: 'aabb.ccdd.ee01' };
    await app.call('POST', '/device_app_connection_log/', { ...there, network_security: 'opn' });
    await report({ ...download, ...there, value: 11 });
    const connected = { ...download, generic_id: 'S-1', value: 12 };
    await app.call('POST', '/device_app_connection_log/', {
      ...there,
      network_security: 'opn',
      end_datetime: new Date(Date.now() + 60_000).toISOString(),
      start_datetime: new Date().toISOString(),
    });
    await report(connected);
    const id = Number(point.body['id']);
    const at = (path: string) => gate('GET', `/${path}/?access_point=${id}`);
    t.same(column(await at('device_app_test_report'), 'value'), [12, 11], 'newest first');
    t.match(results(await at('device_app_connection_log')), [
      { access_point: id, bssid: 'AA:BB:CC:DD:EE:01' },
      { access_point: id },
    ]);
    for (const path of ['device_app_test_report', 'device_app_connection_log'])
      t.equal((await app.call('GET', `/${path}/`)).status, 403, 'an app reads no reports');
    t.match(await report({ ...download, datetime: '2031-01-01' }), {
      status: 400,
      body: { datetime: [/future/] },
    });
    const wrong = await report({ network_type: 'wi', test_type: 'zz', value: 'fast' });
    t.equal(wrong.status, 400);
  });
}
