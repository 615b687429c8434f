import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import tap, { test } from 'tap';
import { startSshd } from '../../peers/sshd.ts';
import { eventually } from '../../gateway-process.ts';
import { startSites } from '../api/fixture.ts';

/* The desired values of a device, as settings and as variables, and what becomes of it at a real OpenSSH server. */

const sshd = await startSshd();
const { sites, stop } = await startSites();
tap.teardown(async () => {
  await stop();
  await sshd.stop();
});

const families = [
  ['inventory_device', 'parent_id', 'id'],
  ['inventory_device_name', 'parent__name', 'name'],
  ['inventory_device_serial', 'parent__serial_number', 'serial_number'],
] as const;

for (const [engine, { ask, gateway }] of Object.entries(sites)) {
  let made = 0;
  const create = async (more: object = {}) => {
    made += 1;
    const name = `garden-${made}`;
    const { body } = await ask('POST', '/inventory_device/', {
      name,
      serial_number: `G${made}`,
      type: 'garden',
      ...more,
    });
    return body;
  };
  const reachable = async () => {
    const service = { protocol: 'ssh', port: sshd.port };
    const profile = await ask('POST', '/inventory_connection_profile/', {
      name: `p${made}`,
      connection_service: service,
    });
    const { host: ip_address, user: username, password } = sshd;
    return create({ ip_address, username, password, connection_profile: profile.body['id'] });
  };
  const operate = (id: unknown, operation: string) =>
    ask('PUT', `/inventory_device_operation/${String(id)}/?wait=30`, { operation });
  /** Waits for the transaction that a change of settings has scheduled. */
  const written = (id: unknown) =>
    eventually(
      async () =>
        (await ask('GET', `/inventory_transaction/?operation=set&parent__id=${String(id)}&limit=1`))
          .list[0],
      (transaction) => transaction?.['completed_at'] !== null,
    );
  const setLines = async (id: unknown) =>
    (await ask('GET', `/inventory_device_log/?action=set&parent__id=${String(id)}`)).list;

  for (const [path, parent, key] of families) {
    test(`${engine}: ${path}_setting lists every parameter of the type, and a change waits for the device`, async (t) => {
      const device = await create();
      const of = encodeURIComponent(String(device[key]));
      const list = (query = '') => ask('GET', `/${path}_setting/?${parent}=${of}${query}`);
      const { list: first, body } = await list();
      t.equal(body['count'], 5);
      const channel = first.find(
        (setting) => (setting['parameter'] as { short_name: string }).short_name === 'channel',
      );
      t.match(channel, {
        id: null,
        value: null,
        parent_id: device['id'],
        parameter: { required: false, read_only: false },
      });
      t.notOk('pending' in (channel ?? {}));
      const change = await ask('PATCH', `/${path}_setting/${of}/`, {
        settings: [{ variable_name: 'radio.channel', value: 11 }],
      });
      t.equal(change.status, 200);
      t.match(change.list, [
        {
          value: null,
          pending: true,
          pending_value: 11,
          parameter: { variable_name: 'radio.channel' },
        },
      ]);
      t.equal(change.list.length, 1);
      const { list: waiting } = await list(
        `&pending=1&parameter_id=${String(channel?.['parameter_id'])}`,
      );
      t.match(waiting, [{ id: Number, pending: true, pending_value: 11 }]);
      t.equal((await list('&parameter__short_name=channel')).body['count'], 1);
      t.equal((await list('&parameter_id=eleven')).body['count'], 0);
      t.match((await ask('GET', `/inventory_device/${String(device['id'])}/?pending=1`)).body, {
        pending_settings: true,
        configuration_status: 'pending',
      });
      t.match(await setLines(device['id']), [
        { is_pending: true, is_applied: false, value: '11', old_value: null, user: 'admin' },
      ]);
    });

    test(`${engine}: ${path}_variables is the same store by name and value`, async (t) => {
      const device = await create();
      const of = encodeURIComponent(String(device[key]));
      const list = (query = '') => ask('GET', `/${path}_variables/?${parent}=${of}${query}`);
      const put = (body: unknown) => ask('PUT', `/${path}_variables/${of}/`, body);
      t.match(await put({ 'radio.channel': 6 }), {
        status: 200,
        list: [{ variable_name: 'radio.channel', pending: true, pending_value: 6 }],
      });
      t.match(await put({ variables: [{ variable_name: 'radio.band', value: '5g' }] }), {
        status: 200,
        list: [{ pending_value: '5g' }],
      });
      const { list: all } = await list('&pending=true');
      t.same(
        all
          .filter(({ pending }) => pending === true)
          .map(({ short_name, pending_value }) => [short_name, pending_value]),
        [
          ['channel', 6],
          ['band', '5g'],
        ],
        'what is not listed stays as it is',
      );
      const names = async (query: string) =>
        (await list(query)).list.map(({ short_name }) => short_name);
      t.same(await names('&parameter__variable_name=radio.band,,radio.channel'), [
        'channel',
        'band',
      ]);
      t.same(await names('&parameter__variable_name=radio.*'), [], 'a star is a star');
      t.same(await names('&parameter__variable_name=radio.*&wildcard=true'), ['channel', 'band']);
      t.same(await names('&parameter__variable_name=radio.*&parameter__name=*n*,Key&wildcard=1'), [
        'channel',
        'band',
      ]);
      const [plain, rich] = [await list('&limit=1'), await list('&limit=1&extra=1&dates=1')];
      t.same(Object.keys(plain.list[0] ?? {}), ['variable_name', 'name', 'short_name', 'value']);
      t.match(rich.list[0], {
        type: 'string',
        required: true,
        unit: null,
        created_at: null,
        applied_at: null,
      });
    });

    test(`${engine}: ${path}: without a device, or with one that is not there, there are no settings`, async (t) => {
      for (const kind of ['setting', 'variables']) {
        t.match(await ask('GET', `/${path}_${kind}/`), {
          status: 400,
          body: { [parent]: [String] },
        });
        t.equal((await ask('GET', `/${path}_${kind}/?${parent}=987654`)).status, 404);
      }
    });
  }

  test(`${engine}: settings that cannot be are refused by their place, and none of them is kept`, async (t) => {
    const { id } = await create();
    const settings = [
      { variable_name: 'radio.channel', value: 3 },
      { variable_name: 'radio.channel', value: 4 },
      { name: 'Channel', short_name: 'channel', value: 3 },
      { short_name: 'release', value: '9' },
      { short_name: 'name', value: null },
      { short_name: 'band', value: '6g' },
      { parameter_id: 987_654, value: 1 },
    ];
    const { status, body } = await ask(
      'PATCH',
      `/inventory_device_setting/${String(id)}/`,
      settings,
    );
    t.equal(status, 400);
    t.match(body, {
      'settings.1': ['Parameter "radio.channel" is given twice.'],
      'settings.2': [/^Name a parameter by one of/],
      'settings.3': ['Parameter "system.release" is read-only.'],
      'settings.4.value': ['This field may not be null.'],
      'settings.5.value': ['Not a valid choice. Choices: 2g, 5g.'],
      'settings.6.parameter_id': [/no parameter 987654/],
    });
    t.equal(Object.keys(body).length, 6);
    for (const value of [' ap', 'ap\n'])
      t.match(
        await ask('PATCH', `/inventory_device_setting/${String(id)}/`, [
          { short_name: 'name', value },
        ]),
        { status: 400, body: { 'settings.0.value': [/white space/] } },
      );
    t.same(await setLines(id), []);
    t.match(
      await ask('PUT', `/inventory_device_variables/${String(id)}/`, { 'radio.channel': 'x' }),
      {
        status: 400,
        body: { 'radio.channel.value': ['Expected integer.'] },
      },
    );
  });

  test(`${engine}: of a shipped type only what its file writes can be set`, async (t) => {
    const { body } = await ask('POST', '/inventory_device/', { name: 'shipped', type: 'openwrt' });
    const path = `/inventory_device_setting/${String(body['id'])}/`;
    t.match(await ask('PATCH', path, [{ short_name: 'model', value: 'x' }]), {
      status: 400,
      body: { 'settings.0': ['Parameter "system.model" is read-only.'] },
    });
    t.match(await ask('PATCH', path, [{ short_name: 'hostname', value: 'x' }]), { status: 200 });
  });

  test(`${engine}: white space at the ends of a setting is kept where what is read has it`, async (t) => {
    const { body } = await ask('POST', '/inventory_device/', { name: 'blank', type: 'snmp' });
    const path = `/inventory_device_setting/${String(body['id'])}/?dry_run=true`;
    t.match(await ask('PATCH', path, [{ short_name: 'contact', value: ' desk ' }]), {
      status: 200,
      list: [{ command: / desk / }],
    });
  });

  test(`${engine}: a replacement returns what it does not list to the type's default`, async (t) => {
    const { id } = await create();
    const path = `/inventory_device_setting/${String(id)}/`;
    await ask('PATCH', path, [
      { short_name: 'channel', value: 11 },
      { short_name: 'band', value: '5g' },
    ]);
    const { status, list } = await ask('PUT', path, {
      settings: [{ short_name: 'band', value: '2g' }],
    });
    t.equal(status, 200);
    const wanted = list.map((setting) => [
      (setting['parameter'] as { short_name: string }).short_name,
      setting['pending_value'],
    ]);
    t.same(Object.fromEntries(wanted), { channel: 1, band: '2g', name: 'ap-garden' });
    const lines = await setLines(id);
    t.equal(
      lines.filter(({ is_pending }) => is_pending === true).length,
      3,
      'of each setting the last change waits',
    );
    t.match(
      lines.find(({ value }) => value === '11'),
      { is_pending: false, is_applied: false, error_code: 'canceled' },
    );
  });

  test(`${engine}: a change that the device turns out to have is applied, one that it accepts is written, and one that it refuses or does not keep has failed`, async (t) => {
    const { id } = await reachable();
    const path = `/inventory_device_setting/${String(id)}/`;
    await operate(id, 'sync');
    await ask('PATCH', path, [{ short_name: 'name', value: 'ap-garden' }]);
    const device = () => ask('GET', `/inventory_device/${String(id)}/?pending=1`);
    t.match((await device()).body, { configuration_status: 'synced', software_version: '8.7.13' });
    t.same(await setLines(id), [], 'the device has it already');
    await ask('PATCH', path, [{ short_name: 'name', value: 'ap-pond' }]);
    t.match(await written(id), {
      status: 'completed',
      results: { applied: ['system.name'], variables: [{ value: 'ap-pond' }] },
    });
    t.match((await setLines(id))[0], {
      value: 'ap-pond',
      old_value: 'ap-garden',
      is_applied: true,
      applied_at: String,
    });
    await ask('PATCH', path, [
      { short_name: 'name', value: 'stubborn' },
      { short_name: 'channel', value: 3 },
      { short_name: 'key', value: 'battery staple' },
    ]);
    const refused = await written(id);
    t.match(refused, {
      status: 'failed',
      error_code: 'rejected',
      error_message:
        /radio.channel: .*"iw set channel \{\{ value \}\}" failed, exit code 127: .*; system.name: the device accepted the value, but reports "ap-pond"; wifi.key: the device accepted the value, but reports another value$/s,
    });
    t.notMatch(JSON.stringify(refused), /battery staple/);
    const settingOf = async (shortName: string) =>
      (
        await ask(
          'GET',
          `/inventory_device_setting/?parent_id=${String(id)}&pending=1&parameter__short_name=${shortName}`,
        )
      ).list[0];
    t.match(await settingOf('name'), {
      value: 'ap-pond',
      pending: false,
      pending_value: null,
      state: 'failed',
      wanted: 'stubborn',
      error: /^system.name: the device accepted the value, but/,
    });
    t.match(await settingOf('key'), { state: 'failed', wanted: null });
    t.match((await device()).body, { configuration_status: 'failed', pending_settings: false });
    t.match(
      (await setLines(id)).find(({ value }) => value === 'stubborn'),
      { old_value: 'ap-pond', is_pending: false, is_applied: false, error_code: 'rejected' },
    );
    t.match(
      (await operate(id, 'sync')).body,
      { status: 'completed' },
      'what has failed is not tried again by itself',
    );
    t.match(
      (await operate(id, 'reconfigure')).body,
      { status: 'failed', error_code: 'rejected' },
      'but asked for again it is',
    );
    await ask('PATCH', path, [{ short_name: 'name', value: 'ap-garden' }]);
    await written(id);
    t.match(await settingOf('name'), { state: 'synced', wanted: 'ap-garden', error: null });
    await ask('PATCH', path, [{ short_name: 'channel', value: null }]);
    t.match(await settingOf('channel'), { state: 'unknown', wanted: null, pending: false });
  });

  test(`${engine}: with dry_run a write answers with its commands, and nothing is stored or sent`, async (t) => {
    const { id } = await reachable();
    const before = await sshd.commands();
    const path = `/inventory_device_setting/${String(id)}/?dry_run=true`;
    const { status, list } = await ask('PATCH', path, [
      { short_name: 'name', value: "it's" },
      { short_name: 'key', value: 'battery staple' },
      { short_name: 'band', value: null },
    ]);
    t.equal(status, 200);
    t.same(
      list.map(({ command, state }) => [command, state]),
      [
        [String.raw`uci set system.name='it'\''s' && reload_config`, 'unknown'],
        [null, 'unknown'],
        ['uci set wifi.key=***', 'unknown'],
      ],
    );
    const variables = `/inventory_device_variables/${String(id)}/?dry_run=true`;
    t.match(await ask('PUT', variables, { 'radio.channel': 3 }), {
      list: [{ command: "iw set channel '3'", pending: false }],
    });
    const settings = await ask(
      'GET',
      `/inventory_device_setting/?parent_id=${String(id)}&pending=1`,
    );
    t.ok(settings.list.every(({ wanted }) => wanted === null));
    t.same(await sshd.commands(), before);
    t.match(
      await ask('PATCH', `/inventory_device_setting/${String(id)}/`, [
        { short_name: 'name', value: 'a\0b' },
      ]),
      { status: 400 },
      'a value that the protocol cannot carry is refused',
    );
  });

  test(`${engine}: a forced update reads the device first, and one that does not answer gives what is stored`, async (t) => {
    const device = await reachable();
    const forced = (id: unknown) =>
      ask(
        'GET',
        `/inventory_device_variables/?parent_id=${String(id)}&force_update=true&parameter__short_name=release`,
      );
    t.match((await forced(device['id'])).list, [{ value: '8.7.13' }]);
    t.match(await forced((await create({ ip_address: '127.0.0.1' }))['id']), {
      status: 200,
      list: [{ value: null }],
    });
  });

  test(`${engine}: the two resets leave desired values as they were, or as the type has them`, async (t) => {
    const { id } = await reachable();
    await ask('PATCH', `/inventory_device_setting/${String(id)}/`, [
      { short_name: 'channel', value: 11 },
    ]);
    const channel = async () =>
      (
        await ask(
          'GET',
          `/inventory_device_setting/?parent_id=${String(id)}&pending=1&parameter__short_name=channel`,
        )
      ).list;
    t.match((await operate(id, 'device_factory_reset')).body, { status: 'completed' });
    t.match(await channel(), [{ pending: true, pending_value: 11 }]);
    t.match((await operate(id, 'factory_reset')).body, { status: 'completed' });
    t.match(await channel(), [{ pending: true, pending_value: 1 }]);
    t.match((await setLines(id))[0], { value: '11', is_pending: false, error_code: 'rejected' });
  });

  test(`${engine}: a password is set, read and compared, and nowhere to be seen`, async (t) => {
    const { id } = await reachable();
    const path = `/inventory_device_setting/${String(id)}/`;
    const answers: { text: string; list?: unknown }[] = [
      await ask('PATCH', path, [{ short_name: 'key', value: 'correct horse' }]),
      await written(id).then((transaction) => {
        t.match(transaction, { status: 'completed', results: { applied: ['wifi.key'] } });
        return { text: JSON.stringify(transaction) };
      }),
      await operate(id, 'sync'),
      await ask('GET', `/inventory_device_variables/?parent_id=${String(id)}&pending=1`),
      await ask('PATCH', path, [{ short_name: 'key', value: 'battery staple' }]),
      await written(id).then((transaction) => ({ text: JSON.stringify(transaction) })),
      await ask('GET', `/inventory_device_log/?parent__id=${String(id)}`),
      await ask('POST', '/inventory_device_headless_operation/', {
        parent_id: id,
        operation: 'set',
        variables: [{ variable: 'wifi.key', value: 'battery staple' }],
      }),
    ];
    t.match(answers[0]?.list, [{ value: null, pending: true, pending_value: null }]);
    for (const { text } of answers) t.notMatch(text, /correct horse|battery staple/);
    await sleep(100);
    if (engine === 'sqlite') {
      const files = [gateway.database, `${gateway.database}-wal`].map((file) =>
        readFileSync(file, 'latin1'),
      );
      for (const text of files) t.notMatch(text, /correct horse|battery staple/);
    }
  });

  test(`${engine}: a template is rendered from the variable sets of the device, and follows them`, async (t) => {
    const { id, organization } = await reachable();
    const other = await create();
    const make = async (more: object) =>
      (await ask('POST', '/inventory_variable_set/', { name: 'set', ...more })).body;
    const [root, own] = [
      await make({ name: 'all', variables: { site: 'pond', channel: 6 } }),
      await make({
        name: 'one',
        device: id,
        variables: { site: "it's $(id) {{ channel }}" },
        secret_variables: { psk: 'correct horse' },
      }),
    ];
    t.notMatch(JSON.stringify(own), 'correct horse');
    const path = `/inventory_device_variables/${String(id)}/`;
    const shown = async (device: unknown = id) => {
      const query = `parent_id=${String(device)}&pending=1&extra=1`;
      const { list } = await ask('GET', `/inventory_device_variables/?${query}`);
      return new Map(list.map((row) => [row['variable_name'], row]));
    };
    t.match(
      await ask('PUT', `${path}?dry_run=true`, { 'system.name': 'ap-{{ site }}' }),
      {
        list: [
          {
            command: String.raw`uci set system.name='ap-it'\''s $(id) {{ channel }}' && reload_config`,
          },
        ],
      },
      'a value is data: neither a command nor another template',
    );
    t.match(
      await ask('PUT', path, {
        'system.name': 'ap-{{ site }}-{{ psk }}',
        'radio.channel': '{{ site }}',
        'radio.band': '{{band}} {{ nowhere }}',
      }),
      {
        status: 400,
        body: {
          'system.name.value': ['The variable "psk" is secret, and "system.name" is no password.'],
          'radio.channel.value': [
            /"it's .* of the template \{\{ site \}\} is invalid: Expected int/,
          ],
          'radio.band.value': ['No variable set of the device has "band", "nowhere".'],
        },
      },
    );
    const templates = { 'system.name': 'ap-{{ site }}', 'wifi.key': '{{ psk }}' };
    await ask('PUT', path, templates);
    t.match(await written(id), { status: 'completed', results: { applied: Array } });
    t.match(Object.fromEntries(await shown()), {
      'system.name': {
        value: "ap-it's $(id) {{ channel }}",
        template: 'ap-{{ site }}',
        state: 'synced',
        origin: [{ variable: 'site', variable_set: own['id'], name: 'one' }],
      },
      'wifi.key': { template: null, wanted: null, origin: [{ variable: 'psk' }] },
    });
    await ask('PUT', `/inventory_device_variables/${String(other['id'])}/`, {
      'system.name': '{{ site }}',
      'radio.channel': '{{ channel }}',
    });
    const follows = (device: unknown, variable: string, fits: (row: object) => boolean) =>
      eventually(
        async () => (await shown(device)).get(variable) ?? {},
        (row) => fits(row),
      );
    const weight = { weight: 5, variables: { site: 'lake', channel: '11' } };
    await ask('PATCH', `/inventory_variable_set/${String(root['id'])}/`, weight);
    const isDesired = (value: unknown) => (row: object) => 'wanted' in row && row.wanted === value;
    t.match(await follows(id, 'system.name', isDesired('ap-lake')), {
      origin: [{ name: 'all' }],
    });
    t.match(await follows(other['id'], 'radio.channel', isDesired(11)), { state: 'pending' });
    t.match(await written(id), { status: 'completed' }, 'and is written');
    await ask('DELETE', `/inventory_variable_set/${String(own['id'])}/`);
    t.match(await follows(id, 'wifi.key', (row) => 'state' in row && row.state === 'failed'), {});
    t.match(await setLines(id), [
      {
        variable_name: 'wifi.key',
        error_message: 'wifi.key: No variable set of the device has "psk".',
      },
    ]);
    const { body: location } = await gateway.gate('POST', '/location/', { name: `l${made}` });
    const near = { location: location['id'], weight: 9, variables: { site: 'near' } };
    t.match(await ask('POST', '/inventory_variable_set/', { name: 'near', ...near }), {
      status: 201,
      body: { organization, type: null },
    });
    await ask('PATCH', `/inventory_device/${String(id)}/`, { location: location['id'] });
    t.match(await follows(id, 'system.name', isDesired('ap-near')), {
      wanted: 'ap-near',
      origin: [{ name: 'near' }],
    });
    t.match((await shown(other['id'])).get('system.name'), { wanted: 'lake' });
    await ask('PUT', path, { 'system.name': 'ap-garden' });
    await written(id);
    t.match((await shown()).get('system.name'), {
      template: null,
      origin: null,
      wanted: 'ap-garden',
    });
    t.match(
      await ask('PATCH', `/inventory_variable_set/${String(root['id'])}/`, {
        variables: { 'a b': 1 },
      }),
      {
        status: 400,
      },
    );
  });
}
