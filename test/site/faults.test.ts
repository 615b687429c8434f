import tap, { test } from 'tap';
import { TestSite } from './fixture.ts';

/* Faults of a site file: line, object, field, reason. */

const site = await TestSite.open('sqlite');
tap.teardown(() => site.close());
site.environment = { SHORT: 'short', SECRET: 'long-enough-in-the-clear', EMPTY: '' };

const client = (more: string) =>
  `aaa_client:\n  - name: a\n    address: 192.0.2.1\n    secret: env:SECRET\n${more}`;

const cases: readonly (readonly [
  name: string,
  text: string,
  faults: readonly (string | RegExp)[],
])[] = [
  ['text that is not YAML', 'user:\n  - [', [/^\d+: \(file\): /]],
  ['a key that stands twice', 'user: []\nuser: []', [/^2: \(file\): Map keys must be unique/]],
  ['text without sections', 'hello', [': (file): expected sections']],
  [
    'an unknown section',
    'users: []',
    [/^1: users: unknown section; there are organization, .*user/],
  ],
  [
    'a type, which is made elsewhere',
    '\ninventory_type: []',
    [/^2: inventory_type: .*device_types_dir/],
  ],
  [
    'a metric, which is made elsewhere',
    'inventory_metric: []',
    [/^1: inventory_metric: .*device_types_dir/],
  ],
  ['a section that is no list', 'user: { username: x }', ['1: user: expected a list of objects']],
  ['an object that is none', 'user:\n  - x', ['2: user 1: expected an object with fields']],
  [
    'an unknown field',
    client('    adress: x'),
    [/^5: aaa_client "a": adress: unknown field; there are .*name, address, /],
  ],
  [
    'a field that only the gateway sets',
    client('    last_seen: null'),
    [/^5: aaa_client "a": last_seen: unknown field/],
  ],
  [
    'an object without a name',
    'location:\n  - city: x',
    ['2: location (no name): name: is missing'],
  ],
  [
    'a new object that lacks a field',
    'aaa_client:\n  - name: a\n    secret: env:SECRET',
    ['2: aaa_client "a": address: is missing'],
  ],
  [
    'a client over UDP that lacks a secret',
    'aaa_client:\n  - name: a\n    address: 192.0.2.1',
    ['2: aaa_client "a": secret: A client over UDP needs a shared secret.'],
  ],
  [
    'a field of another kind',
    client('    coa_port: "1"'),
    ['5: aaa_client "a": coa_port: expected integer'],
  ],
  [
    'a word that is no choice',
    client('    limit_proxy_state: perhaps'),
    [/limit_proxy_state: expected one of auto, yes, no$/],
  ],
  [
    'an address that is none',
    'aaa_client:\n  - {name: a, address: x, secret: env:SECRET}',
    [/^2: .*address: expected an IPv4 or IPv6 address/],
  ],
  [
    'an unknown organization',
    client('    organization: x'),
    ['5: aaa_client "a": organization: there is no organization "x"'],
  ],
  [
    'an unknown reference',
    'location:\n  - name: a\n    parent: b',
    ['3: location "a": parent: there is no location "default/b"'],
  ],
  [
    'an unknown type',
    'inventory_device:\n  - {name: a, type: x}',
    [/there is no inventory_type "x"; there are linux$/],
  ],
  [
    'a reference to what is removed',
    'location:\n  - {name: a, parent: b}\n  - {name: b, state: absent}',
    ['2: location "a": parent: location "default/b" is removed by this file'],
  ],
  [
    'an object that stands twice',
    'location:\n  - name: a\n  - name: a',
    [/^3: location "a": is a duplicate of .*:2$/],
  ],
  [
    'places within each other',
    'location:\n  - {name: a, parent: b}\n  - {name: b, parent: a}',
    [
      '2: location "a": parent: it would lie within itself',
      '3: location "b": parent: it would lie within itself',
    ],
  ],
  [
    'an organization within itself',
    'organization:\n  - {short_name: default, parent: default}',
    [/it would lie within itself$/],
  ],
  [
    'a secret that stands there itself',
    'aaa_client:\n  - {name: a, address: 192.0.2.1, secret: long-enough-in-the-clear}',
    [
      '2: aaa_client "a": secret: expected env:NAME or file:PATH; a site file must not contain secrets',
    ],
  ],
  [
    'a secret that is too short',
    client('').replace('SECRET', 'SHORT'),
    ['4: aaa_client "a": secret: expected at least 8 characters'],
  ],
  [
    'a variable that is not set',
    client('').replace('SECRET', 'NONE'),
    ['4: aaa_client "a": secret: env:NONE: no such variable'],
  ],
  [
    'a variable that is empty',
    client('').replace('SECRET', 'EMPTY'),
    ['4: aaa_client "a": secret: env:EMPTY: no such variable'],
  ],
  [
    'a file that is not there',
    client('').replace('env:SECRET', 'file:x/y'),
    ['4: aaa_client "a": secret: file:x/y: no such file'],
  ],
  [
    'a file that is a folder',
    client('').replace('env:SECRET', 'file:.'),
    ['4: aaa_client "a": secret: file:.: EISDIR'],
  ],
  [
    'a clear password without the password',
    'user:\n  - {username: a, reversible_password: true}',
    ['2: user "a": reversible_password: needs the password: only a hash of it is stored'],
  ],
  [
    'an adapter that is none',
    'inventory_connection_profile:\n  - {name: a, connection_service: {protocol: x}}',
    [/no adapter "x"; known adapters: .*ssh/],
  ],
  [
    'an option that the adapter does not know',
    'inventory_connection_profile:\n  - {name: a, connection_service: {protocol: ssh, options: {colour: red}}}',
    [/connection_service: options.*colour/],
  ],
  [
    'a rule about nothing',
    'dnsfilter_rule:\n  - {name: a, action: R}',
    ['2: dnsfilter_rule "a": host: A rule needs a host or a category.'],
  ],
  [
    'an upstream over UDP without a secret',
    'aaa_upstream:\n  - {name: a, address: 192.0.2.1}',
    ['2: aaa_upstream "a": secret: An upstream over UDP needs a shared secret.'],
  ],
  [
    'an upstream with a certificate that has no key',
    'aaa_upstream:\n  - {name: a, address: 192.0.2.1, transport: tls, tls_ca: x, tls_certificate: x}',
    ['2: aaa_upstream "a": tls_key: A certificate needs its key, and a key its certificate.'],
  ],
  [
    'a host that is none',
    'dnsfilter_category:\n  - name: a\n    hosts: [a b]',
    ['3: dnsfilter_category "a": hosts: not a host name: "a b"'],
  ],
  [
    'attributes without a meaning',
    'aaa_profile:\n  - {name: a, reply_attributes: [{attribute: Sesion-Timeout, value: "5"}]}',
    [
      /^2: aaa_profile "a": reply_attributes\.0\.attribute: Sesion-Timeout: no dictionary has this attribute/,
    ],
  ],
  [
    'a secret attribute in clear',
    'user:\n  - {username: a, attributes: {reply_attributes: [{attribute: Tunnel-Password, value: is-in-the-clear}]}}',
    [/^2: user "a": attributes: .*must not contain secrets/],
  ],
  [
    'a CoA without attributes',
    'aaa_profile:\n  - {name: a, on_limit: coa}',
    [/^2: aaa_profile "a": limit_attributes: /],
  ],
  [
    'the removal of the last administrator',
    'user:\n  - {username: admin, state: absent}',
    [/^2: user "admin": is the last active user with role admin/],
  ],
  [
    'the demotion of the last administrator',
    'user:\n  - {username: admin, role: read_only}',
    [/is the last active user with role admin/],
  ],
];

for (const [name, text, expected] of cases) {
  test(`refused: ${name}`, async (t) => {
    const found = await site.faults(text);
    t.match(found, expected);
    t.equal(found.length, expected.length, found.join('\n'));
    t.notMatch(found.join('\n'), /in-the-clear/);
  });
}

test('all faults are reported together, without consequential ones', async (t) => {
  const found = await site.faults(`
users: []
location:
  - { name: house, city: 7 }
  - { name: hall, parent: house }
aaa_client:
  - { name: a, address: x, secret: env:NONE }
`);
  t.same(
    found.map((fault) => fault.split(':').slice(0, 3).join(':')),
    [
      '2: users: unknown section; there are organization, address_pool, aaa_profile, location, access_point, aaa_client, aaa_upstream, user, inventory_connection_profile, inventory_firmware_image, inventory_device, inventory_variable_set, dnsfilter_category, dnsfilter_rule',
      '4: location "house": city',
      '7: aaa_client "a": secret',
      '7: aaa_client "a": address',
    ],
  );
});

test('two objects of a name are ambiguous, for a file and for an export', async (t) => {
  const other = await TestSite.open('sqlite');
  t.teardown(() => other.close());
  const twin = { organization: 1, name: 'twin', created: 1, last_change: 1 };
  await other.store.write([other.store.db.insertInto('location').values([twin, twin])]);
  t.same(await other.faults('location:\n  - name: twin'), [
    '2: location "twin": name: 2 in the store are called that: rename them first',
  ]);
  t.same(await other.faults('access_point:\n  - name: a\n    location: twin'), [
    '3: access_point "a": location: 2 of location are called "default/twin": rename them first',
  ]);
  await t.rejects(other.export(), { message: /several of location have the name "default\/twin"/ });
});

test('with several root organizations, an object has to name its organization', async (t) => {
  const other = await TestSite.open('sqlite');
  t.teardown(() => other.close());
  await other.apply('organization: [{short_name: second, name: Second, parent: null}]');
  t.same(await other.faults('location:\n  - name: a'), [
    '2: location "a": organization: is missing, and there is no one organization above all: default, second',
  ]);
  t.same(await other.faults('organization:\n  - {short_name: third, name: Third}'), [
    '2: organization "third": parent: is missing',
  ]);
});

test('an alias is resolved, and an alias bomb is refused', async (t) => {
  t.match(
    await site.apply(
      'location:\n  - &a { name: anchored, city: x }\naccess_point:\n  - name: one\n    city: &c Y\n  - name: two\n    city: *c',
    ),
    /3 to create/,
  );
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x,x]',
    ...'bcdefghi'
      .split('')
      .map(
        (name, place) => `${name}: &${name} [${Array(10).fill(`*${'abcdefgh'[place]}`).join()}]`,
      ),
  ];
  t.match(await site.faults(bomb.join('\n')), [/Excessive alias count/]);
});
