import tap, { test } from 'tap';
import type { Json } from '../../gateway-process.ts';
import { startBoth } from '../api/fixture.ts';

/* RADIUS attributes of profiles and users are validated when they are saved. */

const { engines, stop } = await startBoth();
tap.teardown(stop);

const limit = [{ attribute: 'Filter-Id', value: 'walled garden' }];

const own = [
  'Message-Authenticator',
  'class',
  'State',
  'Proxy-State',
  'EAP-Message',
  'MS-CHAP2-Success',
  'MS-MPPE-Send-Key',
  'MS-MPPE-Recv-Key',
];

const wrong: readonly (readonly [
  field: string,
  list: readonly Json[],
  faults: Readonly<Record<string, RegExp>>,
])[] = [
  [
    'reply_attributes',
    [
      { attribute: 'Session-Timeout', value: '60' },
      { attribute: 'Sesion-Timeout', value: '60' },
      { attribute: 'Session-Timeout:1', value: '60' },
      { attribute: 'Session-Timeout', value: 'soon' },
      { attribute: 'Tunnel-Password:1', value: 'masked in replies' },
    ],
    {
      '1.attribute': /^Sesion-Timeout: no dictionary has this attribute/,
      '2.attribute': /^Session-Timeout:1: the attribute takes no tag/,
      '3.value': /^Session-Timeout = "soon": "soon" is no value of type integer/,
    },
  ],
  [
    'reply_attributes',
    own.map((attribute) => ({ attribute, value: '0x00' })),
    Object.fromEntries(
      own.map((name, at) => [
        `${at}.attribute`,
        new RegExp(`^${name}: the gateway itself sets this attribute`),
      ]),
    ),
  ],
  [
    'check_attributes',
    [
      { attribute: 'NAS-Port-Typ', op: '=*', value: '' },
      { attribute: 'NAS-Port', value: 'seven' },
      { attribute: 'NAS-Port', op: '=~', value: '^se(ven|x)$' },
      { attribute: 'NAS-Identifier', op: '!*', value: '' },
      { attribute: 'Client-Shortname', value: 'lobby' },
      { attribute: 'max-daily-octets', op: ':=', value: 'many' },
      { attribute: 'Login-Time', op: ':=', value: 'Sometimes' },
      { attribute: 'Expiration', op: ':=', value: '01 Jan 2099 00:00:00' },
      { attribute: 'NAS-IP-Address', value: '10.0.0.300' },
    ],
    {
      '0.attribute': /^NAS-Port-Typ: no dictionary has/,
      '1.value': /^NAS-Port = "seven": "seven" is no value of type integer/,
      '5.value': /^max-daily-octets = "many": it is not a value of this control attribute/,
      '6.value': /^Login-Time = "Sometimes": it is not a value of this control attribute/,
      '8.value': /^NAS-IP-Address = "10.0.0.300": /,
    },
  ],
];

for (const [engine, gateway] of Object.entries(engines)) {
  const gate = gateway.gate.bind(gateway);
  const within = (prefix: string, faults: Readonly<Record<string, RegExp>>) =>
    Object.fromEntries(
      Object.entries(faults).map(([place, message]) => [`${prefix}.${place}`, [message]]),
    );

  for (const [field, list, faults] of wrong)
    test(`${engine}: invalid ${field} are rejected, each by its position`, async (t) => {
      const profile = await gate('POST', '/aaa_profile/', { name: 'wrong', [field]: list });
      t.match(profile, { status: 400, body: within(field, faults) });
      t.same(Object.keys(profile.body).length, Object.keys(faults).length, 'and no others');
      const user = await gate('POST', '/user/', {
        username: 'wrong',
        attributes: { [field]: list },
      });
      t.match(user, { status: 400, body: within(`attributes.${field}`, faults) });
    });

  test(`${engine}: the condition of a reply item is checked`, async (t) => {
    const profile = (when: unknown) =>
      gate('POST', '/aaa_profile/', {
        name: 'conditional',
        reply_attributes: [{ attribute: 'Filter-Id', value: 'x', when }],
      });
    t.match(await profile({ time: 'Wk2500-1800' }), {
      status: 400,
      body: { 'reply_attributes.0.when.time': [/"Wk2500-1800" is not like Wk0800-1800/] },
    });
    t.match(await profile({}), { status: 400, body: { 'reply_attributes.0.when': [String] } });
    t.match(await profile({ colour: 'red' }), {
      status: 400,
      body: { 'reply_attributes.0.when.colour': [String] },
    });
    t.match(await profile({ client: 'nas', nas_group: 'hotel', ssid: 'guests', time: 'Sa' }), {
      status: 201,
      body: { reply_attributes: [{ when: { nas_group: 'hotel', time: 'Sa' } }] },
    });
  });

  test(`${engine}: a secret value is masked in the error`, async (t) => {
    const secret = 'x'.repeat(253);
    const answer = await gate('POST', '/aaa_profile/', {
      name: 'secret',
      reply_attributes: [{ attribute: 'Tunnel-Password', value: secret }],
    });
    t.match(answer, {
      status: 400,
      body: { 'reply_attributes.0.value': ['Tunnel-Password: it cannot have this value.'] },
    });
  });

  test(`${engine}: on_limit coa requires limit_attributes, at every write`, async (t) => {
    const refused = { status: 400, body: { limit_attributes: [String] } };
    t.match(await gate('POST', '/aaa_profile/', { name: 'garden', on_limit: 'coa' }), refused);
    const limit_attributes = [{ attribute: 'Class', value: 'slow' }];
    t.match(
      await gate('POST', '/aaa_profile/', { name: 'own', on_limit: 'coa', limit_attributes }),
      {
        status: 400,
        body: { 'limit_attributes.0.attribute': [/^Class: the gateway itself sets/] },
      },
    );
    t.match(await gate('POST', '/aaa_profile/', { name: 'garden', on_limit: 'sleep' }), {
      status: 400,
      body: { on_limit: [String] },
    });
    const made = await gate('POST', '/aaa_profile/', {
      name: 'garden',
      on_limit: 'coa',
      limit_attributes: limit,
    });
    t.match(made, {
      status: 201,
      body: { on_limit: 'coa', limit_attributes: [{ id: 1, op: '=', ...limit[0] }] },
    });
    const one = `/aaa_profile/${String(made.body['id'])}/`;
    t.match(await gate('PATCH', one, { limit_attributes: [] }), refused, 'removing them');
    t.match(await gate('PATCH', one, { on_limit: 'disconnect' }), { status: 200 });
    t.match(
      await gate('PATCH', one, { on_limit: 'coa' }),
      { status: 200 },
      'the stored ones count',
    );
    t.match(await gate('PUT', one, { name: 'garden' }), {
      body: { on_limit: 'disconnect', limit_attributes: [] },
    });
    t.match(await gate('PATCH', one, { on_limit: 'coa' }), refused);
  });
}
