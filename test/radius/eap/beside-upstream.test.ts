import tap, { test } from 'tap';
import { startUpstream, upstreamPassword } from '../../peers/freeradius-upstream.ts';
import { password, startSite, upstreamSecret } from '../fixture.ts';
import { accepted, decisionOver, logIn } from './station.ts';

/* EAP of one realm is answered by FreeRADIUS, that of all others by the gateway. */

tap.setTimeout(120_000);
const site = await startSite({ config: { EAP_ENABLED: 'true' } });
const upstream = await startUpstream({ secret: upstreamSecret, name: 'campus', eap: true });
tap.teardown(async () => {
  await site.stop();
  await upstream.stop();
});
await site.addUpstream({
  name: 'campus',
  auth_port: upstream.port,
  realm: 'campus.example',
  strip_realm: 1,
});

function login(mac: string, identity: string, word: string): Promise<string> {
  return logIn(site, {
    mac,
    network: ['eap=TTLS', `identity="${identity}"`, `password="${word}"`, 'phase2="auth=PAP"'],
  });
}

test('the realm of the outer name says who answers EAP', async (t) => {
  const outputs = await Promise.all([
    login('02-00-00-00-07-01', 'bob@campus.example', upstreamPassword),
    login('02-00-00-00-07-02', 'alice', password),
  ]);
  for (const output of outputs) t.match(output, accepted);
  t.match(await decisionOver(site, '02-00-00-00-07-01'), { method: 'EAP', upstream: 'campus' });
  t.match(await decisionOver(site, '02-00-00-00-07-02'), {
    method: 'EAP-TTLS/PAP',
    upstream: null,
    username: 'alice',
  });
});
