import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import tap, { test } from 'tap';
import { createDiscoveryTask } from '../../../src/inventory/discovery/discovery-task.ts';
import { matchType } from '../../../src/inventory/discovery/type-match.ts';
import { hostCount, hostsOf, parseIpNetwork } from '../../../src/runtime/ip-address.ts';
import { startInProcess, type Row } from '../../in-process.ts';
import { ManualClock } from '../../manual-clock.ts';
import { startSnmpd } from '../../peers/snmpd.ts';
import { startSshd } from '../../peers/sshd.ts';
import { createServer as createWebServer } from '../../../src/runtime/node-http.ts';

/* Machines are found on loopback addresses: an agent of Net-SNMP on the first, an OpenSSH server on the first and the third. */

const garden = `
short_name: garden
name: A Linux agent
connection: { protocol: snmp }
detect:
  - { sys_object_id: 1.3.6.1.4.1.8072.3.2.10, sys_descr: '^Linux ' }
`;
const [agent, sshd] = await Promise.all([startSnmpd(), startSshd()]);
const relay = createServer((socket) => {
  const device = connect(sshd.port, sshd.host);
  for (const end of [socket, device]) end.on('error', () => undefined);
  socket.pipe(device).pipe(socket);
});
relay.listen(sshd.port, '127.0.0.3');
await once(relay, 'listening');
/** Holds the connections to an address of the last page while it is shut. */
const held = { isShut: false, sockets: new Set<Socket>() };
const holder = createServer((socket) => {
  if (held.isShut) held.sockets.add(socket.on('error', () => undefined));
  else socket.destroy();
}).listen(sshd.port, '127.0.0.100');
await once(holder, 'listening');
const letGo = () => {
  held.isShut = false;
  for (const socket of held.sockets) socket.destroy();
};
/** A web server whose first page names it, behind a redirect and a login. */
const web = createWebServer((request, response) => {
  askedPages.push(`${request.url ?? ''} ${String(request.headers.authorization)}`);
  const isLogin = request.url === '/login';
  response.writeHead(isLogin ? 401 : 302, {
    server: 'nginx',
    ...(isLogin ? { 'www-authenticate': 'Basic realm="x"' } : { location: '/login' }),
  });
  response.end(isLogin ? '<html><title>\nUniFi\nNetwork</title>' : '');
});
const askedPages: string[] = [];
web.listen(0, '127.0.0.1');
await once(web, 'listening');
const webAddress = web.address();
const webPort = typeof webAddress === 'object' && webAddress !== null ? webAddress.port : 0;
const clock = new ManualClock();
const site = await startInProcess({ clock, types: { garden } });
const { control, list, running } = site;
tap.teardown(async () => {
  await site.stop();
  relay.close();
  holder.close();
  web.close();
  await Promise.all([agent.stop(), sshd.stop()]);
});

const path = '/inventory_discovery/';
const profileOf = async (name: string, more: object) =>
  (await control('POST', '/inventory_connection_profile/', { name, ...more })).body['id'];
const profiles = {
  snmp: await profileOf('snmp', {
    connection_service: {
      protocol: 'snmp',
      port: agent.port,
      options: { timeout: 10, retries: 0 },
    },
    snmp_community: agent.community,
  }),
  ssh: await profileOf('ssh', { connection_service: { protocol: 'ssh', port: sshd.port } }),
};
const webProfile = () =>
  profileOf('web', {
    connection_service: { protocol: 'http', port: webPort, options: { tls: 'off' } },
    username: 'admin',
    password: 'not to be sent',
  });
const find = async (id: unknown) => (await control('GET', `${path}${String(id)}/`)).body;
const candidatesOf = (id: unknown) => list(`${path}${String(id)}/candidates/?limit=300`);
const task = createDiscoveryTask(running.gateway);
const run = (signal = new AbortController().signal) => task.run(signal);
const search = async (body: Row) => {
  const made = await control('POST', path, body);
  await run();
  return { made, id: made.body['id'] };
};

test('an idle gateway does not write', async (t) => {
  const { store } = running.gateway;
  // The audit log has the requests above, in a batch of its own.
  const audited = () => store.db.selectFrom('audit').select('id').execute();
  await site.until(async () => (await audited()).length === Object.keys(profiles).length);
  const write = store.write.bind(store);
  const written: unknown[] = [];
  Object.assign(store, {
    write: (batch: Parameters<typeof write>[0]) => {
      written.push(...batch);
      return write(batch);
    },
  });
  await clock.advance(10_000);
  Object.assign(store, { write });
  t.same(written, []);
});

test('machines are found with the type that fits, without adding devices', async (t) => {
  const device = await control('POST', '/inventory_device/', {
    name: 'known',
    serial_number: 'SN',
    type: 'linux',
    ip_address: '127.0.0.3',
  });
  const network = '127.0.0.0/29';
  const { made, id } = await search({ network, connection_profiles: Object.values(profiles) });
  t.match(made, { status: 201, body: { status: 'scheduled', addresses: 6, scanned: 0, network } });
  t.match(await find(id), {
    status: 'completed',
    scanned: 6,
    candidates: 6,
    started_at: String,
    completed_at: String,
  });
  const found = await candidatesOf(id);
  t.match(found[0], {
    address: '127.0.0.1',
    type: 'garden',
    why: /^sysObjectID 1\.3\.6\.1\.4\.1\.8072\.3\.2\.10 is .*, sysDescr "Linux .*" matches/,
    name: String,
    connection_profile: profiles.snmp,
    device: null,
  });
  t.match(found[2], {
    address: '127.0.0.3',
    type: 'linux',
    why: /^SSH banner "SSH-2\.0-OpenSSH_.*" matches/,
    connection_profile: profiles.ssh,
    device: device.body['id'],
  });
  t.match(found[3], { address: '127.0.0.4', type: null, why: /answers a ping, and none/ });
  t.equal((await list('/inventory_device/')).length, 1);
  t.notMatch(sshd.log(), /Failed|Invalid user/, 'no login was tried');
});

test('a web server is known by its first page, without a login', async (t) => {
  const { id } = await search({
    network: '127.0.0.1/32',
    connection_profiles: [await webProfile()],
    ping: false,
  });
  t.match(await candidatesOf(id), [
    {
      type: 'unifi_controller',
      why: /^web page "server: nginx\\nlocation: \/login\\nwww-authenticate: .*UniFi Network.* matches <title>UniFi$/,
    },
  ]);
  t.same(askedPages, ['/ undefined', '/login undefined']);
});

test('a search continues after a restart, and ends when it is canceled', async (t) => {
  const body = { network: '127.0.0.0/25', connection_profiles: [profiles.ssh], ping: false };
  const { body: made } = await control('POST', path, body);
  const stopped = new AbortController();
  held.isShut = true;
  const first = run(stopped.signal);
  while ((await find(made['id']))['scanned'] === 0) await sleep(5);
  stopped.abort();
  letGo();
  await first;
  const between = Number((await find(made['id']))['scanned']);
  t.ok(between > 0 && between < 126, `stopped after ${between} addresses`);
  await run();
  t.match(await find(made['id']), { status: 'completed', scanned: 126, candidates: 2 });
  const { body: second } = await control('POST', path, body);
  held.isShut = true;
  const rest = run();
  while ((await find(second['id']))['scanned'] === 0) await sleep(5);
  const canceled = await control('POST', `${path}${String(second['id'])}/cancel/`, {});
  t.match(canceled, { status: 200, body: { status: 'canceled' } });
  letGo();
  await rest;
  t.ok(Number((await find(second['id']))['scanned']) < 126);
  const again = await control('POST', `${path}${String(second['id'])}/cancel/`, {});
  t.match(again, { status: 409, body: { detail: /is canceled/ } });
});

test('of several gateways one runs a search', async (t) => {
  const body = { network: '127.0.0.0/29', connection_profiles: [profiles.ssh], ping: false };
  const { body: made } = await control('POST', path, body);
  const others = Array.from({ length: 3 }, () => createDiscoveryTask(running.gateway));
  await Promise.all(others.map((one) => one.run(new AbortController().signal)));
  t.match(await find(made['id']), { status: 'completed', candidates: 2 });
  t.equal((await candidatesOf(made['id'])).length, 2);
});

test('a network that is too large or not allowed, and an unknown profile, are refused', async (t) => {
  const connection_profiles = [profiles.ssh];
  const cases: readonly (readonly [Row, string, RegExp])[] = [
    [{ network: '10.0.0.0/19', connection_profiles }, 'network', /larger than a \/20/],
    [{ network: 'nonsense', connection_profiles }, 'network', /network/],
    [{ network: '127.0.0.0/29', connection_profiles: [987_654] }, 'connection_profiles', /exist/],
    [{ network: '127.0.0.0/29', connection_profiles: [] }, 'connection_profiles', /./],
  ];
  for (const [body, field, message] of cases)
    t.match(await control('POST', path, body), { status: 400, body: { [field]: [message] } });
  for (let left = 5; left > 0; left -= 1)
    await control('POST', path, { network: '192.0.2.0/30', connection_profiles });
  const sixth = await control('POST', path, { network: '192.0.2.0/30', connection_profiles });
  t.match(sixth, { status: 409, body: { detail: /5 discoveries have not ended/ } });
});

test('the addresses of a network leave out network and broadcast address', (t) => {
  const hosts = (text: string, offset = 0) => {
    const network = parseIpNetwork(text);
    return network && [hostCount(network), hostsOf(network, { offset, limit: 3 })];
  };
  t.same(hosts('192.0.2.9/30'), [2, ['192.0.2.9', '192.0.2.10']]);
  t.same(hosts('192.0.2.8/31'), [2, ['192.0.2.8', '192.0.2.9']]);
  t.same(hosts('192.0.2.7'), [1, ['192.0.2.7']]);
  t.same(hosts('10.1.0.0/20', 4092), [4094, ['10.1.15.253', '10.1.15.254']]);
  t.same(hosts('2001:db8::/116', 4095), [4096, ['2001:db8::fff']]);
  t.end();
});

test('the shipped types are found by the answers of their devices, the more specific first', (t) => {
  const types = [...running.gateway.deviceTypes.values()];
  const found = (identity: object, ...protocols: readonly string[]) =>
    matchType(types, identity, new Set(protocols))?.type ?? null;
  // Of the walk ubiquiti-m5, and of RouterOS and dropbear as they greet.
  t.equal(
    found({ sysObjectId: '1.3.6.1.4.1.41112.1.4', sysDescr: 'Linux 2.6.32.61' }, 'ssh'),
    'airos',
  );
  t.equal(found({ sysObjectId: '1.3.6.1.4.1.14988.1' }, 'ssh'), 'routeros');
  t.equal(found({ sysObjectId: '1.3.6.1.4.1.14988.1' }, 'http'), 'routeros_rest');
  t.equal(found({ sysObjectId: '1.3.6.1.4.1.14988.1' }, 'snmp'), 'snmp');
  t.equal(found({ sysObjectId: '1.3.6.1.4.1.14988.11' }, 'ssh'), null);
  // Over SSH it can be operated; a type of its own reads it over SNMP alone.
  const controller = { sysObjectId: '1.3.6.1.4.1.9.1.2427', sysDescr: 'Cisco Controller' };
  t.equal(found(controller, 'ssh', 'snmp'), 'cisco_wlc_aireos');
  t.equal(found(controller, 'snmp'), 'cisco_wlc_snmp');
  t.equal(found({ sshBanner: 'SSH-2.0-ROSSSH' }, 'ssh'), 'routeros');
  t.equal(found({ httpBanner: '<title>UniFi Network</title>' }, 'http'), 'unifi_controller');
  t.equal(found({ sshBanner: 'SSH-2.0-dropbear_2022.83' }, 'ssh'), 'openwrt');
  t.equal(found({}, 'ssh', 'snmp'), null);
  t.end();
});
