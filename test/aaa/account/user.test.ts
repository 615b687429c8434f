import tap, { test } from 'tap';
import { results } from '../../gateway-process.ts';
import { addCaller, addTenant, callerOf, column, pathOf, startBoth } from '../api/fixture.ts';

/* Organizations, users, their extra records, tokens and profiles, on both engines. */

const { engines, stop } = await startBoth();
tap.teardown(stop);

for (const [engine, gateway] of Object.entries(engines)) {
  const gate = gateway.gate.bind(gateway);

  test(`${engine}: an organization below another is created, read, replaced, changed and deleted`, async (t) => {
    const root = (await gate('GET', '/me/organization/')).body;
    t.match(root, { id: 1, short_name: 'default', parent: null, is_active: true });
    const made = await gate('POST', '/organization/', { name: 'Grand Hôtel', country: 'IT' });
    t.match(made, {
      status: 201,
      body: { parent: 1, short_name: 'grand-hotel', country: 'IT', is_active: true },
    });
    const one = `/organization/${String(made.body['id'])}/`;
    t.same((await gate('GET', one)).body, made.body);
    t.match(await gate('POST', '/organization/', { name: 'Grand Hotel' }), {
      body: { short_name: 'grand-hotel-2' },
    });
    t.match(await gate('POST', '/organization/', { name: 'x', short_name: 'grand-hotel' }), {
      status: 400,
      body: { short_name: [/"grand-hotel" already exists/] },
    });
    const replaced = await gate('PUT', one, { name: 'Grand' });
    t.match(replaced, {
      status: 200,
      body: { name: 'Grand', parent: 1, short_name: 'grand-hotel', country: null },
    });
    t.match(await gate('PATCH', one, { platform: 'mobile' }), {
      status: 200,
      body: { platform: 'mobile', name: 'Grand' },
    });
    t.same(column(await gate('GET', '/organization/?name=gRAnD&is_active=true'), 'name'), [
      'Grand',
      'Grand Hotel',
    ]);
    t.match(await gate('DELETE', one), { status: 204, text: '' });
    t.equal((await gate('GET', one)).status, 404);
  });

  test(`${engine}: the organization tree has no cycles, and a caller cannot delete or deactivate its own organization`, async (t) => {
    const upper = Number((await gate('POST', '/organization/', { name: 'upper' })).body['id']);
    const lower = Number(
      (await gate('POST', '/organization/', { name: 'lower', parent: upper })).body['id'],
    );
    const refused = (field: string) => ({ status: 400, body: { [field]: [String] } });
    t.match(await gate('PATCH', `/organization/${upper}/`, { parent: lower }), refused('parent'));
    t.match(await gate('PATCH', `/organization/${upper}/`, { parent: upper }), refused('parent'));
    t.match(await gate('PATCH', `/organization/${upper}/`, { parent: 9999 }), refused('parent'));
    t.match(await gate('PATCH', '/organization/1/', { parent: lower }), refused('parent'));
    t.match(await gate('PATCH', '/organization/1/', { is_active: false }), refused('is_active'));
    t.equal((await gate('DELETE', '/organization/1/')).status, 409, 'the own one');
    t.equal(
      (await gate('DELETE', `/organization/${upper}/`)).status,
      409,
      'one with another below it',
    );
    t.match(await gate('PATCH', `/organization/${lower}/`, { parent: 1 }), {
      status: 200,
      body: { parent: 1 },
    });
    t.equal((await gate('DELETE', `/organization/${upper}/`)).status, 204);
    t.same(column(await gate('GET', `/organization/?parent=1&id=${lower}`), 'name'), ['lower']);
  });

  test(`${engine}: a user is created, read, replaced, changed and deleted by id and by name`, async (t) => {
    const profile = (await gate('POST', '/aaa_profile/', { name: '10M' })).body['id'];
    for (const [name, key] of [
      ['1234321-ZTEGC8A1234|1/02/02', 'username'],
      ['plain', 'id'],
      ['12345', 'username'],
    ] as const) {
      const made = await gate('POST', '/user/', {
        username: name,
        password: 'a good one',
        profile,
        expiration: '2030-01-31',
      });
      t.match(made, {
        status: 201,
        body: {
          role: 'subscriber',
          profile_detail: { id: profile, name: '10M' },
          expiration: '2030-01-31T23:59:59.999Z',
        },
      });
      t.notMatch(made.text, /a good one|argon2/);
      const one =
        key === 'id'
          ? `/user/${String(made.body['id'])}/`
          : `/user/username/${encodeURIComponent(name)}/`;
      t.same((await gate('GET', one)).body, made.body);
      const attributes = { reply_attributes: [{ attribute: 'Session-Timeout', value: '60' }] };
      const replaced = await gate('PUT', one, { username: name, attributes });
      t.match(replaced, {
        status: 200,
        body: {
          id: made.body['id'],
          profile: null,
          profile_detail: null,
          expiration: null,
          attributes: {
            reply_attributes: [{ id: 1, attribute: 'Session-Timeout', op: '=', value: '60' }],
          },
        },
      });
      t.match(await gate('PATCH', one, { email: 'a@example.org' }), {
        status: 200,
        body: { email: 'a@example.org' },
      });
      t.match(await gate('DELETE', one), { status: 204, text: '' });
      t.equal((await gate('GET', one)).status, 404);
    }
    const slashes = await gate('POST', '/user/', { username: 'pon/1/2' });
    t.same(
      (await gate('GET', '/user/username/pon/1/2/')).body,
      slashes.body,
      'slashes as they are',
    );
    t.same(
      (await gate('GET', '/user/username/pon/1/2')).body,
      slashes.body,
      'and without the last one',
    );
  });

  test(`${engine}: users are listed by part of the name, by exact name, by organization and by page`, async (t) => {
    const { id } = await addTenant(gateway, 'Sea View');
    for (let index = 0; index < 25; index += 1)
      await gate('POST', '/user/', {
        username: `Guest_${String(index).padStart(2, '0')}`,
        organization: id,
      });
    const first = await gate('GET', `/user/?organization=${id}&username=gUEST_`);
    t.match(first.body, { count: 25, previous: null });
    const second = await gate('GET', pathOf(first.body['next']));
    t.same(column(second, 'username'), [
      'Guest_20',
      'Guest_21',
      'Guest_22',
      'Guest_23',
      'Guest_24',
    ]);
    t.match((await gate('GET', '/user/?organization=Sea+View')).body, { count: 26 });
    t.match((await gate('GET', '/user/?organization=Sea')).body, { count: 0 });
    t.same(column(await gate('GET', '/user/?username__exact=Guest_07'), 'username'), ['Guest_07']);
    t.match((await gate('GET', '/user/?username__exact=Guest_')).body, { count: 0 });
    t.same(
      column(await gate('GET', `/user/?organization=${id}&ordering=-username&limit=1`), 'username'),
      ['Sea View admin'],
    );
    t.match(await gate('GET', '/user/?user_name=x'), {
      status: 400,
      body: { user_name: [/Known: .*username/] },
    });
  });

  test(`${engine}: an invalid user is rejected with an error for each field`, async (t) => {
    await gate('POST', '/user/', { username: 'taken' });
    t.match(await gate('POST', '/user/', { username: 'taken' }), {
      status: 400,
      body: { username: [/"taken" already exists/] },
    });
    const wrong = {
      username: ' ',
      role: 'god',
      expiration: 'soon',
      email: 'nobody',
      is_active: 'yes',
      last_login: null,
    };
    const answer = await gate('POST', '/user/', wrong);
    t.equal(answer.status, 400);
    t.same(Object.keys(answer.body).sort(), [
      'email',
      'expiration',
      'is_active',
      'role',
      'username',
    ]);
    t.match(await gate('POST', '/user/', { username: 'u', profile: 999 }), {
      status: 400,
      body: { profile: [/999/] },
    });
    t.match(await gate('POST', '/user/', { username: 'u', organization: 999 }), {
      status: 400,
      body: { organization: [/999/] },
    });
    t.match(await gate('POST', '/user/', { username: 'u', reversible_password: true }), {
      status: 400,
      body: { reversible_password: [/Needs the password/] },
    });
  });

  test(`${engine}: a list of users is created as a whole or not at all`, async (t) => {
    const made = await gate('POST', '/user/', [
      { username: 'list-1', password: 'one' },
      { username: 'list-2' },
    ]);
    t.equal(made.status, 201);
    t.match(JSON.parse(made.text), [{ username: 'list-1' }, { username: 'list-2' }]);
    t.equal(
      (await gate('POST', '/user/', [{ username: 'list-3' }, { username: 'list-1' }])).status,
      400,
    );
    t.same(column(await gate('GET', '/user/?username=list-'), 'username'), ['list-1', 'list-2']);
    t.match(
      await gate('POST', '/device_app_user_authenticate/', { username: 'list-1', password: 'one' }),
      { status: 201 },
    );
  });

  test(`${engine}: a caller cannot delete its own user`, async (t) => {
    t.equal((await gate('DELETE', '/user/1/')).status, 409);
    t.equal((await gate('DELETE', '/user/username/admin/')).status, 409);
  });

  test(`${engine}: a user has one extra record, which moves and is deleted with it`, async (t) => {
    const { id: elsewhere } = await addTenant(gateway, 'Elsewhere');
    const user = (await gate('POST', '/user/', { username: 'extra' })).body['id'];
    const made = await gate('POST', '/user_extra/', {
      parent: user,
      gender: 'f',
      birthday: '1990-02-28',
      tax_id: 'T-1',
    });
    t.match(made, {
      status: 201,
      body: { parent: user, organization: 1, gender: 'f', birthday: '1990-02-28', custom8: null },
    });
    const one = `/user_extra/${String(made.body['id'])}/`;
    t.match(await gate('POST', '/user_extra/', { parent: user }), {
      status: 400,
      body: { parent: [/already exists/] },
    });
    t.match(await gate('PUT', one, { parent: user, city: 'Rome' }), {
      body: { city: 'Rome', gender: null },
    });
    t.match(await gate('PATCH', one, { passport_number: 'P-1' }), {
      body: { city: 'Rome', passport_number: 'P-1' },
    });
    await gate('PATCH', `/user/${String(user)}/`, { organization: elsewhere });
    t.match((await gate('GET', one)).body, { organization: elsewhere });
    t.match(
      (await gate('GET', `/user_extra/?parent=${String(user)}&organization=Elsewhere`)).body,
      { count: 1 },
    );
    t.match((await gate('GET', '/user_extra/?organization=1')).body, { count: 0 });
    await gate('DELETE', `/user/${String(user)}/`);
    t.equal((await gate('GET', one)).status, 404);
    const wrong = { parent: 9999, gender: 'x', age_range: 'old', birthday: '1990-13-01' };
    t.same(Object.keys((await gate('POST', '/user_extra/', wrong)).body).sort(), [
      'age_range',
      'birthday',
      'gender',
      'parent',
    ]);
    t.match(await gate('POST', '/user_extra/', { parent: 9999 }), {
      status: 400,
      body: { parent: [/9999/] },
    });
    t.match(await gate('POST', '/user_extra/', { parent: 1, birthday: '1990-02-30' }), {
      status: 400,
      body: { birthday: [String] },
    });
  });

  test(`${engine}: lists mask identity numbers for read-only callers, and show devices on request`, async (t) => {
    const user = (await gate('POST', '/user/', { username: 'papers', password: 'pw' })).body['id'];
    const made = await gate('POST', '/user_extra/', { parent: user, tax_id: 'T-9', city: 'Oslo' });
    const registered = { username: 'papers', password: 'pw', mac: '02-00-00-00-00-99' };
    await gate('POST', '/device_app_register/', registered);
    const { call } = await addCaller(gateway, { username: 'reader', role: 'read_only' });
    const [row] = results(await call('GET', `/user_extra/?parent=${String(user)}`));
    t.match(row, { city: 'Oslo' });
    t.notOk(row && 'tax_id' in row);
    t.notOk(row && 'devices' in row);
    const asked = await gate('GET', `/user_extra/${String(made.body['id'])}/?device=true`);
    t.match(asked.body, { tax_id: 'T-9', devices: [{ mac: '02:00:00:00:00:99', user }] });
    t.match(results(await gate('GET', `/user_extra/?parent=${String(user)}&device=1`)), [
      { devices: [{ user }] },
    ]);
    t.equal((await call('POST', '/user_extra/', { parent: user })).status, 403);
  });

  test(`${engine}: an api token is shown once, works at once, and not when it is inactive, expired or deleted`, async (t) => {
    const user = (await gate('POST', '/user/', { username: 'robot', role: 'admin' })).body['id'];
    const made = await gate('POST', '/user_token/', {
      user,
      name: 'ci',
      read_only: true,
      expiration: '2099-01-01T00:00:00Z',
    });
    t.match(made, {
      status: 201,
      body: {
        kind: 'api',
        user,
        username: 'robot',
        read_only: true,
        token: /^gh_.{43}$/,
        code: null,
      },
    });
    const token = String(made.body['token']);
    const one = `/user_token/${String(made.body['id'])}/`;
    for (const answer of [await gate('GET', one), await gate('GET', '/user_token/')])
      t.notMatch(answer.text, token);
    const call = callerOf(gateway, token);
    t.equal((await call('GET', '/user/')).status, 200);
    t.equal((await call('POST', '/user/', { username: 'no' })).status, 403, 'read only');
    for (const [change, status] of [
      [{ is_active: false }, 401],
      [{ is_active: true }, 200],
      [{ expiration: '2020-01-01' }, 401],
      [{ expiration: null }, 200],
    ] as const) {
      t.equal((await gate('PATCH', one, change)).status, 200);
      t.equal((await call('GET', '/user/')).status, status);
    }
    t.match(await gate('PUT', one, { name: 'again' }), {
      body: { name: 'again', read_only: false, is_active: true },
    });
    t.match(await gate('PATCH', one, { user: 1 }), { status: 400, body: { user: [String] } });
    t.match(await gate('PATCH', one, { time: 5, password: 'x' }), {
      status: 400,
      body: { time: [String], password: [String] },
    });
    t.equal((await gate('DELETE', one)).status, 204);
    t.equal((await call('GET', '/user/')).status, 401);
    t.equal((await gate('GET', `/user/${String(user)}/`)).status, 200, 'the user stays');
  });

  test(`${engine}: api tokens are for users that the caller sees and whose role may call the APIs`, async (t) => {
    await gate('POST', '/user/', { username: 'guest-1' });
    t.match(await gate('POST', '/user_token/', { username: 'guest-1' }), {
      status: 400,
      body: { username: [/subscriber/] },
    });
    t.match(await gate('POST', '/user_token/', { user: 9999 }), {
      status: 400,
      body: { user: [/does not exist/] },
    });
    t.match(await gate('POST', '/user_token/', {}), { status: 201, body: { username: 'admin' } });
  });

  test(`${engine}: a network token is a user with a credit of time, and a generated name by default`, async (t) => {
    const password = 'asked for';
    const made = await gate('POST', '/user_token/', { kind: 'network', time: 3600, password });
    t.match(made, {
      status: 201,
      body: { kind: 'network', time: 3600, code: /^\w{4}-\w{4}-\w{4}$/ },
    });
    const { code, user, id } = made.body;
    t.equal(made.body['username'], code);
    t.notOk('token' in made.body || 'password' in made.body);
    t.match(await gate('POST', '/device_app_user_authenticate/', { username: code, password }), {
      status: 201,
    });
    const one = `/user_token/${String(id)}/`;
    t.notOk('balance' in (await gate('GET', one)).body);
    t.match((await gate('GET', `${one}?balance=true`)).body, { balance: 3600 });
    t.same(
      column(await gate('GET', `/user_token/?username=${String(code)}&balance=1`), 'balance'),
      [3600],
    );
    const exact = async (name: string) =>
      column(await gate('GET', `/user_token/?username__exact=${name}`), 'id');
    t.same([await exact(String(code)), await exact(String(code).slice(1))], [[id], []]);
    t.match(await gate('PATCH', one, { time: 0, klass: 'gold' }), {
      status: 200,
      body: { time: 0, klass: 'gold' },
    });
    t.match(
      await gate('POST', '/device_app_user_authenticate/', { username: code, password }),
      { status: 400 },
      'no time left',
    );
    t.match((await gate('GET', `/user/${String(user)}/`)).body, {
      role: 'subscriber',
      klass: 'gold',
    });
    t.match(await gate('PUT', one, { time: 60, username: 'room-12' }), {
      body: { time: 60, klass: null, code: 'room-12' },
    });
    t.equal((await gate('DELETE', one)).status, 204);
    t.equal((await gate('GET', `/user/${String(user)}/`)).status, 404, 'it goes with its user');
    t.match(await gate('POST', '/user_token/', { kind: 'network' }), {
      status: 400,
      body: { time: ['This field is required, unless `octets` limits the token.'] },
    });
    t.match(await gate('POST', '/user_token/', { kind: 'network', time: 1, username: 'admin' }), {
      status: 400,
      body: { username: [/already exists/] },
    });
    t.match(
      await gate('POST', '/user_token/', {
        kind: 'network',
        time: 1,
        profile: 999,
        read_only: true,
      }),
      {
        status: 400,
        body: { read_only: [String] },
      },
    );
  });

  test(`${engine}: a profile keeps the order of its attributes, and cannot be deleted while users have it`, async (t) => {
    const reply_attributes = [
      { attribute: 'Session-Timeout', op: ':=', value: '3600' },
      { attribute: 'Mikrotik-Rate-Limit', value: '10M/2M' },
    ];
    const made = await gate('POST', '/aaa_profile/', { name: 'gold', reply_attributes });
    t.match(made, {
      status: 201,
      body: {
        reply_attributes: [
          { id: 1, op: ':=' },
          { id: 2, op: '=' },
        ],
        check_attributes: [],
        organization: 1,
      },
    });
    const one = `/aaa_profile/${String(made.body['id'])}/`;
    const check_attributes = [{ attribute: 'Simultaneous-Use', value: '2' }];
    t.match(await gate('PATCH', one, { check_attributes }), {
      body: { check_attributes: [{ id: 1, op: '==', value: '2' }], reply_attributes: [{}, {}] },
    });
    t.same((await gate('PUT', one, { name: 'gold' })).body['reply_attributes'], []);
    t.match(await gate('POST', '/aaa_profile/', { name: 'gold' }), {
      status: 400,
      body: { name: [/"gold" already exists/] },
    });
    const { body } = await gate('POST', '/aaa_profile/', {
      name: 'wrong',
      reply_attributes: [{ attribute: 'A B', op: '==', value: 5 }],
      check_attributes: [{ attribute: 'X', op: '=~' }],
    });
    t.same(Object.keys(body).sort(), [
      'check_attributes.0.value',
      'reply_attributes.0.attribute',
      'reply_attributes.0.op',
      'reply_attributes.0.value',
    ]);
    const user = (await gate('POST', '/user/', { username: 'golden', profile: made.body['id'] }))
      .body['id'];
    t.match(await gate('DELETE', one), {
      status: 409,
      body: { detail: 'still in use: used by 1 user' },
    });
    await gate('DELETE', `/user/${String(user)}/`);
    t.equal((await gate('DELETE', one)).status, 204);
  });

  test(`${engine}: the last administrator of the root with a usable token can be neither demoted, switched off nor deleted`, async (t) => {
    const [user, token] = ['/user/1/', '/user_token/1/'];
    for (const id of column(await gate('GET', '/user_token/?user=1&id__gte=2'), 'id'))
      t.equal((await gate('DELETE', `/user_token/${String(id)}/`)).status, 204);
    const branch = Number((await gate('POST', '/organization/', { name: 'Branch' })).body['id']);
    await addCaller(gateway, { organization: branch, username: 'branch admin', role: 'admin' });
    const tag = String((await gate('GET', user)).headers.get('etag'));
    const demoteUnchanged = () =>
      gateway.ask('PATCH', `/gate/api/v1${user}`, {
        token: gateway.token,
        body: JSON.stringify({ role: 'read_only' }),
        headers: { 'if-match': tag },
      });
    const refused = [
      ['PATCH', user, { role: 'read_only' }],
      ['PATCH', '/user/username/admin/', { is_active: false }],
      ['PUT', user, { username: 'admin' }],
      ['PATCH', user, { organization: branch }],
      ['PATCH', token, { is_active: false }],
      ['PATCH', token, { read_only: true }],
      ['PATCH', token, { expiration: '2020-01-01' }],
      ['PUT', token, { read_only: true }],
      ['DELETE', token],
    ] as const;
    const changed = { status: 409, body: { detail: /without an active administrator/ } };
    for (const [method, path, body] of refused)
      t.match(await gate(method, path, body), changed, `${method} ${path}`);
    t.match(await demoteUnchanged(), { status: 409, text: changed.body.detail });
    t.match(await gate('PATCH', user, { email: 'admin@example.org' }), { status: 200 });
    t.match(await gate('PATCH', token, { name: 'still the last one' }), { status: 200 });
    t.equal((await demoteUnchanged()).status, 412, 'the tag is that of an earlier state');
  });

  test(`${engine}: of two simultaneous demotions of the last two administrators one is refused`, async (t) => {
    const second = await addCaller(gateway, { username: 'second admin', role: 'admin' });
    const callers = [
      { id: 1, call: gate },
      { id: second.admin, call: second.call },
    ];
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(
        callers.map(({ id, call }) => call('PATCH', `/user/${id}/`, { role: 'read_only' })),
      );
      t.same(answers.map(({ status }) => status).sort(), [200, 409], `round ${round}`);
      const demoted = answers.findIndex(({ status }) => status === 200);
      const [lost, kept] = [callers[demoted], callers[1 - demoted]];
      t.match(await kept?.call('PATCH', `/user/${lost?.id}/`, { role: 'admin' }), { status: 200 });
    }
    t.equal((await gate('DELETE', `/user/${second.admin}/`)).status, 204, 'one remains');
  });

  test(`${engine}: a password of another system is taken as it is, from JSON and CSV, and is never shown`, async (t) => {
    const ssha = '{SSHA}FPvT+WAOz8Kj1D5MB6mKh1x5EKJzYWx0';
    const made = await gate('POST', '/user/', { username: 'hashed', password_hash: ssha });
    t.match(made, { status: 201, body: { username: 'hashed' } });
    t.notMatch(made.text, /FPvT|"password"|password_hash/);
    for (const [body, field] of [
      [{ password_hash: '{crypt}abJnggxhB/yWI' }, 'password_hash'],
      [{ password_hash: ssha, password: 'hello' }, 'password_hash'],
      [{ password_hash: ssha, reversible_password: true }, 'reversible_password'],
    ] as const) {
      const refused = await gate('POST', '/user/', { username: 'refused', ...body });
      t.match(refused, { status: 400, body: { [field]: [String] } });
      t.notMatch(refused.text, /abJn|FPvT/);
    }
    const django = 'pbkdf2_sha256$1000$seasalt$RD2CKhnDcnVNzUV454538K+x6R3OOcwZfjbISYPSaUI=';
    const bcrypt = '$2b$04$abcdefghijklmnopqrstuuwHJMEGjfAzmL1lWmUmlphguIbWfjYey';
    const rows = ['{CLEAR}hello', django, bcrypt, ssha].map((hash, at) => `csv-${at},${hash}`);
    const sent = await gateway.ask('POST', '/gate/api/v1/user/', {
      token: gateway.token,
      body: ['username,password_hash', ...rows, 'csv-nt,{NT}066DDFD4EF0E9CD7C256FE77191EF43C'].join(
        '\n',
      ),
      headers: { 'content-type': 'text/csv' },
    });
    t.equal(sent.status, 201, sent.text);
    const refused = await gate('PATCH', '/user/username/csv-nt/', { reversible_password: false });
    t.match(refused, { status: 400, body: { reversible_password: [/only copy/] } });
    for (const name of ['hashed', 'csv-0', 'csv-1', 'csv-3', 'csv-nt']) {
      const login = (password: string) =>
        gate('POST', '/device_app_user_authenticate/', { username: name, password });
      t.equal((await login('hallo')).status, 400, name);
      t.equal((await login('hello')).status, 201, name);
    }
  });

  test(`${engine}: names that look like others are refused, and those of all scripts are taken`, async (t) => {
    const create = (username: string) => gate('POST', '/user/', { username });
    for (const unseen of [
      'ali\u200bce',
      'al\u202eice',
      'alice\ufe0f',
      'a\u00adlice',
      'ali\u0301ce',
      '\u3164',
      'a\ue000',
    ])
      t.match(await create(unseen), { status: 400, body: { username: [/invisible/] } }, unseen);
    for (const name of ['Zoë', '山田 太郎', 'أليس', 'Łódź', 'pon|1/2/3', 'a'.repeat(255)])
      t.match(await create(name), { status: 201, body: { username: name } }, name);
  });
}
