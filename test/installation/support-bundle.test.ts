import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import tap, { test } from 'tap';
import { findFaults } from '../../src/installation/doctor/doctor-command.ts';
import { showMetrics } from '../../src/installation/support/bundle-metrics.ts';
import { Pseudonyms } from '../../src/installation/support/pseudonyms.ts';
import { writeSupportBundle } from '../../src/installation/support/support-bundle.ts';
import { startGateway } from '../../src/start/main.ts';
import { Secret } from '../../src/contract/secret.ts';
import { SqliteConnection } from '../../src/store/sqlite/sqlite-connection.ts';
import { parseJsonColumn } from '../../src/store/store.ts';
import { copyBlankStore } from '../blank-store.ts';
import { loopbackConfig } from '../loopback-config.ts';
import { insert, stamps } from '../store/stores.ts';
import { sealed } from '../sealed.ts';

/** Stands wherever a person or a site may write something. */
const mark = 'planted7mark';
const root = mkdtempSync(join(tmpdir(), `gatehouse-${mark}-`));
const data = join(root, 'data');
const place = (name: string, text = mark) => {
  writeFileSync(join(root, name), text);
  return join(root, name);
};
mkdirSync(join(root, 'types'));
place('types/own.yaml', `short_name: ${mark}\n`);
const environment = {
  GATEHOUSE_DATA_DIR: data,
  GATEHOUSE_DEVICE_TYPES_DIR: join(root, 'types'),
  GATEHOUSE_BACKUP_PASSPHRASE_FILE: place('passphrase'),
  GATEHOUSE_SMTP_PASSWORD_FILE: place('password'),
  GATEHOUSE_SMTP_HOST: `${mark}.invalid`,
  GATEHOUSE_SMTP_USERNAME: mark,
  GATEHOUSE_SMTP_FROM: `${mark}@example.net`,
  GATEHOUSE_HTTP_PUBLIC_URL: `http://${mark}.example.net`,
};
copyBlankStore('sqlite', data);
const running = await startGateway(loopbackConfig(environment));
const { store, vault } = running.gateway;
tap.teardown(async () => {
  await running.stop();
  rmSync(root, { recursive: true });
});
const config = loopbackConfig({
  ...environment,
  GATEHOUSE_HTTP_PORT: String(running.http.port),
});

/** A MAC address and an IP address that must not appear either. */
const [mac, ip] = ['AA:BB:CC:12:34:56', '198.51.100.77'];

async function plant() {
  const own = { organization: 1, ...stamps };
  const seal = (at: string) => vault.seal(new Secret(mark), at);
  const texts = { name: mark, description: mark };
  const secret = seal('aaa_client.secret');
  const client = await insert(store, 'aaa_client', { ...own, ...texts, address: ip, secret });
  const upstream = { address: `${mark}.invalid`, realm: mark, last_error: mark };
  const sealed = seal('aaa_upstream.secret');
  await insert(store, 'aaa_upstream', { ...own, ...texts, ...upstream, secret: sealed });
  const decision = {
    organization: 1,
    datetime: 1,
    client,
    ms: 1,
    outcome: 'reject',
    client_name: mark,
    method: mark,
    reason: mark,
    checks: '[]',
    counters: '[]',
    attributes: `[{"name":"Class","value":"${mark}"}]`,
    callingstationid: mac,
    calledstationid: `aa-bb-cc-12-34-56:${mark}`,
  };
  for (const username of [`${mark}@hotel`, `${mark}@hotel`, `other-${mark}`])
    await insert(store, 'aaa_decision', { ...decision, username });
}

/** Words that the gateway chooses, in columns that a bundle shows. */
const chosen = new Set(['error_code', 'kind', 'outcome', 'state', 'status', 'transport']);
for (const one of ['accepts_coa', 'accepts_disconnect', 'limit_proxy_state']) chosen.add(one);
chosen.add('require_message_authenticator');

/** Writes the mark into each text and each octet string of a row in every table. */
function plantEverywhere() {
  const connection = new SqliteConnection(join(data, 'gatehouse.db'), { readonly: false });
  connection.execute('pragma foreign_keys = off');
  const tables = connection
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'",
    )
    .all([]);
  // Triggers take what they read for what the gateway writes.
  for (const { name } of connection
    .prepare("select name from sqlite_master where type = 'trigger'")
    .all([]))
    connection.execute(`drop trigger "${String(name)}"`);
  for (const { name } of tables) {
    const columns = connection
      .prepare(
        'select name, lower(type) as type from pragma_table_info(?) where name <> ? or lower(type) = ?',
      )
      .all([name, 'id', 'text']);
    const values = columns.map(({ name: column, type }) => {
      if (type === 'blob') return Buffer.from(mark);
      return type === 'text' && !chosen.has(String(column)) ? `${mark} everywhere` : 1;
    });
    const names = columns.map((column) => `"${String(column['name'])}"`).join(', ');
    const marks = columns.map(() => '?').join(', ');
    connection.prepare(`insert into "${String(name)}" (${names}) values (${marks})`).run(values);
  }
  connection.close();
  return tables.length;
}

test('a bundle holds no planted secret, no person and no address', async (t) => {
  await plant();
  t.ok(plantEverywhere() > 60);
  const file = join(root, 'bundle.tar.gz');
  const findings = await findFaults(config, {
    readTypeFaults: () => Promise.resolve([`own.yaml: ${mark}`]),
    sealed,
  });
  const printed = await writeSupportBundle(config, { file, findings });
  t.match(printed, /metrics\.txt: metrics of the running gateway/);
  t.equal(statSync(file).mode & 0o777, 0o600);
  await t.rejects(writeSupportBundle(config, { file, findings }), /exists; choose another name/);
  const link = join(root, 'link.tar.gz');
  symlinkSync(join(root, 'nowhere'), link);
  await t.rejects(writeSupportBundle(config, { file: link, findings }), { code: 'EEXIST' });
  t.ok(lstatSync(link).isSymbolicLink(), 'what was there stays');

  const text = gunzipSync(readFileSync(file)).toString('latin1').toLowerCase();
  const key = readFileSync(join(data, 'secret.key'), 'utf8').trim();
  const token = readFileSync(join(data, 'admin-token'), 'utf8').trim();
  const forbidden = [mark, mac, mac.replaceAll(':', '-'), ip, key, token];
  for (const value of forbidden)
    for (const spelled of [value, btoa(value), Buffer.from(value).toString('hex')])
      t.notOk(text.includes(spelled.toLowerCase().replace(/=*$/, '')), spelled);
  t.notMatch(text, /v1\.[0-9a-f]{8}\./, 'no sealed value');

  const folder = join(root, 'unpacked');
  mkdirSync(folder);
  execFileSync('tar', ['xzf', file, '-C', folder]);
  const content = (name: string) => readFileSync(join(folder, name), 'utf8');
  const rows = parseJsonColumn<Record<string, readonly Record<string, unknown>[]>>(
    content('rows.json'),
  );
  const [, other, second, first] = rows['aaa_decision'] ?? [];
  t.equal(first?.['username'], second?.['username']);
  t.match(first?.['username'], /^person-[0-9a-f]{12}$/);
  t.not(first?.['username'], other?.['username']);
  t.match(rows['aaa_client']?.at(-1), { address: /^address-/, transport: 'udp', coa_port: 3799 });
  t.match(content('configuration.json'), /"smtp\.host": "\(set\)"[^]*"smtp\.port": 587/);
  t.match(content('doctor.json'), /"check": "store",\s+"state": "ok"/);
  t.match(content('metrics.txt'), /^gatehouse_build_info\{version="[^"]+",node="v\d/m);
  t.match(parseJsonColumn(content('manifest.json')), { files: { length: 5 } });
});

test('labels that a site has named are pseudonyms', (t) => {
  const shown = showMetrics(
    `# HELP a ${mark}\na{upstream="${mark} \\"x\\"",outcome="up"} 1\nb 2.5\nc{le="+Inf"} 3e+21\n${mark}\n`,
    new Pseudonyms(),
  );
  t.match(
    shown,
    /^a\{upstream="name-[0-9a-f]{12}",outcome="up"\} 1\nb 2\.5\nc\{le="\+Inf"\} 3e\+21\n$/,
  );
  t.end();
});
