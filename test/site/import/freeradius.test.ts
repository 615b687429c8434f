import { exactNames } from '../../../src/organization/name-rules.ts';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import Database from 'better-sqlite3';
import pg from 'pg';
import tap, { test } from 'tap';
import {
  compareFreeradius,
  importFreeradius,
  type FreeradiusFiles,
} from '../../../src/site/import/command.ts';
import { readServerAddress } from '../../../src/site/import/comparison.ts';
import { readDump } from '../../../src/site/import/sql-dump.ts';
import { splitDefinitions } from '../../../src/site/import/sql-list.ts';
import { Staging } from '../../../src/site/import/staging.ts';
import { Huntgroups } from '../../../src/site/import/huntgroups.ts';
import { loadDictionary } from '../../../src/protocol/radius/dictionary.ts';
import { readPacket } from '../../../src/protocol/radius/packet.ts';
import { requestAttributesOf } from '../../../src/radius/auth/access-request.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { ManualClock } from '../../manual-clock.ts';
import { startInProcess, type Row } from '../../in-process.ts';
import { runFreeRadius } from '../../peers/freeradius.ts';
import { freeUdpPort } from '../../peers/port.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { radclient } from '../../radius/fixture.ts';
import { importTools } from './import-tools.ts';
import { signedPacket, type Attribute } from '../../radius/packets.ts';

const site = await startInProcess({ clock: new ManualClock() });
const { gateway } = site.running;
const folder = mkdtempSync(join(tmpdir(), 'import-'));
tap.teardown(async () => {
  await site.stop();
  rmSync(folder, { recursive: true });
});

function fileOf(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

/** Keeps sessions for fifty years, since an import has the clock of the machine. */
const config = {
  ...gateway.config,
  retention: { ...gateway.config.retention, accounting: { days: 18_250, rows: 1000 } },
};

async function run(files: Partial<FreeradiusFiles>, given = config) {
  const lines: string[] = [];
  const isWhole = await importFreeradius(given, { dryRun: false, ...files }, importTools(lines));
  return { isWhole, lines, last: lines.at(-1) };
}

const userOf = (name: string) =>
  gateway.store.db
    .selectFrom('user as u')
    .leftJoin('aaa_profile as p', 'p.id', 'u.profile')
    .selectAll('u')
    .select(['p.name as profile_name', 'p.reply_attributes'])
    .where('u.username', '=', name)
    .executeTakeFirst();

const ssha = '{SSHA}FPvT+WAOz8Kj1D5MB6mKh1x5EKJzYWx0';
const mariadb = `-- MariaDB dump 10.19
CREATE TABLE \`radcheck\` (
  \`id\` int(11) unsigned NOT NULL AUTO_INCREMENT,
  \`username\` varchar(64) NOT NULL DEFAULT '',
  \`attribute\` varchar(64) NOT NULL DEFAULT '',
  \`op\` char(2) NOT NULL DEFAULT '==',
  \`value\` varchar(253) NOT NULL DEFAULT '',
  PRIMARY KEY (\`id\`),
  KEY \`username\` (\`username\`(32))
) ENGINE=InnoDB;
INSERT INTO \`radcheck\` VALUES (1,'anna','Cleartext-Password',':=','o\\'Neil; (x),'),(2,'bert','SSHA-Password',':=','FPvT+WAOz8Kj1D5MB6mKh1x5EKJzYWx0'),
(3,'bert','Simultaneous-Use',':=','2'),(4,'carl','Crypt-Password',':=','abJnggxhB/yWI'),(5,'dora','NT-Password',':=','066DDFD4EF0E9CD7C256FE77191EF43C'),
(6,'emil','Cleartext-Password',':=','x'),(7,'emil','Huntgroup-Name','==','lobby'),(8,'flora','Cleartext-Password',':=','y'),(10,'flora','Huntgroup-Name',':=','set'),(9,'flora','Auth-Type',':=','Local');
INSERT INTO radreply (username, attribute, op, value) VALUES ('anna','Session-Timeout','=','600'),('anna','Idle-Timeout','=','7'),('anna','Reply-Message','=','hello'),
('flora','Unheard-Of','=','1');
INSERT INTO radgroupreply (groupname, attribute, op, value) VALUES ('gold','Session-Timeout','=','3600'),('gold','Fall-Through','=','Yes'),('gold','Idle-Timeout',':=','60'),('base','Acct-Interim-Interval','=','300'),('never','Session-Timeout','=','1');
INSERT INTO radgroupcheck (groupname, attribute, op, value) VALUES ('gold','Max-Daily-Session',':=','7200');
INSERT INTO radusergroup (username, groupname, priority) VALUES ('anna','never',9),('anna','base',2),('anna','gold',1),('bert','base',1);
INSERT INTO nas (nasname, shortname, type, secret, description) VALUES ('192.0.2.1','lobby','other','a long secret',NULL),('198.51.100.0/24','rooms','other','short',NULL);
INSERT INTO userinfo (id, username, firstname, lastname, email) VALUES (1,'anna','Anna','O\\'Neil','anna@example.org'),(2,'bert','of 12/3','${'x'.repeat(256)}','none');
INSERT INTO userbillinfo VALUES (1,'ignored');
`;
const sql = fileOf('radius.sql', mariadb);

test('a dry run reports what an import does, and writes nothing', async (t) => {
  const { lines, last, isWhole } = await run({ sql, dryRun: true });
  t.equal(last, '7 made, 0 changed, 0 same, 3 refused; no changes were written');
  t.notOk(isWhole);
  t.notMatch(lines.join('\n'), /Neil|FPvT|abJn|066DDF|long secret/);
  t.equal(await userOf('anna'), undefined);
  t.same(await gateway.store.db.selectFrom('aaa_client').selectAll().execute(), []);
});

test('users, groups and clients of a dump are made, and what cannot be is named', async (t) => {
  const { lines, last } = await run({ sql });
  t.equal(last, '7 made, 0 changed, 0 same, 3 refused', lines.join('\n'));
  const text = lines.join('\n');
  t.match(text, /refused: user carl: password_hash: .*crypt by DES cannot be verified/);
  t.match(text, /refused: user emil: check item Huntgroup-Name == cannot be evaluated/);
  t.match(text, /refused: aaa_client rooms: secret: .*8/);
  t.match(text, /left out: tables userbillinfo\n/);
  t.match(
    text,
    /made: user bert \(last_name left out: "x{256}" is not valid.*email left out: "none" is not valid/,
  );
  t.match(
    text,
    /made: user flora .*Huntgroup-Name := left out.*Auth-Type := Local left out.*Unheard-Of left out/,
  );
  for (const name of ['carl', 'emil']) t.equal(await userOf(name), undefined, name);

  const anna = await userOf('anna');
  t.match(anna, { role: 'subscriber', profile_name: 'gold+base' });
  t.match(anna, { first_name: 'Anna', last_name: "O'Neil", email: 'anna@example.org' });
  t.same(itemsOf(anna?.attributes, 'reply_attributes'), [
    'Session-Timeout = 600',
    'Reply-Message = hello',
  ]);
  t.same(itemsOf(`{"p":${anna?.reply_attributes ?? ''}}`, 'p'), [
    'Session-Timeout = 3600',
    'Idle-Timeout := 60',
    'Acct-Interim-Interval = 300',
  ]);
  t.match(await userOf('bert'), {
    password: ssha.replace('SSHA', 'ssha'),
    profile_name: 'base',
    first_name: 'of 12-3',
    last_name: null,
    email: null,
  });
  t.same(itemsOf((await userOf('bert'))?.attributes, 'check_attributes'), [
    'Simultaneous-Use := 2',
  ]);
  t.match(await userOf('dora'), { password: /^\{sealed-nt\}/ });
  const [client] = await gateway.store.db.selectFrom('aaa_client').selectAll().execute();
  t.match(client, { name: 'lobby', address: /^192\.0\.2\.1/, organization: 1 });
});

test('a second import makes no change; a change of the source is taken over', async (t) => {
  t.equal((await run({ sql })).last, '0 made, 0 changed, 7 same, 3 refused');
  const changed = mariadb
    .replace("'Session-Timeout','=','600'", "'Session-Timeout','=','900'")
    .replace('066DDFD4EF0E9CD7C256FE77191EF43C', '44EBBA8D5312B8D611474411F56989AE');
  const { lines, last } = await run({ sql: fileOf('changed.sql', changed) });
  t.equal(last, '0 made, 2 changed, 5 same, 3 refused');
  t.match(
    lines.join('\n'),
    /changed: user anna: attributes\n[\s\S]*changed: user dora: password_hash/,
  );
  t.same(itemsOf((await userOf('anna'))?.attributes, 'reply_attributes'), [
    'Session-Timeout = 900',
    'Reply-Message = hello',
  ]);
});

test('a profile of another organization is neither changed nor given to a user', async (t) => {
  const { db } = gateway.store;
  const times = { created: 1, last_change: 1 };
  const tenant = { name: 'tenant', short_name: 'tenant', parent: 1, ...times };
  await gateway.store.write([db.insertInto('organization').values(tenant).compile()]);
  const { id: organization } = await db
    .selectFrom('organization')
    .select('id')
    .where('short_name', '=', 'tenant')
    .executeTakeFirstOrThrow();
  const lists = { check_attributes: '[]', reply_attributes: '[]' };
  await gateway.store.write([
    db
      .insertInto('aaa_profile')
      .values({ name: 'hers', organization, ...lists, ...times })
      .compile(),
  ]);
  const groups = fileOf(
    'hers.sql',
    `INSERT INTO radcheck (username, attribute, op, value) VALUES ('hera','Cleartext-Password',':=','x');
INSERT INTO radgroupreply (groupname, attribute, op, value) VALUES ('hers','Session-Timeout','=','60');
INSERT INTO radusergroup (username, groupname, priority) VALUES ('hera','hers',1);
`,
  );
  t.equal((await run({ sql: groups })).last, '2 made, 0 changed, 0 same, 0 refused');
  const all = db.selectFrom('aaa_profile').select(['organization', 'reply_attributes']);
  t.match(await all.where('name', '=', 'hers').orderBy('organization').execute(), [
    { organization: 1, reply_attributes: /Session-Timeout/ },
    { organization, reply_attributes: '[]' },
  ]);
  t.match((await userOf('hera'))?.reply_attributes, 'Session-Timeout');
});

test('a password that was set here, or proved by a login, is kept', async (t) => {
  const { db } = gateway.store;
  const own = { password: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA' };
  await gateway.store.write([
    db.updateTable('user').set(own).where('username', '=', 'bert').compile(),
  ]);
  t.match((await run({ sql })).last, '0 made, 2 changed, 5 same');
  t.match(await userOf('bert'), own);
});

test('a users file and clients.conf are read, and DEFAULT and second entries are named', async (t) => {
  const users = fileOf(
    'users',
    `# comment
gina  Cleartext-Password := "it's \\"hers\\"", Simultaneous-Use := 1
      Session-Timeout = 60,
      Reply-Message = "Hello, %{User-Name}"
"hans peter" Cleartext-Password := 'clear'
gina  Cleartext-Password := "other"
DEFAULT Framed-Protocol == PPP
      Framed-Protocol = PPP
`,
  );
  const clients = fileOf(
    'clients.conf',
    `client lobby-2 { # comment
  ipaddr = 203.0.113.7
  secret = "testing123 #x" # the former one
  limit {
    max_connections = 16
  }
}
client 2001:db8::/32 { secret = testing1234 }
client office {
  ipaddr = 203.0.113.8
  secret = testing12345
  limit { max_connections = 16 }
}
client secure {
  ipaddr = *
  proto = tls
  secret = radsec
}
`,
  );
  const { lines, last } = await run({ users, clients });
  t.equal(last, '5 made, 0 changed, 0 same, 0 refused', lines.join('\n'));
  t.match(lines.join('\n'), /users:6: a second entry of gina[\s\S]*users:7: DEFAULT is not/);
  t.match(lines.join('\n'), /client secure: proto = tls is not taken over/);
  const gina = await userOf('gina');
  t.same(itemsOf(gina?.attributes, 'reply_attributes'), ['Session-Timeout = 60']);
  t.match(
    lines.join('\n'),
    'reply Reply-Message left out: FreeRADIUS computes Hello, %{User-Name} anew for each request',
  );
  const sealed = gateway.vault.open(gina?.reversible_password ?? '', 'user.reversible_password');
  t.equal(sealed.reveal(), `it's "hers"`);
  t.ok(await userOf('hans peter'));
  const made = await gateway.store.db.selectFrom('aaa_client').selectAll().execute();
  const secretOf = (name: string) =>
    gateway.vault.open(made.find((one) => one.name === name)?.secret ?? '', 'aaa_client.secret');
  t.equal(secretOf('lobby-2').reveal(), 'testing123 #x');
  t.equal(secretOf('2001:db8::-32').reveal(), 'testing1234');
  t.equal(secretOf('office').reveal(), 'testing12345');
});

test('files are read where $INCLUDE names them, and those that cannot be are named', async (t) => {
  mkdirSync(join(folder, 'clients.d'));
  fileOf(
    'clients.d/a.conf',
    'client inc-a {\n  ipaddr = 203.0.113.21\n  secret = testing1234\n}\n',
  );
  fileOf('clients.d/skipped~', 'client inc-b { secret = testing1234 }\n');
  const clients = fileOf(
    'with-include.conf',
    '$INCLUDE clients.d/\n$INCLUDE absent.conf\n$-INCLUDE optional.conf\n$INCLUDE ${confdir}/more\n',
  );
  fileOf('staff', 'inga Cleartext-Password := "one"\n  Session-Timeout = 5\n$INCLUDE users-2\n');
  const users = fileOf('users-2', '$INCLUDE staff\nivo Cleartext-Password := "two"\n');
  const { lines, last } = await run({ clients, users });
  const text = lines.join('\n');
  t.equal(last, '3 made, 0 changed, 0 same, 0 refused', text);
  t.match(text, /with-include\.conf:2: \$INCLUDE absent\.conf: there is no such file/);
  t.notMatch(text, 'optional');
  t.match(text, /with-include\.conf:4: \$INCLUDE \$\{confdir\}\/more: a variable in a path/);
  t.match(text, /staff:3: \$INCLUDE users-2: the file includes itself/);
});

test('rows without a user name, several passwords, empty groups and impossible dates are named', async (t) => {
  const sql = fileOf(
    'odd.sql',
    `INSERT INTO radcheck (username, attribute, op, value) VALUES ('','Cleartext-Password',':=','x'),
('odette','Cleartext-Password',':=','x'),('odette','NT-Password',':=','066DDFD4EF0E9CD7C256FE77191EF43C'),
('oleg','Cleartext-Password',':=','x'),('oleg','Expiration',':=','31 Feb 2027');
INSERT INTO radreply (username, attribute, op, value) VALUES ('odette','Filter-Id','=','%{sql:select 1}');
INSERT INTO radusergroup (username, groupname, priority) VALUES ('odette','ghost',1);
INSERT INTO nas (nasname, shortname, secret) VALUES ('203.0.113.31','odd','testing1234');
INSERT INTO radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, acctstoptime, acctinputoctets) VALUES
('a','odd-a','odette','203.0.113.31','2026-02-31 08:00:00','2026-03-01 09:00:00','1'),
('b','odd-b','odette','203.0.113.31','2026-02-01 08:00:00','2026-02-01 09:00:00','many'),
('c','odd-c','odette','203.0.113.31','2026-02-01 08:00:00','2026-02-01 09:00:00','5');
`,
  );
  for (const dryRun of [true, false]) {
    const text = (await run({ sql, dryRun })).lines.join('\n');
    t.match(text, 'left out: 1 rows of radcheck without a user name');
    t.match(text, /made: aaa_profile ghost \(group ghost has no attributes in the source\)/);
    t.match(text, /made: user odette \(.*2 passwords: one in clear is taken before a hash/);
    t.match(text, /reply Filter-Id left out: FreeRADIUS computes %\{sql:select 1\} anew/);
    t.match(text, /refused: user oleg: .*Expiration/);
    t.match(
      text,
      /refused: 1 sessions: acctstarttime is not a time, such as "2026-02-31 08:00:00"/,
    );
    t.match(text, /refused: 1 sessions: acctinputoctets is not a counter, such as "many"/);
    t.match(
      text,
      'sessions: 1 made, 0 changed, 0 same, 2 refused',
      'also where the run makes the client',
    );
  }
});

test('a dump with a column without a bracket, casts and texts of PostgreSQL is read, in linear time', async (t) => {
  const staging = new Staging();
  t.teardown(() => {
    staging.close();
  });
  const dump = `SET standard_conforming_strings = on;
CREATE TABLE public.radcheck (
    id integer DEFAULT nextval('public.radcheck_id_seq'::regclass) NOT NULL,
    username text DEFAULT 'a, b'::text NOT NULL,
    attribute text NOT NULL,
    op character varying(2) DEFAULT '=='::character varying NOT NULL,
    value text,
    CONSTRAINT radcheck_pkey PRIMARY KEY (id)
);
INSERT INTO public.radcheck VALUES (1, 'pia', 'Cleartext-Password', ':=', E'it\\'s (a), b;');
INSERT INTO "public"."radcheck" VALUES (-2, 'pia'::text, 'Framed-IP-Address', '==', '192.0.2.1'::inet), (coalesce(3, 4), 'pia', 'Class', '==', NULL);
`;
  await readDump(Readable.from([Buffer.from(dump)]), 'dump', staging);
  t.same(
    [...staging.users()].map(({ username, check }) => [username, ...check]),
    [
      [
        'pia',
        { attribute: 'Cleartext-Password', op: ':=', value: "it's (a), b;" },
        { attribute: 'Framed-IP-Address', op: '==', value: '192.0.2.1' },
        { attribute: 'Class', op: '==', value: '' },
      ],
    ],
  );
  const columns = Array.from({ length: 200_000 }, (_, at) => `c${at} int`).join(', ');
  t.equal(splitDefinitions(`${columns}) engine=x`).length, 200_000);
});

test('pg_dump, SQLite databases and a running PostgreSQL are read as well', async (t) => {
  const copied = `COPY public.radcheck (id, username, attribute, op, value) FROM stdin;
1\tpaul\tCleartext-Password\t:=\ttab\\tand \\\\
2\tpaul\tCalling-Station-Id\t==\tAA-BB-CC-DD-EE-FF
\\.
`;
  t.equal(
    (await run({ sql: fileOf('pg.sql', copied) })).last,
    '1 made, 0 changed, 0 same, 0 refused',
  );
  const sealed = (await userOf('paul'))?.reversible_password ?? '';
  t.equal(gateway.vault.open(sealed, 'user.reversible_password').reveal(), 'tab\tand \\');
  for (const [name, begin] of [
    ['ulla', 'PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;'],
    ['vera', 'SET standard_conforming_strings = on;'],
  ] as const) {
    const rows = `INSERT INTO radcheck (username, attribute, op, value) VALUES ('${name}','Cleartext-Password',':=','it''s C:\\n\\');\n`;
    const { last } = await run({ sql: fileOf(`${name}.sql`, `${begin}\n${rows}`) });
    t.equal(last, '1 made, 0 changed, 0 same, 0 refused');
    const dumped = (await userOf(name))?.reversible_password ?? '';
    t.equal(gateway.vault.open(dumped, 'user.reversible_password').reveal(), "it's C:\\n\\");
  }
  const postgres = await startPostgres({ fsync: false, hasTypes: true });
  t.teardown(() => postgres.stop());
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create schema "the former"; set search_path to "the former";
    create table radcheck (id serial, username text, attribute text, op text, value text);
    create table permanent_users (username text, name text, surname text, email text);
    insert into permanent_users values ('wim', 'Wim', null, '');
    insert into radcheck (username, attribute, op, value) values ('wim', 'Cleartext-Password', ':=', E'a\\\\b \u2028 é')`);
  await client.end();
  await t.rejects(run({ sql: postgres.url }), /a list of processes shows the password/);
  const byParameter = 'postgres://user@127.0.0.1/radius?password=secret';
  await t.rejects(run({ sql: byParameter }), /a list of processes shows the password/);
  for (const scheme of ['mysql', 'postgres']) {
    const wrong = fileOf('wrong', `${scheme}://user:100%@127.0.0.1/radius\n`);
    const message = 'password of the address of the database: write % as %25';
    await t.rejects(run({ sqlUrlFile: wrong }), { message });
  }
  const sqlUrlFile = fileOf('address', `${postgres.url}\n`);
  t.equal((await run({ sqlUrlFile })).last, '1 made, 0 changed, 0 same, 0 refused');
  const wim = await userOf('wim');
  t.match(wim, { first_name: 'Wim', last_name: null, email: null });
  const live = gateway.vault.open(wim?.reversible_password ?? '', 'user.reversible_password');
  t.equal(live.reveal(), 'a\\b \u2028 é');
  const file = join(folder, 'freeradius.db');
  const db = new Database(file);
  db.exec(`create table RadCheck (id integer primary key, UserName text, attribute text, op text, value text);
    insert into radcheck (username, attribute, op, value) values ('quinn', 'MD5-Password', ':=', '5d41402abc4b2a76b9719d911017c592')`);
  db.close();
  t.equal((await run({ sql: file })).last, '1 made, 0 changed, 0 same, 0 refused');
  t.match(await userOf('quinn'), { password: /^\{md5\}/ });
});

test('an export of RouterOS is read: User Manager of both versions, and users of hotspots', async (t) => {
  const seven = String.raw`# 2026-01-10 10:00:00 by RouterOS 7.16
/ip hotspot user profile
set [ find default=yes ] idle-timeout=5m shared-users=2
/ip hotspot user
add limit-bytes-total=1000000 limit-uptime=1d1h name=pool-guest password=pg
add comment="counters and limits for trial users" name=default-trial
/user-manager limitation
add name=gold-limit rate-limit-rx=2M rate-limit-tx=10M transfer-limit=\
    1GiB uptime-limit=1h30m
/user-manager profile
add name="gold \C3\A0 day" name-for-users=gold override-shared-users=1 validity=1d
/user-manager user
add attributes=Framed-IP-Address:192.0.2.9,Mikrotik-Wireless-VLANID:34 name=yara password=\
    "a \"b\" \$c"
add disabled=yes name=zoe password=secret
add name=hidden
/user-manager profile-limitation
add limitation=gold-limit profile="gold \C3\A0 day"
/user-manager router
add address=192.0.2.77 name=roof shared-secret=long-secret
/user-manager user-profile
add profile="gold \C3\A0 day" user=yara
add profile="gold \C3\A0 day" user=hidden
/system script
add name=x source="/user-manager user add name=evil password=x\r\
    \n"
`;
  const long = [
    'add name=y source="',
    ...Array.from({ length: 270 }, () => 'y'.repeat(1000)),
    '/user-manager user add name=evil password=x',
    '"',
  ].join('\\\n    ');
  const six =
    '/tool user-manager user\nadd customer=admin password=old shared-users=3 username=otto\n';
  const mikrotik = [fileOf('seven.rsc', `${seven}${long}\n`), fileOf('six.rsc', six)];
  const { lines, last } = await run({ mikrotik });
  const text = lines.join('\n');
  t.equal(last, '7 made, 0 changed, 0 same, 0 refused', text);
  t.match(text, 'left out: profile gold à day: validity not taken over');
  t.match(text, 'left out: user hidden: it has no password; export with show-sensitive');
  t.notMatch(text, /evil|secret\b.*long|a "b"/);
  const yara = await userOf('yara');
  if (!yara) throw new Error(text);
  t.equal(yara.profile_name, 'gold à day');
  t.same(itemsOf(yara.attributes, 'reply_attributes'), [
    'Framed-IP-Address = 192.0.2.9',
    'Mikrotik-Wireless-VLANID = 34',
  ]);
  t.same(itemsOf(`{"p":${String(yara.reply_attributes)}}`, 'p'), ['Mikrotik-Rate-Limit = 2M/10M']);
  const sealed = gateway.vault.open(String(yara.reversible_password), 'user.reversible_password');
  t.equal(sealed.reveal(), 'a "b" $c');
  const { check_attributes } = await gateway.store.db
    .selectFrom('aaa_profile')
    .select('check_attributes')
    .where('name', '=', 'gold à day')
    .executeTakeFirstOrThrow();
  t.same(itemsOf(`{"p":${check_attributes}}`, 'p'), [
    'Simultaneous-Use := 1',
    'Max-All-Session := 5400',
    'Max-All-Octets := 1073741824',
  ]);
  const checksOf = async (name: string) =>
    itemsOf((await userOf(name))?.attributes, 'check_attributes');
  t.same(await checksOf('zoe'), ['Auth-Type := Reject']);
  t.same(await checksOf('otto'), ['Simultaneous-Use := 3']);
  t.equal((await userOf('pool-guest'))?.profile_name, 'default');
  t.same(await checksOf('pool-guest'), ['Max-All-Session := 90000', 'Max-All-Octets := 1000000']);
  t.equal((await run({ mikrotik })).last, '0 made, 0 changed, 7 same, 0 refused');
});

test('a row that cannot be read is named by its line, and a file that is missing by its path', async (t) => {
  const sql = fileOf('broken.sql', "INSERT INTO radcheck (a, username) VALUES ('1');\n");
  await t.rejects(run({ sql }), { message: /broken\.sql:1: a row has 1 values for 2 columns/ });
  await t.rejects(run({ sql: join(folder, 'none.sql') }), { message: /none\.sql/ });
});

test('a huntgroup is a condition on the address of the NAS, unless a line before it may have the NAS', (t) => {
  const line = (groupname: string, nasipaddress: string | null, others = '') => ({
    groupname,
    nasipaddress,
    others,
  });
  const groups = new Huntgroups([
    line('lobby', '192.0.2.1', '0'),
    line('roof', '192.0.2.1'),
    line('port', '192.0.2.2', 'NAS-Port-Id'),
    line('floor', '192.0.2.2'),
    line('bar', '192.0.2.3'),
    ...Array.from({ length: 90 }, (_, n) => line('all', `10.0.${n}.1`)),
    line('any', null, 'NAS-Identifier'),
    line('last', '192.0.2.9'),
  ]);
  const conditionOf = (value: string, op = '==') => {
    const found = groups.conditionOf({ attribute: 'Huntgroup-Name', op, value });
    return typeof found === 'string' ? found : `${found.attribute} ${found.op} ${found.value}`;
  };
  t.equal(conditionOf('lobby'), 'NAS-IP-Address == 192.0.2.1');
  t.equal(conditionOf('bar'), 'NAS-IP-Address == 192.0.2.3');
  t.match(conditionOf('roof'), /each NAS of the huntgroup roof is in another/);
  for (const name of ['port', 'floor', 'any', 'last'])
    t.match(conditionOf(name), `the huntgroup ${name} depends on more than the address`);
  t.match(conditionOf('all'), /too many NAS/);
  t.match(conditionOf('bar', '!='), /Huntgroup-Name != cannot be evaluated/);
  t.match(conditionOf('none'), /there is no huntgroup none/);
  t.end();
});

const clientOfTest = {
  id: 7,
  organization: 3,
  serves: [],
  formattedServes: '',
  names: exactNames,
  nasGroup: null,
  keys: null,
  eapRules: [],
  name: 'nas',
  transport: 'udp',
  tlsName: null,
  isNetwork: false,
  requireMessageAuthenticator: 'auto',
  limitProxyState: 'auto',
  signs: false,
} as const;

test('a NAS that sends no address of its own has the source address of its packets, as in rlm_preprocess', (t) => {
  const dictionary = loadDictionary();
  const addressOf = (name: string, source: string, attributes: readonly Attribute[] = []) => {
    const sent = [[1, 'uma'], ...attributes] as const;
    const packet = readPacket(signedPacket('secret', { code: 4, attributes: sent }));
    if (typeof packet === 'string') throw new Error(packet);
    const client = { ...clientOfTest, secret: new Secret('secret') };
    const peer = { address: source, port: 1 };
    const request = { packet, client, peer, receivedAt: new Date() };
    const values = requestAttributesOf(request, () => dictionary).values(name) ?? [];
    return values.map(({ text }) => text);
  };
  t.same(addressOf('NAS-IP-Address', '192.0.2.1'), ['192.0.2.1']);
  t.same(addressOf('NAS-IP-Address', '192.0.2.1', [[4, Buffer.from([192, 0, 2, 9])]]), [
    '192.0.2.9',
  ]);
  t.same(addressOf('NAS-IP-Address', '2001:db8::1'), []);
  t.same(addressOf('NAS-IPv6-Address', '2001:db8::1'), ['2001:db8::1']);
  t.same(addressOf('NAS-IPv6-Address', '192.0.2.1'), []);
  t.end();
});

test('the server to compare with is a host or an address, each with or without a port', (t) => {
  const read = (text: string) => Object.values(readServerAddress(text)).join(' ');
  t.equal(read('2001:db8::1'), '2001:db8::1 1812');
  t.equal(read('[2001:db8::1]:1645'), '2001:db8::1 1645');
  t.equal(read('radius.example:1645'), 'radius.example 1645');
  t.throws(() => read('192.0.2.1:99999'), { message: /--compare: "192\.0\.2\.1:99999"/ });
  t.end();
});

test('logins are compared with a real FreeRADIUS: the same first, then each difference', async (t) => {
  const users = `rosa Cleartext-Password := "rosa's"
  Session-Timeout = 600,
  Reply-Message = "hello"
sven NT-Password := 066DDFD4EF0E9CD7C256FE77191EF43C
tara MD5-Password := 5d41402abc4b2a76b9719d911017c592
uma Cleartext-Password := "u", Huntgroup-Name == "here"
vito Cleartext-Password := "v", Huntgroup-Name == "elsewhere"
wera Cleartext-Password := "w", Calling-Station-Id = "02-00-5E-00-00-09"
`;
  const before = 'elsewhere NAS-IP-Address == 192.0.2.1\nhere NAS-IP-Address == 192.0.2.2\n';
  const huntgroups = `${before}here NAS-IP-Address == 127.0.0.1\nelsewhere NAS-IP-Address == 127.0.0.1\n`;
  const huntgroupsFile = fileOf('huntgroups', huntgroups);
  const file = fileOf('compared', users);
  const port = await freeUdpPort();
  const secret = 'compared with care';
  const former = await runFreeRadius((directory) => {
    writeFileSync(join(directory, 'authorize'), users, { mode: 0o644 });
    writeFileSync(join(directory, 'huntgroups'), huntgroups, { mode: 0o644 });
    return freeradiusConfiguration({ directory, port, secret });
  });
  t.teardown(() => former.stop());
  const clients = fileOf(
    'local.conf',
    `client local {\n  ipaddr = 127.0.0.1\n  secret = "${secret}"\n}\n`,
  );
  const files = { users: file, huntgroups: huntgroupsFile };
  t.equal((await run({ ...files, clients })).last, '7 made, 0 changed, 0 same, 0 refused');
  t.same(itemsOf((await userOf('uma'))?.attributes, 'check_attributes'), [
    String.raw`NAS-IP-Address =~ ^(?:192\.0\.2\.(?:2)|127\.0\.0\.(?:1))$`,
  ]);
  const auth_port = [site.running.radius.auth[0]?.port ?? 0] as const;
  const radius = { ...gateway.config.radius, auth_port };
  const compare = async () => {
    const lines: string[] = [];
    let isDone = false;
    const options = {
      ...files,
      dryRun: false,
      compare: `127.0.0.1:${port}`,
      secretFile: fileOf('secret', `${secret}\n`),
    };
    const config = { ...gateway.config, radius };
    const comparing = compareFreeradius(config, options, (line) => lines.push(line)).finally(
      () => (isDone = true),
    );
    // The gateway takes the new client over, and delays rejects, by its clock.
    await site.until(() => Promise.resolve(isDone), 500);
    const isSame = await comparing;
    return { isSame, lines };
  };
  t.strictSame(await compare(), {
    isSame: true,
    lines: ['18 logins compared, 0 differ; 1 users have no password or only a hash of it'],
  });
  const { store } = gateway;
  const changed = { attributes: null, last_change: 1 };
  const off = { is_active: 0 as const };
  await store.write([
    store.db.updateTable('user').set(changed).where('username', '=', 'rosa').compile(),
    store.db.updateTable('user').set(off).where('username', '=', 'sven').compile(),
  ]);
  const { isSame, lines } = await compare();
  t.notOk(isSame);
  const text = lines.join('\n');
  for (const method of ['PAP', 'CHAP', 'MS-CHAP'])
    t.match(
      text,
      `differs: user rosa by ${method}: only there: Reply-Message = "hello", Session-Timeout = 0x00000258; only here: no attribute`,
    );
  t.match(text, 'differs: user sven by MS-CHAP: accepted, here rejected');
  t.match(lines.at(-1), '18 logins compared, 4 differ');
  t.notMatch(text, /rosa's|066DDF|care/);
});

test('sessions of the past are taken over once, and an open one continues with its next packet', async (t) => {
  const key = (session: string) =>
    // As FreeRADIUS has it: policy.d/accounting.
    createHash('md5').update(`rosa,${session},127.0.0.1,,,`).digest('hex');
  const columns =
    'acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, acctupdatetime, acctstoptime, acctsessiontime, acctinputoctets, acctoutputoctets, callingstationid, acctterminatecause';
  const dump = (open = 'NULL') => `INSERT INTO radacct (${columns}) VALUES
('old','${key('old')}','rosa','127.0.0.1','2025-06-30 23:30:00','2025-07-01 00:30:00','2025-07-01 00:30:00','3600','9007199254740993','7','02-00-5E-00-00-01','User-Request'),
('live','${key('live')}','rosa','127.0.0.1','2025-07-01 08:00:00','2025-07-01 09:00:00',${open},'3600','10','20','02-00-5E-00-00-01',''),
('lost','${key('lost')}','rosa','203.0.113.99','2025-07-01 08:00:00',NULL,NULL,NULL,NULL,NULL,'',''),
('void','${key('void')}','rosa','127.0.0.1','0000-00-00 00:00:00',NULL,NULL,NULL,NULL,NULL,'',''),
('gone','${key('gone')}','rosa','127.0.0.1','2025-07-01 08:00:00',NULL,'01.07.2025 09:00',NULL,NULL,NULL,'',''),
('aged','${key('aged')}','rosa','127.0.0.1','1971-07-01 08:00:00',NULL,'1971-07-01 09:00:00',NULL,NULL,NULL,'',''),
('past','${key('past')}','rosa','127.0.0.1','2025-07-01 08:00:00',NULL,'infinity',NULL,NULL,NULL,'','');
`;
  const timeZone = 'Europe/Berlin';
  const sql = fileOf('radacct.sql', dump());
  await t.rejects(
    run({ sql, timeZone: 'Berlin' }),
    /--time-zone: "Berlin" is not a time zone, such as Europe/,
  );
  const dry = await run({ sql, timeZone, dryRun: true });
  t.equal(dry.last, 'sessions: 2 made, 0 changed, 0 same, 4 refused');
  const stored = () =>
    gateway.store.db
      .selectFrom('aaa_accounting as a')
      .innerJoin('user as u', 'u.id', 'a.user')
      .selectAll('a')
      .where('u.username', '=', 'rosa')
      .orderBy('a.acctstarttime')
      .execute();
  t.same(await stored(), [], 'a dry run writes nothing');

  const { lines, isWhole } = await run({ sql, timeZone });
  t.same(lines.slice(-5), [
    'left out: 1 sessions that are older than the days of retention.accounting',
    'refused: 1 sessions: no AAA client has the address of NAS 203.0.113.99',
    `refused: 1 sessions: acctstarttime is not a time, such as "0000-00-00 00:00:00" of acctuniqueid "${key('void')}"`,
    `refused: 2 sessions: acctstoptime is not a time, such as "01.07.2025 09:00" of acctuniqueid "${key('gone')}"`,
    'sessions: 2 made, 0 changed, 0 same, 4 refused',
  ]);
  t.notOk(isWhole);
  const [old, live] = await stored();
  t.match(old, {
    acctsessionid: 'old',
    acctstarttime: Date.parse('2025-06-30T21:30:00Z'),
    acctstoptime: Date.parse('2025-06-30T22:30:00Z'),
    acctsessiontime: 3600,
    acctinputoctets: 9007199254740993n,
    acctterminatecause: 'User-Request',
    stop_is_guess: 0,
  });
  t.match(live, { acctsessionid: 'live', acctstoptime: null, acctoutputoctets: 20 });
  t.equal((await run({ sql, timeZone })).last, 'sessions: 0 made, 0 changed, 2 same, 4 refused');

  const [acct] = site.running.radius.acct;
  const attributes = [
    'Acct-Status-Type=Interim-Update, Acct-Session-Id=live, User-Name=rosa, NAS-IP-Address=127.0.0.1',
    'Acct-Session-Time=7200, Acct-Input-Octets=30, Acct-Output-Octets=40',
  ].join(', ');
  if (!acct) throw new Error('no accounting port');
  const { ok, output } = await radclient({
    to: acct,
    command: 'acct',
    attributes,
    secret: 'compared with care',
  });
  t.ok(ok, output);
  const after = await stored();
  t.equal(after.length, 2, 'the packet is of the session that was taken over');
  t.match(after[1], { acctoutputoctets: 40, acctstoptime: null });
  const importEnd = async (time: string) => {
    const { last } = await run({ sql: fileOf('ended.sql', dump(`'${time}'`)), timeZone });
    return { last, session: (await stored())[1] };
  };
  t.match(await importEnd('2025-07-01 09:00:00'), {
    last: 'sessions: 0 made, 0 changed, 2 same, 4 refused',
    session: { acctoutputoctets: 40, acctstoptime: null },
  });
  t.match(await importEnd('2090-01-01 00:00:00+00'), {
    last: 'sessions: 0 made, 1 changed, 1 same, 4 refused',
    session: { acctstoptime: Date.UTC(2090, 0, 1) },
  });
});

test('sessions beyond the rows that are kept are left out, each time alike', async (t) => {
  const stored = await gateway.store.db.selectFrom('aaa_accounting').select('radacctid').execute();
  const rows = [1, 2, 3, 4, 5].map(
    (day) =>
      `('of-${day}','unique-${day}','rosa','127.0.0.1','2020-01-0${day} 08:00:00','2020-01-0${day} 09:00:00','1')`,
  );
  const columns =
    'acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, acctstoptime, acctsessiontime';
  const sql = fileOf('many.sql', `INSERT INTO radacct (${columns}) VALUES ${rows.join()};\n`);
  // Those that are stored are newer.
  const accounting = { days: 18_250, rows: stored.length + 3 };
  const few = { ...config, retention: { ...config.retention, accounting } };
  const leftOut = 'left out: 2 sessions beyond the rows of retention.accounting';
  const { lines } = await run({ sql }, few);
  t.same(lines.slice(-2), [leftOut, 'sessions: 3 made, 0 changed, 0 same, 0 refused']);
  const kept = await gateway.store.db
    .selectFrom('aaa_accounting')
    .select('acctuniqueid as id')
    .where('acctuniqueid', 'like', 'unique-%')
    .orderBy('acctuniqueid')
    .execute();
  t.same(kept, [{ id: 'unique-3' }, { id: 'unique-4' }, { id: 'unique-5' }], 'the newest');
  const again = await run({ sql }, few);
  t.same(again.lines.slice(-2), [leftOut, 'sessions: 0 made, 0 changed, 3 same, 0 refused']);
  t.equal((await run({ sql })).last, 'sessions: 2 made, 0 changed, 3 same, 0 refused');
});

test('a dump whose line does not end is refused before it fills the memory', async (t) => {
  const staging = new Staging();
  t.teardown(() => {
    staging.close();
  });
  const part = Buffer.alloc(2 ** 20, 'x');
  let parts = 0;
  function* endless() {
    yield Buffer.from('-- a dump\n');
    for (; parts < 1000; parts += 1) yield part;
  }
  await t.rejects(readDump(Readable.from(endless()), 'radius.sql', staging), {
    message: 'radius.sql:2: a line is longer than 64 MiB',
  });
  t.ok(parts < 100, `${parts} MiB were read`);
});

interface FormerServer {
  readonly directory: string;
  readonly port: number;
  readonly secret: string;
}

function freeradiusConfiguration({ directory, port, secret }: FormerServer): string {
  return `
proxy_requests = no
client local {
  ipaddr = 127.0.0.1
  secret = "${secret}"
}
modules {
  preprocess {
    huntgroups = ${directory}/huntgroups
  }
  pap {
  }
  chap {
  }
  mschap {
  }
  files {
    usersfile = ${directory}/authorize
  }
}
server former {
  listen {
    type = auth
    ipaddr = 127.0.0.1
    port = ${port}
  }
  authorize {
    preprocess
    files
    chap
    mschap
    pap
  }
  authenticate {
    Auth-Type PAP {
      pap
    }
    Auth-Type CHAP {
      chap
    }
    Auth-Type MS-CHAP {
      mschap
    }
  }
}
`;
}

function itemsOf(json: string | null | undefined, field: string): readonly string[] {
  const lists = JSON.parse(json ?? '{}') as Record<string, Row[]>;
  return (lists[field] ?? []).map(
    ({ attribute, op, value }) => `${String(attribute)} ${String(op)} ${String(value)}`,
  );
}
