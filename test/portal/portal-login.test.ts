import tap, { test } from 'tap';
import { eventually, results, type Json } from '../gateway-process.ts';
import { account, secret } from '../radius/acct/send-accounting.ts';
import { addCaller, column, pathOf, startBoth } from '../aaa/api/fixture.ts';

/* Logins at the captive portal, its log, and the accounting of sessions, on both engines. */

const { engines, stop } = await startBoth();
tap.teardown(stop);

/** Returns a date within the last month: a NAS that states an older one is not believed. */
function dayAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

for (const [engine, gateway] of Object.entries(engines)) {
  const gate = gateway.gate.bind(gateway);
  const location = (await gate('POST', '/location/', { name: 'Lobby' })).body['id'];
  const accessPoint = (
    await gate('POST', '/access_point/', { name: 'ap', mac: 'AA:BB:CC:00:00:01', location })
  ).body['id'];
  await gate('POST', '/aaa_client/', { name: 'nas', address: '127.0.0.1', secret });
  const app = await addCaller(gateway, { username: 'portal', role: 'app' });
  const device = { ap_mac: 'aa-bb-cc-00-00-01', mac: '0200.0000.0001', ip: '10.0.0.5' };
  const login = (body: Json) => app.call('POST', '/portal_login/', { ...device, ...body });
  const addUser = async (body: Json) => (await gate('POST', '/user/', body)).body['id'];
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
  const seconds = () => Math.floor(Date.now() / 1000);
  /** Repeats a guess until there is no further try for more than four seconds. */
  const exhaust = (guess: () => ReturnType<typeof login>) =>
    eventually(guess, ({ headers }) => Number(headers.get('retry-after')) > 4);

  test(`${engine}: a guest logs in by name, by e-mail address and by external id`, async (t) => {
    const user = await addUser({
      username: 'anna',
      email: 'anna@example.org',
      external_id: 'room 12',
    });
    for (const uid of ['anna', 'Anna@example.org', 'room 12']) {
      const answer = await login({ uid, original_url: 'http://example.org/a?b' });
      const disguised = await login({ uid, original_url: 'http://good.example@evil.example/' });
      t.match(disguised.body, { redirect_url: null });
      t.match(answer, {
        status: 201,
        body: {
          result: 'pending',
          user,
          username: 'anna',
          access_point: accessPoint,
          location,
          mac: '02:00:00:00:00:01',
          ip: '10.0.0.5',
          session_timeout: null,
          expires: null,
          redirect_url: 'http://example.org/a?b',
          grant: { method: 'none', url: null },
        },
      });
      t.match(answer.body['session_id'], /^[0-9a-f-]{36}$/);
    }
    t.match((await gate('GET', `/user/${String(user)}/`)).body['last_login'], /Z$/);
  });

  test(`${engine}: the redirect of the access point decides the way in, with the secret of its controller`, async (t) => {
    await addUser({ username: 'walker' });
    const params = { uamip: '10.1.0.1', uamport: 3990, challenge: '00ff', called: 'x' };
    const enter = (body: Json) => login({ uid: 'walker', mac: '020000000901', ...body });
    const response = async () => /response=(\w+)/.exec((await enter({ params })).text)?.[1];
    const plain = await response();
    const controller = { name: 'hot spot', vendor: 'coovachilli', secret: 'uam-secret' };
    const added = await gate('POST', '/portal_controller/', controller);
    t.match(added, { status: 201, body: { vendor: 'coovachilli', location: null } });
    t.notMatch(added.text, 'uam-secret');
    const shared = await response();
    t.match([plain, shared], [/^[0-9a-f]{32}$/, /^[0-9a-f]{32}$/]);
    t.not(plain, shared);
    const path = `/portal_controller/${String(added.body['id'])}/`;
    await gate('PATCH', path, { location });
    t.equal(await response(), shared, 'the controller of the location');
    const elsewhere = (await gate('POST', '/location/', { name: 'Annex' })).body['id'];
    await gate('PATCH', path, { location: elsewhere });
    t.equal(await response(), plain, 'not that of another location');
    t.match(await gate('PATCH', path, { vendor: 'opennds' }), {
      status: 400,
      body: { secret: ['A change of vendor needs the secret again.'] },
    });
    t.match(await gate('POST', '/portal_controller/', { name: 'u', vendor: 'unifi' }), {
      status: 400,
      body: { url: [/unifi/] },
    });
    t.match(await enter({ vendor: 'Acme', params }), {
      status: 400,
      body: { vendor: [/^"Acme" - unknown vendor. Known: coovachilli, /] },
    });
    t.match(await enter({ vendor: 'fortinet', params }), {
      status: 400,
      body: { code: ['no_way_in'], non_field_errors: [/the redirect has no post/] },
    });
    t.match((await enter({ params })).body, { result: 'accept', reason: null });
    await gate('DELETE', path);
  });

  test(`${engine}: an address that no device has does not log in`, async (t) => {
    await addUser({ username: 'nobody at all' });
    for (const mac of ['ff:ff:ff:ff:ff:ff', '00-00-00-00-00-00', '01:00:5e:00:00:01'])
      t.match(await login({ uid: 'nobody at all', mac }), {
        status: 400,
        body: { mac: [/no device has this address/] },
      });
  });

  test(`${engine}: a name that means a local user by the rules of its organization`, async (t) => {
    await addUser({ username: 'Quentin' });
    await addUser({ username: 'paula' });
    await addUser({ username: 'Paula' });
    const reasonFor = async (uid: string) => {
      const { body } = await login({ uid, mac: '020000000907' });
      return body['result'] === 'pending' ? 'admitted' : body['code'];
    };
    const names = ['Quentin@isp.example', 'HOTEL\\Quentin', 'quentin'];
    for (const uid of names) t.same(await reasonFor(uid), ['unknown_user'], uid);
    const rules = {
      local_realms: ['isp.example'],
      name_prefixes: ['HOTEL\\'],
      ignore_name_case: true,
    };
    await gate('PATCH', '/organization/1/', rules);
    for (const uid of names) t.equal(await reasonFor(uid), 'admitted', uid);
    t.equal(await reasonFor('hotel\\QUENTIN@ISP.example'), 'admitted');
    await addUser({ username: 'Ärger' });
    t.equal(await reasonFor('Ärger@isp.example'), 'admitted', 'only A to Z are folded');
    const other = (await gate('POST', '/organization/', { name: 'Annex', parent: 1 })).body['id'];
    await addUser({ username: 'QUENTIN', organization: other });
    t.same(await reasonFor('quentin'), ['unknown_user'], 'users of two organizations');
    t.equal(await reasonFor('Quentin'), 'admitted', 'the whole name');
    t.equal(await reasonFor('paula'), 'admitted', 'the exact name goes first');
    t.same(await reasonFor('PAULA'), ['unknown_user'], 'two names differ in case only');
    t.same(await reasonFor('Quentin@other.example'), ['unknown_user']);
    const none = { local_realms: null, name_prefixes: null, ignore_name_case: null };
    await gate('PATCH', '/organization/1/', none);
  });

  test(`${engine}: the shortest limit becomes the session's timeout`, async (t) => {
    const reply_attributes = [
      { attribute: 'Session-Timeout', value: '3000' },
      { attribute: 'Idle-Timeout', value: '300' },
    ];
    const profile = (await gate('POST', '/aaa_profile/', { name: 'hour', reply_attributes })).body[
      'id'
    ];
    const user = await addUser({ username: 'bounded', profile });
    t.match((await login({ uid: 'bounded' })).body, {
      session_timeout: 3000,
      idle_timeout: 300,
      expires: String,
    });
    t.match((await login({ uid: 'bounded', timeout: 60 })).body, { session_timeout: 60 });
    t.match((await login({ uid: 'bounded', timeout: 9000 })).body, { session_timeout: 3000 });
    const attributes = { reply_attributes: [{ attribute: 'Session-Timeout', value: '2000' }] };
    await gate('PATCH', `/user/${String(user)}/`, { attributes });
    t.match(
      (await login({ uid: 'bounded' })).body,
      { session_timeout: 2000 },
      "the user's own attribute wins",
    );
    await gate('PATCH', `/user/${String(user)}/`, { expiration: inSeconds(500) });
    const left = Number((await login({ uid: 'bounded' })).body['session_timeout']);
    t.ok(left > 490 && left <= 500, `${left} seconds until the account expires`);
    await gate('POST', '/user_token/', { kind: 'network', username: 'voucher', time: 900 });
    t.match((await login({ uid: 'voucher' })).body, { session_timeout: 900 });
  });

  test(`${engine}: wrong passwords are rate-limited by user, right ones are not`, async (t) => {
    await addUser({ username: 'guessed', password: 'right' });
    await addUser({ username: 'quiet', password: 'right' });
    const tries = Array.from({ length: 12 }, () => login({ uid: 'guessed', password: 'wrong' }));
    const refused = (await Promise.all(tries)).filter(({ status }) => status === 429);
    t.equal(refused.length, 2, 'of twelve concurrent logins ten are checked');
    t.match(refused[0]?.body, {
      detail: /^Request was throttled. Expected available in \d+ seconds.$/,
    });
    t.match(refused[0]?.headers.get('retry-after'), /^[1-6]$/);
    const guess = () => login({ uid: 'guessed', password: 'wrong' });
    await exhaust(guess);
    t.equal((await login({ uid: 'guessed', password: 'right' })).status, 429);
    t.equal(
      (await login({ uid: 'guessed' })).status,
      201,
      'without a password: the caller has checked it',
    );
    for (let index = 0; index < 12; index += 1)
      t.equal(
        (await login({ uid: 'quiet', password: 'right' })).status,
        201,
        'right ones are not counted',
      );
    await exhaust(guess);
    t.equal(
      (
        await gate('POST', '/device_app_user_authenticate/', {
          username: 'guessed',
          password: 'wrong',
        })
      ).status,
      429,
      'by any endpoint',
    );
  });

  test(`${engine}: attempts count by person and device, whatever the spelling`, async (t) => {
    await addUser({ username: 'spelt', email: 'spelt@example.org', password: 'right' });
    const uids = ['spelt', 'spelt@example.org', 'SPELT@example.org'];
    const guess = (index: number) =>
      login({ uid: uids[index % 3] ?? '', password: `wrong ${index}`, mac: '02:00:00:00:77:01' });
    const tries = await Promise.all(Array.from({ length: 13 }, (_, index) => guess(index)));
    t.equal(tries.filter(({ status }) => status === 429).length, 3);
    const elsewhere = { uid: 'spelt', password: 'right', mac: '02:00:00:00:77:02' };
    t.equal((await login(elsewhere)).status, 201, 'the right one is not locked out');
  });

  test(`${engine}: each reject reason has a code, and an entry in the log`, async (t) => {
    await addUser({ username: 'off', is_active: false });
    await addUser({ username: 'old', expiration: '2020-01-01' });
    await addUser({ username: 'locked', password: 'right' });
    await addUser({ username: 'twin 1', email: 'twins@example.org' });
    await addUser({ username: 'twin 2', email: 'twins@example.org' });
    await gate('POST', '/user_token/', { kind: 'network', username: 'spent', time: 0 });
    const check_attributes = [{ attribute: 'Simultaneous-Use', op: ':=', value: '1' }];
    const profile = (
      await gate('POST', '/aaa_profile/', { name: 'one at a time', check_attributes })
    ).body['id'];
    await addUser({ username: 'busy', profile });
    await account(gateway, {
      session: 'B-1',
      username: 'busy',
      at: seconds() - 10,
      callingStation: '02-00-00-00-00-77',
    });
    for (const [code, body] of [
      ['unknown_user', { uid: 'nobody' }],
      ['unknown_user', { uid: 'twins@example.org' }],
      ['inactive', { uid: 'off' }],
      ['expired', { uid: 'old' }],
      ['no_balance', { uid: 'spent' }],
      ['too_many_sessions', { uid: 'busy' }],
      ['unknown_access_point', { uid: 'anna', ap_mac: 'AA:BB:CC:00:00:99' }],
      ['wrong_password', { uid: 'locked', password: 'wrong' }],
    ] as const) {
      t.match(
        await login(body),
        { status: 400, body: { code: [code], non_field_errors: [String] } },
        code,
      );
      const [line] = results(await gate('GET', '/txlog_portal/?limit=1'));
      t.match(line, {
        type: 'ua',
        status: 400,
        detail: code,
        username: body.uid,
        mac: '02:00:00:00:00:01',
        session_id: null,
      });
    }
    t.equal((await login({ uid: 'locked', password: 'right' })).status, 201);
    t.equal(
      (await login({ uid: 'busy', mac: '02:00:00:00:00:77' })).status,
      201,
      'the device that has the session',
    );
    await gate('PATCH', `/access_point/${String(accessPoint)}/`, { is_active: false });
    t.match(
      (await login({ uid: 'anna' })).body,
      { code: ['unknown_access_point'] },
      'one that is switched off',
    );
    await gate('PATCH', `/access_point/${String(accessPoint)}/`, { is_active: true });
  });

  test(`${engine}: limits of RADIUS logins apply to portal logins`, async (t) => {
    const set = (attribute: string, value: string) => [{ attribute, op: ':=', value }];
    const limited = async (username: string, check_attributes: Json[], more: Json = {}) => {
      const profile = (
        await gate('POST', '/aaa_profile/', { name: username, check_attributes, ...more })
      ).body['id'];
      await addUser({ username, profile });
      const now = seconds();
      await account(gateway, { session: `Q-${username}`, username, at: now - 100 });
      await account(gateway, {
        session: `Q-${username}`,
        username,
        at: now,
        status: 'stop',
        seconds: 100,
        octetsIn: 1_000,
      });
      return login({ uid: username });
    };
    const refused = (code: string) => ({ status: 400, body: { code: [code] } });
    t.match(await limited('octets', set('Max-All-Octets', '1000')), refused('quota_used_up'));
    t.match(await limited('seconds', set('Max-All-Session', '100')), refused('quota_used_up'));
    t.match(await limited('dated', set('Expiration', '01 Jan 2020 00:00:00')), refused('expired'));
    t.match(await limited('rejected', set('Auth-Type', 'Reject')), refused('not_allowed'));
    t.match(await limited('some', set('Max-All-Session', '250')), {
      status: 201,
      body: { session_timeout: 150 },
    });
    const garden = {
      on_limit: 'coa',
      limit_attributes: [{ attribute: 'Idle-Timeout', value: '60' }],
    };
    t.match(await limited('walled', set('Max-All-Octets', '1000'), garden), {
      status: 201,
      body: { idle_timeout: 60 },
    });
  });

  test(`${engine}: check items apply to portal logins, as far as these have their attributes`, async (t) => {
    const tryWith = async (username: string, check_attributes: Json[], more: Json = {}) => {
      await addUser({ username, password: 'right', attributes: { check_attributes } });
      return login({ uid: username, ...more });
    };
    const item = (attribute: string, op: string, value: string) => ({ attribute, op, value });
    const refused = (message: RegExp) => ({
      status: 400,
      body: { code: ['not_allowed'], non_field_errors: [message] },
    });
    const station = item('Calling-Station-Id', '==', '02-00-00-00-00-01');
    t.match(await tryWith('own device', [station]), { status: 201 });
    t.match(
      await tryWith('other device', [station], { mac: '02:00:00:00:00:02' }),
      refused(/Calling-Station-Id/),
    );
    t.match(
      await tryWith('other network', [item('Called-Station-Id', '=~', ':Staff$')]),
      refused(/Called-Station-Id/),
    );
    t.match(
      await tryWith('of the NAS', [item('NAS-IP-Address', '==', '192.0.2.99')]),
      { status: 201 },
      'the NAS is asked in its Access-Request',
    );
    const accept = [item('Auth-Type', ':=', 'Accept')];
    t.match(await tryWith('trusted', accept, { password: 'wrong' }), { status: 201 });
  });

  test(`${engine}: a session is listed, and ended by a logout and by an administrator`, async (t) => {
    const user = await addUser({ username: 'listed' });
    const list = `/aaa_accounting/?user=${String(user)}&session_status=active`;
    const opened = (await login({ uid: 'listed', mac: '02-00-00-00-0A-01' })).body['session_id'];
    const [session] = results(await gate('GET', `${list}&origin=portal`));
    t.match(session, {
      client: null,
      origin: 'portal',
      portal_session: opened,
      access_point: accessPoint,
      location,
      callingstationid: '02-00-00-00-0A-01',
      framedipaddress: '10.0.0.5',
    });
    const path = `/aaa_accounting/${String(session?.['radacctid'])}`;
    const attributes = [{ attribute: 'Session-Timeout', value: '60' }];
    t.match(await gate('POST', `${path}/coa/`, { attributes }), { status: 409 }, 'it has no NAS');
    t.match(await gate('POST', `${path}/disconnect/`, {}), {
      status: 200,
      body: { client: null, kind: 'disconnect', status: 'acknowledged', trigger: 'api' },
    });
    t.match(await gate('POST', `${path}/disconnect/`, {}), { status: 409 });
    const second = (await login({ uid: 'listed' })).body['session_id'];
    const logout = (body: Json) => app.call('POST', '/portal_logout/', body);
    t.match(await logout({ mac: device.mac }), { status: 200, body: { sessions: [second] } });
    t.match(await logout({ uid: 'listed' }), { status: 200, body: { sessions: [] } });
    t.match(await logout({ uid: 'nobody' }), { status: 400, body: { code: ['unknown_user'] } });
    t.match(await logout({ uid: 'listed', mac: device.mac }), {
      status: 200,
      body: { sessions: [] },
    });
    t.match(await logout({}), { status: 400, body: { uid: [/both/] } });
    const entries = await gate('GET', `/txlog_portal/?user=${String(user)}`);
    t.same(column(entries, 'type'), ['uo', 'ui', 'ua', 'uk', 'ui', 'ua', 'ur']);
    t.match((await gate('GET', list)).body, { count: 0 });
  });

  test(`${engine}: a login is validated field by field`, async (t) => {
    const wrong = {
      mac: 'x',
      ap_mac: '',
      ip: 5,
      timeout: 0,
      original_url: 'javascript:alert(1)',
      colour: 'red',
    };
    const answer = await app.call('POST', '/portal_login/', wrong);
    t.equal(answer.status, 400);
    t.same(Object.keys(answer.body).sort(), [
      'ap_mac',
      'colour',
      'ip',
      'mac',
      'original_url',
      'timeout',
      'uid',
    ]);
    t.match(await login({ uid: 'anna', ip: '10.0.0' }), { status: 400, body: { ip: [String] } });
  });

  test(`${engine}: the four forms of a login get the same reply`, async (t) => {
    const bare = { ...device, uid: 'anna' };
    const form = await fetch(`http://127.0.0.1:${gateway.httpPort}/gate/api/v1/portal_login/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.token}` },
      body: new URLSearchParams({ data: JSON.stringify(bare) }),
    });
    t.equal(form.status, 201);
    for (const body of [bare, { data: bare }, { data: JSON.stringify(bare) }])
      t.match(await gate('POST', '/portal_login/', body), {
        status: 201,
        body: { username: 'anna' },
      });
    t.match(await gate('POST', '/portal_login/', { data: '{' }), {
      status: 400,
      body: { data: ['Invalid JSON.'] },
    });
  });

  test(`${engine}: the log is paged newest first, and filtered by type, user, location and time`, async (t) => {
    const user = results(await gate('GET', '/user/?username__exact=anna'))[0]?.['id'];
    const list = `/txlog_portal/?user=${String(user)}`;
    const all = await gate('GET', `${list}&limit=1000`);
    const ids = column(all, 'id').map(Number);
    t.same(
      ids,
      ids.toSorted((a, b) => b - a),
    );
    const pages: unknown[] = [];
    for (let path: string | null = `${list}&limit=4`; path !== null;) {
      const page = await gate('GET', path);
      pages.push(...column(page, 'id'));
      path = page.body['next'] === null ? null : pathOf(page.body['next']);
    }
    t.same(pages, ids, 'page by page');
    t.match(results(all)[0], {
      type: 'ui',
      type_display: 'login',
      status: 200,
      username: 'anna',
      access_point: accessPoint,
      location,
    });
    const logins = column(await gate('GET', `${list}&type=ui`), 'type');
    t.ok(logins.length > 0 && logins.every((type) => type === 'ui'));
    t.match(
      (await gate('GET', `/txlog_portal/?access_point=${String(accessPoint)}&location=999`)).body,
      { count: 0 },
    );
    t.match((await gate('GET', '/txlog_portal/?page=1')).body, { count: 0 });
    const days = column(all, 'datetime').map((time) => String(time).slice(0, 10));
    t.match(
      (await gate('GET', `${list}&start_date=${days.at(-1)}&end_date=${days[0]}`)).body,
      { count: ids.length },
      'the whole day',
    );
    t.match((await gate('GET', `${list}&end_date=2020-01-01`)).body, { count: 0 });
    t.match(await gate('GET', '/txlog_portal/?type=zz'), {
      status: 400,
      body: { type: [/ua, ui, uo/] },
    });
    t.equal((await gate('GET', '/txlog_portal/?offset=1')).status, 400);
    t.equal((await gate('GET', '/txlog_portal/?cursor=x')).status, 404);
  });

  test(`${engine}: accounting is filtered by user, client, status and time, and outlives its user`, async (t) => {
    const user = await addUser({ username: 'counted' });
    const day = dayAgo(10);
    const noon = Date.parse(`${day}T12:00:00Z`) / 1000;
    await account(gateway, { session: 'C-1', username: 'counted', at: noon - 100 });
    await account(gateway, {
      session: 'C-1',
      username: 'counted',
      at: noon,
      status: 'stop',
      seconds: 100,
    });
    await account(gateway, { session: 'C-2', username: 'counted', at: noon + 86_400 });
    const list = `/aaa_accounting/?user=${String(user)}`;
    const sessions = async (filter: string) =>
      column(await gate('GET', `${list}${filter}`), 'acctsessionid');
    t.same(await sessions(''), ['C-2', 'C-1'], 'newest first');
    for (const open of ['active', 'open', 'true', '1'])
      t.same(await sessions(`&session_status=${open}`), ['C-2'], open);
    for (const closed of ['completed', 'closed', 'inactive', 'false', '0'])
      t.same(await sessions(`&session_status=${closed}`), ['C-1'], closed);
    t.match(await gate('GET', `${list}&session_status=odd`), {
      status: 400,
      body: { session_status: [/active/] },
    });
    t.same(
      await sessions(`&start_date=${day}&end_date=${day}`),
      ['C-1'],
      'a date is meant with its whole day',
    );
    t.same(await sessions(`&end_date=${day}T00:00:00Z`), []);
    const client = results(await gate('GET', '/aaa_client/'))[0]?.['id'];
    t.same(await sessions(`&client=${String(client)}`), ['C-2', 'C-1']);
    t.same(await sessions('&client=999'), []);
    t.same(await sessions('&location=1'), []);
    t.equal((await gate('DELETE', `/user/${String(user)}/`)).status, 204);
    const [kept] = results(await gate('GET', '/aaa_accounting/?acctsessionid=C-1'));
    t.match(kept, {
      user: null,
      username: 'counted',
      session_status: 'completed',
      acctsessiontime: 100,
    });
    t.match((await gate('GET', `/aaa_accounting/${String(kept?.['radacctid'])}/`)).body, {
      acctsessionid: 'C-1',
    });
  });

  test(`${engine}: sessions are summed up by user, access point and local day`, async (t) => {
    const [one, two] = [await addUser({ username: 'sum 1' }), await addUser({ username: 'sum 2' })];
    const [first, second, third] = [dayAgo(20), dayAgo(19), dayAgo(18)];
    const evening = Date.parse(`${first}T20:00:00Z`) / 1000;
    for (const [session, username, hours] of [
      ['T-1', 'sum 1', 0],
      ['T-2', 'sum 1', 1],
      ['T-3', 'sum 2', 1],
      ['T-4', 'sum 2', 30],
    ] as const) {
      const at = evening + hours * 3600;
      const counted = { seconds: 100, octetsIn: 1000, status: 'stop' } as const;
      await account(gateway, { session, username, at: at + 100, ...counted });
    }
    const sums = async (query: string) =>
      results(await gate('GET', `/aaa_accounting/?start_date=${first}&end_date=${third}&${query}`));
    const total = { sessions: 2, seconds: 200, octets_in: 2000, octets_out: 0 };
    t.same(await sums('group_by=user'), [
      { user: one, ...total },
      { user: two, ...total },
    ]);
    t.same(await sums(`group_by=user&user=${String(two)}&session_status=active`), []);
    t.match(await sums('group_by=access_point'), [{ access_point: null, sessions: 4 }]);
    t.match(await sums('group_by=access_point&organization=1'), [{ sessions: 4 }]);
    t.same(await sums('group_by=access_point&organization=987654'), []);
    const days = async (query = '') =>
      (await sums(`group_by=day${query}`)).map(({ day, sessions }) => [day, sessions]);
    await gate('PATCH', '/organization/1/', { time_zone: 'Etc/UTC' });
    t.same(await days(), [
      [first, 3],
      [third, 1],
    ]);
    await gate('PATCH', '/organization/1/', { time_zone: 'Europe/Moscow' });
    t.same(
      await days(),
      [
        [first, 1],
        [second, 2],
        [third, 1],
      ],
      'midnight in Moscow is 21:00 UTC',
    );
    await gate('PATCH', '/organization/1/', { time_zone: null });
    const page = await gate('GET', '/aaa_accounting/?group_by=user&limit=1');
    const next = await gate('GET', pathOf(page.body['next']));
    t.equal(page.body['count'], next.body['count']);
    t.ok(Number(column(page, 'user')[0]) < Number(column(next, 'user')[0]));
    const open = await gate('GET', '/aaa_accounting/?group_by=day&session_status=active');
    t.ok(
      results(open).every(({ seconds }) => Number(seconds) > 0),
      'open sessions until now',
    );
    t.equal((await gate('GET', '/aaa_accounting/?group_by=user&cursor=WzFd')).status, 404);
    t.match(await gate('GET', '/aaa_accounting/?group_by=realm'), {
      status: 400,
      body: { group_by: [/access_point/] },
    });
    const stranger = await addCaller(gateway, {
      username: 'stranger',
      role: 'reports',
      organization: (await gate('POST', '/organization/', { name: 'elsewhere' })).body['id'],
    });
    t.match(await stranger.call('GET', '/aaa_accounting/?group_by=user'), {
      status: 200,
      body: { count: 0, results: [] },
    });
  });

  test(`${engine}: a balance is the credit minus the time used, open sessions included`, async (t) => {
    const made = await gate('POST', '/user_token/', {
      kind: 'network',
      username: 'metered',
      password: 'pw',
      time: 1000,
    });
    const one = `/user_token/${String(made.body['id'])}/?balance=true`;
    const now = seconds();
    await account(gateway, { session: 'M-1', username: 'metered', at: now - 500 });
    await account(gateway, {
      session: 'M-1',
      username: 'metered',
      at: now - 400,
      status: 'stop',
      seconds: 100,
    });
    t.match((await gate('GET', one)).body, { balance: 900 });
    await account(gateway, { session: 'M-2', username: 'metered', at: now - 300 });
    const live = Number((await gate('GET', one)).body['balance']);
    t.ok(live <= 600 && live > 540, `${live} seconds left while a session of five minutes is open`);
    const granted = Number((await login({ uid: 'metered' })).body['session_timeout']);
    t.ok(granted <= live && granted > 540);
    await account(gateway, { session: 'M-3', username: 'metered', at: now - 700 });
    t.match((await gate('GET', one)).body, { balance: 0 }, 'never below nothing');
    t.equal(
      (
        await gate('POST', '/device_app_user_authenticate/', {
          username: 'metered',
          password: 'pw',
        })
      ).status,
      400,
    );
  });
}
