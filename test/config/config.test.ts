import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tap, { test } from 'tap';
import { parse } from 'yaml';
import {
  ConfigFaults,
  configKeys,
  loadConfig,
  environmentVariable,
} from '../../src/config/load-config.ts';
import { configSchema } from '../../src/config/config-schema.ts';
import { isPath } from '../../src/config/key-schemas.ts';
import { Authority } from '../peers/certificates.ts';
import { hasIpv6, withPresentHosts } from '../../src/config/present-hosts.ts';
import { postgresEnvironment } from '../../src/store/postgres/postgres-programs.ts';
import { siteCertificates, siteKeys } from '../../src/installation/backup/site-files.ts';
import { gatewayCommand, packageRoot } from '../../src/runtime/package-root.ts';

const root = fileURLToPath(packageRoot);
const shipped = join(root, 'config', 'gatehouse.yaml');
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-config-'));
tap.teardown(() => {
  rmSync(folder, { recursive: true });
});

let written = 0;
const fileOf = (text: string) => {
  const file = join(folder, `${++written}.yaml`);
  writeFileSync(file, text);
  return file;
};

/** Returns the errors of a configuration. */
const faultsOf = (file: string, environment: Record<string, string> = {}) => {
  try {
    loadConfig(file, environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigFaults) return error.faults;
    throw error;
  }
};

test('the shipped file holds every key with its default', (t) => {
  const keys = configKeys(configSchema);
  const content = parse(readFileSync(shipped, 'utf8')) as object;
  for (const { path, schema } of keys) {
    const value = path.reduce<unknown>(
      (inside, key) => Reflect.get(inside as object, key),
      content,
    );
    t.same(value, schema.default, path.join('.'));
  }
  t.same(faultsOf(shipped), []);
  t.end();
});

test('a comment stands above every key of the shipped file that has a value', (t) => {
  const lines = readFileSync(shipped, 'utf8').split('\n');
  const bare = lines.filter(
    (line, at) => /^ *\w+: \S/.test(line) && !/^ *# /.test(lines[at - 1] ?? ''),
  );
  t.ok(lines.some((line) => line.startsWith('  port: ')));
  t.same(bare, []);
  t.end();
});

test('a machine without IPv6 listens on IPv4 where the configuration has all addresses', (t) => {
  const config = loadConfig(fileOf("radius:\n  host: ['::', '192.0.2.1']\n"), {});
  const loopback = { address: '127.0.0.1', netmask: '255.0.0.0', family: 'IPv4' as const };
  const lo = [{ ...loopback, mac: '00:00:00:00:00:00', internal: true, cidr: null }];
  t.match(withPresentHosts(config, { lo }), {
    http: { host: '0.0.0.0', port: 8080 },
    radius: { host: ['0.0.0.0', '192.0.2.1'] },
    portal: { listener: { host: '0.0.0.0' } },
  });
  const six = { ...loopback, address: '::1', family: 'IPv6' as const, scopeid: 0 };
  t.equal(
    withPresentHosts(config, { lo: [{ ...lo[0], ...six, mac: '', internal: true, cidr: null }] }),
    config,
  );
  t.end();
});

test('an empty file is all defaults', (t) => {
  t.match(loadConfig(fileOf(''), {}), {
    http: { port: 8080 },
    radius: { host: [hasIpv6() ? '::' : '0.0.0.0'], auth_port: [1812], acct_port: [1813] },
    database: { url: 'sqlite' },
  });
  t.end();
});

/** Files of TLS and EAP are read by the check of the configuration. */
const isRead = (path: readonly string[]) =>
  path.includes('tls') || path.includes('eap') || path.at(-1) === 'ca';

test('every file and folder is loaded with its absolute path', (t) => {
  const keys = configKeys(configSchema);
  const named = keys.filter(({ schema }) => /^a (file|folder)\b/.test(schema.description ?? ''));
  t.ok(named.length > 10);
  for (const { path, schema } of named) t.ok(isPath(schema), path.join('.'));
  const variables = keys
    .filter(({ path, schema }) => isPath(schema) && !isRead(path))
    .map(({ path }) => [environmentVariable(path), 'place'] as const);
  const there = join(process.cwd(), 'place');
  t.match(
    loadConfig(fileOf(''), {
      ...Object.fromEntries(variables),
      GATEHOUSE_DATABASE_URL: 'sqlite:a.db',
    }),
    {
      data_dir: there,
      secret_key_file: there,
      portal: { texts_dir: there },
      backup: { folder: there, passphrase_file: there },
      database: { url: `sqlite:${join(process.cwd(), 'a.db')}` },
    },
  );
  t.end();
});

test('each key is overridden by its path in upper case', (t) => {
  const names = configKeys(configSchema).map(({ path }) => environmentVariable(path));
  const promised = [
    'DATA_DIR',
    'HTTP_HOST',
    'HTTP_PORT',
    'RADIUS_HOST',
    'RADIUS_AUTH_PORT',
    'RADIUS_ACCT_PORT',
    'DATABASE_URL',
    'SECRET_KEY_FILE',
  ];
  for (const name of promised) t.ok(names.includes(`GATEHOUSE_${name}`), name);
  const config = loadConfig(fileOf('http: { port: 1 }\n'), {
    GATEHOUSE_HTTP_PORT: '2',
    GATEHOUSE_POLLING_ENABLED: 'false',
    GATEHOUSE_DATABASE_URL: 'postgres://u@h/d',
  });
  t.match(config, {
    http: { port: 2 },
    polling: { enabled: false },
    database: { url: 'postgres://u@h/d' },
  });
  t.end();
});

for (const [words, value] of [
  ['one', "'192.0.2.1'"],
  ['a list', "['192.0.2.1', '2001:db8::1']"],
  ['text with commas', "'192.0.2.1, 2001:db8::1'"],
] as const) {
  test(`a list may be written as ${words}`, (t) => {
    const { radius } = loadConfig(fileOf(`radius: { host: ${value}, auth_port: [1812, 1645] }\n`), {
      GATEHOUSE_RADIUS_ACCT_PORT: '1813,1646',
    });
    t.same(radius.host, words === 'one' ? ['192.0.2.1'] : ['192.0.2.1', '2001:db8::1']);
    t.same(
      [radius.auth_port, radius.acct_port],
      [
        [1812, 1645],
        [1813, 1646],
      ],
    );
    t.end();
  });
}

for (const value of ["''", '[]', '[192.0.2.1, 192.0.2.1]', 'localhost', "'192.0.2.1,'", '[{}]']) {
  test(`listen addresses cannot be ${value}`, (t) => {
    t.match(faultsOf(fileOf(`radius: { host: ${value} }\n`)), [{ key: 'radius.host' }]);
    t.end();
  });
}

test('all errors are reported at once with location, key, value and expectation', (t) => {
  const file = fileOf(
    'http:\n  port: eighty\n  prot: 1\nradius:\n  duplicate_seconds: 99\nlog: loud\n',
  );
  t.same(faultsOf(file, { GATEHOUSE_JOBS_CONCURRENCY: 'many', GATEHOUSE_TYPO: '1' }), [
    {
      location: `${file}:3`,
      key: 'http.prot',
      value: 1,
      expected:
        'one of host, port, public_url, metrics_open, max_connections, connections_per_address, head_seconds, body_seconds, reply_seconds, waiting_octets, event_readers, event_readers_per_organization, event_readers_per_token, body_limit, tls, plain, trusted_proxies',
    },
    { location: `${file}:6`, key: 'log', value: 'loud', expected: 'the keys level, format' },
    {
      location: `${file}:2`,
      key: 'http.port',
      value: 'eighty',
      expected: 'a port; 0 for any free one',
    },
    {
      location: `${file}:5`,
      key: 'radius.duplicate_seconds',
      value: 99,
      expected: 'seconds, 5 to 30 (RFC 5080)',
    },
    {
      location: 'GATEHOUSE_JOBS_CONCURRENCY',
      key: 'jobs.concurrency',
      value: 'many',
      expected: 'devices with a running transaction, 1 to 1000',
    },
    {
      location: 'GATEHOUSE_TYPO',
      key: 'GATEHOUSE_TYPO',
      value: '1',
      expected: 'a key of config/gatehouse.yaml, such as GATEHOUSE_HTTP_PORT',
    },
  ]);
  t.end();
});

test('an unknown variable names only similar variables', (t) => {
  const expected = (name: string) => faultsOf(fileOf(''), { [name]: '1' })[0]?.expected;
  t.equal(expected('GATEHOUSE_HTTP_PROT'), 'GATEHOUSE_HTTP_PORT');
  t.match(
    expected('GATEHOUSE_HTTP_PATIENCE'),
    /^one of (GATEHOUSE_HTTP_\w+, ){4}GATEHOUSE_HTTP_\w+ or another of \d+ that begin alike$/,
  );
  t.throws(() => loadConfig(fileOf(''), { GATEHOUSE_TYPO: '1' }), {
    message:
      'GATEHOUSE_TYPO: "1": expected a key of config/gatehouse.yaml, such as GATEHOUSE_HTTP_PORT',
  });
  t.end();
});

test('the variables of gatehouse api stay out of the configuration', (t) => {
  const environment = {
    GATEHOUSE_URL: 'https://gate.example:8443',
    GATEHOUSE_TOKEN_FILE: 'gate.token',
    GATEHOUSE_CA_FILE: 'ca.crt',
  };
  t.same(faultsOf(fileOf(''), environment), []);
  t.end();
});

test('a missing file and a file that is no YAML are reported by name', (t) => {
  const missing = join(folder, 'missing.yaml');
  t.match(faultsOf(missing), [{ location: missing, value: missing, expected: /ENOENT/ }]);
  const broken = fileOf('http: {\n');
  t.match(faultsOf(broken), [{ location: /^.*:\d+$/, expected: 'YAML' }]);
  t.end();
});

const [ours, theirs] = [new Authority(), new Authority()];
const [own, other] = [ours.issue('gateway.example'), theirs.issue('gateway.example')];
tap.teardown(() => {
  ours.remove();
  theirs.remove();
});

for (const [words, tls, faults] of [
  [
    'that fit together are taken',
    { certificate: own.certificate, key: own.key, ca: ours.file },
    [],
  ],
  ['are required together', { certificate: own.certificate }, ['radius.tls.key', 'radius.tls.ca']],
  [
    'must be there',
    { certificate: `${own.certificate}x`, key: own.key, ca: ours.file },
    ['radius.tls.certificate'],
  ],
  [
    'must have the expected content',
    { certificate: own.key, key: own.certificate, ca: shipped },
    ['certificate', 'key', 'ca'],
  ],
  [
    'must be of one pair',
    { certificate: own.certificate, key: other.key, ca: ours.file },
    ['radius.tls.key'],
  ],
] as const) {
  test(`the files of RADIUS over TLS ${words}`, (t) => {
    const found = faultsOf(fileOf(`radius:\n  tls: ${JSON.stringify(tls)}\n`));
    t.same(
      found.map(({ key }) => key.replace('radius.tls.', '')),
      faults.map((key) => key.replace('radius.tls.', '')),
    );
    t.notOk(JSON.stringify(found).includes('BEGIN'), 'no fault shows what is in a file');
    t.end();
  });
}

test('syslog over TLS has a certificate of its own, or uses the certificate of HTTPS', (t) => {
  const pair = { certificate: own.certificate, key: own.key };
  for (const [http, tls, faults] of [
    [true, { enabled: true }, []],
    [false, { enabled: true }, ['certificate']],
    [false, { enabled: true, ...pair }, []],
    [false, { enabled: true, ...pair, ca: ours.file }, []],
    [true, { enabled: true, ca: ours.file }, ['certificate', 'key']],
    [false, pair, ['enabled']],
    [false, { enabled: true, certificate: own.certificate, key: other.key }, ['key']],
  ] as const) {
    const content = { http: { tls: { enabled: http } }, syslog_listener: { tls } };
    t.same(
      faultsOf(fileOf(JSON.stringify(content))).map(({ key }) => key),
      faults.map((key) => `syslog_listener.tls.${key}`),
    );
  }
  t.end();
});

test('syslog messages and mails are sent over TLS by files that fit', (t) => {
  const pair = { certificate: own.certificate, key: own.key };
  for (const [protocol, tls, faults] of [
    ['tls', {}, []],
    ['tls', { ca: ours.file }, []],
    ['tls', { ca: ours.file, ...pair }, []],
    ['tls', { ca: own.key, ...pair }, ['tls.ca']],
    ['tls', { certificate: own.certificate }, ['tls.key']],
    ['tls', { certificate: own.certificate, key: other.key }, ['tls.key']],
    ['tcp', { ca: ours.file }, ['protocol']],
  ] as const)
    t.same(
      faultsOf(fileOf(JSON.stringify({ syslog: { protocol, tls } }))).map(({ key }) => key),
      faults.map((key) => `syslog.${key}`),
    );
  const smtpFaults = (ca: string) => faultsOf(fileOf(JSON.stringify({ smtp: { ca } })));
  t.same(smtpFaults(ours.file), []);
  t.match(smtpFaults(own.key), [{ key: 'smtp.ca', value: own.key }]);
  t.match(smtpFaults('/nowhere'), [{ key: 'smtp.ca', value: '/nowhere', expected: /ENOENT/ }]);
  t.end();
});

/** @returns exit code and everything that it wrote */
const checkConfig = (file: string) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const child = execFile(
      gatewayCommand,
      ['check-config', '--config', file],
      (_error, stdout, stderr) => {
        resolve({ code: child.exitCode ?? -1, output: stdout + stderr });
      },
    );
  });

test('gatehouse check-config lists the errors and changes nothing', async (t) => {
  const good = await checkConfig(shipped);
  t.same(good, { code: 0, output: `${shipped}: no errors\n` });
  const file = fileOf('http:\n  port: eighty\nhtpp: {}\n');
  const bad = await checkConfig(file);
  t.equal(bad.code, 1);
  t.match(bad.output, /The configuration has 2 errors:/);
  t.match(bad.output, `${file}:2: http.port: "eighty": expected a port; 0 for any free one`);
});

test('gatehouse check-config finds what would keep the gateway from starting', async (t) => {
  const foreign = 'host: 192.0.2.7';
  const file = fileOf(
    `http: { ${foreign} }\nradius: { ${foreign}, dictionary_dir: /nowhere }\nportal: { listener: { ${foreign} } }\n`,
  );
  t.same(await checkConfig(file), {
    code: 1,
    output: `The configuration has 3 errors:
http.host: "192.0.2.7": expected an address of this machine
radius.host: "192.0.2.7": expected an address of this machine
radius.dictionary_dir: "/nowhere": expected a folder of dictionaries (ENOENT)
`,
  });
});

test('a secret may be in a file that a variable names', (t) => {
  const url = 'postgres://gatehouse:pw-in-a-file@db/gatehouse';
  const secret = fileOf(`${url}\n`);
  const name = 'GATEHOUSE_DATABASE_URL_FILE';
  t.match(loadConfig(fileOf(''), { [name]: secret }), { database: { url } });
  t.match(faultsOf(fileOf(''), { [name]: '/nowhere/url' }), [
    { key: name, expected: 'a readable file (ENOENT)' },
  ]);
  t.match(faultsOf(fileOf(''), { [name]: secret, GATEHOUSE_DATABASE_URL: 'sqlite' }), [
    { key: name, expected: 'to be unset, since GATEHOUSE_DATABASE_URL is set as well' },
  ]);
  t.match(faultsOf(fileOf(''), { GATEHOUSE_HTTP_PORT_FILE: secret }), [
    { expected: 'GATEHOUSE_HTTP_PORT' },
  ]);
  t.end();
});

test('errors print no password', (t) => {
  const url = 'postgress://gatehouse:pw-in-the-clear@db/gatehouse';
  const file = fileOf(`database: { url: '${url}', password: pw-in-the-clear }\n`);
  const printed = [
    faultsOf(file),
    faultsOf(fileOf(`database: '${url}'\n`)),
    faultsOf(fileOf(''), { GATEHOUSE_DATABASE_URL: url, GATEHOUSE_DB_PASSWORD: 'pw-in-the-clear' }),
  ];
  t.same(
    printed.map(({ length }) => length),
    [2, 1, 2],
  );
  t.notMatch(JSON.stringify(printed), 'in-the-clear');
  t.throws(() => loadConfig(file, {}), { message: /database\.url: "\*\*\*": expected sqlite/ });
  t.end();
});

test('the parameters of a database address are limited to parameters of the driver and pg_dump', (t) => {
  const faults = (query: string) =>
    faultsOf(fileOf(''), { GATEHOUSE_DATABASE_URL: `postgres://gate:hidden@db/gate${query}` });
  const known = '?sslmode=verify-full&sslrootcert=/ca.pem&options=-c%20search_path%3Dgate#x';
  t.same(faults(known), []);
  t.same(faults('?sslmod=require'), [
    {
      location: 'GATEHOUSE_DATABASE_URL',
      key: 'database.url',
      value: '***',
      expected:
        'no parameter "sslmod" in the address: one of host, port, user, password, sslmode, sslrootcert, sslcert, sslkey, options, application_name, target_session_attrs',
    },
  ]);
  for (const mode of ['requird', 'allow', ''])
    t.match(faults(`?sslmode=${mode}`), [
      { expected: /^as sslmode in the address one of disable/ },
    ]);
  const unquoted = { GATEHOUSE_DATABASE_URL: 'postgres://gate:12?hidden@db/gate' };
  t.match(faultsOf(fileOf(''), unquoted), [{ expected: /^no parameter of such a name in the/ }]);
  const environment = postgresEnvironment(`postgres://gate@db/gate${known}`);
  t.match(environment, { PGSSLMODE: 'verify-full', PGSSLROOTCERT: '/ca.pem', PGHOST: 'db' });
  t.throws(() => postgresEnvironment('postgres://db/gate?dbname=other'), /no parameter "dbname"/);
  t.end();
});

test('keys of conf.d override the file next to it, in the order of the names of the files', (t) => {
  const site = t.testdir({
    'gatehouse.yaml': 'http: { port: 1, body_limit: 2048 }\nradius: { acct_port: [1813, 1646] }\n',
    'conf.d': {
      '10-site.yaml': 'http: { port: 2 }\nradius: { acct_port: 1813 }\n',
      '20-later.yml': 'http: { port: 3 }\n',
      '.20-later.yml.swp': 'not: read',
      'notes.txt': 'not: read',
    },
  });
  const file = join(site, 'gatehouse.yaml');
  t.match(loadConfig(file, {}), {
    http: { port: 3, body_limit: 2048 },
    radius: { acct_port: [1813] },
  });
  t.match(loadConfig(file, { GATEHOUSE_HTTP_PORT: '4' }), { http: { port: 4 } });
  const later = join(site, 'conf.d', '30-wrong.yaml');
  writeFileSync(later, '\nhttp:\n  prot: 80\n');
  t.match(faultsOf(file), [{ location: `${later}:3`, key: 'http.prot', value: 80 }]);
  rmSync(join(site, 'conf.d'), { recursive: true });
  writeFileSync(join(site, 'conf.d'), '');
  t.match(faultsOf(file), [{ key: '(folder)', value: 'ENOTDIR' }], 'not left out in silence');
  t.end();
});

test('a credential of systemd stands for the key file of its name', (t) => {
  const credentials = t.testdir({ 'secret.key': '' });
  const file = fileOf('data_dir: /srv/gatehouse\n');
  const other = fileOf('secret_key_file: /etc/gatehouse/other.key\n');
  const environment = { CREDENTIALS_DIRECTORY: credentials };
  t.equal(loadConfig(file, {}).secret_key_file, '/srv/gatehouse/secret.key');
  t.equal(loadConfig(file, environment).secret_key_file, join(credentials, 'secret.key'));
  t.equal(loadConfig(other, environment).secret_key_file, '/etc/gatehouse/other.key');
  t.end();
});

test('a backup has every file of TLS that a key names', (t) => {
  const config = loadConfig(fileOf(''), {});
  const kept = [...siteCertificates(config), ...siteKeys(config)].map(({ key }) => key);
  const named = configKeys(configSchema)
    .filter(({ path, schema }) => isPath(schema) && (path.includes('tls') || path.at(-1) === 'ca'))
    .map(({ path }) => path.join('.'));
  t.same(
    named.filter((key) => !kept.includes(key)),
    ['http.tls.acme.dns_hook'],
    'a program is none of them',
  );
  t.end();
});
