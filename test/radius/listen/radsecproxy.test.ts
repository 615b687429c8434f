import tap, { test } from 'tap';
import { Authority } from '../../peers/certificates.ts';
import { eapolTest } from '../../peers/eapol.ts';
import { freeUdpPort } from '../../peers/port.ts';
import { startRadsecproxy } from '../../peers/radsecproxy.ts';
import { password, radclient, startSite } from '../fixture.ts';
import { accepted } from '../eap/station.ts';
import { encoded } from '../packets.ts';

/* A NAS that knows UDP only, and radsecproxy beside it: radclient -> UDP -> radsecproxy -> TLS -> the gateway. */

const authority = new Authority();
const server = authority.issue('gateway', { names: 'IP:127.0.0.1' });
const site = await startSite({
  config: {
    TLS_PORT: '0',
    TLS_CERTIFICATE: server.certificate,
    TLS_KEY: server.key,
    TLS_CA: authority.file,
    EAP_ENABLED: 'true',
    EAP_CERTIFICATE: server.certificate,
    EAP_KEY: server.key,
  },
});
const client = await site.addClient('127.0.0.1', {
  name: 'over TLS',
  transport: 'tls',
  tls_name: 'proxy.example',
});
await site.server.reload();

const udp = await freeUdpPort();
const near = 'a secret of the NAS and the proxy';
const proxy = await startRadsecproxy({
  ca: authority.file,
  own: authority.issue('proxy.example'),
  blocks: `
ListenUDP 127.0.0.1:${udp}
client 127.0.0.1 {
  type udp
  secret "${near}"
}
server gatehouse {
  host 127.0.0.1
  port ${site.server.bound.tls[0]?.port ?? 0}
  type tls
  secret radsec
  certificateNameCheck on
  statusServer on
}
realm * {
  server gatehouse
  accountingServer gatehouse
}
`,
});
tap.teardown(async () => {
  await proxy.stop();
  await site.stop();
  authority.remove();
});

const send = (command: 'auth' | 'acct', attributes: string) =>
  radclient({
    to: { address: '127.0.0.1', port: udp },
    command,
    attributes,
    secret: near,
    seconds: 5,
  });

test('a login comes through, and is accepted', async (t) => {
  const { ok, output } = await send(
    'auth',
    `User-Name=alice\nUser-Password="${password}"\nMessage-Authenticator=0x00\n`,
  );
  t.ok(ok, output + proxy.output());
  t.match(output, 'Received Access-Accept');
});

test('a login with a wrong password comes through, and is refused', async (t) => {
  const { output } = await send(
    'auth',
    'User-Name=alice\nUser-Password=wrong\nMessage-Authenticator=0x00\n',
  );
  t.match(output, 'Received Access-Reject', proxy.output());
});

test('EAP comes through, and the NAS reads the keys that the gateway hid for the proxy', async (t) => {
  const output = await eapolTest({
    to: { address: '127.0.0.1', port: udp },
    secret: near,
    network: [
      'eap=TTLS',
      'anonymous_identity="anonymous"',
      'identity="alice"',
      `password="${password}"`,
      `ca_cert="${authority.file}"`,
      'phase2="auth=PAP"',
    ],
  });
  t.match(output, accepted, proxy.output());
});

test('a session comes through, from its start to its end, and is a row of the client over TLS', async (t) => {
  for (const more of [
    'Acct-Status-Type=Start',
    'Acct-Status-Type=Interim-Update\nAcct-Session-Time=60\nAcct-Input-Octets=1000',
    'Acct-Status-Type=Stop\nAcct-Session-Time=120\nAcct-Input-Octets=1500\nAcct-Terminate-Cause=User-Request',
  ]) {
    const { ok, output } = await send(
      'acct',
      `${more}\nAcct-Session-Id=S1\nUser-Name=alice\nNAS-IP-Address=192.0.2.10\n`,
    );
    t.ok(ok, output + proxy.output());
  }
  const rows = await site.store.db
    .selectFrom('aaa_accounting')
    .selectAll()
    .where('acctsessionid', '=', 'S1')
    .execute();
  t.match(rows, [
    {
      client,
      username: 'alice',
      nasipaddress: '192.0.2.10',
      acctsessiontime: 120,
      acctterminatecause: 'User-Request',
    },
  ]);
  t.equal(rows.length, 1);
});

test('what a CoA to it meets is silence, and its connection stays: it takes answers only from a server', async (t) => {
  const session = {
    client,
    acctuniqueid: 'unheard',
    nasipaddress: '192.0.2.10',
    nasidentifier: null,
  };
  const connection = site.server.radsecConnections.find({ session, address: null });
  const wanted = {
    attributes: encoded([[44, 'S1']]),
    at: new Date(),
    timeoutMs: 500,
    signal: new AbortController().signal,
  };
  for (const kind of ['disconnect', 'coa'] as const)
    t.match(await connection?.sendRequest({ ...wanted, kind }), { outcome: 'no_answer', tries: 1 });
  const { ok, output } = await send(
    'auth',
    `User-Name=alice\nUser-Password="${password}"\nMessage-Authenticator=0x00\n`,
  );
  t.ok(ok, output + proxy.output());
  t.equal(site.server.radsecConnections.find({ session, address: null }), connection);
});

test('all of it came over one connection, not over UDP', async (t) => {
  t.equal(await site.counted('gatehouse_radius_connections', {}), 1);
  t.ok(
    (await site.counted('gatehouse_radius_packets_total', {
      port: 'tls',
      type: 'accounting-request',
    })) >= 3,
  );
  t.equal(await site.counted('gatehouse_radius_packets_total', { port: 'auth' }), 0);
  t.equal(await site.counted('gatehouse_radius_packets_total', { port: 'acct' }), 0);
  t.equal(await site.counted('gatehouse_radius_drops_total', { port: 'tls' }), 0);
});
