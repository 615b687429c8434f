import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import tap, { test } from 'tap';
import { GatewayProcess, type Json } from '../../gateway-process.ts';
import { Authority } from '../../peers/certificates.ts';
import { startNetconfd } from '../../peers/netconfd.ts';
import { startSnmpd } from '../../peers/snmpd.ts';
import { startSshd } from '../../peers/sshd.ts';

/* Whether a device is up is what the protocol of its type says; a login that it refuses is no outage. */

const [netconfd, snmpd, sshd, gateway] = await Promise.all([
  startNetconfd(),
  startSnmpd(),
  startSshd(),
  GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false' }),
]);
tap.teardown(() => Promise.all([gateway.remove(), snmpd.stop(), sshd.stop()]));

let made = 0;
/** Creates a device of this machine with a connection profile of its own. */
async function create(type: string, { collection, ...profile }: Json): Promise<Json> {
  made += 1;
  const { body: created } = await gateway.control('POST', '/inventory_connection_profile/', {
    name: `profile ${made}`,
    ...profile,
    ...(collection !== undefined && { collection_service: collection }),
  });
  const { body } = await gateway.control('POST', '/inventory_device/', {
    name: `device ${made}`,
    type,
    ip_address: '127.0.0.1',
    connection_profile: created['id'],
  });
  return { device: body['id'], profile: created['id'] };
}

const polled = async ({ device }: Json) =>
  (await gateway.control('GET', `/inventory_device/${String(device)}/?update_status=true`)).body;
const change = (where: Json, body: Json) =>
  gateway.control('PATCH', `/inventory_connection_profile/${String(where['profile'])}/`, body);

test('a device with a dead NETCONF server is down although it answers pings', async (t) => {
  const { port, user, password } = netconfd;
  const connection_service = { protocol: 'netconf', port };
  const login = { username: user, password };
  const device = await create('ietf_netconf', { connection_service, ...login });
  const up = await polled(device);
  t.match(up, { status_text: 'Up', last_error: null, last_connection: String });
  await change(device, { password: 'wrong' });
  t.match(await polled(device), { status_text: 'Misconfigured', last_error: /^refused: / });
  await change(device, login);
  t.match(await polled(device), { status_text: 'Up' });
  const { last_connection } = await polled(device);
  await netconfd.stop();
  t.match(await polled(device), {
    status_text: 'Down',
    last_error: /^unreachable: /,
    last_connection: String(last_connection),
  });
});

test('a device with another host key than before is misconfigured', async (t) => {
  const { port, user, password } = sshd;
  const connection_service = { protocol: 'ssh', port };
  const device = await create('linux', { connection_service, username: user, password });
  t.match(await polled(device), { status_text: 'Up' });
  const host_key = `ssh-ed25519 SHA256:${'A'.repeat(43)}`;
  const path = `/inventory_device/${String(device['device'])}/`;
  t.equal((await gateway.control('PATCH', path, { host_key })).status, 200);
  t.match(await polled(device), { status_text: 'Misconfigured', last_error: /^refused: / });
});

test('a device with another certificate than before is misconfigured, and up again once that is accepted', async (t) => {
  const authority = new Authority();
  const [first, second] = [authority.issue('router'), authority.issue('router')];
  const server = createServer({ cert: first.cert, key: first.keyText }, (_request, response) => {
    response.setHeader('content-type', 'application/json').setHeader('connection', 'close');
    response.end('{"uptime": "1h", "version": "7.16", "name": "router"}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => {
    server.close().closeAllConnections();
    authority.remove();
  });
  const { port } = server.address() as AddressInfo;
  const connection_service = { protocol: 'http', port };
  const login = { username: 'admin', password: 'right' };
  const device = await create('routeros_rest', { connection_service, ...login });
  t.match(await polled(device), { status_text: 'Up', last_error: null });
  server.setSecureContext({ cert: second.cert, key: second.keyText });
  t.match(await polled(device), {
    status_text: 'Misconfigured',
    last_error: /^refused: .*certificate/,
  });
  const path = `/inventory_device/${String(device['device'])}/`;
  t.equal((await gateway.control('PATCH', path, { tls_fingerprint: null })).status, 200);
  t.match(await polled(device), { status_text: 'Up', last_error: null });
});

test('an SNMPv3 user that the device does not know is misconfigured', async (t) => {
  const { user, authPassword: auth_password, privPassword: priv_password } = snmpd.v3;
  const v3 = { auth_protocol: 'sha256', auth_password, priv_protocol: 'aes', priv_password };
  const connection_service = { protocol: 'snmp', port: snmpd.port, options: { version: 'v3' } };
  const device = await create('snmp', { connection_service, snmp_v3: { user, ...v3 } });
  t.match(await polled(device), { status_text: 'Up' });
  await change(device, { snmp_v3: { user: 'nobody', ...v3 } });
  t.match(await polled(device), {
    status_text: 'Misconfigured',
    last_error: /does not know the SNMPv3 user/,
  });
});

test('an agent that is silent on a wrong community says that the device answers ping', async (t) => {
  const options = { timeout: 1, retries: 0 };
  const connection_service = { protocol: 'snmp', port: snmpd.port, options };
  const device = await create('snmp', { connection_service, snmp_community: 'wrong-one' });
  const said = /it answers ping but not SNMP/;
  t.match(await polled(device), { status_text: 'Down', last_error: said });
  await change(device, { snmp_community: snmpd.community });
  t.match(await polled(device), { status_text: 'Up', last_error: null });
});
