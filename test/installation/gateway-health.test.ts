import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tap, { test } from 'tap';
import type { Finding } from '../../src/contract/finding.ts';
import { parseJsonColumn } from '../../src/store/store.ts';
import { GatewayProcess } from '../gateway-process.ts';
import { secret } from '../radius/acct/send-accounting.ts';

/* What the gateway says of itself and its machine. */

const gateway = await GatewayProcess.start();
tap.teardown(() => gateway.remove());
const examine = (token?: string) => gateway.control('GET', '/gateway_health/', undefined, token);

interface Report {
  readonly findings: readonly Finding[];
}

test('a gateway shows the root organization what the doctor finds, and others nothing', async (t) => {
  const backup = { file: 'b.tar', created_at: new Date().toISOString(), octets: 1, seconds: 1 };
  writeFileSync(join(gateway.folder, 'data', 'last-backup.json'), JSON.stringify(backup));
  const house = await gateway.gate('POST', '/organization/', { name: 'house', short_name: 'h' });
  const organization = house.body['id'];
  const user = await gateway.gate('POST', '/user/', {
    username: 'tenant',
    organization,
    role: 'admin',
  });
  await gateway.gate('POST', '/aaa_upstream/', {
    name: 'central',
    address: '192.0.2.98',
    realm: 'example.net',
    secret,
  });
  const { status, body, text } = await examine();
  t.equal(status, 200);
  const { findings } = parseJsonColumn<Report>(text);
  const of = (name: string) => findings.find(({ check }) => check === name) ?? {};
  t.match(of('disk'), { seen: /MiB free of/, evidence: { free_ratio: Number } });
  t.match(of('accepted time'), { state: 'ok' });
  t.match(of('certificates'), { state: 'skipped' });
  t.match(of('upstreams'), { seen: /"central" has not been used yet/ });
  t.match(of('backup'), { state: 'ok', evidence: { age_seconds: Number } });
  t.equal(
    body['healthy'],
    findings.every(({ state }) => state !== 'failed'),
  );
  t.same((await examine()).body, body, 'callers within some seconds share an examination');
  const { body: made } = await gateway.gate('POST', '/user_token/', { user: user.body['id'] });
  t.match((await examine(String(made['token']))).body, { healthy: true, findings: [] });
});
