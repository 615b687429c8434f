import tap, { test } from 'tap';
import { eventually, results, type Json } from '../../gateway-process.ts';
import { radclient } from '../../peers/radclient.ts';
import { account } from '../../radius/acct/send-accounting.ts';
import { addCaller, addTenant, column, startBoth, type Call } from './fixture.ts';

/* Access decisions in the API, on both engines, for logins by radclient. */

const { engines, stop } = await startBoth();
tap.teardown(stop);

const secret = 'long-enough-secret';

/** Sends a login, repeated until there is a reply: a new client is known within a second. */
async function login(port: number, attributes: string): Promise<string> {
  const { output } = await radclient({
    to: { address: '127.0.0.1', port },
    command: 'auth',
    secret,
    attributes: `${attributes}\nMessage-Authenticator=0x00`,
    seconds: 30,
    repeatAfter: 3,
  });
  return output;
}

/** Returns the list once it has a number of rows. */
async function listed(call: Call, query: string, count: number) {
  return eventually(
    () => call('GET', `/aaa_decision/${query}`),
    (answer) => answer.body['count'] === count,
  );
}

for (const [engine, gateway] of Object.entries(engines)) {
  const red = await addTenant(gateway, 'red');
  const blue = await addTenant(gateway, 'blue');
  const { body: client } = await red.call('POST', '/aaa_client/', {
    name: 'red nas',
    address: '127.0.0.1',
    secret,
  });
  const { body: profile } = await red.call('POST', '/aaa_profile/', {
    name: 'lobby',
    check_attributes: [{ attribute: 'Called-Station-Id', op: '=~', value: ':Lobby$' }],
    reply_attributes: [{ attribute: 'Tunnel-Private-Group-Id:1', op: ':=', value: '20' }],
  });
  await red.call('POST', '/user/', {
    username: 'guest',
    password: 'guest pass',
    profile: profile['id'],
    reversible_password: true,
  });
  const at = (ssid: string) =>
    `User-Name=guest\nCalled-Station-Id="00-11-22-33-44-55:${ssid}"\nCalling-Station-Id=0A-00-00-00-00-01`;

  test(`${engine}: an accepted and a rejected login have decisions with all their grounds`, async (t) => {
    t.match(
      await login(gateway.authPort, `${at('Lobby')}\nUser-Password="guest pass"`),
      /Access-Accept/,
    );
    t.match(
      await login(gateway.authPort, `${at('Pool')}\nCHAP-Password="guest pass"`),
      /Access-Reject/,
    );
    const answer = await listed(red.call, '', 2);
    t.match(answer.body['results'], [
      {
        outcome: 'reject',
        method: 'CHAP',
        reason: 'check Called-Station-Id =~ :Lobby$: the request has 00-11-22-33-44-55:Pool',
        checks: [
          { attribute: 'Called-Station-Id', passed: false, found: ['00-11-22-33-44-55:Pool'] },
        ],
        attributes: [],
      },
      {
        outcome: 'accept',
        method: 'PAP',
        reason: 'accepted',
        username: 'guest',
        organization: red.id,
        client: client['id'],
        client_name: 'red nas',
        profile: profile['id'],
        profile_name: 'lobby',
        callingstationid: '0A-00-00-00-00-01',
        calledstationid: '00-11-22-33-44-55:Lobby',
        attributes: [{ name: 'Class' }, { name: 'Tunnel-Private-Group-Id:1', value: '20' }],
      },
    ]);
    const [id] = column(answer, 'id');
    t.match(await red.call('GET', `/aaa_decision/${String(id)}/`), {
      status: 200,
      body: { id, outcome: 'reject' },
    });
    t.notMatch(answer.text, 'guest pass');
  });

  test(`${engine}: decisions are found by user name, outcome, client and period`, async (t) => {
    const times = column(await red.call('GET', '/aaa_decision/'), 'datetime');
    const [last = '', first = last] = times.map((time) => String(time).slice(0, 10));
    for (const [query, count] of [
      ['?username=guest', 2],
      ['?username=nobody', 0],
      ['?outcome=accept', 1],
      [`?client=${String(client['id'])}`, 2],
      [`?client=${String(client['id'])}1`, 0],
      [`?start_date=${first}&end_date=${last}`, 2],
      ['?end_date=2020-01-01', 0],
    ] as const)
      t.equal((await red.call('GET', `/aaa_decision/${query}`)).body['count'], count, query);
    t.equal(
      (await red.call('GET', '/aaa_decision/?limit=1')).body['next'] === null,
      false,
      'paged by cursor',
    );
  });

  test(`${engine}: another organization sees no decisions, and no role writes them`, async (t) => {
    const [id] = column(await red.call('GET', '/aaa_decision/'), 'id');
    t.equal((await blue.call('GET', '/aaa_decision/')).body['count'], 0);
    t.equal((await blue.call('GET', `/aaa_decision/${String(id)}/`)).status, 404);
    t.equal((await red.call('POST', '/aaa_decision/', {})).status, 405);
    const app = await addCaller(gateway, {
      organization: red.id,
      username: 'red app',
      role: 'app',
    });
    t.equal((await app.call('GET', '/aaa_decision/')).status, 403);
  });

  test(`${engine}: the effective policy of a user and a token is the decision over a login now`, async (t) => {
    const made = async (path: string, body: object) =>
      Number((await red.call('POST', path, body)).body['id']);
    await red.call('PATCH', `/organization/${red.id}/`, { time_zone: 'Europe/Rome' });
    const location = await made('/location/', { name: 'beach', time_zone: 'Asia/Tokyo' });
    const place = await made('/location/', { name: 'bar', parent: location });
    const point = await made('/access_point/', { name: 'bar', location: place });
    const set = (attribute: string, value: string) => ({ attribute, op: ':=', value });
    const guests = await made('/aaa_profile/', {
      name: 'guests',
      reply_attributes: [
        set('Idle-Timeout', '300'),
        set('Tunnel-Private-Group-Id:1', '20'),
        set('WISPr-Bandwidth-Max-Down', '2000000'),
        set('Tunnel-Password:1', 'between us'),
        { ...set('Tunnel-Password:2', 'between us'), when: { ssid: 'staff' } },
      ],
      check_attributes: [
        set('Simultaneous-Use', '3'),
        set('Max-Daily-Octets', '5000'),
        { attribute: 'NAS-Identifier', op: '!=', value: 'cellar' },
      ],
      on_limit: 'coa',
      limit_attributes: [set('WISPr-Bandwidth-Max-Down', '64000')],
    });
    const user = await made('/user/', {
      username: 'known',
      password: 'guest pass',
      profile: guests,
      klass: 'gold',
      attributes: {
        check_attributes: [set('Max-Daily-Session', '900')],
        reply_attributes: [set('Idle-Timeout', '60')],
      },
    });
    t.match(
      await login(
        gateway.authPort,
        'User-Name=known\nNAS-Identifier=bar\nUser-Password="guest pass"',
      ),
      /Access-Accept/,
    );
    // Decisions are written in batches; the user has earlier ones without attributes.
    const decided = await eventually(
      () => red.call('GET', '/aaa_decision/?username=known'),
      (answer) => Array.isArray(results(answer)[0]?.['attributes']),
    );
    const [decision] = results(decided);
    t.match(decision, {
      conditions: [
        { name: 'Tunnel-Password:2', value: '***', when: { ssid: 'staff' }, applied: false },
      ],
    });
    const policyOf = async (path: string) => {
      const answer = await red.call('GET', path);
      t.equal(answer.status, 200, answer.text);
      t.notMatch(JSON.stringify(answer.body['effective_policy']), 'between us');
      return answer.body['effective_policy'];
    };
    const asked = `/user/${user}/?effective_policy=true`;
    const policy = await policyOf(`${asked}&access_point=${point}`);
    t.match(policy, {
      result: 'accept',
      reason: 'accepted',
      access_point: point,
      location: place,
      time_zone: { value: 'Asia/Tokyo', source: 'location' },
      session_timeout: { value: null, source: 'default' },
      idle_timeout: { value: '60', source: 'user' },
      bandwidth_down: { value: '2000000', source: 'profile' },
      bandwidth_up: { value: null, source: 'default' },
      vlan: { value: '20', source: 'profile' },
      simultaneous_use: { value: '3', source: 'profile' },
      conditional_attributes: [
        {
          attribute: 'Tunnel-Password:2',
          value: '***',
          source: 'profile',
          when: { ssid: 'staff' },
        },
      ],
      conditions: [{ attribute: 'NAS-Identifier', op: '!=', value: 'cellar', source: 'profile' }],
    });
    const { attributes, limits } = policy as Record<'attributes' | 'limits', Json[]>;
    const reply = attributes.map(({ attribute, value }) => ({ name: attribute, value }));
    // The reply begins with the class of the session, which the gateway adds.
    t.same(
      reply,
      (decision?.['attributes'] as Json[] | undefined)?.slice(1),
      'as the reply to the login',
    );
    const counters = limits.map(({ source, profile, ...limit }) => {
      const own = limit['name'] === 'Max-Daily-Session';
      t.same([source, profile], own ? ['user', null] : ['profile', 'guests']);
      return limit;
    });
    const countedThen = decision?.['counters'] as Json[] | undefined;
    const withPlace = { used: 1, left: 2 };
    t.same(
      counters,
      countedThen?.map((limit) =>
        limit['name'] === 'Simultaneous-Use' ? { ...limit, ...withPlace } : limit,
      ),
      'as at the login, which has a place since',
    );

    const start = { session: 'E-1', username: 'known', at: Math.floor(Date.now() / 1000) - 10 };
    await account(gateway, { ...start, secret, seconds: 10, octetsIn: 6000, status: 'stop' });
    t.match(
      await policyOf('/user/username/known/?effective_policy=true'),
      {
        reason: /limited: Max-Daily-Octets: 6000 of 5000/,
        bandwidth_down: { value: '64000', source: 'limit' },
        time_zone: { value: 'Europe/Rome', source: 'organization' },
      },
      'a quota that is used up',
    );
    await red.call('PATCH', `/user/${user}/`, { is_active: false });
    t.match(await policyOf(asked), { result: 'reject', reason: /inactive|switched off/ });
    const voucher = { kind: 'network', time: 600, location };
    const token = `/user_token/${await made('/user_token/', voucher)}/?effective_policy=true`;
    t.match(await policyOf(token), {
      session_timeout: { value: '600', source: 'limit' },
      location,
    });
    t.match(await policyOf(`${token}&location=${place}`), { limits: [{ source: 'token' }] });
    const elsewhere = await made('/location/', { name: 'roof' });
    t.match(await policyOf(`${token}&location=${elsewhere}`), { reason: /another location/ });
    const [{ id: api } = {}] = results(await red.call('GET', '/user_token/?kind=api'));
    t.equal(await policyOf(`/user_token/${String(api)}/?effective_policy=true`), null);
    for (const [query, field] of [
      ['effective_policy=true&location=99999', 'location'],
      ['location=1', 'location'],
      ['effective_policy=maybe', 'effective_policy'],
      [`effective_policy=true&location=${place}&access_point=${point}`, 'location'],
    ] as const)
      t.match(await red.call('GET', `/user/${user}/?${query}`), {
        status: 400,
        body: { [field]: [String] },
      });
    t.match(await blue.call('GET', asked), { status: 404 });
  });
}
