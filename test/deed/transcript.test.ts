import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { gatewayCommand } from '../../src/runtime/package-root.ts';
import { guideBlocks } from '../../tools/documents/guide-blocks.ts';
import { commandOn } from '../api-client/command.ts';
import { furnish } from '../aaa/coa/fixture.ts';
import { eventually, GatewayProcess, results } from '../gateway-process.ts';
import { radclient } from '../peers/radclient.ts';
import { startSshd } from '../peers/sshd.ts';
import { secret } from '../radius/acct/send-accounting.ts';

/*
 * The day of somebody who has read nothing but `gatehouse help`: every command here stands there. The gateway runs in a process
 * of its own, the access points are an OpenSSH server, and the NAS sends and answers RADIUS packets.
 */

const [gateway, sshd] = await Promise.all([
  GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false' }),
  startSshd(),
]);
const gatehouse = commandOn(gateway);
tap.teardown(async () => {
  await gateway.remove();
  await sshd.stop();
});

const idOf = (reply: { readonly body: Readonly<Record<string, unknown>> }) => reply.body['id'];

const place = async (name: string, time_zone: string) =>
  idOf(await gateway.gate('POST', '/location/', { name, time_zone }));

const main = await place('Main building', 'Asia/Tokyo');
const annex = await place('Annex', 'Europe/Berlin');
const profile = idOf(
  await gateway.control('POST', '/inventory_connection_profile/', {
    name: 'ssh',
    connection_service: { protocol: 'ssh', port: sshd.port },
  }),
);
const addDevice = (name: string, location: unknown) =>
  gateway.control('POST', '/inventory_device/', {
    name,
    type: 'openwrt',
    location,
    ip_address: sshd.host,
    connection_profile: profile,
    username: sshd.user,
    password: sshd.password,
  });
const site = await furnish(gateway);
tap.teardown(() => site.nas.stop());
for (const name of ['bar', 'lobby']) await addDevice(name, main);
await addDevice('garden', annex);

test('the help of the program names every command of this day', async (t) => {
  const { stdout, status } = await gatehouse(['help']);
  t.equal(status, 0);
  const words = [
    'status',
    'devices',
    'device',
    'sessions',
    'why',
    'disconnect',
    'vouchers',
    'watch',
  ];
  for (const word of words) t.match(stdout, new RegExp(`^ {2}${word} \\[options\\]`, 'm'));
});

test('the devices of one location are rebooted at night, by the clock of that location', async (t) => {
  const reboot = ['device', 'reboot', '--location', 'Main building'];
  t.match(await gatehouse([...reboot, '--at', '03:00']), {
    status: 2,
    stderr: /several devices need an answer: give --yes/,
  });
  t.match(await gatehouse(['device', 'reboot', '--location', 'Mian building', '--yes']), {
    status: 2,
    stderr: 'no location "Mian building"\n(Did you mean Main building?)\n',
  });
  const planned = await gatehouse([...reboot, '--at', '03:00', '--yes']);
  t.match(planned, { status: 0, stderr: '' });
  t.match(
    planned.stdout,
    /^reboot of 2 devices at \d{4}-\d\d-\d\d 03:00 \(Asia\/Tokyo\):\n {2}bar\n {2}lobby\nto cancel it: gatehouse api inventory_fleet_operation cancel [\w-]+\n$/,
  );
  const [fleet] = results(await gateway.control('GET', '/inventory_fleet_operation/'));
  const devices = results(
    await gateway.control('GET', `/inventory_fleet_operation/${String(fleet?.['id'])}/devices/`),
  );
  t.same(
    devices.map((row) => [row['device_name'], String(row['run_at']).slice(11, 16)]),
    [
      ['bar', '18:00'],
      ['lobby', '18:00'],
    ],
    '03:00 in Tokyo',
  );
  t.match(
    (await gatehouse(['status'])).stdout,
    /^ +reboot of 2 devices at \d{4}-\d\d-\d\d \d\d:\d\d by admin, found by \{"location":1\}$/m,
  );
  const [, cancel = ''] = /: gatehouse (.*)\n$/.exec(planned.stdout) ?? [];
  t.match(await gatehouse(cancel.split(' ')), { status: 0, stdout: /^status +canceled$/m });
  t.same(await sshd.commands(), []);
});

test('an operation that runs now is followed to its end', async (t) => {
  const one = await gatehouse(['device', 'reboot', 'garden', '--location', 'Annex']);
  t.match(one, { status: 0, stdout: /reboot of garden: completed\n$/, stderr: '' });
  const fleet = await gatehouse(['device', 'reboot', '--location', 'Main building', '--yes']);
  t.match(fleet, { status: 0, stdout: /^reboot of 2 devices now:\n {2}bar\n {2}lobby\n/ });
  t.match(fleet.stdout, /reboot of 2 devices: completed\n$/);
  t.match(fleet.stderr, /^(reboot of 2 devices: \d of 2\n)+$/, 'progress as lines in a pipe');
  t.match(await gatehouse(['device', 'reboot', 'loby']), {
    status: 2,
    stderr: 'no device "loby"\n(Did you mean lobby?)\n',
  });
  t.match(await gatehouse(['devices', '--location', 'Annex']), {
    status: 0,
    stdout: /^NAME +STATE .*LAST ERROR.*\ngarden +Up .*\n1 device, 1 up\n$/,
  });
});

test('why a guest was refused, and what would be now', async (t) => {
  const { nas, open } = site;
  await gateway.gate('POST', '/user/', {
    username: 'alice',
    password: 'correct horse',
    expiration: '2020-01-31T00:00:00Z',
  });
  const login = (password: string) =>
    radclient({
      to: { address: '127.0.0.1', port: gateway.authPort },
      command: 'auth',
      attributes: `User-Name = alice\nUser-Password = "${password}"\nCalling-Station-Id = 02-00-00-00-00-01`,
      secret,
      seconds: 10,
    });
  t.notOk((await login('correct horse')).ok);
  const why = await eventually(
    () => gatehouse(['why', 'alice']),
    ({ stdout }) => /was refused/.test(stdout),
  );
  t.match(why, { status: 0, stderr: '' });
  t.match(
    why.stdout,
    /^alice was refused at \d{4}-\d\d-\d\d \d\d:\d\d: .*expir.*\.\n {2}.*asked by nas, PAP\n/i,
  );
  t.match(why.stdout, /\nWith the right password a login now would be refused: .*expir/i);
  t.match(await gatehouse(['why', 'alcie']), {
    status: 2,
    stderr: /^no login and no user "alcie"\n\(Did you mean alice\?\)\n$/,
  });

  await open('alice');
  t.match(await gatehouse(['sessions', 'alice']), {
    status: 0,
    stdout: /^USER +DEVICE +.*START.*\nalice +02-00-00-00-00-01 .*\n1 open session of alice\n$/,
  });
  nas.behave({ answer: 'nak', errorCause: 503 });
  t.match(await gatehouse(['disconnect', 'alice']), {
    status: 6,
    stdout: 'alice, 02-00-00-00-00-01: the NAS refused: Session-Context-Not-Found\n',
    stderr: '1 of 1 session did not end\n',
  });
  nas.behave({ answer: 'ack' });
  t.match(await gatehouse(['disconnect', 'alice']), { status: 0, stdout: /: disconnected\n$/ });
});

test('which reply items were sent, and where the others are', async (t) => {
  const { body } = await gateway.gate('POST', '/aaa_profile/', {
    name: 'by place',
    reply_attributes: [
      { attribute: 'Filter-Id', value: 'lobby', when: { client: 'nas' } },
      { attribute: 'Filter-Id', value: 'staff', when: { ssid: 'staff', time: 'Wk0800-1800' } },
    ],
  });
  const password = 'correct horse';
  await gateway.gate('POST', '/user/', { username: 'dora', password, profile: body['id'] });
  const accepted = await radclient({
    to: { address: '127.0.0.1', port: gateway.authPort },
    command: 'auth',
    attributes: `User-Name = dora\nUser-Password = "${password}"`,
    secret,
    seconds: 10,
  });
  t.match(accepted.output, /Filter-Id = "lobby"/);
  const { stdout } = await eventually(
    () => gatehouse(['why', 'dora']),
    (why) => /was let in/.test(why.stdout),
  );
  t.match(stdout, '\n  Filter-Id lobby was sent: only to AAA client nas\n');
  t.match(stdout, '\n  Filter-Id staff was not sent: only in the network staff, at Wk0800-1800\n');
  t.match(stdout, '\n  Filter-Id staff only in the network staff, at Wk0800-1800\n');
});

test('why the portal refused a guest or a voucher, and what would be now', async (t) => {
  await gateway.gate('POST', '/access_point/', { name: 'hall', mac: '02:00:00:00:01:01' });
  const login = (fields: object) =>
    gateway.gate('POST', '/portal_login/', {
      ap_mac: '02:00:00:00:01:01',
      mac: '02:00:00:00:00:09',
      ip: '192.0.2.9',
      ...fields,
    });
  await gateway.gate('POST', '/user/', { username: 'bob', password: 'correct horse' });
  t.equal((await login({ uid: 'bob', password: 'wrong' })).status, 400);
  const refused = await gatehouse(['why', 'bob']);
  t.match(refused, { status: 0, stderr: '' });
  t.match(
    refused.stdout,
    /^bob was refused at the portal at \d{4}-\d\d-\d\d \d\d:\d\d: wrong password\.\n {2}device 02-?.*\n/,
  );
  t.match(refused.stdout, /\nWith the right password a login now would be let in\.\n/);
  t.match((await gatehouse(['why', '02:00:00:00:00:09'])).stdout, /refused at the portal/);

  const made = await gateway.gate('POST', '/user_token/', {
    kind: 'network',
    time: 3600,
    expiration: '2020-01-31T00:00:00Z',
  });
  t.equal(made.status, 201, made.text);
  const code = String(made.body['code']);
  t.match(await gatehouse(['why', code]), {
    status: 0,
    stdout:
      /^No login of .* is recorded\.\nWith the right password a login now would be refused: .*expir/,
  });
  t.equal((await login({ token: code })).status, 400);
  t.match(
    (await gatehouse(['why', code])).stdout,
    /^.* was refused at the portal at .*: expired\.\n/,
  );
  await gateway.gate('DELETE', `/user_token/${String(made.body['id'])}/`);
});

test('a shell completes the names of the gateway, and runs nothing that is in them', async (t) => {
  const idOfHostile = String(idOf(await addDevice('$(touch ran) `touch ran`', annex)));
  const script = await gatehouse(['completion', 'bash']);
  writeFileSync(join(gateway.folder, 'completion.sh'), script.stdout);
  const complete = (...words: readonly string[]) =>
    new Promise<readonly string[]>((resolve) => {
      const run = [
        `gatehouse() { '${process.execPath}' '${gatewayCommand}' "$@"; }`,
        '. ./completion.sh; COMP_WORDS=(gatehouse "$@"); COMP_CWORD=$#; _gatehouse',
        'printf "%s\\n" "${COMPREPLY[@]}"',
      ];
      const options = { cwd: gateway.folder, env: gatehouse.environment };
      execFile(
        'bash',
        ['--norc', '-c', run.join('\n'), 'bash', ...words],
        options,
        (_error, stdout) => {
          resolve(stdout.trim().split('\n'));
        },
      );
    });
  t.same(await complete('device', 'reboot', 'l'), ['lobby']);
  t.match(await complete('device', 'reboot', '$'), ['\\$\\(touch\\ ran\\)\\ \\`touch\\ ran\\`']);
  t.same(await complete('device', 'reboot', '--location', 'M'), ['Main\\ building']);
  t.same(await complete('why', 'al'), ['alice']);
  t.same(await complete('device', 'reboot', '--lo'), ['--location']);
  t.same(await complete('api', 'user_username', 'get', 'al'), ['alice']);
  t.ok((await complete('api', 'inventory_device_name', 'get', 'lo')).includes('lobby'));
  t.notOk(existsSync(join(gateway.folder, 'ran')));
  t.equal((await gateway.control('DELETE', `/inventory_device/${idOfHostile}/`)).status, 204);
});

test('vouchers are listed or printed', async (t) => {
  const listed = await gatehouse(['vouchers', '3', '--time', '24h']);
  t.match(listed, { status: 0, stdout: /^([\dA-Z-]+\n){3}$/, stderr: '3 vouchers of 1 d each\n' });
  const printed = await gatehouse(['vouchers', '20', '--time', '90m', '--print', 'desk.pdf']);
  t.match(printed, { status: 0, stdout: '20 vouchers of 1 h 30 min each, in desk.pdf\n' });
  t.match(readFileSync(join(gateway.folder, 'desk.pdf'), 'latin1'), /^%PDF-.*%%EOF\s*$/s);
  t.match(await gatehouse(['vouchers', '20', '--time', '90m', '--print', 'desk.pdf']), {
    status: 2,
    stderr: '--print desk.pdf: the file exists\n',
  });
  t.match(await gatehouse(['vouchers', '2', '--time', 'a day']), {
    status: 2,
    stderr: /--time: "a day" is not a duration/,
  });
  const tokens = results(await gateway.gate('GET', '/user_token/?kind=network&limit=100'));
  t.equal(tokens.length, 23, 'nothing is made in vain');
  t.same([...new Set(tokens.map(({ time }) => time))].sort(), [5400, 86_400]);
});

test('the state of the site, and what happens on it, as lines', async (t) => {
  const status = await gatehouse(['status']);
  t.match(status, { status: 0, stderr: '' });
  t.match(status.stdout, /^Devices +3 devices, 3 up$/m);
  const watching = gatehouse(['watch', 'operation', '--seconds', '5']);
  await gatehouse(['device', 'reboot', 'garden', '--no-wait']);
  const { stdout } = await watching;
  t.match(stdout, /^\d\d:\d\d:\d\d operation +reboot of garden is \w+$/m);
});

test('the commands of the guide run as they stand', async (t) => {
  const { nas, open } = site;
  nas.behave({ answer: 'ack' });
  await open('alice');
  for (const { place: at, text } of guideBlocks('sh day'))
    for (const line of text.trim().split('\n')) {
      const command = line.replace(/ +# .*$/, '').replace(/^gatehouse /, '');
      const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(
        ([, quoted, word]) => quoted ?? word ?? '',
      );
      const { status, stderr } = await gatehouse(words);
      t.equal(status, 0, `${at}: ${line}\n${stderr}`);
    }
});
