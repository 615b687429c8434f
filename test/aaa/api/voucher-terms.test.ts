import { randomUUID } from 'node:crypto';
import tap, { test } from 'tap';
import { eventually, type Answer, type Json } from '../../gateway-process.ts';
import { addCaller, addTenant, column, startBoth } from './fixture.ts';

/* What a voucher is sold for: from when until when, for how many devices, for what; and the vouchers of a batch together. */

const { engines, stop } = await startBoth();
tap.teardown(stop);

const listed = ({ text }: Answer) => JSON.parse(text) as readonly Json[];

for (const [engine, gateway] of Object.entries(engines)) {
  const gate = (method: string, path: string, body?: unknown) => gateway.gate(method, path, body);
  const hotel = await addTenant(gateway, 'hotel', 'front_desk');
  await gate('PATCH', `/organization/${hotel.id}/`, { time_zone: 'Europe/Berlin' });
  await gate('POST', '/access_point/', {
    organization: hotel.id,
    name: 'lobby',
    mac: '02-00-00-00-01-01',
  });
  let devices = 0;
  const logIn = (token: unknown) => {
    devices += 1;
    const [mac, ip] = [`02:00:00:00:02:0${devices}`, `10.0.0.${devices}`];
    return gate('POST', '/portal_login/', { token, ap_mac: '02-00-00-00-01-01', mac, ip });
  };
  const voucher = (body: Json) =>
    hotel.call('POST', '/user_token/', { kind: 'network', time: 3600, ...body });

  test(`${engine}: an expiration without an offset is by the clock of the site, and a date includes its day`, async (t) => {
    const ends = [
      ['2031-07-01', '2031-07-01T21:59:59.999Z'],
      ['2031-12-01', '2031-12-01T22:59:59.999Z'],
      ['2031-07-01T18:00:00', '2031-07-01T16:00:00.000Z'],
      ['2031-07-01 18:00:00', '2031-07-01T16:00:00.000Z'],
      ['2031-07-01T18:00:00Z', '2031-07-01T18:00:00.000Z'],
      ['2031-07-01T18:00:00+05:00', '2031-07-01T13:00:00.000Z'],
    ] as const;
    for (const [stated, expiration] of ends) {
      const user = await hotel.call('POST', '/user/', {
        username: `${engine} ${stated}`,
        expiration: stated,
      });
      t.match(user, { status: 201, body: { expiration } }, stated);
      const shown = await hotel.call('PUT', `/user/${String(user.body['id'])}/`, {
        username: `${engine} ${stated}`,
        expiration: user.body['expiration'],
      });
      t.match(shown.body, { expiration }, 'repeated as it is shown');
      t.match((await voucher({ expiration: stated })).body, { expiration }, stated);
    }
    const { body } = await gate('POST', '/user/', {
      username: 'of the hotel',
      organization: hotel.id,
      expiration: '2031-07-01',
    });
    t.match(body, { expiration: '2031-07-01T21:59:59.999Z' }, 'not by the clock of its maker');
    const changed = await gate('PATCH', `/user/${String(body['id'])}/`, {
      expiration: '2031-12-01',
    });
    t.match(changed.body, { expiration: '2031-12-01T22:59:59.999Z' });
  });

  test(`${engine}: a voucher until check-out ends at the check-out time of the nearest organization that has one`, async (t) => {
    const stay = { until_checkout: true, expiration: '2031-07-03' };
    const usual = await voucher(stay);
    t.match(usual.body, { until_checkout: true, expiration: '2031-07-03T09:00:00.000Z' });
    await gate('PATCH', '/organization/1/', { checkout_time: '10:30' });
    t.match((await voucher(stay)).body, { expiration: '2031-07-03T08:30:00.000Z' });
    await gate('PATCH', `/organization/${hotel.id}/`, { checkout_time: '12:00' });
    const made = await voucher(stay);
    t.match(made.body, { expiration: '2031-07-03T10:00:00.000Z' });
    const path = `/user_token/${String(made.body['id'])}/`;
    const put = { kind: 'network', time: 3600, ...stay, expiration: made.body['expiration'] };
    t.match((await hotel.call('PUT', path, put)).body, { expiration: '2031-07-03T10:00:00.000Z' });
    const longer = await hotel.call('PATCH', path, { expiration: '2031-07-04' });
    t.match(longer.body, { until_checkout: true, expiration: '2031-07-04T10:00:00.000Z' });
    t.match(await hotel.call('PATCH', path, { expiration: '2031-07-04T18:00:00Z' }), {
      status: 400,
      body: { expiration: [/date/] },
    });
    t.match(await hotel.call('PATCH', path, { until_checkout: false }), {
      body: { until_checkout: false, expiration: '2031-07-04T10:00:00.000Z' },
    });
    t.match(await voucher({ until_checkout: true }), {
      status: 400,
      body: { expiration: [/required/] },
    });
    t.match(await hotel.call('PATCH', path, { until_checkout: true }), { status: 400 });
    t.match(await gate('PATCH', '/organization/1/', { checkout_time: '25:00' }), {
      status: 400,
      body: { checkout_time: [String] },
    });
  });

  test(`${engine}: a voucher lets in from its time on, and so many devices at a time`, async (t) => {
    const { code, id } = (await voucher({ valid_from: '2031-07-01' })).body;
    t.match((await gate('GET', `/user_token/${String(id)}/`)).body, {
      valid_from: '2031-06-30T22:00:00.000Z',
    });
    t.match(await logIn(code), { status: 400, body: { code: ['login_time'] } });
    const details = await eventually(
      async () => column(await gate('GET', '/txlog_portal/?type=ua&limit=1'), 'detail'),
      ([detail]) => detail === 'login_time',
    );
    t.same(details, ['login_time'], 'the operator reads why');
    await hotel.call('PATCH', `/user_token/${String(id)}/`, { valid_from: '2020-01-01' });
    t.match(await logIn(code), { status: 201 });
    t.match(await voucher({ valid_from: '2031-07-01', expiration: '2031-06-01' }), {
      status: 400,
      body: { valid_from: [/2031-07-01/] },
    });
    const pair = (await voucher({ devices: 2, price: '9.50 EUR' })).body;
    t.match(pair, { devices: 2, price: '9.50 EUR' });
    const policy = `/user_token/${String(pair['id'])}/?effective_policy=true`;
    t.match(await gate('GET', policy), {
      body: { effective_policy: { simultaneous_use: { value: 2, source: 'token' } } },
    });
    t.same(
      [await logIn(pair['code']), await logIn(pair['code']), await logIn(pair['code'])].map(
        ({ status }) => status,
      ),
      [201, 201, 400],
    );
    t.match(await voucher({ devices: 0 }), { status: 400, body: { devices: [String] } });
  });

  test(`${engine}: the vouchers of a batch are extended, revoked and deleted together`, async (t) => {
    const made = await voucher({ count: 3, octets: 1000 });
    const [{ batch = '', code = '' } = {}] = listed(made);
    const path = `/user_token_batch/${String(batch)}/`;
    const all = async (field: string) =>
      column(await hotel.call('GET', `/user_token/?batch=${String(batch)}`), field);
    t.match(await hotel.call('PATCH', path, { add_time: 600, add_octets: 500 }), {
      status: 200,
      body: { batch, count: 3 },
    });
    t.same(await all('time'), [4200, 4200, 4200]);
    t.same(await all('octets'), [1500, 1500, 1500]);
    await hotel.call('PATCH', path, { expiration: '2031-07-03', until_checkout: true });
    t.same(new Set(await all('expiration')), new Set(['2031-07-03T10:00:00.000Z']));
    t.same(new Set(await all('until_checkout')), new Set([true]));
    await hotel.call('PATCH', path, { expiration: '2031-07-04' });
    t.same(
      new Set(await all('expiration')),
      new Set(['2031-07-04T10:00:00.000Z']),
      'a date alone stays a day of check-out, as for a single voucher',
    );
    t.match(await hotel.call('PATCH', path, { expiration: null }), {
      status: 400,
      body: { expiration: [/date of check-out/] },
    });
    const [id] = await all('id');
    await hotel.call('PATCH', `/user_token/${String(id)}/`, { valid_from: '2031-07-01' });
    t.match(await hotel.call('PATCH', path, { expiration: '2031-06-30' }), {
      status: 400,
      body: { valid_from: [/must be before/] },
    });
    await hotel.call('PATCH', `/user_token/${String(id)}/`, { valid_from: null });
    await hotel.call('PATCH', path, { expiration: null, until_checkout: false });
    t.same(new Set(await all('expiration')), new Set([null]));
    t.same(new Set(await all('until_checkout')), new Set([false]));
    t.equal((await logIn(code)).status, 201);
    const sums = (await gate('GET', '/aaa_accounting/?group_by=batch&limit=100')).body['results'];
    t.ok(Array.isArray(sums));
    t.match(
      (sums as Json[]).find((sum) => sum['batch'] === batch),
      { sessions: 1 },
    );
    const table = await gateway.ask(
      'GET',
      '/gate/api/v1/aaa_accounting/?group_by=batch&limit=100',
      {
        token: gateway.token,
        headers: { accept: 'text/csv' },
      },
    );
    const [head = '', ...rows] = table.text.split('\n').map((line) => line.split(','));
    const row = rows.find((cells) => cells.includes(String(batch))) ?? [];
    t.equal(row[head.indexOf('sessions')], '1', 'and as a table');
    t.equal((await hotel.call('PATCH', path, { is_active: false })).status, 200);
    t.equal((await logIn(code)).status, 400);
    const changes = await gate('GET', `/txlog_portal/?username=${String(code)}&limit=20`);
    t.ok(column(changes, 'type').includes('ub'), 'the log says that it was blocked');
    const stranger = await addTenant(gateway, 'stranger', 'front_desk');
    t.equal((await stranger.call('PATCH', path, { is_active: true })).status, 404);
    t.equal((await stranger.call('DELETE', path)).status, 404);
    t.equal((await hotel.call('PATCH', path, {})).status, 400);
    t.equal(
      (await hotel.call('PATCH', `/user_token_batch/${randomUUID()}/`, { add_time: 1 })).status,
      404,
    );
    const timeOnly = listed(await voucher({ count: 2 }))[0]?.['batch'];
    t.match(
      await hotel.call('PATCH', `/user_token_batch/${String(timeOnly)}/`, { add_octets: 1 }),
      {
        status: 400,
        body: { add_octets: [/no such credit/] },
      },
    );
    t.match(
      await hotel.call('PATCH', `/user_token_batch/${String(timeOnly)}/`, {
        add_time: 2_147_483_647,
      }),
      { status: 400, body: { add_time: [/too large/] } },
    );
    t.equal((await hotel.call('DELETE', path)).status, 204);
    t.same(await all('id'), []);
    t.equal((await hotel.call('DELETE', path)).status, 404);
  });

  test(`${engine}: a front desk sees what it may give, and ends the sessions of guests only`, async (t) => {
    const [gold] = [await gate('POST', '/aaa_profile/', { name: 'Gold', organization: hotel.id })];
    await gate('POST', '/aaa_profile/', { name: 'Staff', organization: hotel.id });
    await gate('POST', '/aaa_profile/', { name: 'Of another' });
    await gate('POST', '/location/', { name: 'Beach', organization: hotel.id });
    const choice = async () => (await hotel.call('GET', '/front_desk_choice/')).body;
    t.match(await choice(), {
      profiles: [{ name: 'Gold' }, { name: 'Staff' }],
      locations: [{ name: 'Beach' }],
      requires_profile: false,
    });
    await gate('PATCH', `/organization/${hotel.id}/`, { front_desk_profiles: ['Gold'] });
    t.same((await choice())['profiles'], [{ id: gold.body['id'], name: 'Gold', description: '' }]);
    t.match(await choice(), { requires_profile: true });
    await gate('PATCH', `/organization/${hotel.id}/`, { front_desk_profiles: null });
    const sessionOf = async (fields: Json) => {
      await logIn(fields['code']);
      const open = await gate('GET', '/aaa_accounting/?session_status=active&limit=1');
      return String(column(open, 'radacctid')[0]);
    };
    const guest = await sessionOf((await voucher({})).body);
    t.equal((await hotel.call('POST', `/aaa_accounting/${guest}/disconnect/`, {})).status, 200);
    await addCaller(gateway, {
      username: 'ann',
      password: 'a long password',
      role: 'admin',
      organization: hotel.id,
    });
    devices += 1;
    const mac = `02:00:00:00:02:0${devices}`;
    const login = { uid: 'ann', password: 'a long password', ap_mac: '02-00-00-00-01-01', mac };
    t.equal((await gate('POST', '/portal_login/', { ...login, ip: '10.0.0.99' })).status, 201);
    const open = await gate('GET', '/aaa_accounting/?session_status=active&limit=1');
    const own = String(column(open, 'radacctid')[0]);
    t.match(await hotel.call('POST', `/aaa_accounting/${own}/disconnect/`, {}), { status: 403 });
    t.equal((await hotel.call('POST', `/aaa_accounting/${own}/coa/`, {})).status, 403);
  });

  test(`${engine}: a reply names the limits that the access points of the site do not carry out`, async (t) => {
    const made = await gate('POST', '/organization/', { name: `warned ${engine}` });
    const organization = made.body['id'];
    const own = { organization };
    const reply_attributes = [{ attribute: 'WISPr-Bandwidth-Max-Down', value: '2000000' }];
    const check_attributes = [{ attribute: 'Max-Daily-Octets', op: ':=', value: '1000' }];
    const body = { ...own, name: 'Slow', reply_attributes, check_attributes };
    const slow = await gate('POST', '/aaa_profile/', body);
    t.match(slow, { status: 201 });
    t.notOk('warnings' in slow.body, 'no vendor is known');
    const profile = slow.body['id'];
    const point = { ...own, name: 'roof', vendor: 'Omada', mac: '02-00-00-00-09-01' };
    const places = [
      await gate('POST', '/access_point/', point),
      await gate('POST', '/location/', { ...own, name: 'Pool' }),
    ];
    t.same(
      places.map(({ status }) => status),
      [201, 201],
    );
    const rate = 'Omada: the access point does not carry out: rate.';
    const path = `/aaa_profile/${String(profile)}/`;
    const put = await gate('PUT', path, { ...body, name: 'Slower' });
    t.match(put, { status: 200, body: { warnings: [rate] } });
    t.notOk('warnings' in (await gate('GET', path)).body);
    t.equal((await gate('PATCH', path, put.body)).status, 200, 'a reply is accepted as a body');
    const sold = { ...own, kind: 'network', time: 60, octets: 1000, profile };
    t.match((await gate('POST', '/user_token/', sold)).body, { warnings: [rate] });
    const batch = listed(await gate('POST', '/user_token/', { ...sold, count: 2 }));
    t.same(
      batch.map(({ warnings }) => warnings),
      [[rate], [rate]],
    );
    const change = `/user_token_batch/${String(batch[0]?.['batch'])}/`;
    t.match(await gate('PATCH', change, { add_time: 60 }), {
      status: 200,
      body: { count: 2, warnings: [rate] },
    });
    const elsewhere = { ...sold, location: places[1]?.body['id'] };
    t.notOk(
      'warnings' in (await gate('POST', '/user_token/', elsewhere)).body,
      'no access point is there',
    );
    const page = { ...own, name: 'of the roof', guest_profile: profile };
    t.match((await gate('POST', '/portal_page/', page)).body, { warnings: [rate] });
    const controller = { ...own, name: 'router', vendor: 'opennds', secret: 'a key' };
    t.equal((await gate('POST', '/portal_controller/', controller)).status, 201);
    const roles = [{ attribute: 'Mikrotik-Rate-Limit', value: '2M' }];
    const other = await gate('POST', '/aaa_profile/', {
      ...body,
      name: 'Mikrotik',
      reply_attributes: roles,
    });
    t.match(other.body, {
      warnings: [/^openNDS: .*: rate\. A rate reaches it by WISPr-Bandwidth-Max-Up, W/, rate],
    });
    const unwarned = listed(await voucher({ octets: 1000, count: 2 }))[0] ?? {};
    t.notOk('warnings' in unwarned, 'it is of another organization');
    const extended = await gate('PATCH', `/user_token_batch/${String(unwarned['batch'])}/`, {
      add_time: 60,
    });
    t.equal(extended.status, 200);
    t.notOk('warnings' in extended.body);
  });
}
