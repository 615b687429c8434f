import { createSocket } from 'node:dgram';
import tap, { test } from 'tap';
import { dnsAnswer } from '../../peers/dns-answer.ts';
import { freeUdpPort } from '../../peers/port.ts';
import { startSshd } from '../../peers/sshd.ts';
import { claimDueDevices } from '../../../src/inventory/metric/due-devices.ts';
import { startSites } from '../api/fixture.ts';
import { eventually } from '../../gateway-process.ts';
import { loopbackConfig } from '../../loopback-config.ts';

/* Diagnostics and headless operations: asked for in each addressing, run against real peers, found again. */

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

for (const [engine, { ask, gateway, openStore, stranger }] of Object.entries(sites)) {
  let made = 0;
  const profile = await ask('POST', '/inventory_connection_profile/', {
    name: 'ssh on a port of its own',
    connection_service: { protocol: 'ssh', port: sshd.port },
  });
  const create = async (more: object = {}) => {
    made += 1;
    const own = { name: `ap-${made}`, serial_number: `T${made}`, type: 'linux' };
    return (await ask('POST', '/inventory_device/', { ...own, ...more })).body;
  };
  const reachable = () => {
    const { host: ip_address, user: username, password } = sshd;
    return create({ ip_address, username, password, connection_profile: profile.body['id'] });
  };

  for (const [path, parent, key] of families) {
    test(`${engine}: a ping asked for at ${path}_diags runs from the gateway and is found by its id`, async (t) => {
      const device = await create();
      const body = {
        [parent]: device[key],
        operation: 'ping',
        host: '127.0.0.1',
        count: 2,
        timeout: 1000,
      };
      const { status, body: made } = await ask('POST', `/${path}_diags/?wait=30`, body);
      t.equal(status, 201);
      t.match(made, {
        parent_id: device['id'],
        parent__name: device['name'],
        status: 'completed',
        error_code: null,
      });
      t.same(made['parameters'], {
        host: '127.0.0.1',
        count: 2,
        timeout: 1000,
        interface: '',
        packet_size: 64,
        dscp: 0,
      });
      t.match(made['results'], {
        source: 'gateway',
        ip_address_used: '127.0.0.1',
        success_count: 2,
        failure_count: 0,
        packet_loss: 0,
        min_response_time: Number,
        avg_response_time: Number,
        max_response_time: Number,
      });
      const found = await ask('GET', `/${path}_diags/?id=${String(made['id'])}&update_status=true`);
      t.match(found.body, { count: 1, next: null });
      t.same(found.list, [made]);
      for (const id of ['nonsense', '00000000-0000-4000-8000-000000000000'])
        t.equal((await ask('GET', `/${path}_diags/?id=${id}`)).status, 404);
      t.equal(
        (await stranger('GET', `/${path}_diags/?id=${String(made['id'])}`)).status,
        404,
        'nor by a stranger',
      );
      t.equal(
        (await ask('GET', `/${path}_headless_operation/?id=${String(made['id'])}`)).status,
        404,
        'nor as another kind',
      );
      const foreign = await stranger('POST', `/${path}_diags/`, body);
      t.match(foreign, { status: 400, body: { [parent]: [/object does not exist/] } });
    });

    test(`${engine}: a get asked for at ${path}_headless_operation reads the device itself`, async (t) => {
      const device = await reachable();
      const variables = ['system.hostname', { variable: 'system.load_1m' }, 'system.nothing'];
      const asked = { [parent]: device[key], operation: 'get', variables };
      const { status, body } = await ask('POST', `/${path}_headless_operation/?wait=30`, asked);
      t.equal(status, 201);
      t.match(body, {
        parent_id: device['id'],
        operation: 'get',
        status: 'completed',
        started_at: String,
        completed_at: String,
      });
      t.same(body['results'], [
        { variable: 'system.hostname', value: 'ap-garden', type: 'string' },
        { variable: 'system.load_1m', value: 0.42, type: 'float' },
        {
          variable: 'system.nothing',
          value: null,
          type: null,
          error: 'the device type has no such parameter',
        },
      ]);
      t.same((await ask('GET', `/${path}_headless_operation/?id=${String(body['id'])}`)).list, [
        body,
      ]);
      const { list } = await ask(
        'GET',
        `/inventory_device_log/?action=get&parent__id=${String(device['id'])}`,
      );
      t.match(list, [
        { is_applied: true },
        { is_applied: true },
        { is_applied: true, transaction: body['id'], user: 'admin' },
      ]);
      const values = await ask(
        'GET',
        `/inventory_device_variables/?parent_id=${String(device['id'])}&parameter__short_name=load_1m`,
      );
      t.match(values.list, [{ value: 0.42 }], 'what was read is kept');
    });
  }

  test(`${engine}: a path that ends in a dot stands for all below it`, async (t) => {
    const asked = {
      parent_id: (await reachable())['id'],
      operation: 'get',
      variables: [{ variable: 'system.' }],
    };
    const { body } = await ask('POST', '/inventory_device_headless_operation/?wait=30', asked);
    t.equal((body['results'] as unknown[]).length, 5);
  });

  test(`${engine}: of several devices each has a transaction of its own, or none has`, async (t) => {
    const [up, down] = [await reachable(), await create()];
    const post = (parents: unknown[]) =>
      ask('POST', '/inventory_device_name_headless_operation/?wait=30', {
        parent__name: parents,
        operation: 'get',
        variables: ['system.kernel'],
      });
    const { status, list } = await post([up['name'], down['name'], up['name']]);
    t.equal(status, 201);
    t.match(list, [
      {
        parent_id: up['id'],
        status: 'completed',
        results: [{ value: 'Linux 5.15.150' }],
      },
      { parent_id: down['id'], status: 'failed', error_code: 'unreachable', results: null },
    ]);
    t.equal(list.length, 2);
    const before = (await ask('GET', '/inventory_device_headless_operation/')).body['count'];
    t.match(await post([up['name'], 'nobody']), {
      status: 400,
      body: { parent__name: [/"nobody"/] },
    });
    t.equal((await ask('GET', '/inventory_device_headless_operation/')).body['count'], before);
  });

  test(`${engine}: a headless set writes, reads back and keeps its values as the desired ones`, async (t) => {
    const { host: ip_address, user: username, password } = sshd;
    const own = { ip_address, username, password, connection_profile: profile.body['id'] };
    const device = await create({ type: 'garden', ...own });
    const set = (variables: unknown[], parent_id: unknown = device['id']) =>
      ask('POST', '/inventory_device_headless_operation/?wait=30', {
        parent_id,
        operation: 'set',
        variables,
      });
    t.match((await set([{ variable: 'system.name', value: 'ap-lawn' }])).body, {
      status: 'completed',
      results: [{ variable: 'system.name', status: 'applied', error: null }],
    });
    const settings = async () =>
      (await ask('GET', `/inventory_device_setting/?parent_id=${String(device['id'])}&pending=1`))
        .list;
    t.match((await settings())[0], { value: 'ap-lawn', wanted: 'ap-lawn', state: 'synced' });
    const { body, text } = await set([
      { variable: 'wifi.key', value: 'battery staple' },
      { variable: 'radio.channel', value: 3 },
    ]);
    t.match(body, {
      status: 'failed',
      error_code: 'rejected',
      error_message: /radio.channel: .*iw: not found.*wifi.key: .*reports another value/s,
    });
    t.notMatch(text, /battery staple/);
    const { list } = await ask(
      'GET',
      `/inventory_device_log/?parent__id=${String(device['id'])}&action=set`,
    );
    t.match(list, [
      { is_pending: false, is_applied: false, error_code: 'rejected' },
      { is_pending: false, is_applied: false, error_code: 'rejected' },
      { variable_name: 'system.name', is_applied: true },
    ]);
    t.equal(list.length, 3);
    t.match((await set([{ variable: 'system.name', value: 'ap-garden' }])).body, {
      status: 'completed',
    });
  });

  test(`${engine}: what the type cannot write is refused when it is requested, for all devices`, async (t) => {
    const { id } = await reachable();
    const garden = await create({ type: 'garden' });
    const before = (await sshd.commands()).length;
    const count = async () =>
      (await ask('GET', '/inventory_device_headless_operation/')).body['count'];
    const transactions = await count();
    const post = (operation: string, variable: object, parent_id: unknown = id) =>
      ask('POST', '/inventory_device_headless_operation/?wait=30', {
        parent_id,
        operation,
        variables: [variable],
      });
    t.match(await post('set', { variable: 'system.hostname', value: 'x' }), {
      status: 400,
      body: { 'variables.0': ['Parameter "system.hostname" is read-only.'] },
    });
    t.match(await post('set', { variable: 'system.name', value: 'x' }, [garden['id'], id]), {
      status: 400,
      body: { 'variables.0.variable': [/no parameter "system.name"/] },
    });
    t.match(await post('set', { variable: 'radio.channel', value: 'x' }, garden['id']), {
      status: 400,
      body: { 'variables.0.value': ['Expected integer.'] },
    });
    for (const [operation, variable] of [
      ['add.obj', 'Device.WiFi.SSID.'],
      ['del.obj', 'Device.WiFi.SSID.3.'],
    ] as const)
      t.match(await post(operation, { variable }), {
        status: 400,
        body: { operation: ['Type "linux" has no objects that can be added or deleted.'] },
      });
    t.equal(await count(), transactions);
    t.equal((await sshd.commands()).length, before, 'the device received nothing');
  });

  test(`${engine}: a headless operation that makes no sense is refused by its place`, async (t) => {
    const { id: parent_id } = await create();
    const post = (operation: string, variables: unknown[]) =>
      ask('POST', '/inventory_device_headless_operation/', { parent_id, operation, variables });
    t.match((await post('get', [])).body, { variables: [String] });
    t.match((await post('get', ['a', { variable: 'b', value: 1 }])).body, {
      'variables.1.value': [/Unknown field/],
    });
    t.match((await post('set', [{ variable: 'a', value: 1, type: 'string' }])).body, {
      'variables.0.value': ['Expected string.'],
    });
    t.match((await post('set', [{ variable: 'a' }])).body, { 'variables.0.value': [String] });
    t.match((await post('add.obj', [{ variable: 'Device.X' }])).body, {
      'variables.0.variable': [/dot at its end/],
    });
    t.match((await post('del.obj', [{ variable: 'Device.X.' }])).body, {
      'variables.0.variable': [/instance/],
    });
    t.match((await post('move', ['a'])).body, { operation: [/get, set, add.obj, del.obj/] });
  });

  test(`${engine}: the keys of each diagnostic are checked`, async (t) => {
    const { id: parent_id } = await create();
    const post = (operation: string, keys: object) =>
      ask('POST', '/inventory_device_diags/', { parent_id, operation, ...keys });
    // Not before tomorrow: what is asked here is not run.
    const run_at = new Date(Date.now() + 86_400_000).toISOString();
    const possible = {
      traceroute: [{ host: '192.0.2.1' }, { tries: 3, max_hops: 30, packet_size: 38 }],
      download: [{ url: 'http://192.0.2.1/x' }, { connections: 1, duration: 0 }],
      upload: [{ url: 'http://192.0.2.1/x' }, { file_size: 1_048_576 }],
      udp_echo: [
        { host: '192.0.2.1', port: 7 },
        { interval: 1000, count: 4 },
      ],
    };
    for (const [operation, [keys = {}, defaults]] of Object.entries(possible)) {
      const { status, body } = await post(operation, { ...keys, run_at });
      t.equal(status, 201, operation);
      t.match(
        body,
        { status: 'scheduled', run_at, results: null, parameters: { ...keys, ...defaults } },
        operation,
      );
      const path = `/inventory_transaction/${String(body['id'])}/cancel/`;
      t.match((await ask('POST', path, {})).body, { status: 'canceled' });
    }
    t.match(await post('wifi_neighbor', {}), { status: 400, body: { operation: [String] } });
    t.match(await post('ping', { host: '127.0.0.1', source: 'device' }), {
      status: 400,
      body: { source: [/no ip_address/] },
    });
    t.match(await post('ping', { host: '127.0.0.1', interface: 'eth9' }), {
      status: 400,
      body: { interface: [/eth9/] },
    });
    t.match(await post('ping', { host: 'x', count: 101, timeout: 1 }), {
      status: 400,
      body: { count: [String], timeout: [String] },
    });
    t.match(await post('ping', { url: 'http://x/' }), {
      status: 400,
      body: { host: [String], url: [/Unknown/] },
    });
    t.match(await post('udp_echo', { host: 'x' }), {
      status: 400,
      body: { port: ['This field is required.'] },
    });
    t.match(await post('download', { url: 'file:///etc/passwd' }), {
      status: 400,
      body: { url: [String] },
    });
    t.match(await post('smell', {}), { status: 400, body: { operation: [/wifi_neighbor/] } });
  });

  test(`${engine}: a look-up asks the name server that it names, and its silence is a result`, async (t) => {
    const { id: parent_id } = await create();
    const server = createSocket('udp4').on('message', (question, from) => {
      server.send(dnsAnswer(question, '192.0.2.7'), from.port, from.address);
    });
    await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
    const { port } = server.address();
    t.teardown(() => {
      server.close();
    });
    const post = (dns_server: string, timeout = 5_000) =>
      ask('POST', '/inventory_device_diags/?wait=30', {
        parent_id,
        operation: 'dns_lookup',
        host: 'ap.example',
        dns_server,
        timeout,
        count: 2,
      });
    const { body } = await post(`127.0.0.1:${port}`);
    t.match(body, { status: 'completed', results: { source: 'gateway', success_count: 2 } });
    const answer = {
      status: 'Success',
      host_returned: 'ap.example',
      addresses: ['192.0.2.7'],
      dns_server: `127.0.0.1:${port}`,
    };
    t.match((body['results'] as { answers: unknown[] }).answers, [answer, answer]);
    const silent = await post(`127.0.0.1:${await freeUdpPort()}`, 300);
    t.match(silent.body, {
      status: 'completed',
      results: { success_count: 0, answers: [{ status: /^Error_/, addresses: [] }] },
    });
    t.match(await post('no address'), { status: 400, body: { dns_server: [/no address/] } });
  });

  test(`${engine}: a switched-off organization has no polls, and its work waits until it is on again`, async (t) => {
    const { body: hotel } = await gateway.gate('POST', '/organization/', {
      name: `Hotel ${engine}`,
      short_name: `hotel-${engine}`,
      device_networks: ['127.0.0.0/8'],
    });
    const path = `/organization/${String(hotel['id'])}/`;
    const { id } = await create({ organization: hotel['id'], ip_address: '127.0.0.1' });
    const target = { operation: 'ping', source: 'gateway', host: '127.0.0.1', count: 1 };
    /** Schedules a ping, and switches the organization off. */
    const scheduleWithin = async (ms: number) => {
      const ping = { ...target, parent_id: id, run_at: new Date(Date.now() + ms).toISOString() };
      const { body } = await ask('POST', '/inventory_device_diags/', ping);
      await gateway.gate('PATCH', path, { is_active: false });
      return { ping, id: String(body['id']), isBeforeIt: Date.now() < Date.parse(ping.run_at) };
    };
    let scheduled = await scheduleWithin(300);
    if (!scheduled.isBeforeIt) {
      await gateway.gate('PATCH', path, { is_active: true });
      scheduled = await scheduleWithin(15_000);
    }
    const store = await openStore();
    const due = async () => {
      const inAnHour = () => new Date(Date.now() + 3_600_000);
      const polls = { store, now: inAnHour, config: loopbackConfig({}) };
      return (await claimDueDevices(polls, { limit: 1000, isSilent: false })).map((one) => one.id);
    };
    t.notOk((await due()).includes(Number(id)));
    // Another one that is due later has run.
    const later = { ...scheduled.ping, parent_id: (await create())['id'] };
    await ask('POST', '/inventory_device_diags/?wait=30', later);
    const state = () =>
      ask('GET', `/inventory_device_diags/?id=${scheduled.id}&update_status=true`);
    t.match((await state()).list, [{ status: 'scheduled' }]);
    await gateway.gate('PATCH', path, { is_active: true });
    t.ok((await due()).includes(Number(id)));
    await store.close();
    const isEnded = ({ list }: Awaited<ReturnType<typeof state>>) =>
      list[0]?.['status'] === 'completed';
    t.match((await eventually(state, isEnded)).list, [{ status: 'completed' }]);
  });

  test(`${engine}: the newest comes first, and pages go by cursor`, async (t) => {
    const { list, body } = await ask('GET', '/inventory_device_diags/?limit=5');
    const times = list.map(({ created_at }) => String(created_at));
    t.same(times, times.toSorted().reverse());
    t.match(body['next'], /cursor=/);
    t.equal((await ask('GET', '/inventory_device_diags/?offset=5')).status, 400);
  });
}
