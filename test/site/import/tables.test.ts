import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tap, { test } from 'tap';
import type { SourceObject } from '../../../src/site/import/source-object.ts';
import { importTables, type TableOptions } from '../../../src/site/import/table/command.ts';
import { readMapping, shippedMapping } from '../../../src/site/import/table/mapping.ts';
import { objectsOfTables } from '../../../src/site/import/table/table-objects.ts';
import { ManualClock } from '../../manual-clock.ts';
import { startInProcess } from '../../in-process.ts';
import { importTools } from './import-tools.ts';

const site = await startInProcess({ clock: new ManualClock() });
const { gateway } = site.running;
const folder = mkdtempSync(join(tmpdir(), 'import-'));
tap.teardown(async () => {
  await site.stop();
  rmSync(folder, { recursive: true });
});

function fileOf(name: string, content: string | object): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

async function run(source: string, file: string, options: Partial<TableOptions> = {}) {
  const lines: string[] = [];
  const all = { source, files: [file], default: [], dryRun: false, ...options };
  const isWhole = await importTables(gateway.config, all, importTools(lines));
  return { isWhole, text: lines.join('\n'), last: lines.at(-1) };
}

const deviceOf = (name: string) =>
  gateway.store.db
    .selectFrom('inventory_device as d')
    .innerJoin('inventory_type as t', 't.id', 'd.type')
    .leftJoin('location as l', 'l.id', 'd.location')
    .selectAll('d')
    .select(['t.short_name as type_name', 'l.name as location_name'])
    .where('d.name', '=', name)
    .executeTakeFirst();

const reveal = (sealed: string | null | undefined, column: string) =>
  gateway.vault.open(sealed ?? '', column).reveal();

/** Returns what the rows of a file become, without a store. */
async function objectsOf(source: string, file: string, columns?: string) {
  const read = await readMapping(shippedMapping(source));
  const left: string[] = [];
  const made = objectsOfTables({
    files: [file],
    mapping: { ...read, ...(columns !== undefined && { columns: columns.split(',') }) },
    defaults: {},
    leaveOut: (line) => left.push(line),
  });
  const objects: SourceObject[] = [];
  for await (const object of made) objects.push(object);
  return { objects, left };
}

const typeOf = (name: string) => [{ field: 'type', name }];

test('devices of NetBox come with their site, and a second page with the changes', async (t) => {
  const lobby = {
    name: 'lobby-ap',
    serial: 'SN-1',
    device_type: { manufacturer: { name: 'MikroTik' }, model: 'cAP ax' },
    role: { name: 'access point' },
    platform: { slug: 'routeros' },
    site: { name: 'Hotel' },
    primary_ip4: { address: '192.0.2.7/24' },
    asset_tag: null,
  };
  const bar = { ...lobby, name: 'bar-ap', serial: '', platform: null, primary_ip4: null };
  const page = { count: 2, next: null, previous: null, results: [lobby, bar] };
  const file = fileOf('netbox.json', page);
  const dry = await run('netbox', file, { dryRun: true });
  t.equal(dry.last, '2 made, 0 changed, 0 same, 1 refused; no changes were written', dry.text);
  t.match(dry.text, 'refused: inventory_device bar-ap: type: ');
  t.equal(await deviceOf('lobby-ap'), undefined);
  const options = { default: ['type=icmp'] };
  t.equal((await run('netbox', file, options)).last, '3 made, 0 changed, 0 same, 0 refused');
  t.equal((await run('netbox', file, options)).last, '0 made, 0 changed, 3 same, 0 refused');
  t.match(await deviceOf('lobby-ap'), {
    type_name: 'routeros',
    location_name: 'Hotel',
    serial_number: 'SN-1',
    ip_address: '192.0.2.7',
    product_class: 'cAP ax',
    attributes: '{"role":"access point"}',
    organization: 1,
  });
  t.match(await deviceOf('bar-ap'), { type_name: 'icmp', location_name: 'Hotel' });
  const csv = fileOf(
    'netbox.csv',
    'Name,Serial number,IP Address,Platform\nlobby-1,SN-1,192.0.2.8/24,routeros\n',
  );
  const renamed = await run('netbox', csv);
  t.match(renamed.text, 'changed: inventory_device lobby-1: name, ip_address');
  t.match(await deviceOf('lobby-1'), { ip_address: '192.0.2.8', location_name: 'Hotel' });
});

test('devices of LibreNMS come with their SNMP credentials, which stand in no report', async (t) => {
  const v2 = { hostname: 'sw1.example', ip: '192.0.2.20', os: 'procurve', community: 'secret-c' };
  const v3 = {
    hostname: '192.0.2.21',
    os: 'routeros',
    authname: 'reader',
    authalgo: 'SHA-256',
    authpass: 'secret-auth',
    cryptoalgo: 'AES',
    cryptopass: 'secret-priv',
    location: 'Cellar',
  };
  const file = fileOf('librenms.json', { status: 'ok', devices: [v2, v3] });
  const { text, last } = await run('librenms', file);
  t.equal(last, '3 made, 0 changed, 0 same, 0 refused', text);
  t.notMatch(text, /secret-/);
  t.equal((await run('librenms', file)).last, '0 made, 0 changed, 3 same, 0 refused');
  const [one, two] = [await deviceOf('sw1.example'), await deviceOf('192.0.2.21')];
  t.match(one, { type_name: 'snmp', ip_address: '192.0.2.20' });
  t.equal(reveal(one?.snmp_community, 'inventory_device.snmp_community'), 'secret-c');
  t.match(two, { type_name: 'routeros', location_name: 'Cellar' });
  t.match(JSON.parse(reveal(two?.snmp_v3, 'inventory_device.snmp_v3')), {
    user: 'reader',
    auth_protocol: 'sha256',
    priv_protocol: 'aes',
    priv_password: 'secret-priv',
  });
});

test('router.db of Oxidized is read by the columns of its configuration', async (t) => {
  const file = fileOf(
    'router.db',
    '# name:ip:model:username:password\ncore:192.0.2.30:routeros:admin:a"b\n',
  );
  const { objects } = await objectsOf('oxidized', file, 'name,ip,model,username,password');
  const body = { name: 'core', ip_address: '192.0.2.30', username: 'admin', password: 'a"b' };
  t.match(objects, [{ resource: 'inventory_device', body, references: typeOf('routeros') }]);
  t.match((await objectsOf('oxidized', fileOf('short.db', 'edge:ios\nhall:aosw\n'))).objects, [
    { body: { name: 'edge', ip_address: 'edge' }, references: typeOf('cisco_ios_ap') },
    // Its login is one of SSH.
    { body: { name: 'hall', ip_address: 'hall' }, references: typeOf('aruba_aos8_ssh') },
  ]);
});

test('devices and users of OpenWISP are read, the latter with clear passwords and hashes', async (t) => {
  const device = {
    id: '5c0b',
    name: 'roof',
    mac_address: '00:11:22:33:44:aa',
    management_ip: null,
    last_ip: '192.0.2.40',
    model: 'TP-Link Archer',
    os: 'OpenWrt 23.05.2',
    notes: '',
  };
  const file = fileOf('openwisp.json', { count: 1, next: null, previous: null, results: [device] });
  t.match((await objectsOf('openwisp', file)).objects, [
    {
      body: { name: 'roof', mac_address: '00:11:22:33:44:aa', ip_address: '192.0.2.40' },
      references: typeOf('openwrt'),
    },
  ]);
  const django = 'pbkdf2_sha256$1000$c2FsdA$Sv3T3RDMgRyIQCJF3Z/RMbKcTKw3mMbZ2hxOq6jPBDs=';
  const users = fileOf(
    'users.csv',
    `wilma,clear text,w@example.org,Wilma,West\nxenia,${django},,,\n`,
  );
  const columns = 'username,password,email,first_name,last_name';
  t.match((await objectsOf('openwisp', users, columns)).objects, [
    { resource: 'user', body: { password_hash: '{CLEAR}clear text', last_name: 'West' } },
    { resource: 'user', body: { username: 'xenia', password_hash: django } },
  ]);
});

test('access points and unused vouchers of UniFi and Omada are made', async (t) => {
  const ap = {
    type: 'uap',
    mac: 'aa:bb:cc:00:00:01',
    model: 'U7PG2',
    name: 'Pool',
    ip: '192.0.2.50',
    serial: 'AABBCC000001',
  };
  const voucher = {
    code: '4861409510',
    duration: 1440,
    quota: 1,
    qos_usage_quota: '500',
    note: 'week',
    used: 0,
  };
  const used = { ...voucher, code: '4861409511', used: 1 };
  const unifi = fileOf('unifi.json', { meta: { rc: 'ok' }, data: [ap, voucher, used] });
  const { text, last } = await run('unifi', unifi);
  t.equal(last, '2 made, 0 changed, 0 same, 0 refused', text);
  t.match(text, /left out: .*row 3: no table/);
  t.equal((await run('unifi', unifi)).last, '0 made, 0 changed, 2 same, 0 refused');
  t.match(await deviceOf('Pool'), { type_name: 'unifi_ap', mac_address: 'AA:BB:CC:00:00:01' });
  const tokens = await gateway.store.db
    .selectFrom('user_token as t')
    .innerJoin('user as u', 'u.id', 't.user')
    .select(['u.username', 't.time', 't.octets', 't.burn', 't.name'])
    .where('t.kind', '=', 'network')
    .execute();
  t.same(tokens, [
    { username: '48614-09510', time: 86_400, octets: 524_288_000, burn: 'first_use', name: 'week' },
  ]);
  const data = [
    { id: 'v1', code: '77001122', status: 0 },
    { id: 'v2', code: '77001123', status: 1 },
  ];
  const group = fileOf('omada.json', { errorCode: 0, result: { name: 'day', duration: 60, data } });
  const vouchers = await objectsOf('omada', group);
  t.match(vouchers.objects, [
    { resource: 'user_token', body: { username: '77001122', time: 3600, name: 'day' } },
  ]);
  t.match(vouchers.left, [/row 2: no table/]);
  const eap = { mac: 'AA-BB-CC-00-00-02', name: 'Spa', type: 'ap', ip: '192.0.2.51', sn: 'S2' };
  const aps = fileOf('eaps.json', { errorCode: 0, result: { totalRows: 1, data: [eap] } });
  t.match((await objectsOf('omada', aps)).objects, [
    {
      body: { mac_address: 'AA-BB-CC-00-00-02', serial_number: 'S2' },
      references: typeOf('tplink_eap'),
    },
  ]);
});

test('any CSV is read by a mapping, and each row that cannot be is named', async (t) => {
  const mapping = fileOf(
    'mapping.yaml',
    `delimiter: ';'
tables:
  - resource: inventory_device
    when: { kind: '^ap$' }
    fields:
      name: Host
      ip_address: [Management, Host]
      type: { from: OS, values: { owrt: openwrt } }
      latitude: { from: Lat, as: number }
      attributes.rack: Rack
`,
  );
  const file = fileOf(
    'devices.csv',
    '\uFEFFHost;Management;OS;kind;Lat;Rack\n' +
      'a1;192.0.2.60;OWRT;ap;52.5;R1\n' +
      'a1;192.0.2.61;OWRT;ap;\n' +
      'a2;no address!;OWRT;ap;\n' +
      ';192.0.2.63;OWRT;ap;\n' +
      'a4;192.0.2.64;constructor;ap;\n' +
      'pc;192.0.2.65;OWRT;pc;\n',
  );
  const { text, last, isWhole } = await run('csv', file, { mapping });
  t.equal(last, '1 made, 0 changed, 0 same, 3 refused');
  t.notOk(isWhole);
  t.match(text, /devices\.csv:3: a second row of inventory_device a1/);
  t.match(text, /refused: inventory_device a2: ip_address: /);
  t.match(text, /devices\.csv:5: the row has no name/);
  t.match(text, /refused: inventory_device a4: type: /);
  t.notMatch(text, 'native code');
  t.match(text, /devices\.csv:7: no table of the mapping/);
  t.match(await deviceOf('a1'), { ip_address: '192.0.2.60', latitude: 52.5 });

  const ofSite = '{"rack":"R1","key":"of the site"}';
  const change = gateway.store.db.updateTable('inventory_device').set({ attributes: ofSite });
  await gateway.store.write([change.where('name', '=', 'a1').compile()]);
  const moved = fileOf('moved.csv', 'Host;Management;OS;kind;Rack\na1;192.0.2.60;OWRT;ap;R2\n');
  t.match((await run('csv', moved, { mapping })).text, 'changed: inventory_device a1: attributes');
  t.equal((await deviceOf('a1'))?.attributes, '{"rack":"R2","key":"of the site"}');
});

test('misspelt columns, unreadable numbers and references to nothing are named, in a dry run as well', async (t) => {
  const mapping = fileOf(
    'users.yaml',
    `tables:
  - resource: inventory_device
    fields:
      name: name
      type: type
      ip_address: address
      longitude: { from: longitude, as: number }
      location: site
      connection_profile: profile
`,
  );
  const file = fileOf(
    'misspelt.csv',
    'name,type,address,longtude,longitude,site,profile\n' +
      'm1,openwrt,192.0.2.91,1,far east,Annex,\n' +
      'm2,openwrt,192.0.2.92,1,9.5,Annex,\n' +
      'm3,openwrt,192.0.2.93,1,9.5,Annex,no such profile\n',
  );
  for (const options of [{ mapping, dryRun: true }, { mapping }]) {
    const { text, last } = await run('csv', file, options);
    t.match(last, /^2 made, 0 changed, 0 same, 2 refused/, text);
    t.match(text, /misspelt\.csv: columns that no field takes: longtude/);
    t.match(text, /refused: inventory_device m1: .*longitude: "far east" is not a number/);
    t.match(
      text,
      /refused: inventory_device m3: connection_profile: there is no .*"no such profile"/,
    );
    t.match(text, 'made: location Annex');
  }
  const typo = fileOf('typo.csv', 'name,type,adress\nm4,openwrt,192.0.2.94\n');
  const { text } = await run('csv', typo, { mapping, dryRun: true });
  t.match(text, /typo\.csv: column adress: no field takes it; did you mean address\?/);
});

test('a user of another organization is neither changed nor moved', async (t) => {
  const { db } = gateway.store;
  const tenant = { name: 'tenant', short_name: 'tenant', parent: 1, created: 1, last_change: 1 };
  const insert = db.insertInto('organization').values(tenant).returning('id').compile();
  await gateway.store.write([insert]);
  const { id } = await db
    .selectFrom('organization')
    .select('id')
    .where('short_name', '=', 'tenant')
    .executeTakeFirstOrThrow();
  const columns = ['username', 'password', 'email'];
  const users = (email: string) => fileOf('users.csv', `yara,first words,${email}\n`);
  const into = (organization: number) => ({
    columns: columns.join(','),
    default: [`organization=${organization}`],
  });
  const made = await run('openwisp', users('y@example.org'), into(id));
  t.equal(made.last, '1 made, 0 changed, 0 same, 0 refused', made.text);
  const other = await run('openwisp', users('z@example.org'), into(1));
  t.match(other.text, `refused: user yara: organization: it exists already, in organization ${id}`);
  const kept = db
    .selectFrom('user')
    .select(['organization', 'email'])
    .where('username', '=', 'yara');
  t.same(await kept.execute(), [{ organization: id, email: 'y@example.org' }]);
});

test('a reference is to the object of exactly that name, of the same organization first', async (t) => {
  const { db } = gateway.store;
  const times = { created_at: 1, updated_at: 1 };
  const add = (name: string, organization: number) =>
    gateway.store.write([
      db
        .insertInto('inventory_connection_profile')
        .values({ name, organization, ...times })
        .compile(),
    ]);
  const { id: tenant } = await db
    .selectFrom('organization')
    .select('id')
    .where('short_name', '=', 'tenant')
    .executeTakeFirstOrThrow();
  await add('roof old', 1);
  await add('roof', tenant);
  await add('roof', 1);
  await add('cellar', tenant);
  const mapping = fileOf(
    'profiles.yaml',
    `tables:
  - resource: inventory_device
    fields: { name: name, ip_address: ip, type: { otherwise: icmp }, connection_profile: profile }
`,
  );
  const rows = 'name,ip,profile\nr1,192.0.2.80,roof\nr2,192.0.2.81,cellar\nr3,192.0.2.82,attic\n';
  const { text } = await run('csv', fileOf('profiles.csv', rows), { mapping });
  t.match(
    text,
    'r3: connection_profile: there is no inventory_connection_profile "attic"\n2 made, 0 changed',
  );
  const chosen = db
    .selectFrom('inventory_device as d')
    .innerJoin('inventory_connection_profile as p', 'p.id', 'd.connection_profile')
    .select(['d.name', 'p.name as profile', 'p.organization'])
    .where('d.name', 'in', ['r1', 'r2'])
    .orderBy('d.name');
  t.same(await chosen.execute(), [
    { name: 'r1', profile: 'roof', organization: 1 },
    { name: 'r2', profile: 'cellar', organization: tenant },
  ]);
  await gateway.store.write([
    db
      .updateTable('inventory_connection_profile')
      .set({ name: 'cellar' })
      .where('name', '=', 'roof old')
      .compile(),
  ]);
  const third = { name: 'third', short_name: 'third', parent: 1, created: 1, last_change: 1 };
  const insert = db.insertInto('organization').values(third).returning('id').compile();
  const [made] = await gateway.store.write([insert]);
  const into = { mapping, default: [`organization=${String(made?.rows[0]?.['id'])}`] };
  const unclear = await run(
    'csv',
    fileOf('unclear.csv', 'name,ip,profile\nr4,192.0.2.83,cellar\n'),
    into,
  );
  t.match(
    unclear.text,
    'connection_profile: 2 of inventory_connection_profile are called "cellar"',
  );
});

test('values are compared in the form of the store: a second import changes no address', async (t) => {
  const mapping = fileOf(
    'forms.yaml',
    `tables:
  - resource: inventory_device
    when: { kind: ap }
    fields: { name: name, ip_address: address, mac_address: mac, type: { otherwise: icmp } }
  - resource: aaa_client
    when: { kind: nas }
    fields: { name: name, address: address, secret: { otherwise: a long secret } }
`,
  );
  const rows = 'kind,name,address,mac\nap,f1,192.0.2.90,aa-bb-cc-00-00-90\nnas,f2,192.0.2.91/32,\n';
  const file = fileOf('forms.csv', rows);
  t.equal((await run('csv', file, { mapping })).last, '2 made, 0 changed, 0 same, 0 refused');
  const again = await run('csv', file, { mapping });
  t.equal(again.last, '0 made, 0 changed, 2 same, 0 refused', again.text);
});

test('a mapping, a document or a default at fault is named', async (t) => {
  const rejects = (options: Partial<TableOptions>, message: RegExp) =>
    t.rejects(run('csv', fileOf('empty.csv', 'a\n'), options), { message });
  await rejects({ mapping: fileOf('a.yaml', 'tables: []') }, /a\.yaml\.tables: /);
  const odd = 'tables: [{ resource: user, fields: { username: { from: a, match: "(" } } }]';
  await rejects({ mapping: fileOf('b.yaml', odd) }, /b\.yaml: "\(" is not a valid pattern/);
  await rejects({ mapping: join(folder, 'none.yaml') }, /none\.yaml/);
  await rejects({ source: 'netbox', default: ['type'] }, /--default "type": expected field=value/);
  await t.rejects(run('netbox', fileOf('c.json', '{"secret":')), {
    message: /c\.json: is not a JSON document/,
  });
  await t.rejects(run('netbox', folder), { message: `${folder}: EISDIR` });
  await t.rejects(run('netbox', fileOf('d.json', '{}')), { message: /d\.json: no list of rows/ });
});
