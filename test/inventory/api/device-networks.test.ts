import { lookup } from 'node:dns/promises';
import { hostname } from 'node:os';
import tap, { test } from 'tap';
import { GatewayProcess, type Json } from '../../gateway-process.ts';
import { startPostgres } from '../../peers/postgres.ts';
import { startSshd } from '../../peers/sshd.ts';

/* Where the gateway connects to for the devices of an organization, and whose credentials it sends there. On both engines. */

const [postgres, sshd] = await Promise.all([
  startPostgres({ fsync: false, hasTypes: true }),
  startSshd(),
]);
const environment = { GATEHOUSE_POLLING_ENABLED: 'false' };
const gateways = {
  sqlite: await GatewayProcess.start(environment),
  postgres: await GatewayProcess.start({ ...environment, GATEHOUSE_DATABASE_URL: postgres.url }),
};
tap.teardown(async () => {
  for (const gateway of Object.values(gateways)) await gateway.remove();
  await sshd.stop();
  await postgres.stop();
});

/** A name by which the hosts file has this machine. */
const ownName = await firstResolved([hostname(), 'ip6-localhost']);

async function firstResolved(names: readonly string[]): Promise<string> {
  for (const name of names) {
    const found = await lookup(name).catch(() => null);
    if (found) return name;
  }
  throw new Error(`none of ${names.join(', ')} resolves; add the host name to /etc/hosts`);
}

for (const [engine, gateway] of Object.entries(gateways)) {
  const organization = async (name: string, more: Json = {}) =>
    Number((await gateway.gate('POST', '/organization/', { name, ...more })).body['id']);
  const tokenOf = async (of: number) => {
    const user = await gateway.gate('POST', '/user/', {
      username: `admin of ${of}`,
      organization: of,
      role: 'admin',
    });
    const token = await gateway.gate('POST', '/user_token/', { user: user.body['id'] });
    return String(token.body['token']);
  };
  const give = (id: number, device_networks: unknown) =>
    gateway.gate('PATCH', `/organization/${id}/`, { device_networks });
  const hotel = await organization('hotel');
  const wing = await organization('wing', { parent: hotel });
  const tokens = { root: gateway.token, hotel: await tokenOf(hotel), wing: await tokenOf(wing) };
  type Who = keyof typeof tokens;
  const ask = (who: Who, request: string, body?: Json) => {
    const [method = '', path = ''] = request.split(' ');
    return gateway.control(method, path, body, tokens[who]);
  };
  let made = 0;
  const create = (who: Who, more: Json) => {
    made += 1;
    return ask(who, 'POST /inventory_device/', { name: `ap-${made}`, type: 'linux', ...more });
  };
  const profileOf = async (who: Who, more: Json = {}) => {
    made += 1;
    const { body } = await ask(who, 'POST /inventory_connection_profile/', {
      name: `profile-${made}`,
      connection_service: { protocol: 'ssh', port: sshd.port },
      username: sshd.user,
      password: sshd.password,
      ...more,
    });
    return Number(body['id']);
  };
  const sync = (who: Who, id: unknown) =>
    ask(who, `PUT /inventory_device_operation/${String(id)}/?wait=30`, { operation: 'sync' });

  test(`${engine}: a new organization reaches no device until it is given networks`, async (t) => {
    const { body } = await gateway.gate('GET', `/organization/${hotel}/`);
    t.same(body['device_networks'], []);
    t.match(await create('hotel', { ip_address: '198.51.100.1' }), {
      status: 400,
      body: {
        ip_address: [
          /198\.51\.100\.1 is not in the device_networks of the organization\. .* PATCH \/gate\/api\/v1\/organization\/\d+\/ \{"device_networks": \[.*"198\.51\.100\.1"\]\}\.$/,
        ],
      },
    });
    t.equal((await create('hotel', { ip_address: null })).status, 201);
    t.equal((await create('root', { ip_address: '127.0.0.1' })).status, 201);
  });

  test(`${engine}: an organization reaches what all above it were given, and no address of a machine`, async (t) => {
    t.match(await give(hotel, ['198.51.100.77/24', '2001:DB8::/32', '0.0.0.0/1']), {
      body: { device_networks: ['198.51.100.0/24', '2001:db8::/32', '0.0.0.0/1'] },
    });
    await give(wing, ['198.51.100.128/25', '203.0.113.0/24', '127.0.0.0/8']);
    const answers = [
      ['hotel', '198.51.100.1', 201],
      ['hotel', '2001:db8::1', 201],
      ['hotel', '203.0.113.1', 400],
      ['hotel', '127.0.0.1', 400],
      ['hotel', '::ffff:127.0.0.1', 400],
      ['hotel', '169.254.169.254', 400],
      ['hotel', '0.0.0.0', 400],
      ['hotel', 'localhost', 400],
      ['wing', '198.51.100.1', 400],
      ['wing', '198.51.100.200', 201],
      ['wing', '203.0.113.1', 400],
      ['wing', '127.0.0.1', 400],
    ] as const;
    for (const [who, ip_address, status] of answers)
      t.equal((await create(who, { ip_address })).status, status, `${who} ${ip_address}`);
    await give(wing, null);
    t.equal((await create('wing', { ip_address: '198.51.100.1' })).status, 201, 'as its parent');
    const { body } = await create('hotel', { ip_address: '198.51.100.2' });
    const path = `/inventory_device/${String(body['id'])}/`;
    t.match(await ask('hotel', `PATCH ${path}`, { ip_address: '127.0.0.1' }), {
      status: 400,
      body: { ip_address: [/is an address of this machine/] },
    });
    t.equal((await ask('hotel', `PATCH ${path}`, { description: 'as before' })).status, 200);
  });

  test(`${engine}: an organization cannot change its own networks, and those above it can`, async (t) => {
    const own = (body: Json) =>
      gateway.gate('PATCH', `/organization/${hotel}/`, body, tokens.hotel);
    t.match(await own({ device_networks: null }), {
      status: 400,
      body: { device_networks: [/Only an organization above it/] },
    });
    t.equal((await own({ description: 'by the sea' })).status, 200);
    const below = { device_networks: ['0.0.0.0/0'] };
    t.equal(
      (await gateway.gate('PATCH', `/organization/${wing}/`, below, tokens.hotel)).status,
      200,
    );
    t.equal((await create('wing', { ip_address: '203.0.113.1' })).status, 400);
    await give(wing, null);
    t.equal((await give(hotel, ['not a network'])).status, 400);
  });

  test(`${engine}: a name is checked when it is resolved, for operations, pings and name servers alike`, async (t) => {
    // Its address is the machine's own.
    const { body: device } = await create('hotel', {
      ip_address: ownName,
      username: sshd.user,
      password: sshd.password,
      connection_profile: await profileOf('hotel'),
    });
    const connections = () => sshd.log().split('Connection from').length;
    const before = connections();
    const refused = /is an address of this machine|is not in the device_networks/;
    t.match((await sync('hotel', device['id'])).body, {
      status: 'failed',
      error_message: refused,
    });
    const ping = await ask('hotel', `GET /inventory_device_ipping/${String(device['id'])}/`);
    t.match(ping.body, { status: false, packets_sent: 0, error: refused });
    t.equal(connections(), before);
    const diagnostic = (body: Json) =>
      ask('hotel', 'POST /inventory_device_diags/?wait=30', {
        parent_id: device['id'],
        ...body,
      });
    t.match(await diagnostic({ operation: 'ping', source: 'gateway', host: '127.0.0.1' }), {
      status: 400,
      body: { host: [/is an address of this machine/] },
    });
    t.match(
      await diagnostic({
        operation: 'dns_lookup',
        source: 'gateway',
        host: 'example.com',
        dns_server: '127.0.0.1:53',
      }),
      { status: 400, body: { dns_server: [/is an address of this machine/] } },
    );
  });

  test(`${engine}: named networks are reached, revoked networks are not`, async (t) => {
    await give(hotel, ['127.0.0.0/8']);
    const { body } = await create('hotel', {
      ip_address: '127.0.0.1',
      connection_profile: await profileOf('hotel'),
    });
    t.match((await sync('hotel', body['id'])).body, { status: 'completed' });
    await give(hotel, ['198.51.100.0/24']);
    t.match((await sync('hotel', body['id'])).body, {
      status: 'failed',
      error_code: 'unsupported',
      error_message: /127\.0\.0\.1 is not in the device_networks of the organization/,
    });
  });

  test(`${engine}: networks revoked above an organization, or by its move, are not reached`, async (t) => {
    await give(hotel, ['127.0.0.0/8']);
    await give(wing, null);
    const { body } = await create('root', {
      organization: wing,
      ip_address: '127.0.0.1',
      connection_profile: await profileOf('root'),
    });
    const refused = { status: 'failed', error_message: /is not in the device_networks/ };
    t.match((await sync('root', body['id'])).body, { status: 'completed' });
    await give(hotel, []);
    t.match((await sync('root', body['id'])).body, refused);
    await give(hotel, ['127.0.0.0/8']);
    t.match((await sync('root', body['id'])).body, { status: 'completed' });
    const other = await organization('hostel');
    const move = (parent: number) => gateway.gate('PATCH', `/organization/${wing}/`, { parent });
    t.equal((await move(other)).status, 200);
    t.match((await sync('root', body['id'])).body, refused);
    t.equal((await move(hotel)).status, 200);
    t.match((await sync('root', body['id'])).body, { status: 'completed' });
    t.equal((await ask('root', `DELETE /inventory_device/${String(body['id'])}/`)).status, 204);
  });

  test(`${engine}: the credentials of an organization above go to no machine that a caller chooses`, async (t) => {
    await give(hotel, ['198.51.100.0/24']);
    const shared = await profileOf('root');
    const { body } = await create('root', {
      organization: hotel,
      ip_address: '198.51.100.10',
      connection_profile: shared,
    });
    const path = `/inventory_device/${String(body['id'])}/`;
    const key = `ssh-ed25519 SHA256:${'A'.repeat(43)}`;
    for (const change of [{ ip_address: '198.51.100.11' }, { host_key: key }])
      t.match(await ask('hotel', `PATCH ${path}`, change), {
        status: 400,
        body: { [Object.keys(change).join()]: [/belongs to an organization above/] },
      });
    const replaced = {
      name: body['name'],
      type: 'linux',
      ip_address: '198.51.100.11',
      connection_profile: shared,
    };
    t.equal((await ask('hotel', `PUT ${path}`, replaced)).status, 400);
    const same = { ...replaced, ip_address: '198.51.100.10' };
    t.match(await ask('hotel', `PUT ${path}`, same), {
      status: 200,
      body: { connection_profile: shared },
    });
    t.equal((await ask('root', `PATCH ${path}`, { ip_address: '198.51.100.12' })).status, 200);
    t.match(
      await ask('hotel', `PATCH ${path}`, {
        ip_address: '198.51.100.13',
        connection_profile: null,
      }),
      { status: 200, body: { ip_address: '198.51.100.13', connection_profile: null } },
    );
  });

  test(`${engine}: a profile is sent to its networks only`, async (t) => {
    const profile = await profileOf('root', { networks: ['198.51.100.9/25'] });
    const shown = await ask('root', `GET /inventory_connection_profile/${profile}/`);
    t.same(shown.body['networks'], ['198.51.100.0/25']);
    t.match(await create('root', { ip_address: '198.51.100.200', connection_profile: profile }), {
      status: 400,
      body: { ip_address: [/is not in the networks of the connection profile/] },
    });
    const { body } = await create('root', {
      ip_address: ownName,
      connection_profile: null,
    });
    const open = await profileOf('root');
    const path = `/inventory_device/${String(body['id'])}/`;
    t.equal((await ask('root', `PATCH ${path}`, { connection_profile: open })).status, 200);
    await ask('root', `PATCH /inventory_connection_profile/${open}/`, {
      networks: ['198.51.100.0/24'],
    });
    t.match((await sync('root', body['id'])).body, {
      status: 'failed',
      error_message: /is not in the networks of the connection profile/,
    });
  });

  test(`${engine}: a device and a user that move leave the profiles of the old organization behind`, async (t) => {
    const location = await gateway.gate('POST', '/location/', { name: 'lobby' }, tokens.hotel);
    const { body } = await create('hotel', {
      ip_address: '198.51.100.20',
      connection_profile: await profileOf('hotel'),
      location: location.body['id'],
    });
    const path = `/inventory_device/${String(body['id'])}/`;
    const { body: moved } = await ask('root', `PATCH ${path}`, { organization: 1 });
    t.match(moved, { organization: 1, connection_profile: null, location: null });
    const shared = await profileOf('root');
    await ask('root', `PATCH ${path}`, { connection_profile: shared });
    t.match((await ask('root', `PATCH ${path}`, { organization: hotel })).body, {
      organization: hotel,
      connection_profile: shared,
    });
    const gate = async (who: Who, request: string, content: Json) => {
      const [method = '', at = ''] = request.split(' ');
      return (await gateway.gate(method, at, content, tokens[who])).body;
    };
    const profile = await gate('hotel', 'POST /aaa_profile/', { name: 'guest' });
    const user = await gate('hotel', 'POST /user/', {
      username: `mover-${engine}`,
      profile: profile['id'],
    });
    const at = `/user/${String(user['id'])}/`;
    t.match(await gate('root', `PATCH ${at}`, { organization: 1, profile: profile['id'] }), {
      organization: 1,
      profile: null,
    });
    t.match(await gate('root', `PATCH ${at}`, { organization: wing, profile: profile['id'] }), {
      organization: wing,
      profile: profile['id'],
    });
    t.match(await gate('root', `PATCH ${at}`, { organization: hotel }), { profile: profile['id'] });
  });

  test(`${engine}: another server for an upstream needs its secret again`, async (t) => {
    const upstream = await gateway.gate('POST', '/aaa_upstream/', {
      name: 'home',
      address: '198.51.100.50',
      realm: `${engine}.example`,
      secret: 'shared with the upstream',
    });
    const path = `/aaa_upstream/${String(upstream.body['id'])}/`;
    for (const change of [{ address: '198.51.100.51' }, { auth_port: 11812 }])
      t.match(await gateway.gate('PATCH', path, change), {
        status: 400,
        body: { secret: [/needs the shared secret again/] },
      });
    t.equal((await gateway.gate('PATCH', path, { address: '198.51.100.50' })).status, 200);
    t.equal((await gateway.gate('PATCH', path, { description: 'of the city' })).status, 200);
    const both = { address: '198.51.100.51', secret: 'shared with the upstream' };
    t.equal((await gateway.gate('PATCH', path, both)).status, 200);
  });

  test(`${engine}: no two organizations share a network, unless one is above the other`, async (t) => {
    const [north, south] = [await organization('north'), await organization('south')];
    t.equal((await give(north, ['10.50.0.0/16', '2001:db8:50::/48'])).status, 200);
    const refused = {
      status: 400,
      body: { device_networks: [/overlaps with a network of another/] },
    };
    for (const network of ['10.50.1.0/24', '10.0.0.0/8', '2001:db8:50:1::/64'])
      t.match(await give(south, ['192.0.2.0/28', network]), refused, network);
    t.equal((await give(south, ['10.51.0.0/16'])).status, 200);
    const below = await organization('north wing', { parent: north });
    t.equal((await give(below, ['10.50.1.0/24'])).status, 200, 'of those of the one above');
    t.equal((await give(north, ['10.50.0.0/16'])).status, 200, 'and of those of the one below');
    const made = { name: 'beside', parent: south, device_networks: ['10.50.1.0/25'] };
    t.match(await gateway.gate('POST', '/organization/', made), refused);
    t.match(await gateway.gate('PATCH', `/organization/${below}/`, { parent: south }), refused);
    t.notMatch(JSON.stringify(await give(south, ['10.50.0.0/16'])), 'north');
  });
}
