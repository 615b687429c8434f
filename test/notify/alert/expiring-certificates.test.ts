import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tap, { test } from 'tap';
import { loadConfig } from '../../../src/config/load-config.ts';
import { runChecks } from '../../../src/installation/doctor/check.ts';
import { certificateCheck } from '../../../src/installation/doctor/certificate-check.ts';
import { issueCertificate } from '../../../src/tls/issue.ts';
import { sealed } from '../../sealed.ts';
import { startAlertSite } from './fixture.ts';

/* The certificate of EAP before its end: alert, metric and doctor. */

const dayMs = 86_400_000;
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-expiry-'));
const [certificate, key] = [join(folder, 'eap.pem'), join(folder, 'eap.key')];
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const publicKey = createPublicKey(privateKey);
writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
tap.teardown(() => {
  rmSync(folder, { recursive: true });
});

/** Writes the certificate of EAP. @param days  from now to its end @param age  from its begin to now, in days */
function issue(now: Date, days: number, age = 200): void {
  const [notBefore, notAfter] = [-age, days].map(
    (offset) => new Date(now.getTime() + offset * dayMs),
  );
  if (!notBefore || !notAfter) throw new Error('no time');
  const content = { commonName: 'radius.example', publicKey, notBefore, notAfter };
  const issuer = { commonName: 'A CA', publicKey, privateKey };
  const purpose = { kind: 'server', names: ['radius.example'] } as const;
  writeFileSync(certificate, issueCertificate({ ...content, purpose }, issuer));
}

const settings = {
  GATEHOUSE_RADIUS_EAP_ENABLED: 'true',
  GATEHOUSE_RADIUS_EAP_CERTIFICATE: certificate,
  GATEHOUSE_RADIUS_EAP_KEY: key,
};

test('a certificate alerts 30 days before its end, until it is renewed', async (t) => {
  issue(new Date('2026-03-01T12:00:00Z'), 40);
  const site = await startAlertSite(settings);
  t.teardown(() => site.stop());
  await site.create('/alert_rule/', {
    name: 'certificates',
    kind: 'certificate',
    seconds: 60,
    clear_seconds: 60,
  });
  const alerts = async () =>
    (await site.list('/alert/')).filter(({ subject }) => String(subject).includes('5e0f7a1c'));
  const days = async () => {
    const { metrics } = site.running.gateway;
    const gauge = await metrics.getSingleMetric('gatehouse_certificate_expires_seconds')?.get();
    const series = gauge?.values.find(({ labels }) => labels['file'] === certificate);
    return Math.floor((series?.value ?? NaN) / 86_400);
  };

  await site.evaluateAfter(0);
  await site.evaluateAfter(120);
  t.same(await alerts(), []);
  t.equal(await days(), 39);
  await site.evaluateAfter(10 * 86_400);
  await site.evaluateAfter(120);
  const subject = new RegExp(`^certificate of .*/5e0f7a1c: ${certificate}$`);
  t.match(await alerts(), [{ state: 'firing', subject, message: / expires on 2026-04-10$/ }]);
  t.equal(await days(), 29);
  issue(site.clock.now(), 400);
  await site.evaluateAfter(20);
  await site.evaluateAfter(120);
  t.match(await alerts(), [{ state: 'resolved' }]);
  rmSync(certificate);
  await site.evaluateAfter(20);
  await site.evaluateAfter(120);
  t.match(
    (await alerts()).filter(({ state }) => state === 'firing'),
    [{ message: / cannot be read$/ }],
  );
});

test('the doctor warns of a certificate 30 days before its end, of a short one in its last fifth', async (t) => {
  const file = join(folder, 'gatehouse.yaml');
  writeFileSync(file, '');
  const now = new Date();
  const stateAt = async (days: number, age?: number) => {
    issue(now, days, age);
    const config = loadConfig(file, { GATEHOUSE_DATA_DIR: folder, ...settings });
    const found = await runChecks([certificateCheck], { config, isRunning: true, sealed });
    return found.find(({ seen }) => seen.startsWith(certificate))?.state;
  };
  t.equal(await stateAt(31), 'ok');
  t.equal(await stateAt(29), 'warning');
  t.equal(await stateAt(19, 71), 'ok', 'one for 90 days');
  t.equal(await stateAt(17, 73), 'warning');
  t.equal(await stateAt(-1), 'failed');
});
