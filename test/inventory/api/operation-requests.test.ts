import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import tap, { test } from 'tap';
import type { TSchema } from 'typebox';
import { isRecord } from '../../../src/contract/fields.ts';
import { parseRunAt } from '../../../src/inventory/operation/run-at.ts';
import { gatehouse } from '../../gateway-command.ts';
import { GatewayProcess, results } from '../../gateway-process.ts';
import { apis, rows } from '../../http/endpoint-rows.ts';
import { startSshd } from '../../peers/sshd.ts';
import { startSites } from './fixture.ts';

/* What a request for an operation may say, and what the gateway says of a device. */

const sshd = await startSshd();
const { sites, stop } = await startSites();
tap.teardown(async () => {
  await stop();
  await sshd.stop();
});

/** Bodies with names of the caller's choice: variables by name, and what an access point sends to a portal. */
const openBodies = [/_variables\/\{/, /^\/portal_login\//];

function openObjects(schema: unknown, path = 'body'): string[] {
  if (!isRecord(schema)) return [];
  const isOpen = isRecord(schema.properties) && schema.additionalProperties !== false;
  const inner = [
    ...Object.entries(isRecord(schema.properties) ? schema.properties : {}),
    ['[]', schema.items] as const,
    ...(['anyOf', 'oneOf', 'allOf'] as const).flatMap((key) =>
      Array.isArray(schema[key])
        ? schema[key].map((one: unknown, at): [string, unknown] => [`${key}.${at}`, one])
        : [],
    ),
  ];
  return [
    ...(isOpen ? [path] : []),
    ...inner.flatMap(([name, one]) => openObjects(one, `${path}.${name}`)),
  ];
}

test('no endpoint takes keys that it does not know', (t) => {
  const closed = rows.filter(({ row }) => !openBodies.some((open) => open.test(row.path)));
  for (const { row } of closed) {
    const { body, query, method, path } = row as { body: TSchema | null } & typeof row;
    t.same(openObjects(body), [], `${method} ${path}`);
    t.same(openObjects(query), [], `${method} ${path}, query`);
  }
  t.same(openObjects({ properties: { a: { items: { properties: {} } } } }), ['body', 'body.a.[]']);
  t.end();
});

test('read_only may read the lists of apps', (t) => {
  const lists = apis.gate.filter(
    ({ method, path }) => method === 'GET' && path.startsWith('/device_app_'),
  );
  t.equal(lists.length, 6);
  for (const { path, roles } of lists) t.ok(roles.includes('read_only'), path);
  t.end();
});

test('a time without an offset is local time, and a past time means now', (t) => {
  const now = new Date('2026-06-01T12:00:00Z');
  t.equal(parseRunAt(undefined, now), null);
  t.equal(parseRunAt('2026-06-01T11:59:59Z', now), null);
  t.equal(parseRunAt('2026-06-01T14:00:00+01:00', now), Date.UTC(2026, 5, 1, 13));
  t.equal(parseRunAt('2026-07-01 13:00:00', now), new Date(2026, 6, 1, 13).getTime());
  t.equal(parseRunAt('2026-07-01', now), new Date(2026, 6, 1).getTime());
  t.throws(() => parseRunAt('tomorrow', now), /date and time/);
  t.end();
});

test('a time without an offset is the local time of the device', (t) => {
  const now = new Date('2026-01-01T00:00:00Z');
  for (const [zone, text, at] of [
    ['Europe/Berlin', '2026-03-29 01:59:59', '2026-03-29T00:59:59'],
    ['Europe/Berlin', '2026-03-29 02:30', '2026-03-29T01:30:00'],
    ['Europe/Berlin', '2026-03-29 03:00', '2026-03-29T01:00:00'],
    ['Europe/Berlin', '2026-10-25 02:30', '2026-10-25T00:30:00'],
    ['Europe/Berlin', '2026-10-25 03:00', '2026-10-25T02:00:00'],
    ['America/New_York', '2026-03-08 02:30', '2026-03-08T07:30:00'],
    ['America/New_York', '2026-11-01 01:30', '2026-11-01T05:30:00'],
    ['Australia/Lord_Howe', '2026-04-05 01:45', '2026-04-04T14:45:00'],
    ['Australia/Lord_Howe', '2026-10-04 02:15', '2026-10-03T15:45:00'],
    ['Asia/Kolkata', '2026-07-01', '2026-06-30T18:30:00'],
    ['Asia/Kolkata', '2026-07-01 12:00Z', '2026-07-01T12:00:00'],
  ] as const)
    t.equal(parseRunAt(text, now, zone), Date.parse(`${at}Z`), `${text} in ${zone}`);
  t.end();
});

for (const [engine, { ask, gateway }] of Object.entries(sites)) {
  let made = 0;
  const create = async (more: object = {}) => {
    made += 1;
    const own = { name: `ap-${made}`, type: 'linux', username: sshd.user, password: sshd.password };
    const { body } = await ask('POST', '/inventory_device/', {
      ...own,
      ip_address: sshd.host,
      ...more,
    });
    return `${String(body['id'])}/`;
  };
  const profileOf = async (protocol: string, port: number) => {
    made += 1;
    const connection_service = { protocol, port };
    const { body } = await ask('POST', '/inventory_connection_profile/', {
      name: `profile-${made}`,
      connection_service,
    });
    return body['id'];
  };
  const operate = (device: string, body: object, wait = 0) =>
    ask('PUT', `/inventory_device_operation/${device}?wait=${wait}`, body);
  const reboots = async () => (await sshd.commands()).filter((one) => one === 'reboot').length;

  test(`${engine}: run_at without an offset uses the time zone of the device's location, else of its organization`, async (t) => {
    const place = async (more: object) => {
      const name = `place ${(made += 1)}`;
      return gateway.gate('POST', '/location/', { name, ...more });
    };
    for (const time_zone of ['Mars/Base', '+01:00', '', 'x'.repeat(70), 5])
      t.match(await place({ time_zone }), { status: 400, text: /time_zone/ });
    const town = await place({ time_zone: 'Asia/Kolkata' });
    t.match(town, { status: 201, body: { time_zone: 'Asia/Kolkata' } });
    const house = await place({ parent: town.body['id'] });
    t.match(house, { status: 201, body: { time_zone: null } });
    const runAt = async (more: object) => {
      const body = { operation: 'reboot', run_at: '2099-07-01 12:00' };
      return (await operate(await create(more), body)).body['run_at'];
    };
    const { body: own } = await gateway.gate('GET', '/me/organization/');
    const organization = `/organization/${String(own['id'])}/`;
    await gateway.gate('PATCH', organization, { time_zone: 'America/New_York' });
    t.equal(await runAt({ location: house.body['id'] }), '2099-07-01T06:30:00.000Z');
    t.equal(await runAt({}), '2099-07-01T16:00:00.000Z');
    await gateway.gate('PATCH', organization, { time_zone: null });
    t.equal(await runAt({}), new Date(2099, 6, 1, 12).toISOString());
  });

  test(`${engine}: an operation waits for its run_at, and delays no other`, async (t) => {
    const device = await create({ connection_profile: await profileOf('ssh', sshd.port) });
    const before = await reboots();
    const run_at = new Date(Date.now() + 3_600_000).toISOString();
    const asked = await operate(device, { operation: 'reboot', run_at }, 1);
    t.match(asked, { status: 200, body: { status: 'scheduled', run_at, started_at: null } });
    t.match(await operate(device, { operation: 'sync' }, 30), { body: { status: 'completed' } });
    t.equal((await operate(device, { operation: 'reboot', run_at })).body['id'], asked.body['id']);
    t.match(await operate(device, { operation: 'reboot' }), {
      status: 409,
      body: { detail: new RegExp(`is scheduled for ${run_at}, as transaction`) },
    });
    t.equal(await reboots(), before, 'the device was not rebooted');
    const syncWithin = async (ms: number) => {
      const soon = new Date(Date.now() + ms).toISOString();
      const { body } = await operate(device, { operation: 'sync', run_at: soon }, 30);
      return { soon, body };
    };
    let { soon, body } = await syncWithin(1_200);
    // The time had passed when the request arrived.
    if (body['run_at'] === null) ({ soon, body } = await syncWithin(15_000));
    t.match(body, { status: 'completed', run_at: soon });
    t.ok(Date.parse(String(body['started_at'])) >= Date.parse(soon));
    const past = { operation: 'sync', run_at: '2020-01-01T00:00:00Z' };
    t.match(await operate(device, past, 30), { body: { status: 'completed', run_at: null } });
  });

  // The SQL is the same on both engines.
  if (engine === 'sqlite')
    test('an operation of the type has its parameters, checks and evidence', async (t) => {
      const device = await create({
        type: 'garden',
        connection_profile: await profileOf('ssh', sshd.port),
      });
      const { body: whip } = await ask('GET', `/inventory_device_whip/${device}`);
      const operations = whip['operations'] as Record<string, unknown>[];
      t.same(
        operations.map(({ operation, available }) => [operation, available]),
        [
          ['reboot', false],
          ['factory_reset', true],
          ['device_factory_reset', true],
          ['sync', true],
          ['reconfigure', true],
          ['rename', true],
          ['kick_client', true],
          ['block_client', true],
          ['install', true],
          ['refresh', true],
        ],
        'a type that writes has reconfigure',
      );
      t.match(operations[5], {
        label: 'Give it another name',
        parameters: { times: { default: 1 } },
      });
      const run = (operation: string, parameters?: object) =>
        operate(device, { operation, ...(parameters && { parameters }) }, 30);
      const name = `it's "a" $(id) {{ times }}`;
      t.match(await run('rename', { name }), {
        body: {
          status: 'completed',
          parameters: { name, times: 1 },
          results: { verified: true, value: name },
        },
      });
      t.match(await run('rename', { name: 'stubborn' }), {
        body: {
          status: 'failed',
          error_code: 'rejected',
          error_message: /system.name is not "stubborn" within 1 s: it is "it's/,
        },
      });
      t.match(await run('rename', { name: 'ap-garden' }), { body: { status: 'completed' } });
      const before = (await sshd.commands()).length;
      t.match(await run('rename', { name: 'a!', times: 0, more: 1 }), {
        status: 400,
        body: {
          'parameters.more': [/Unknown field. Known: name, times/],
          'parameters.name': [/matches/],
          'parameters.times': ['Expected at least 1.'],
        },
      });
      t.match(await run('kick_client'), {
        status: 400,
        body: { 'parameters.mac': ['This field is required.'] },
      });
      t.match(await run('kick_client', { mac: 'x' }), {
        status: 400,
        body: { 'parameters.mac': ['Expected a MAC address.'] },
      });
      t.match(await run('sync', { mac: 'x' }), {
        status: 400,
        body: { 'parameters.mac': ['Unknown field. Known: none.'] },
      });
      t.match(await run('reboot'), {
        status: 400,
        body: {
          operation: [/It has: factory_reset, device_factory_reset, sync, reconfigure, rename/],
        },
      });
      t.equal((await sshd.commands()).length, before, 'nothing reached the device');
      const [first, second] = await Promise.all(
        ['00-00-5e-00-53-01', '00:00:5e:00:53:02'].map((mac) => run('kick_client', { mac })),
      );
      for (const answer of [first, second])
        t.match(answer, { body: { status: 'failed', error_message: /iw: not found/ } });
      t.not(first?.body['id'], second?.body['id'], 'two clients are two transactions');
      t.ok((await sshd.commands()).includes("iw station del '00:00:5E:00:53:01'"));
      await run('block_client', { mac: '00-00-5E-00-53-0A' });
      t.ok(
        (await sshd.commands()).includes("iw station block '0000.5e00.530a'"),
        'an address is sent in the notation of the device',
      );
      t.same(
        operations
          .filter(({ experimental }) => experimental === true)
          .map((one) => one['operation']),
        ['block_client'],
      );
      t.match(await run('install', { image: 'a' }), {
        body: { status: 'failed', error_message: /sysupgrade -T missing.*option key \*\*\*/ },
      });
      t.notOk(
        (await sshd.commands()).includes("sysupgrade 'a'"),
        'a failed check sends no command',
      );
      t.match(await run('refresh'), {
        body: {
          status: 'failed',
          error_message: /system.release is not "9.0.0" .* it is "8.7.13"/,
        },
      });
    });

  test(`${engine}: a key that an operation does not have is refused by name`, async (t) => {
    const device = await create();
    for (const [key, value] of [
      ['run_after', '2030-01-01T00:00:00Z'],
      ['force', true],
    ] as const)
      t.match(await operate(device, { operation: 'reboot', [key]: value }), {
        status: 400,
        body: { [key]: [/Unknown field/] },
      });
    t.match(await operate(device, { operation: 'reboot', run_at: 'tonight' }), {
      status: 400,
      body: { run_at: [/date and time/] },
    });
    for (const [run_at, words] of [
      ['9999-12-31T23:59:59Z', 'Expected a time until 9999-01-01T00:00:00.000Z.'],
      ['9999-12-31T23:59:59', 'Expected a time until 9999-01-01T00:00:00.000Z.'],
      ['9999-12-31T23:59:59-05:00', /date and time/],
    ] as const)
      t.match(await operate(device, { operation: 'reboot', run_at }), {
        status: 400,
        body: { run_at: [words] },
      });
    const latest = { operation: 'reboot', run_at: '9998-12-31T23:59:59Z' };
    const { body: kept } = await operate(device, latest);
    t.match(kept, { status: 'scheduled', expires_at: '9999-01-01T23:59:59.000Z' });
    const cancel = `/control/api/v1/inventory_transaction/${String(kept['id'])}/cancel/`;
    const headers = { 'content-type': 'application/json' };
    t.match(await gateway.ask('POST', cancel, { token: gateway.token, headers }), {
      status: 200,
      text: /"status":"canceled"/,
    });
  });

  test(`${engine}: a device is Unknown, Misconfigured, Up and Down, and each change is in its log`, async (t) => {
    const ssh = await profileOf('ssh', sshd.port);
    const device = await create({ connection_profile: await profileOf('snmp', 161) });
    const path = `/inventory_device/${device}`;
    const state = async (query = '?update_status=true') => {
      const { body } = await ask('GET', `${path}${query}`);
      return [body['status_text'], body['status']];
    };
    t.same(await state(''), ['Unknown', false]);
    t.same(await state(), ['Misconfigured', false]);
    await ask('PATCH', path, { connection_profile: ssh });
    t.same(await state(), ['Up', true]);
    t.same(await state(), ['Up', true]);
    await ask('PATCH', path, { connection_profile: await profileOf('ssh', 1) });
    t.same(await state(), ['Down', false]);
    const { list } = await ask(
      'GET',
      `/inventory_device_log/?parent__id=${device.slice(0, -1)}&action=event&variable_name=status`,
    );
    t.match(list.toReversed(), [
      { old_value: 'Unknown', value: 'Misconfigured', error_code: 'unsupported', origin: 'auto' },
      { old_value: 'Misconfigured', value: 'Up', error_code: null, error_message: /^after \d+ s$/ },
      {
        old_value: 'Up',
        value: 'Down',
        error_code: 'unreachable',
        error_message: /; after \d+ s$/,
      },
    ]);
    t.equal(list.length, 3);
  });

  test(`${engine}: a device is Misconfigured as long as it cannot be tried`, async (t) => {
    const ssh = await profileOf('ssh', sshd.port);
    const stateOf = async (device: string) => {
      const { body } = await ask('GET', `/inventory_device/${device}?update_status=true`);
      return [body['status_text'], body['last_error']];
    };
    const device = await create({ connection_profile: ssh, username: null });
    t.match(await stateOf(device), ['Misconfigured', /^unsupported: .* needs a username/]);
    const change = (body: object) => ask('PATCH', `/inventory_device/${device}`, body);
    await change({ username: sshd.user, password: null });
    t.match(await stateOf(device), ['Misconfigured', /^refused: /], 'it has a user, and was tried');
    await change({ password: sshd.password });
    t.match(await stateOf(device), ['Up', null]);
    await change({ ip_address: null });
    t.match(await stateOf(device), ['Misconfigured', /no ip_address/]);
    const token = await create({ type: 'token', username: null, password: null });
    t.match(await stateOf(token), ['Misconfigured', /^unsupported: .* no token is set/]);
  });

  test(`${engine}: a shipped type fills the versions of a device`, async (t) => {
    const device = await create({ connection_profile: await profileOf('ssh', sshd.port) });
    await operate(device, { operation: 'sync' }, 30);
    t.match((await ask('GET', `/inventory_device/${device}`)).body, {
      software_version: 'Linux 5.15.150',
    });
  });

  test(`${engine}: a type fills a missing serial number of a device, and never twice`, async (t) => {
    const connection_profile = await profileOf('ssh', sshd.port);
    const numbers: unknown[] = [];
    for (const more of [{ serial_number: 'X-1' }, {}, {}]) {
      const device = await create({ type: 'numbered', connection_profile, ...more });
      const { body } = await operate(device, { operation: 'sync' }, 30);
      t.equal(body['status'], 'completed');
      numbers.push((await ask('GET', `/inventory_device/${device}`)).body['serial_number']);
    }
    t.same(numbers, ['X-1', '8.7.13', null]);
  });

  test(`${engine}: what no device proves is shown as experimental`, async (t) => {
    const { list } = await ask('GET', '/inventory_type/?limit=100');
    const shown = new Map(list.map((type) => [type['short_name'], type['experimental']]));
    t.equal(shown.get('numbered'), true);
    t.equal(shown.get('linux'), false);
    const parameters = await ask(
      'GET',
      '/inventory_parameter/?variable_name__in=box.serial,system.kernel',
    );
    t.same(parameters.list.map((one) => [one['variable_name'], one['experimental']]).toSorted(), [
      ['box.serial', true],
      ['system.kernel', false],
      ['system.kernel', false],
    ]);
  });
}

test('a faulty device type is left out, and check-config names it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'faulty-types-'));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, 'broken.yaml'), 'short_name: broken\nname: Broken\n');
  const type = 'name: Fine\nconnection: { protocol: ssh }\n';
  writeFileSync(join(folder, 'fine.yaml'), `short_name: fine\n${type}`);
  const select = '{ name: A, variable_name: a, short_name: a, type: select, read: { run: a } }';
  const commands = [
    '{ parameters: { mac: { type: mac } }, command: { run: "kick {{ client }}" } }',
    `{ parameters: { mac: {} }, command: { run: "kick '{{ mac }}'" } }`,
    '{ command: { run: x }, verify: { within: 5 } }',
    '{ parameters: { mac: { notation: aabbccddeeff } }, command: { run: "kick {{ mac }}" } }',
    '{ command: { run: x }, verify: { reads_back: a, value: b, within: 5 } }',
  ];
  for (const [at, command] of commands.entries())
    writeFileSync(
      join(folder, `operation${at}.yaml`),
      `short_name: operation${at}\n${type}operations: { kick: ${command} }\n`,
    );
  writeFileSync(join(folder, 'half.yaml'), `short_name: half\n${type}parameters:\n  - ${select}\n`);
  // Without a folder that has `ping`.
  const gateway = await GatewayProcess.start({
    GATEHOUSE_DEVICE_TYPES_DIR: folder,
    GATEHOUSE_POLLING_ENABLED: 'false',
    PATH: dirname(process.execPath),
  });
  t.teardown(() => gateway.remove());
  const found = results(await gateway.control('GET', '/inventory_type/?limit=100'));
  const names = found.map(({ short_name }) => short_name);
  const shipped = readdirSync('config/device-types').map((file) => file.replace('.yaml', ''));
  t.same(names, [...shipped.toSorted(), 'fine']);
  t.match(gateway.output, 'broken.yaml');

  const folders = { GATEHOUSE_DATA_DIR: folder, GATEHOUSE_DEVICE_TYPES_DIR: folder };
  const run = (...command: string[]) => gatehouse(command, folders);
  const { code, output } = await run('check-config');
  t.equal(code, 1);
  t.match(output, /The device types have 9 errors:\n.*broken\.yaml: .*connection/);
  for (const fault of [
    /operation0.*operations\.kick\.command: no value replaces {{ client }}/,
    /operation0.*operations\.kick\.parameters\.mac: no command of the operation has {{ mac }}/,
    /operation1.*operations\.kick\.command: .*inside quotes/,
    /operation2.*verify: expected one of uptime, equals and reads_back/,
    /operation3.*mac\.notation: only of a parameter of type mac/,
    /operation4.*verify.value: the operation has no parameter "b"/,
  ])
    t.match(output, fault);
  t.match(output, /half\.yaml: parameters\.a\.options: required for a select/);
  const check = (name: string) => run('device-type', 'check', join(folder, name));
  t.match(await check('fine.yaml'), { code: 0, output: /fine\.yaml: no errors/ });
  t.match(await check('half.yaml'), { code: 1, output: /half\.yaml: parameters\.a\.options/ });
  t.match(await check('none.yaml'), { code: 2, output: /none\.yaml/ });

  const device = await gateway.control('POST', '/inventory_device/', {
    name: 'pinged',
    type: 'fine',
    ip_address: '127.0.0.1',
  });
  const path = `/inventory_device_ipping/${String(device.body['id'])}/`;
  t.match((await gateway.control('GET', path)).body, {
    status: false,
    packets_sent: 0,
    packet_loss: null,
    error: /this machine has no ping/,
  });
});
