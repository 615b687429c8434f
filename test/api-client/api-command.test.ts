import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { operationOptions, parseApiCommand, valuesOf } from '../../src/api-client/command-line.ts';
import { completionWords } from '../../src/api-client/complete.ts';
import { readOperations, resourceNames } from '../../src/api-client/operations.ts';
import { requestOf } from '../../src/api-client/call.ts';
import { unknownColumns, usualColumns } from '../../src/api-client/columns.ts';
import { csvLine, objectLines, Table } from '../../src/api-client/output.ts';
import { runApi } from '../../src/api-client/run.ts';
import { createServer as createHttpServer } from '../../src/runtime/node-http.ts';
import { OwnAuthority } from '../../src/tls/own-authority.ts';
import { builtGateway, environmentOf } from '../gateway-command.ts';
import { eventually, GatewayProcess } from '../gateway-process.ts';
import { freeTcpPort } from '../peers/port.ts';
import { gatewayCommand } from '../../src/runtime/package-root.ts';

/* `gatehouse api` as an administrator sees it, against a running gateway. */

const gateway = await GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false' });
tap.teardown(() => gateway.remove());

const operations = readOperations();
const home = join(gateway.folder, 'home');
mkdirSync(home);
const tokenFile = join(gateway.folder, 'data/admin-token');
const url = `http://127.0.0.1:${gateway.httpPort}`;
const here = { GATEHOUSE_URL: url, GATEHOUSE_TOKEN_FILE: tokenFile };

const portOf = (server: Server) => (server.address() as AddressInfo).port;

interface Run {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `gatehouse api` with some words. */
const api = (
  words: readonly string[],
  { environment = here, input = '' }: { environment?: Record<string, string>; input?: string } = {},
) =>
  new Promise<Run>((resolve) => {
    const env = environmentOf({ XDG_CONFIG_HOME: home, ...environment });
    const child = execFile(
      process.execPath,
      [gatewayCommand, 'api', ...words],
      { env, timeout: 90_000 },
      (error, stdout, stderr) => {
        resolve({ status: error ? Number(error.code) : 0, stdout, stderr });
      },
    );
    child.stdin?.end(input);
  });

test('a device is created, shown, changed and deleted by words of the API', async (t) => {
  const made = await api([
    'inventory_device',
    'create',
    '--name',
    'lobby',
    '--type',
    'linux',
    '--ip-address',
    '192.0.2.1',
  ]);
  t.match(made, { status: 0, stderr: '' });
  t.match(made.stdout, /^name {2,}lobby$/m);
  const id = /^id +(\d+)$/m.exec(made.stdout)?.[1] ?? '';
  const changed = await api([
    'inventory_device',
    'update',
    id,
    '--description=at the desk',
    '--json',
  ]);
  t.match(JSON.parse(changed.stdout), { id: Number(id), description: 'at the desk' });
  const wrong = await api(['inventory_device', 'update', id, '--ip_address', 'not an address']);
  t.match(wrong, { status: 1, stdout: '', stderr: /the answer is 400:\n {2}ip_address: / });
  t.match(await api(['inventory_device', 'delete', id]), { status: 0, stdout: '', stderr: '' });
  t.match(await api(['inventory_device', 'get', id]), {
    status: 1,
    stderr: `the answer is 404:\n  no inventory_device with id ${id} that you may see\n`,
  });
});

test('a list is filtered, followed to its end, and shown as a table, as JSON and as CSV', async (t) => {
  const rows = Array.from({ length: 5 }, (_, n) => ({ name: `=ap-${n}`, type: 'snmp' }));
  const file = join(gateway.folder, 'devices.json');
  writeFileSync(file, JSON.stringify(rows));
  t.match(await api(['inventory_device', 'create', '--body', file, '--fields', 'name']), {
    status: 0,
    stdout: /^NAME\n=ap-0\n/,
  });
  writeFileSync(file, JSON.stringify([{ name: 'last', type: 'snmp' }]));
  t.match(
    await api(['inventory_device', 'create', '--body', file, '--fields', 'nmae', '--json']),
    { status: 0, stdout: '[\n{}\n]\n' },
    'what has been made is no error of the command line',
  );
  const list = ['inventory_device', 'list', '--name__icontains', 'AP-', '--limit', '2'];
  const page = await api([...list, '--ordering', '-name']);
  t.match(page, { status: 0, stderr: '2 of 5 shown; --all shows the others\n' });
  t.match(page.stdout.split('\n'), [/^ID +NAME +TYPE_NAME /, /=ap-4/, /=ap-3/, /^$/]);
  const all = await api([...list, '--all', '--json', '--fields', 'name']);
  t.match(all, { status: 0, stderr: '' });
  t.same(
    JSON.parse(all.stdout),
    rows.map(({ name }) => ({ name })),
  );
  const csv = await api([...list, '--all', '--csv', '--fields', 'name,serial_number']);
  t.equal(
    csv.stdout,
    ['name,serial_number', ...rows.map(({ name }) => `'${name},`), ''].join('\r\n'),
    'no cell is a formula',
  );
});

test('a secret comes from a file or standard input, and is in no argument', async (t) => {
  const create = ['user', 'create', '--username', 'clerk', '--role', 'reports', '--password'];
  const shown = await api([...create, 'correct horse']);
  t.match(shown, { status: 2, stdout: '', stderr: /--password is secret/ });
  t.notMatch(shown.stderr, 'correct horse');
  t.match(await api([...create, '@-'], { input: 'correct horse\n' }), { status: 0, stderr: '' });
});

test('a reply that is no text goes into a file, which is not overwritten, and not onto a terminal', async (t) => {
  const file = join(gateway.folder, 'vouchers.pdf');
  const voucher = ['--kind', 'network', '--time', '3600', '--count', '2'];
  const create = ['user_token', 'create', ...voucher, '--output', file];
  const wrong = [...create, '--sheet', 'receipt', '--organization', '999'];
  t.equal(await runApi(wrong, here), 1);
  t.notOk(existsSync(file), 'a refusal leaves no file');
  t.equal(await runApi(create, here), 0);
  t.match(readFileSync(file, 'latin1'), /^%PDF-.*%%EOF\s*$/s);
  t.equal(statSync(file).mode & 0o777, 0o600);
  writeFileSync(file, 'precious');
  const vouchers = ['user_token', 'list', '--accept', 'application/pdf'];
  t.equal(await runApi([...vouchers, '--output', file], here), 2);
  t.equal(readFileSync(file, 'utf8'), 'precious');
  t.equal(await runApi(['user', 'get', '999999', '--output', file, '--force'], here), 1);
  t.equal(readFileSync(file, 'utf8'), 'precious', 'replaced by a complete reply only');
  t.equal(await runApi([...vouchers, '--output', file, '--force'], here), 0);
  t.match(readFileSync(file, 'latin1'), /^%PDF-/);
  t.same(
    readdirSync(gateway.folder).filter((name) => name.startsWith('vouchers.pdf.')),
    [],
  );
  const line = `'${process.execPath}' '${gatewayCommand}' api ${vouchers.join(' ')}`;
  const terminal = spawnSync('script', ['-qec', line, '/dev/null'], { env: environmentOf(here) });
  t.match([terminal.status, terminal.stdout.toString()], [2, /not for a terminal: give --output/]);
});

test('a signal that ends a download leaves no file', async (t) => {
  const folder = join(gateway.folder, 'downloads');
  mkdirSync(folder);
  const server = createHttpServer((_request, reply) => {
    reply.writeHead(200, { 'content-type': 'application/pdf' }).write('%PDF-');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const environment = { ...here, GATEHOUSE_URL: `http://127.0.0.1:${portOf(server)}` };
  const list = ['user_token', 'list', '--output', join(folder, 'vouchers.pdf')];
  const child = spawn(process.execPath, [gatewayCommand, 'api', ...list], {
    env: environmentOf(environment),
  });
  const part = () => readdirSync(folder).filter((name) => statSync(join(folder, name)).size > 0);
  const begun = await eventually(
    () => Promise.resolve(part()),
    ({ length }) => length > 0,
  );
  t.same(begun, [`vouchers.pdf.${child.pid}`]);
  child.kill('SIGINT');
  t.same(await once(child, 'exit'), [null, 'SIGINT']);
  t.same(readdirSync(folder), []);
});

test('each way to fail has its exit status', async (t) => {
  const port = await freeTcpPort();
  const nowhere = ['--url', `http://127.0.0.1:${port}`];
  const away = await api([...nowhere, '--token-file', tokenFile, 'user', 'list']);
  t.match(away, { status: 3, stdout: '', stderr: /connection refused/ });
  const stranger = join(gateway.folder, 'stranger');
  writeFileSync(stranger, 'gh_wrong\n');
  const unknown = await api(['user', 'list', '--token-file', stranger]);
  t.match(unknown, { status: 4, stderr: 'the answer is 401:\n  Invalid token.\n' });
  const typo = await api(['inventry_device', 'list']);
  t.match(typo, { status: 2, stderr: /\(Did you mean inventory_device\?\)/ });
  t.match(await api(['user', 'list', '--gateway', 'north']), {
    status: 2,
    stderr: "unknown gateway 'north'; no gateway is saved\n",
  });
  const other = await api([...nowhere, 'user', 'list']);
  t.match(
    other,
    {
      status: 2,
      stderr: `no token for http://127.0.0.1:${port}: the token of GATEHOUSE_TOKEN_FILE is for ${url} (GATEHOUSE_URL) and is sent to no other gateway; name its file by --token-file\n`,
    },
    'a token is for its own gateway',
  );
  const full = `"$0" "$@" >/dev/full`;
  const words = ['-c', full, process.execPath, gatewayCommand, 'api', 'user', 'list'];
  const env = environmentOf(here);
  const status = await new Promise((resolve) => {
    execFile('/bin/sh', words, { env }, (error) => {
      resolve(error?.code);
    });
  });
  t.equal(status, 5, 'a full disk');
});

test('gateways are saved without their tokens, in a file of their owner', async (t) => {
  const environment = {};
  const add = ['gateway', 'add', 'north', '--url', url, '--token-file', tokenFile];
  t.match(await api(add, { environment }), { status: 0, stdout: /as the default\n$/ });
  const file = join(home, 'gatehouse/gateways.json');
  t.equal(statSync(file).mode & 0o777, 0o600);
  t.notMatch(readFileSync(file, 'utf8'), gateway.token);
  const list = ['user', 'list', '--fields', 'username', '--limit', '1', '--ordering', 'id'];
  t.match(await api(list, { environment }), { status: 0, stdout: 'USERNAME\nadmin\n' });
  t.match(await api(['--gateway', 'nort', ...list], { environment }), {
    status: 2,
    stderr: /\(Did you mean north\?\)/,
  });
  t.match((await api(['gateway', 'list'], { environment })).stdout, `* north  ${url}/  `);
  t.match(await api(['gateway', 'remove', 'north'], { environment }), { status: 0 });
});

test('of the CA that a gateway shows only the certificate with the fingerprint is saved', async (t) => {
  const [genuine, stranger] = ['genuine-ca', 'stranger-ca'].map(
    (name) => new OwnAuthority(join(gateway.folder, name)),
  );
  if (!genuine || !stranger) throw new Error('no authorities');
  const server = createServer(
    stranger.certificateFor(['127.0.0.1'], new Date()),
    (request, reply) => {
      t.equal(request.url, '/ca.crt');
      reply.end(`${genuine.pem}${stranger.pem}`);
    },
  );
  t.teardown(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const add = ['gateway', 'add', 'east', '--url', `https://127.0.0.1:${port}`];
  const named = [...add, '--token-file', tokenFile, '--fingerprint'];
  t.match(await api([...named, '']), { status: 2, stderr: /^--fingerprint: "" is not a SHA-256/ });
  t.match(await api([...named, stranger.fingerprint]), { status: 2, stderr: genuine.fingerprint });
  t.match(await api([...named, genuine.fingerprint]), { status: 0 });
  t.match(await api(['--gateway', 'east', 'user', 'list']), {
    status: 3,
    stderr: /not trusted/,
  });
  t.match(await api(['gateway', 'remove', 'east']), { status: 0 });
});

test('it starts without the modules of a gateway', async (t) => {
  const folder = builtGateway();
  const bundle = readFileSync(new URL('cli.js', folder), 'utf8');
  t.match(bundle, /import\("\.\/chunks\/run-/);
  const seen = new Set<string>();
  const chunk = /import\("\.\/(chunks\/run-[^"]+)"/.exec(bundle)?.[1] ?? '';
  for (const queue = [chunk]; queue.length > 0;) {
    const name = queue.pop() ?? '';
    if (seen.has(name)) continue;
    seen.add(name);
    const text = readFileSync(new URL(name, folder), 'utf8');
    for (const [, from = ''] of text.matchAll(/^(?:import|\} from|export) [^\n]*?"([^"]+)";$/gm)) {
      if (from.startsWith('./')) queue.push(`chunks/${from.slice(2)}`);
      else t.match(from, /^node:/, `${name} imports ${from}`);
    }
  }
  t.ok(existsSync(new URL(chunk, folder)) && seen.size < 8, [...seen].join(', '));
  t.match(await api(['user', 'list', '--help'], { environment: {} }), {
    status: 0,
    stdout: /^Usage: gatehouse api user list\n\nList users\.\n/,
  });
});

const parse = (line: string) => parseApiCommand(line.split(' '), operations);
const never = () => '';

test('errors of a line are found before a request is sent', (t) => {
  const faults = {
    'connection_profile list':
      /unknown resource 'connection_profile'\n\(Did you mean inventory_connection_profile\?\)/,
    'user lst': /unknown action 'lst' of user; it has list, .*\n\(Did you mean list\?\)/,
    'user list --usernam x': /unknown option '--usernam'\n\(Did you mean --username\?\)/,
    'user get': /^ID is missing: gatehouse api user get ID$/,
    'user get 1 2': /^too many words, from "2" on/,
    'user list --limit ten': /^--limit: "ten" is not a whole number$/,
    'user list --is_active yes': /^--is_active: "yes" is not true or false$/,
    'user list --limit 0': /^--limit: "0" is not 1 or more$/,
    'user list --ordering height': /^--ordering: "height" is not one of id, /,
    'user get ..': /^ID: "\.\." cannot stand in an address$/,
    'user get 1 --all': /^--all is for lists$/,
    'user update 1 --unset nickname': /^--unset: unknown field "nickname"$/,
    'user create --role': /^--role needs a value/,
    'user get 1 --body x': /^--body: this operation has no body$/,
    'user update 1 --if-match ä': /^--if-match: "ä" has characters of no header$/,
  };
  for (const [line, message] of Object.entries(faults))
    t.throws(() => requestOf(parse(line), never), { name: 'UsageError', message }, line);
  t.same(
    requestOf(parse('user_username get room/101'), never).path,
    '/gate/api/v1/user/username/room%2F101/',
  );
  t.same(
    requestOf(
      parse('--url https://gate.example webhook update 3 --url https://hook.example'),
      never,
    ).body,
    '{"url":"https://hook.example"}',
    'an option of the gateway before the resource, and a field of the same name behind it',
  );
  t.end();
});

test('every operation has a name of its own, and no option hides its fields', (t) => {
  const names = operations.map(({ api: of, resource, action }) => `${of}/${resource} ${action}`);
  t.same(names, [...new Set(names)]);
  t.ok(names.length > 220, `${names.length} operations`);
  t.notOk(resourceNames(operations).some((name) => name === 'gateway' || name === 'complete'));
  const own = new Set(operationOptions.map(({ name }) => name));
  const hidden = operations.flatMap((operation) =>
    valuesOf(operation).filter(({ name }) => own.has(name)),
  );
  t.same(hidden, []);
  const empty = operations.filter(({ isList, columns }) => isList && columns.length === 0);
  t.same(empty, [], 'a list has columns');
  t.end();
});

test('a shell completes resources, actions, fields and choices', (t) => {
  const words = (line: string) => completionWords(line.split(' ').slice(1), operations, {});
  t.ok(words('api').includes('inventory_device'));
  t.same(words('api --url http://x user'), [
    'list',
    'create',
    'get',
    'replace',
    'update',
    'delete',
    'erase',
    'export',
  ]);
  t.ok(words('api user list').includes('--is_active'));
  t.same(words('api user list --is-active'), ['true', 'false']);
  t.ok(words('api --token-file x user list').includes('--is_active'));
  t.end();
});

test('a table that is too wide leaves out empty columns, then ends of cells, then columns that it names', (t) => {
  const parameter = { id: 5, name: 'SSID', variable_name: 'wireless.ssid' };
  const row = { id: 1, value: null, parameter, command: 'uci set wireless.ssid=lobby' };
  const at = (width: number) => {
    const table = new Table(Object.keys(row), width);
    return { lines: table.linesOf([row]), dropped: table.dropped };
  };
  t.match(at(80), { lines: [/VALUE/, /1 {10}wireless.ssid {2}uci set/], dropped: [] });
  t.same(at(34), {
    lines: ['ID  PARAMETER      COMMAND', '1   wireless.ssid  uci set wirele…'],
    dropped: [],
  });
  t.same(at(20), { lines: ['ID  PARAMETER', '1   wireless.ssid'], dropped: ['command'] });
  const time = new Table(['at', 'b'], 10).linesOf([{ at: '2026-01-31T12:00:00.123Z', b: 'x' }]);
  t.same(time, ['AT', '2026-01-31T12:00:00Z'], 'neither a time nor an address is cut');
  t.same(unknownColumns(operations), [], 'each chosen column is a field');
  const decisions = operations.find((one) => one.resource === 'aaa_decision');
  t.ok(decisions && usualColumns(decisions).slice(0, 4).includes('reason'));
  t.end();
});

test('a list shows on a terminal what is looked for in it, and in a pipe all of a cell', async (t) => {
  const device = { name: 'corridor', type: 'linux', description: 'x', ip_address: '192.0.2.77' };
  await gateway.control('POST', '/inventory_device/', device);
  const list = ['inventory_device', 'list', '--name', 'corridor'];
  const onTerminal = (columns: number, more: readonly string[] = []) => {
    const line = `stty cols ${columns}; '${process.execPath}' '${gatewayCommand}' api ${[...list, ...more].join(' ')}`;
    const { stdout } = spawnSync('script', ['-qec', line, '/dev/null'], {
      env: environmentOf(here),
    });
    return stdout.toString().replaceAll('\r', '');
  };
  t.match(
    onTerminal(140),
    /^ID {2}NAME {6}TYPE_NAME .*IP_ADDRESS .*LAST_ERROR.*\n\d+ .*192\.0\.2\.77.*\n$/,
  );
  t.match(
    onTerminal(30),
    /^ID .*\n.*\nno room for .*ip_address.*; --wide shows all columns, --columns chooses\n$/,
  );
  t.match(
    onTerminal(80, ['--columns', 'name,serial-number']),
    /^NAME {6}SERIAL_NUMBER\ncorridor\n$/,
  );
  t.match(await api([...list, '--wide']), {
    stdout: /DESCRIPTION.*CONFIGURATION_STATUS/,
    stderr: '',
  });
});

test('no character of a value controls the terminal', (t) => {
  t.same(objectLines({ name: 'a\u001b[2Jb\u009b' }), ['name  a\\u001b[2Jb\\u009b']);
  t.equal(csvLine(['a,b', 'say "x"', -5, null, '-5']), '"a,b","say ""x""",-5,,\'-5');
  t.end();
});

test('a name stands where an id is taken, in operands, fields and filters', async (t) => {
  const made = await api(['location', 'create', '--name', 'Annex of names', '--json']);
  const id = String((JSON.parse(made.stdout) as { id: number }).id);
  const device = ['--name', 'by name', '--type', 'icmp', '--ip_address', '127.0.0.1'];
  const words = ['inventory_device', 'create', ...device, '--location', 'Annex of names', '--json'];
  const created = await api(words);
  t.match(JSON.parse(created.stdout), { name: 'by name', location: Number(id) });
  const shown = await api(['inventory_device', 'get', 'by name', '--json']);
  t.match(JSON.parse(shown.stdout), { name: 'by name', location: Number(id) });
  const listed = await api(['access_point', 'list', '--location', 'Annex of names']);
  t.equal(listed.status, 0, listed.stderr);
  for (const wrong of [
    ['inventory_device', 'get', 'nobody'],
    [...words.slice(0, 8), '--location', 'Annex'],
  ]) {
    const refused = await api(wrong);
    t.equal(refused.status, 2);
    t.match(refused.stderr, /no (?:inventory_device|location) "(?:nobody|Annex)"/);
  }
});
