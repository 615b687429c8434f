import tap, { test } from 'tap';
import { openNetconf } from '../../src/protocol/netconf/session.ts';
import { Secret } from '../../src/contract/secret.ts';
import { eventually, GatewayProcess, results, type Json } from '../gateway-process.ts';
import { startLibnetconf2, type Libnetconf2 } from '../peers/libnetconf2.ts';
import { startTurnstile } from '../peers/silent-device.ts';

/*
 * What an admin does with devices that speak NETCONF as netopeer2 does: the servers are of its libraries, one with all datastores
 * and confirmed commits, one with a candidate alone, and one whose running configuration is edited.
 */

const [whole, staged, plain] = await Promise.all([
  startLibnetconf2(),
  startLibnetconf2(['candidate']),
  startLibnetconf2(['writable-running', 'startup', 'rollback-on-error']),
]);
const turnstile = await startTurnstile(whole.port);
const gateway = await GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false' });
tap.teardown(async () => {
  await gateway.remove();
  await Promise.all([turnstile, whole, staged, plain].map((peer) => peer.stop()));
});

const create = async (name: string, { port, ...users }: Libnetconf2) => {
  // A password for one, and keys for the others.
  const login =
    name === 'plain'
      ? { username: users.user, password: users.password }
      : { username: users.keyUser, private_key: users.privateKey };
  const { body: profile } = await gateway.control('POST', '/inventory_connection_profile/', {
    name,
    connection_service: { protocol: 'netconf', port },
    ...login,
  });
  const device = {
    name,
    type: 'ietf_netconf',
    ip_address: '127.0.0.1',
    connection_profile: profile['id'],
  };
  return Number((await gateway.control('POST', '/inventory_device/', device)).body['id']);
};
const devices = {
  whole: await create('whole', whole),
  staged: await create('staged', staged),
  plain: await create('plain', plain),
};

const lastSet = (device: number) => {
  const path = `/inventory_transaction/?operation=set&parent__id=${device}&limit=1`;
  return eventually(
    async () => results(await gateway.control('GET', path))[0],
    (transaction) => transaction?.['completed_at'] !== null,
  );
};
const apply = async (device: number, values: Json) => {
  await gateway.control('PUT', `/inventory_device_variables/${device}/`, values);
  return lastSet(device);
};
const sync = (device: number) =>
  gateway.control('PUT', `/inventory_device_operation/${device}/?wait=30`, { operation: 'sync' });
const reported = async (device: number, variable: string) => {
  const query = `parent_id=${device}&pending=true&parameter__variable_name=${variable}`;
  return results(await gateway.control('GET', `/inventory_device_variables/?${query}`))[0];
};
const headless = async (device: number, operation: string, variables: unknown) =>
  (
    await gateway.control('POST', '/inventory_device_headless_operation/?wait=30', {
      parent_id: device,
      operation,
      variables,
    })
  ).body;

for (const [name, device] of Object.entries(devices)) {
  test(`values full of markup are written to the server ${name} and read back`, async (t) => {
    const contact = `</contact><x a="1'>]]>]]> & &amp; \n##\n Süd 😀`;
    const applied = await apply(device, { 'system.contact': contact, 'system.hostname': 'core-7' });
    t.match(applied, {
      status: 'completed',
      results: { applied: ['system.hostname', 'system.contact'] },
    });
    t.match(await reported(device, 'system.contact'), { value: contact, pending: false });
  });

  test(`an entry of a list is created and deleted on the server ${name}`, async (t) => {
    const server = (name: string, address: string) => ({
      variable: 'system.dns_server.',
      values: [
        { variable: 'name', value: name },
        { variable: 'address', value: address },
      ],
    });
    const hostile = `it's <"a"> & ]]>`;
    const done = { status: 'completed' };
    t.match(await headless(device, 'add.obj', [server(hostile, '192.0.2.53')]), done);
    t.match(await headless(device, 'add.obj', [server(hostile, '192.0.2.53')]), {
      status: 'failed',
      error_code: 'rejected',
      error_message: /data-exists/,
    });
    t.match(await headless(device, 'add.obj', [server('b', 'no address')]), {
      status: 'failed',
      error_message: /invalid-value.*dns-resolver/,
    });
    t.match(await headless(device, 'del.obj', ['system.dns_server.[c].']), {
      status: 'failed',
      error_message: /data-missing/,
    });
    t.match(await headless(device, 'del.obj', [`system.dns_server.[${hostile}].`]), done);
  });
}

for (const device of [devices.whole, devices.staged])
  test(`a candidate is committed as a whole or discarded (${device})`, async (t) => {
    t.match(await apply(device, { 'system.contact': 'a', 'system.location': 'b' }), {
      status: 'completed',
    });
    t.match(await apply(device, { 'system.contact': 'c', 'system.hostname': '-not a name-' }), {
      status: 'failed',
      error_code: 'rejected',
      error_message: /invalid-value.*hostname.*discarded/s,
    });
    await sync(device);
    t.match(await reported(device, 'system.contact'), { value: 'a' });
    t.match(await apply(device, { 'system.contact': 'd' }), { status: 'completed' });
  });

test('a device with a startup configuration starts with the written values', async (t) => {
  for (const [device, server] of [
    [devices.whole, whole],
    [devices.plain, plain],
  ] as const) {
    t.match(await apply(device, { 'system.location': 'rack 3' }), { status: 'completed' });
    await server.restart();
    await sync(device);
    t.match(await reported(device, 'system.location'), { value: 'rack 3', state: 'synced' });
  }
});

test('a configuration that somebody edits is left alone, and the reason names the session', async (t) => {
  const signal = AbortSignal.timeout(60_000);
  const other = await openNetconf(
    {
      name: 'other',
      host: '127.0.0.1',
      options: { port: staged.port, connect_timeout: 30, keepalive: 15, legacy: false },
      credentials: { username: staged.user, password: new Secret(staged.password) },
      checkHostKey: () => Promise.resolve(true),
    },
    signal,
  );
  await other.sendRpc({ lock: { target: { candidate: {} } } }, signal);
  t.match(await apply(devices.staged, { 'system.contact': 'mine' }), {
    status: 'failed',
    error_code: 'rejected',
    error_message: /lock-denied.*\(held by session \d+\)/,
  });
  await other.close(signal);
  t.match(await apply(devices.staged, { 'system.contact': 'mine' }), { status: 'completed' });
});

test('a configuration is restored as a whole, and later additions are deleted', async (t) => {
  const device = devices.whole;
  await apply(device, { 'system.contact': 'before' });
  const backup = await gateway.control('POST', '/inventory_configuration/?wait=30', { device });
  const { configuration } = backup.body['results'] as { readonly configuration: number };
  const later = [
    { variable: 'name', value: 'later' },
    { variable: 'address', value: '192.0.2.60' },
  ];
  const added = await headless(device, 'add.obj', [
    { variable: 'system.dns_server.', values: later },
  ]);
  t.match(added, { status: 'completed' });
  t.match(await apply(device, { 'system.contact': 'after' }), { status: 'completed' });
  const path = `/inventory_configuration/${configuration}/restore/?wait=30`;
  t.match((await gateway.control('POST', path, {})).body, { status: 'completed' });
  await sync(device);
  t.match(await reported(device, 'system.contact'), { value: 'before', state: 'drifted' });
  t.match(await headless(device, 'del.obj', ['system.dns_server.[later].']), {
    error_message: /data-missing/,
  });
  await whole.restart();
  await sync(device);
  t.match(await reported(device, 'system.contact'), { value: 'before' }, 'after a restart too');
});

test('a gateway that is killed before it confirms takes the change back, and makes it again', async (t) => {
  const device = await create('turned', { ...whole, port: turnstile.port });
  t.match((await sync(device)).body, { status: 'completed' });
  turnstile.letThrough(1);
  const variables = `/inventory_device_variables/${device}/`;
  await gateway.control('PUT', variables, { 'system.hostname': 'ap-twice' });
  await eventually(() => Promise.resolve(turnstile.waiting() > 0), Boolean);
  await gateway.signal('SIGKILL');
  turnstile.letThrough(Infinity);
  await gateway.start();
  t.match(await lastSet(device), {
    status: 'completed',
    results: { applied: ['system.hostname'] },
  });
  await whole.restart();
  await sync(device);
  t.match(await reported(device, 'system.hostname'), { value: 'ap-twice', state: 'synced' });
});
