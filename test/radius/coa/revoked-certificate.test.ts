import { join } from 'node:path';
import tap, { test } from 'tap';
import { furnish } from '../../aaa/coa/fixture.ts';
import { GatewayProcess, results } from '../../gateway-process.ts';
import { Authority, type Issued } from '../../peers/certificates.ts';
import { eapolTest } from '../../peers/eapol.ts';
import { startFreeRadius } from '../../peers/freeradius.ts';
import { account, secret } from '../acct/send-accounting.ts';

/* eapol_test is a device with a certificate, FreeRADIUS the NAS that is sent the Disconnect. */

tap.setTimeout(120_000);
const authority = new Authority();
const server = authority.issue('radius.example', { names: 'DNS:radius.example' });
const [lost, kept] = [authority.issue('alice'), authority.issue('alice')];
const crl = join(authority.folder, 'crl.pem');
authority.writeRevocationList(crl);
const gateway = await GatewayProcess.start({
  GATEHOUSE_POLLING_ENABLED: 'false',
  GATEHOUSE_RADIUS_EAP_ENABLED: 'true',
  GATEHOUSE_RADIUS_EAP_CERTIFICATE: server.certificate,
  GATEHOUSE_RADIUS_EAP_KEY: server.key,
  GATEHOUSE_RADIUS_EAP_CA: authority.file,
  GATEHOUSE_RADIUS_EAP_CRL: crl,
});
const freeRadius = await startFreeRadius({ secret, stranger: 'stranger' });
const { nas, client, user, changes, changed } = await furnish(gateway);
tap.teardown(async () => {
  await gateway.remove();
  await Promise.all([freeRadius.stop(), nas.stop()]);
  authority.remove();
});
await gateway.gate('PATCH', `/aaa_client/${client}/`, { coa_port: freeRadius.port });
await user({ username: 'alice' });

function logIn({ certificate, key }: Issued, mac: string): Promise<string> {
  return eapolTest({
    to: { address: '127.0.0.1', port: gateway.authPort },
    secret,
    network: [
      'eap=TLS',
      'identity="anonymous"',
      `ca_cert="${authority.file}"`,
      `client_cert="${certificate}"`,
      `private_key="${key}"`,
    ],
    args: ['-M', mac],
  });
}

/** Logs a device in, and begins its session. */
async function open(issued: Issued, mac: string) {
  const output = await logIn(issued, mac);
  if (!output.endsWith('SUCCESS\n')) throw new Error(output);
  const callingStation = mac.replaceAll(':', '-');
  const session = `session of ${callingStation}`;
  const at = Math.floor(Date.now() / 1000);
  await account(gateway, { session, username: 'alice', at, callingStation });
  const path = `/aaa_accounting/?callingstationid=${callingStation}`;
  const [row] = results(await gateway.gate('GET', path));
  return { session, id: String(row?.['radacctid']) };
}

test('a revoked certificate ends the session of its device within two seconds, and no other', async (t) => {
  const [phone, laptop] = [
    await open(lost, '02:00:00:00:11:01'),
    await open(kept, '02:00:00:00:11:02'),
  ];
  authority.revoke(lost);
  authority.writeRevocationList(crl);
  const began = performance.now();
  t.match(await changed(phone), [
    {
      kind: 'disconnect',
      trigger: 'certificate',
      status: 'acknowledged',
      reason: /^the certificate with the serial number [\da-f]+ is revoked$/,
    },
  ]);
  t.comment(`${Math.round(performance.now() - began)} ms`);
  t.match(await freeRadius.log(), `Acct-Session-Id = "${phone.session}"`);
  t.same(await changes(laptop), []);
  t.match(await logIn(lost, '02:00:00:00:11:01'), /\nFAILURE\n$/);
});
