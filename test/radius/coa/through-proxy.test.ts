import tap, { test } from 'tap';
import { GatewayProcess, results } from '../../gateway-process.ts';
import { startFakeNas } from '../../peers/fake-nas.ts';
import { startProxy } from '../../peers/freeradius-proxy.ts';
import { radclient } from '../../peers/radclient.ts';
import { secret } from '../acct/send-accounting.ts';

/* A NAS behind FreeRADIUS, which proxies its accounting to the gateway, and the gateway's changes to the NAS. */

const gateway = await GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false' });
const nas = await startFakeNas(secret);
const proxy = await startProxy({
  nasSecret: secret,
  secret,
  to: { authPort: gateway.authPort, acctPort: gateway.acctPort },
  nasPort: nas.port,
});
tap.teardown(async () => {
  await gateway.remove();
  await Promise.all([proxy.stop(), nas.stop()]);
});
await gateway.gate('POST', '/aaa_client/', {
  name: 'proxy',
  address: '127.0.0.1',
  secret,
  coa_port: proxy.coaPort,
});

const inHex = (text: string) => Buffer.from(text).toString('hex');
const operatorName = 126;
const extended = 241;

/** Opens a session through the proxy. @returns its id */
async function open(session: string, nasIdentifier: string): Promise<string> {
  const attributes = `Acct-Status-Type=Start
Acct-Session-Id="${session}"
User-Name="guest@ours"
NAS-IP-Address=192.0.2.99
NAS-Identifier="${nasIdentifier}"
Operator-Name="1visited.example"
Operator-NAS-Identifier="0x6e617337"
`;
  const to = { address: '127.0.0.1', port: proxy.acctPort };
  const { output } = await radclient({ to, command: 'acct', attributes, secret, seconds: 30 });
  if (!output.includes('Accounting-Response')) throw new Error(output);
  const [row] = results(await gateway.gate('GET', `/aaa_accounting/?acctsessionid=${session}`));
  return String(row?.['radacctid']);
}

test('CoA and Disconnect reach a NAS behind a proxy, and its reply comes back', async (t) => {
  const id = await open('P-1', 'nas of the proxy');
  const attributes = [{ attribute: 'Session-Timeout', value: '600' }];
  const changed = await gateway.gate('POST', `/aaa_accounting/${id}/coa/`, { attributes });
  t.match(changed, { status: 200, body: { status: 'acknowledged', tries: 1 } });
  const ended = await gateway.gate('POST', `/aaa_accounting/${id}/disconnect/`, {});
  t.match(ended, { status: 200, body: { status: 'acknowledged' } });
  t.match(
    nas.received.map(({ kind }) => kind),
    ['coa', 'disconnect'],
  );
  t.same(nas.faults, []);
  for (const { attributes: received } of nas.received) {
    t.same(received.get(44), [inHex('P-1')]);
    t.same(received.get(operatorName), [inHex('1visited.example')], 'RFC 8559 section 3.2');
    t.match(received.get(extended), [/^08/], 'Operator-NAS-Identifier, type 241.8');
  }
});

test('the Error-Cause of a proxy that does not know the NAS is reported', async (t) => {
  const id = await open('P-2', 'another');
  t.match(await gateway.gate('POST', `/aaa_accounting/${id}/disconnect/`, {}), {
    body: { status: 'refused', error_cause_name: 'NAS-Identification-Mismatch' },
  });
});
