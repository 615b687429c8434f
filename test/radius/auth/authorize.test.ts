import { setTimeout as sleep } from 'node:timers/promises';
import tap, { test } from 'tap';
import type { CheckAttributes, ReplyAttributes } from '../../../src/aaa/policy/attribute-lists.ts';
import {
  createPasswordColumns,
  importPasswordColumns,
} from '../../../src/aaa/account/password-columns.ts';
import { systemClock } from '../../../src/runtime/clock.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { eventually } from '../../gateway-process.ts';
import { withoutDelays } from '../../manual-clock.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { ask, radclient, secret, startSite, type Site } from '../fixture.ts';
import { startOfPeriod } from '../../../src/aaa/policy/limit/quota-period.ts';
import { addEastAndWest, daysOfEast, east, west } from '../east-and-west.ts';
import { randomSignedPacket, type Attribute } from '../packets.ts';

const postgres = await startPostgres({ fsync: false });
// At six in the morning, so that no midnight passes while logins are bound to days.
const aheadMs = new Date().setHours(6, 0, 0, 0) - Date.now();
const now = Date.now() + aheadMs;
// Access-Rejects without their delay of a second; access.test.ts measures it.
const clock = {
  ...withoutDelays(systemClock),
  now: () => new Date(Date.now() + aheadMs),
};
const onSqlite = await startSite({ clock });
const onPostgres = await startSite({ clock, database: postgres.url });
for (const { store } of [onSqlite, onPostgres]) await addEastAndWest(store);
tap.teardown(async () => {
  await Promise.all([onSqlite.stop(), onPostgres.stop()]);
  await postgres.stop();
});

interface Fields {
  readonly password?: string | null;
  readonly isReversible?: boolean;
  readonly check?: CheckAttributes;
  readonly reply?: ReplyAttributes;
  readonly profile?: number | null;
  readonly expiration?: number | null;
  readonly klass?: string;
}

const password = 'clientPass';
const columns = new Map<string, Awaited<ReturnType<typeof createPasswordColumns>>>();

async function addUser(site: Site, username: string, fields: Fields = {}): Promise<number> {
  const { check = [], reply = [], profile = null, expiration = null, klass = null } = fields;
  const { store } = site;
  const values = {
    organization: 1,
    username,
    role: 'subscriber',
    created: 0,
    last_change: 0,
    profile,
    expiration,
    klass,
    ...(fields.password === null ? { password: null } : await passwordOf(site, fields)),
    attributes: JSON.stringify({ check_attributes: check, reply_attributes: reply }),
  };
  const [written] = await store.write([store.db.insertInto('user').values(values).returning('id')]);
  return Number(written?.rows[0]?.['id']);
}

/** Hashing is slow, and most users here share a password. */
async function passwordOf(
  { gateway, store }: Site,
  { password: clear = password, isReversible = false }: Fields,
) {
  const key = `${store.engine}/${clear ?? ''}/${isReversible}`;
  const known =
    columns.get(key) ??
    (await createPasswordColumns(gateway.vault, {
      password: new Secret(clear ?? ''),
      isReversible,
    }));
  columns.set(key, known);
  return known;
}

async function addProfile(
  { store }: Site,
  name: string,
  { check = [], reply = [] }: Fields,
): Promise<number> {
  const lists = {
    check_attributes: JSON.stringify(check),
    reply_attributes: JSON.stringify(reply),
  };
  const row = { organization: 1, name, ...lists, created: 0, last_change: 0 };
  const [written] = await store.write([
    store.db.insertInto('aaa_profile').values(row).returning('id'),
  ]);
  return Number(written?.rows[0]?.['id']);
}

async function addSession(
  { store }: Site,
  user: number,
  fields: Readonly<Record<string, number | string | null>>,
): Promise<void> {
  const client = await store.db.selectFrom('aaa_client').select('id').executeTakeFirstOrThrow();
  const row = {
    organization: 1,
    client: client.id,
    acctsessionid: 'S',
    nasipaddress: '127.0.0.1',
    user,
    ...fields,
  };
  await store.write([
    store.db.insertInto('aaa_accounting').values({ ...row, acctuniqueid: String(Math.random()) }),
  ]);
}

/** Returns the output of radclient. */
async function login(site: Site, attributes: string): Promise<string> {
  // An empty line would begin another packet.
  const lines = `${attributes}\nMessage-Authenticator=0x00\n`.replaceAll(/\n+/g, '\n');
  const { output } = await radclient({
    to: site.server.authAddress,
    command: 'auth',
    attributes: lines,
  });
  return output.slice(output.indexOf('Received Access-'));
}

const pap = (username: string, more = '') =>
  `User-Name="${username}"\nUser-Password="${password}"\n${more}`;

/** Reads the newest decision over a user, or the newest by one method, once it is logged. */
async function decisionOf({ store }: Site, username: string, method?: string) {
  for (let tries = 0; tries < 1_200; tries += 1) {
    const all = store.db.selectFrom('aaa_decision').selectAll().where('username', '=', username);
    const query = method === undefined ? all : all.where('method', '=', method);
    const row = await query.orderBy('id', 'desc').executeTakeFirst();
    if (row) return row;
    await sleep(25);
  }
  throw new Error(`no decision over ${username} was kept`);
}

const minute = 60_000;
const hour = 60 * minute;

test('PAP, CHAP and MS-CHAP of radclient log in a user with a reversible password', async (t) => {
  await addUser(onSqlite, 'chap-user', { isReversible: true });
  for (const attribute of ['User-Password', 'CHAP-Password', 'MS-CHAP-Password'])
    t.match(
      await login(onSqlite, `User-Name=chap-user\n${attribute}="${password}"`),
      /^Received Access-Accept/,
      attribute,
    );
});

test('a password that is stored as a hash works with PAP only, and the decision says why', async (t) => {
  await addUser(onSqlite, 'hash-user');
  t.match(await login(onSqlite, pap('hash-user')), /^Received Access-Accept/);
  const output = await login(onSqlite, `User-Name=hash-user\nCHAP-Password="${password}"`);
  t.match(output, /^Received Access-Reject/);
  const { reason, method, outcome } = await decisionOf(onSqlite, 'hash-user', 'CHAP');
  t.match(
    { reason, method, outcome },
    { reason: /only a hash of the password is stored/, method: 'CHAP', outcome: 'reject' },
  );
});

/** Adds a user with a password of another system. */
async function addImported({ gateway, store }: Site, username: string, text: string) {
  const imported = importPasswordColumns(gateway.vault, text);
  if (typeof imported === 'string') throw new Error(imported);
  const row = { organization: 1, username, role: 'subscriber', created: 0, last_change: 7 };
  await store.write([store.db.insertInto('user').values({ ...row, ...imported })]);
}

const passwordRow = ({ store }: Site, username: string) =>
  store.db
    .selectFrom('user')
    .selectAll()
    .where('username', '=', username)
    .executeTakeFirstOrThrow();

test('an NT hash serves MS-CHAP and PAP, not CHAP; a login by PAP improves it, and CHAP follows', async (t) => {
  const [site, name] = [onSqlite, 'nt-user'];
  await addImported(site, name, '{nt}44EBBA8D5312B8D611474411F56989AE');
  const by = (attribute: string) => login(site, `User-Name=${name}\n${attribute}="${password}"`);
  t.match(await by('MS-CHAP-Password'), /^Received Access-Accept/);
  t.match(await by('CHAP-Password'), /^Received Access-Reject/);
  t.match(await decisionOf(site, name, 'CHAP'), { reason: /only the NT hash.*cannot verify CHAP/ });
  t.match(await login(site, `User-Name=${name}\nUser-Password=wrong`), /^Received Access-Reject/);
  t.match((await passwordRow(site, name)).password, /^\{sealed-nt\}/);
  t.match(await by('User-Password'), /^Received Access-Accept/);
  const replaced = await eventually(
    () => passwordRow(site, name),
    (row) => row.password?.startsWith('$argon2id$') === true,
  );
  t.match(replaced.password, /^\$argon2id\$/);
  for (const attribute of ['MS-CHAP-Password', 'CHAP-Password', 'User-Password'])
    t.match(await by(attribute), /^Received Access-Accept/, attribute);
});

for (const site of [onSqlite, onPostgres])
  test(`${site.store.engine}: a hash of another system is replaced by argon2id at the first login that proves it`, async (t) => {
    const hash = '$5$saltstring$4mLzDd7PmpYGnmV6HHYAR6tJydOUyhkrRSQDy8q2eK8';
    await addImported(site, 'crypt-user', hash);
    const by = (clear: string) => login(site, `User-Name=crypt-user\nUser-Password=${clear}`);
    t.match(await by('hallo'), /^Received Access-Reject/);
    t.equal((await passwordRow(site, 'crypt-user')).password, hash);
    t.match(await by('hello'), /^Received Access-Accept/);
    const row = await eventually(
      () => passwordRow(site, 'crypt-user'),
      ({ password }) => password !== hash,
    );
    t.match(row, { password: /^\$argon2id\$/, reversible_password: null, last_change: 7 });
    t.match(await by('hello'), /^Received Access-Accept/);
    t.match(await by('hallo'), /^Received Access-Reject/);
  });

test('a password in clear that was taken over serves PAP, CHAP and MS-CHAP before it is hashed', async (t) => {
  await addImported(onSqlite, 'clear-user', `{clear}${password}`);
  for (const attribute of ['CHAP-Password', 'MS-CHAP-Password', 'User-Password'])
    t.match(
      await login(onSqlite, `User-Name=clear-user\n${attribute}="${password}"`),
      /^Received Access-Accept/,
      attribute,
    );
  t.match(await login(onSqlite, 'User-Name=clear-user\nUser-Password=x'), /Received Access-Reject/);
});

test('wrong CHAP and MS-CHAP responses are rejected; only MS-CHAP replies with an error', async (t) => {
  await addUser(onSqlite, 'chap-wrong', { isReversible: true });
  const [chap, ms] = await Promise.all([
    login(onSqlite, 'User-Name=chap-wrong\nCHAP-Password="another"'),
    login(onSqlite, 'User-Name=chap-wrong\nMS-CHAP-Password="another"'),
  ]);
  t.match(chap, /^Received Access-Reject/);
  t.notMatch(chap, /MS-CHAP-Error/);
  t.match(ms, /^Received Access-Reject[\s\S]*MS-CHAP-Error = .*E=691 R=0/);
});

/* RFC 2759 section 9.2 and RFC 3079 section 3.5.3, sent by radclient, which opens the keys itself. */
const version2 = (response: string) => `User-Name=User
MS-CHAP-Challenge=0x5B5D7C7D7B3F2F3E3C2C602132262628
MS-CHAP2-Response=0x070021402324255E262A28295F2B3A337C7E0000000000000000${response}`;

test('RFC 2759 section 9.2: MS-CHAPv2 is answered with the authenticator response and the keys, which radclient decrypts', async (t) => {
  await addUser(onSqlite, 'User', { isReversible: true });
  const output = await login(
    onSqlite,
    version2('82309ECD8D708B5EA08FAA3981CD83544233114A3D85D6DF'),
  );
  t.match(output, /^Received Access-Accept/);
  t.match(
    output,
    `MS-CHAP2-Success = 0x07${Buffer.from('S=407A5589115FD0D6209F510FE9C04566932CDA56').toString('hex')}`,
  );
  t.match(output, 'MS-MPPE-Send-Key = 0x8b7cdc149b993a1ba118cb153f56dccb');
  t.match(output, /MS-MPPE-Recv-Key = 0x[0-9a-f]{32}\n/);
  const refused = await login(
    onSqlite,
    version2('82309ECD8D708B5EA08FAA3981CD83544233114A3D85D6DE'),
  );
  t.match(
    refused,
    /^Received Access-Reject[\s\S]*MS-CHAP-Error = "\\007E=691 R=0 C=[0-9A-F]{32} V=3"/,
  );
});

test('two credentials in one request are rejected', async (t) => {
  const both = `User-Name=chap-user\nUser-Password="${password}"\nCHAP-Password="${password}"`;
  t.match(await login(onSqlite, both), /^Received Access-Reject/);
  t.match((await decisionOf(onSqlite, 'chap-user', 'PAP+CHAP')).reason, /several credentials/);
});

test('MAC authentication: a user without password is the device of its name, in every spelling', async (t) => {
  await addUser(onSqlite, 'aa-bb-cc-00-11-22', { password: null });
  const station = 'Calling-Station-Id=AA:BB:CC:00:11:22';
  for (const name of [
    'AA:BB:CC:00:11:22',
    'aabbcc001122',
    'aabb.cc00.1122',
    'AA-BB-CC-00-11-22',
    'aabbcc-001122',
  ])
    for (const proof of [
      '',
      `User-Password="${name}"`,
      'User-Password=""',
      `CHAP-Password="${name}"`,
    ])
      t.match(
        await login(onSqlite, `User-Name="${name}"\n${proof}\n${station}`),
        /^Received Access-Accept/,
        `${name} ${proof}`,
      );
});

test('MAC authentication requires the device itself, and a user without password', async (t) => {
  await addUser(onSqlite, '0a-00-00-00-00-02');
  const cases = [
    'User-Name=aabbcc001122\nCalling-Station-Id=AA-BB-CC-00-11-23',
    'User-Name=aabbcc001122',
    'User-Name=aabbcc001122\nUser-Password=another\nCalling-Station-Id=AA-BB-CC-00-11-22',
    'User-Name=0a0000000002\nCalling-Station-Id=0A-00-00-00-00-02',
    'User-Name=0a0000000002\nUser-Password=0a0000000002\nCalling-Station-Id=0A-00-00-00-00-02',
  ];
  await Promise.all(
    cases.map(async (attributes) =>
      t.match(await login(onSqlite, attributes), /^Received Access-Reject/, attributes),
    ),
  );
});

test('reply attributes of profile and user: typed, tagged, of vendors; attributes of the user override, += adds', async (t) => {
  const profile = await addProfile(onSqlite, 'guests', {
    reply: [
      { attribute: 'Tunnel-Type:1', op: ':=', value: 'VLAN' },
      { attribute: 'Tunnel-Medium-Type:1', op: ':=', value: 'IEEE-802' },
      { attribute: 'Tunnel-Private-Group-Id:1', op: ':=', value: '20' },
      { attribute: 'Mikrotik-Rate-Limit', op: ':=', value: '1M/1M' },
      { attribute: 'WISPr-Bandwidth-Max-Down', value: '1000000' },
      { attribute: 'WISPr-Bandwidth-Max-Down', value: '9000000' },
      { attribute: 'Cisco-AVPair', op: '+=', value: 'a=1' },
      { attribute: 'Idle-Timeout', value: '300' },
      { attribute: 'Reply-Message', value: 'welcome' },
    ],
  });
  const reply: ReplyAttributes = [
    { attribute: 'Mikrotik-Rate-Limit', value: '5M/5M' },
    { attribute: 'cisco-avpair', op: '+=', value: 'b=2' },
    { attribute: 'Tunnel-Password:2', op: ':=', value: 'tunnel pass' },
    { attribute: 'Session-Timeout', op: ':=', value: '1800' },
  ];
  await addUser(onSqlite, 'granted', { profile, reply, klass: 'gold' });
  const output = await login(onSqlite, pap('granted'));
  for (const line of [
    'Message-Authenticator',
    'Class = 0x61693a',
    'Class = 0x676f6c64',
    'Tunnel-Type:1 = VLAN',
    'Tunnel-Medium-Type:1 = IEEE-802',
    'Tunnel-Private-Group-Id:1 = "20"',
    'Mikrotik-Rate-Limit = "5M/5M"',
    'WISPr-Bandwidth-Max-Down = 1000000',
    'Cisco-AVPair = "a=1"',
    'Cisco-AVPair = "b=2"',
    'Tunnel-Password:2 = "tunnel pass"',
    'Idle-Timeout = 300',
    'Session-Timeout = 1800',
    'Reply-Message = "welcome"',
  ])
    t.match(output, line);
  t.notMatch(output, /1M\/1M|9000000/);
  const row = await decisionOf(onSqlite, 'granted');
  t.match(row, { outcome: 'accept', profile, profile_name: 'guests', method: 'PAP' });
  t.notMatch(row.attributes, /tunnel pass/);
  t.match(row.attributes, '{"name":"Tunnel-Password:2","value":"***"}');
});

test('a reply attribute that cannot be sent, or too many of them, reject the login', async (t) => {
  await addUser(onSqlite, 'typo', { reply: [{ attribute: 'Sesion-Timeout', value: '5' }] });
  const many = Array.from({ length: 100 }, () => ({
    attribute: 'Reply-Message',
    op: '+=' as const,
    value: 'x'.repeat(200),
  }));
  await addUser(onSqlite, 'many', { reply: many });
  const outputs = await Promise.all([login(onSqlite, pap('typo')), login(onSqlite, pap('many'))]);
  for (const output of outputs) t.match(output, /^Received Access-Reject/);
  t.match(
    (await decisionOf(onSqlite, 'typo')).reason,
    'reply attribute Sesion-Timeout: no dictionary has this attribute',
  );
  t.match(
    (await decisionOf(onSqlite, 'many')).reason,
    /the reply attributes have \d+ octets, 4058 fit/,
  );
});

const nas =
  'NAS-Port=7\nNAS-Port-Type=Wireless-802.11\nCalled-Station-Id="00-11-22-33-44-55:Lobby"\nCalling-Station-Id="0A-00-00-00-00-01"\n';

const checkItems = [
  ['==', 'NAS-Port-Type', 'Wireless-802.11', true],
  ['==', 'NAS-Port-Type', '19', true],
  ['==', 'NAS-Port-Type', 'Ethernet', false],
  ['=', 'NAS-Port', '7', true],
  ['!=', 'NAS-Port', '8', true],
  ['!=', 'NAS-Port', '7', false],
  ['!=', 'NAS-Identifier', 'x', false],
  ['>', 'NAS-Port', '6', true],
  ['>', 'NAS-Port', '7', false],
  ['>=', 'NAS-Port', '7', true],
  ['<', 'NAS-Port', '10', true],
  ['<=', 'NAS-Port', '6', false],
  ['=~', 'Called-Station-Id', ':Lobby$', true],
  ['=~', 'Called-Station-Id', ':Pool$', false],
  ['!~', 'Called-Station-Id', ':Pool$', true],
  ['!~', 'Called-Station-Id', 'Lobby', false],
  ['!~', 'NAS-Identifier', 'Lobby', false],
  ['=~', 'Called-Station-Id', '(', false],
  ['=*', 'NAS-Port', '', true],
  ['=*', 'NAS-Identifier', '', false],
  ['!*', 'NAS-Identifier', '', true],
  ['!*', 'NAS-Port', '', false],
  ['==', 'Calling-Station-Id', '0a:00:00:00:00:01', true],
  ['==', 'NAS-IP-Address', '127.0.0.1', true],
  ['==', 'Packet-Src-IP-Address', '127.0.0.1', true],
  ['==', 'Client-Shortname', '127.0.0.1', true],
  [':=', 'NAS-Port', '7', false],
  ['==', 'No-Such-Thing', '7', false],
  ['==', 'NAS-Port', 'seven', false],
  ['==', 'User-Password', password, false],
] as const;

test('check items are compared with the request as in FreeRADIUS', async (t) => {
  await Promise.all(
    checkItems.map(async ([op, attribute, value, passes], index) => {
      const username = `check ${index}`;
      await addUser(onSqlite, username, { check: [{ attribute, op, value }] });
      const output = await login(onSqlite, pap(username, nas));
      t.match(
        output,
        passes ? /^Received Access-Accept/ : /^Received Access-Reject/,
        `${attribute} ${op} ${value}`,
      );
      const { checks, reason } = await decisionOf(onSqlite, username);
      t.match(
        JSON.parse(checks),
        [{ attribute, op, passed: passes }],
        `${attribute} ${op} ${value}`,
      );
      if (!passes) t.match(reason, `check ${attribute} ${op}`);
      t.notMatch(checks + reason, password);
    }),
  );
});

test('a pattern that takes exponential time elsewhere is matched in linear time', async (t) => {
  await addUser(onSqlite, 'greedy', {
    check: [{ attribute: 'NAS-Identifier', op: '=~', value: '^(a+)+$' }],
  });
  // Of this thread, on which the gateway works too.
  const processorMs = () => process.threadCpuUsage().user / 1_000;
  const begun = processorMs();
  t.match(
    await login(onSqlite, pap('greedy', `NAS-Identifier="${'a'.repeat(60)}!"\n`)),
    /^Received Access-Reject/,
  );
  t.ok(processorMs() - begun < 2_000);
  t.match((await decisionOf(onSqlite, 'greedy')).reason, /check NAS-Identifier =~/);
});

/** Whole days, so that a Login-Time always or never includes the present. */
const days = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'];
const today = days[new Date(now).getDay()] ?? '';
const tomorrow = days[(new Date(now).getDay() + 1) % 7] ?? '';

for (const [site, engine] of [
  [onSqlite, 'SQLite'],
  [onPostgres, 'PostgreSQL'],
] as const) {
  const set = (attribute: string, value: string): CheckAttributes => [
    { attribute, op: ':=', value },
  ];

  const bounds = [
    ['Auth-Type Reject', set('Auth-Type', 'Reject'), /^Received Access-Reject/],
    ['Auth-Type Accept', set('Auth-Type', 'Accept'), /^Received Access-Accept/],
    ['Expiration past', set('Expiration', '01 Jan 2020 00:00:00'), /^Received Access-Reject/],
    ['Expiration to come', set('Expiration', '01 Jan 2099 00:00:00'), /Session-Timeout = \d{9,}/],
    ['Expiration garbled', set('Expiration', 'never'), /^Received Access-Reject/],
    ['Login-Time now', set('Login-Time', `${today}0000-2359`), /Session-Timeout = \d{1,5}\n/],
    [
      'Login-Time always',
      set('Login-Time', 'Any'),
      /^(?=Received Access-Accept)(?![\s\S]*Session-Timeout)/,
    ],
    ['Login-Time another day', set('Login-Time', tomorrow), /^Received Access-Reject/],
    ['Login-Time garbled', set('Login-Time', 'Sometimes'), /^Received Access-Reject/],
    ['Max-Daily-Session is left', set('Max-Daily-Session', '36000'), /Session-Timeout = \d+/],
    ['Max-All-Session is used', set('Max-All-Session', '10800'), /^Received Access-Reject/],
    ['Max-All-Session is left', set('Max-All-Session', '20000'), /Session-Timeout = 9200\n/],
    ['Max-All-Octets is used', set('Max-All-Octets', '6000000000'), /^Received Access-Reject/],
    ['Max-All-Octets is left', set('Max-All-Octets', '6000000001'), /^Received Access-Accept/],
    ['Max-Monthly-Octets garbled', set('Max-Monthly-Octets', 'many'), /^Received Access-Reject/],
    [
      'a bound that is compared',
      [{ attribute: 'Max-All-Session', op: '<', value: '5' }],
      /^Received Access-Reject/,
    ],
  ] as const;

  test(`${engine}: control items limit the session`, async (t) => {
    await Promise.all(
      bounds.map(async ([name, check, expected]) => {
        const user = await addUser(site, name, { check: [...check] });
        const ended = {
          acctstarttime: now - 400 * 24 * hour,
          acctstoptime: now - 399 * 24 * hour,
          acctsessiontime: 10_800,
        };
        await addSession(site, user, {
          ...ended,
          acctinputoctets: 5_000_000_000,
          acctoutputoctets: 1_000_000_000,
        });
        t.match(await login(site, pap(name)), expected, name);
      }),
    );
  });

  test(`${engine}: Login-Time uses the time zone of the access point's location, else of the organization`, async (t) => {
    await addUser(site, 'far away', { check: set('Login-Time', daysOfEast(now)) });
    const { store } = site;
    const loginAt = async (accessPoint: string | null, ofOrganization: string) => {
      const change = store.db.updateTable('organization').set({ time_zone: ofOrganization });
      await store.write([change.where('id', '=', 1)]);
      const more = accessPoint === null ? '' : `NAS-Identifier="${accessPoint}"\n`;
      return login(site, pap('far away', more));
    };
    t.match(await loginAt('east', west), /^Received Access-Accept[\s\S]*Session-Timeout = \d+/);
    t.match(await loginAt('west', east), /^Received Access-Reject/);
    for (const accessPoint of ['nowhere', 'unknown', null]) {
      t.match(await loginAt(accessPoint, east), /^Received Access-Accept/, `${accessPoint}, east`);
      t.match(await loginAt(accessPoint, west), /^Received Access-Reject/, `${accessPoint}, west`);
    }
    await store.write([store.db.updateTable('organization').set({ time_zone: null })]);
  });

  test(`${engine}: a daily quota begins at the midnight of the site`, async (t) => {
    const user = await addUser(site, 'day by day', { check: set('Max-Daily-Session', '600') });
    const midnights = [east, west].map((timeZone) => ({
      site: timeZone === east ? 'east' : 'west',
      at: startOfPeriod('daily', { now: new Date(now), timeZone }),
    }));
    const [former, latter] = midnights.toSorted((one, other) => one.at - other.at);
    if (!former || !latter) throw new Error('two sites are needed');
    // Between the two midnights: today where the day began before, yesterday at the other site.
    const started = (former.at + latter.at) / 2;
    await addSession(site, user, {
      acctstarttime: started,
      acctstoptime: started + 600_000,
      acctsessiontime: 600,
    });
    const loginAt = (name: string) => login(site, pap('day by day', `NAS-Identifier="${name}"\n`));
    t.match(await loginAt(former.site), /^Received Access-Reject/, 'it counts today');
    t.match(await loginAt(latter.site), /^Received Access-Accept/, 'it was yesterday');
  });

  test(`${engine}: limits of the profile apply, and limits of the user override them`, async (t) => {
    const profile = await addProfile(site, 'bounded', { check: set('Max-All-Session', '100') });
    await addUser(site, 'bounded', { profile });
    await addUser(site, 'less bounded', {
      profile,
      check: set('Max-All-Session', '200'),
      expiration: now + 24 * hour,
    });
    t.match(await login(site, pap('bounded')), 'Session-Timeout = 100\n');
    t.match(await login(site, pap('less bounded')), 'Session-Timeout = 200\n');
  });

  test(`${engine}: a user with an exhausted quota is accepted with limit_attributes`, async (t) => {
    const lists = {
      check: set('Max-All-Octets', '1000'),
      reply: [{ attribute: 'Filter-Id', value: 'full' }],
    };
    const profile = await addProfile(site, 'walled garden', lists);
    const limit = JSON.stringify([{ attribute: 'Filter-Id', value: 'garden' }]);
    const change = site.store.db
      .updateTable('aaa_profile')
      .set({ on_limit: 'coa', limit_attributes: limit });
    await site.store.write([change.where('id', '=', profile)]);
    const user = await addUser(site, 'over quota', { profile });
    const within = await login(site, pap('over quota'));
    t.match(within, /^Received Access-Accept[\s\S]*Filter-Id = "full"/);
    await addSession(site, user, {
      acctstarttime: now - hour,
      acctstoptime: now,
      acctsessiontime: 3600,
      acctinputoctets: 1_000,
    });
    const output = await login(site, pap('over quota'));
    t.match(output, /^Received Access-Accept[\s\S]*Filter-Id = "garden"/);
    t.notMatch(output, 'full');
    const decisions = site.store.db
      .selectFrom('aaa_decision')
      .select(['outcome', 'reason'])
      .where('username', '=', 'over quota');
    const both = await eventually(
      () => decisions.orderBy('id', 'desc').execute(),
      ({ length }) => length === 2,
    );
    t.match(both[0], {
      outcome: 'accept',
      reason: 'limited: Max-All-Octets: 1000 of 1000 octets are used',
    });
    await addUser(site, 'too late', { profile, check: set('Login-Time', tomorrow) });
    t.match(
      await login(site, pap('too late')),
      /^Received Access-Reject/,
      'other limits refuse as ever',
    );
  });

  test(`${engine}: a quota with limit_attributes sets no Session-Timeout`, async (t) => {
    const profile = await addProfile(site, 'slow afterwards', {
      check: set('Max-All-Session', '100'),
    });
    const limit = JSON.stringify([{ attribute: 'Filter-Id', value: 'slow' }]);
    const change = site.store.db
      .updateTable('aaa_profile')
      .set({ on_limit: 'coa', limit_attributes: limit });
    await site.store.write([change.where('id', '=', profile)]);
    await addUser(site, 'slow afterwards', { profile });
    t.match(
      await login(site, pap('slow afterwards')),
      /^(?=Received Access-Accept)(?![\s\S]*Session-Timeout)/,
    );
  });

  test(`${engine}: Simultaneous-Use counts open sessions of other devices`, async (t) => {
    const user = await addUser(site, 'simultaneous', { check: set('Simultaneous-Use', '1') });
    const station = 'Calling-Station-Id=0A-00-00-00-00-01\n';
    await addSession(site, user, {
      acctstarttime: now - hour,
      acctstoptime: now,
      callingstationid: '0A-00-00-00-00-03',
    });
    await addSession(site, user, {
      acctstarttime: now - minute,
      callingstationid: '0a:00:00:00:00:01',
    });
    t.match(
      await login(site, pap('simultaneous', station)),
      /^Received Access-Accept/,
      'the same device again',
    );
    t.match(await login(site, pap('simultaneous')), /^Received Access-Reject/, 'another device');
    const other = 'Calling-Station-Id=0A-00-00-00-00-02\n';
    t.match(
      await login(site, pap('simultaneous', other)),
      /^Received Access-Reject/,
      'another device',
    );
  });

  test(`${engine}: an expiration or a voucher alone limits a user`, async (t) => {
    await addUser(site, 'expired', { expiration: now - minute });
    t.match(await login(site, pap('expired')), /^Received Access-Reject/);
    t.match(await decisionOf(site, 'expired'), { reason: 'account expired' });
    const user = await addUser(site, 'prepaid');
    await site.store.write([
      site.store.db
        .insertInto('user_token')
        .values({ user, kind: 'network', time: 3600, created: now }),
    ]);
    t.match(await login(site, pap('prepaid')), 'Session-Timeout = 3600\n');
  });

  test(`${engine}: a voucher for a location is refused elsewhere and where the location is not known`, async (t) => {
    const { store } = site;
    const bindTo = async (name: string) => {
      const { db } = store;
      const found = db.selectFrom('location').select('id').where('name', '=', name);
      const { id: location } = await found.executeTakeFirstOrThrow();
      const username = `at the ${name}`;
      const user = await addUser(site, username);
      const voucher = { user, kind: 'network', time: 3600, created: now, location };
      await store.write([db.insertInto('user_token').values(voucher)]);
      return (accessPoint: string | null) =>
        login(site, pap(username, accessPoint === null ? '' : `NAS-Identifier="${accessPoint}"\n`));
    };
    const [loginOfHarbour, loginOfPier] = [await bindTo('harbour'), await bindTo('pier')];
    for (const accessPoint of ['west', 'nowhere', 'unknown', null])
      t.match(await loginOfHarbour(accessPoint), /^Received Access-Reject/, `${accessPoint}`);
    const reason = 'the voucher is for another location';
    t.match(await decisionOf(site, 'at the harbour'), { reason });
    t.match(await loginOfHarbour('east'), 'Session-Timeout = 3600\n', 'a location below it');
    t.match(await loginOfPier('east'), 'Session-Timeout = 3600\n', 'the location itself');
  });

  test(`${engine}: the shortest of several limits becomes Session-Timeout`, async (t) => {
    const user = await addUser(site, 'voucher', {
      expiration: now + 2 * hour,
      reply: [{ attribute: 'Session-Timeout', value: '5400' }],
    });
    await site.store.write([
      site.store.db
        .insertInto('user_token')
        .values({ user, kind: 'network', time: 3600, created: now }),
    ]);
    await addSession(site, user, {
      acctstarttime: now - 48 * hour,
      acctstoptime: now - 47 * hour,
      acctsessiontime: 600,
    });
    t.match(await login(site, pap('voucher')), 'Session-Timeout = 3000\n');
    const row = await decisionOf(site, 'voucher');
    t.match(JSON.parse(row.counters), [{ name: 'expiration' }, { name: 'time', left: 3000 }]);
    const { last_login } = await site.store.db
      .selectFrom('user')
      .select('last_login')
      .where('id', '=', user)
      .executeTakeFirstOrThrow();
    t.ok((last_login ?? 0) >= now);
  });
}

test('an invalid site dictionary stops the start, and the error names file and line', async (t) => {
  const folder = t.testdir({ 'dictionary.site': '# ours\nATTRIBUTE Site-Thing 240 nonsense\n' });
  await t.rejects(
    startSite({ config: { DICTIONARY_DIR: folder } }),
    /dictionary\.site:2: nonsense: expected a type/,
  );
});

test('an attribute of a site dictionary is validated and sent', async (t) => {
  const folder = t.testdir({
    'dictionary.site':
      'VENDOR Site 55555\nBEGIN-VENDOR Site\nATTRIBUTE Site-Zone 1 string\nEND-VENDOR Site\n',
  });
  const site = await startSite({ config: { DICTIONARY_DIR: folder } });
  t.teardown(() => site.stop());
  await addUser(site, 'zoned', { reply: [{ attribute: 'Site-Zone', value: 'pool' }] });
  t.match(
    await login(site, pap('zoned')),
    `Attr-26.55555.1 = 0x${Buffer.from('pool').toString('hex')}`,
  );
});

test('an unknown user is in the decision log by name only', async (t) => {
  const packet = (attributes: readonly Attribute[]) =>
    randomSignedPacket(secret, { code: 1, attributes });
  t.equal((await ask(onSqlite.server.authAddress, packet([[1, 'nobody at all']])))?.octets[0], 3);
  const row = await decisionOf(onSqlite, 'nobody at all');
  t.match(row, {
    outcome: 'reject',
    reason: 'unknown user',
    user: null,
    method: 'none',
    checks: '[]',
    attributes: '[]',
    client_name: '127.0.0.1',
  });
});

test('no decision and no log line holds a password or a secret', async (t) => {
  const rows = await onSqlite.store.db.selectFrom('aaa_decision').selectAll().execute();
  t.ok(rows.length > 20, `${rows.length} decisions`);
  for (const text of [JSON.stringify(rows), ...onSqlite.lines])
    t.notOk(text.includes(password) || text.includes(secret));
});
