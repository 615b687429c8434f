import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type PeerCertificate } from 'node:tls';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import tap, { test } from 'tap';
import type { Config } from '../../src/config/load-config.ts';
import { AcmeCertificate } from '../../src/tls/acme/acme-certificate.ts';
import { guideBlock } from '../../tools/documents/guide-blocks.ts';
import { ManualClock } from '../manual-clock.ts';
import { eventually } from '../gateway-process.ts';
import { startInProcess, type InProcessGateway } from '../in-process.ts';
import { loopbackConfig } from '../loopback-config.ts';
import { freeTcpPort } from '../peers/port.ts';
import { startPebble } from '../peers/pebble.ts';
import { runChecks } from '../../src/installation/doctor/check.ts';
import { certificateCheck } from '../../src/installation/doctor/certificate-check.ts';
import { sealed } from '../sealed.ts';

const httpPort = await freeTcpPort();
const pebble = await startPebble(httpPort);
tap.teardown(() => pebble.stop());

const acme = (more: Readonly<Record<string, string>> = {}) => ({
  GATEHOUSE_HTTP_PORT: String(httpPort),
  GATEHOUSE_HTTP_TLS_ENABLED: 'true',
  GATEHOUSE_HTTP_TLS_PORT: '0',
  GATEHOUSE_HTTP_TLS_NAMES: 'gw.example.net,portal.example.net',
  GATEHOUSE_HTTP_TLS_ACME_DIRECTORY: pebble.directory,
  GATEHOUSE_HTTP_TLS_ACME_TERMS_AGREED: 'true',
  GATEHOUSE_HTTP_TLS_ACME_CONTACT: 'noc@example.net',
  GATEHOUSE_HTTP_TLS_ACME_CA: pebble.ca,
  GATEHOUSE_HTTP_TLS_ACME_EAB_KEY_ID: 'kid-1',
  GATEHOUSE_HTTP_TLS_ACME_EAB_KEY_FILE: pebble.eabKeyFile,
  ...more,
});

/** Returns the certificate of an HTTPS server. */
const certificateAt = (port: number) =>
  new Promise<PeerCertificate>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
    socket.on('error', reject).on('secureConnect', () => {
      resolve(socket.getPeerCertificate());
      socket.destroy();
    });
  });

/** Advances the clock until HTTPS has another certificate. */
const nextCertificate = (gateway: InProcessGateway, clock: ManualClock, former: string) =>
  eventually(
    async () => {
      await clock.advance(2_000);
      return certificateAt(gateway.running.https?.port ?? 0);
    },
    ({ fingerprint256 }) => fingerprint256 !== former,
  );

const examine = (config: Config) =>
  runChecks([certificateCheck], { config, isRunning: true, sealed });

test('a certificate by ACME is ordered, renewed, and ordered again after failures', async (t) => {
  const clock = new ManualClock();
  const gateway = await startInProcess({ clock, environment: acme() });
  t.teardown(() => gateway.stop());
  const port = gateway.running.https?.port ?? 0;
  const tls = join(gateway.folder, 'data', 'tls');
  const file = join(tls, 'acme.pem');
  const temporary = await certificateAt(port);
  t.match(temporary.issuer.CN, /^Gatehouse CA of/);

  const first = await nextCertificate(gateway, clock, temporary.fingerprint256);
  t.match(first.issuer.CN, /^Pebble Intermediate CA/);
  t.equal(first.subjectaltname, 'DNS:gw.example.net, DNS:portal.example.net');
  t.equal(statSync(file).mode & 0o777, 0o600);
  t.equal(statSync(join(tls, 'acme-account.key')).mode & 0o777, 0o600);
  t.match(await examine(gateway.running.gateway.config), [
    { state: 'ok', seen: /acme\.pem is valid until/ },
  ]);

  await t.test('at two thirds of its time, and not before', async (t) => {
    const [from, until] = [first.valid_from, first.valid_to].map((date) => Date.parse(date));
    const life = (until ?? 0) - (from ?? 0);
    clock.setDate(new Date((from ?? 0) + 0.65 * life));
    await clock.advance(120_000);
    t.equal((await certificateAt(port)).fingerprint256, first.fingerprint256);
    clock.setDate(new Date((from ?? 0) + 0.69 * life));
    await gateway.running.reload(gateway.running.gateway.config);
    const second = await nextCertificate(gateway, clock, first.fingerprint256);
    t.match(second.issuer.CN, /^Pebble Intermediate CA/);
    clock.setDate(new Date());
  });
});

test('a missing setting of ACME is named with its key', (t) => {
  const wrong = (more: Readonly<Record<string, string>>, expected: RegExp) => {
    t.throws(() => loopbackConfig({ ...acme(more), GATEHOUSE_HTTP_PORT: '0' }), expected);
  };
  wrong({ GATEHOUSE_HTTP_TLS_ACME_TERMS_AGREED: 'false' }, /acme\.terms_agreed: "false".*true/);
  wrong({ GATEHOUSE_HTTP_TLS_NAMES: '192.0.2.1' }, /http\.tls\.names: "192\.0\.2\.1".*host names/);
  wrong({ GATEHOUSE_HTTP_TLS_ENABLED: 'false' }, /http\.tls\.enabled: "false"/);
  wrong({ GATEHOUSE_HTTP_TLS_ACME_CHALLENGE: 'dns-01' }, /acme\.dns_hook: "": expected a program/);
  wrong({ GATEHOUSE_HTTP_TLS_ACME_EAB_KEY_FILE: '' }, /acme\.eab_key_file: "": expected/);
  wrong({ GATEHOUSE_HTTP_TLS_ACME_EAB_KEY_ID: '' }, /acme\.eab_key_id: "": expected the name/);
  wrong({ GATEHOUSE_HTTP_TLS_ACME_DIRECTORY: 'http://x' }, /acme\.directory.*https URL/);
  t.end();
});

/** An order without a gateway around it. */
function openOrder(
  environment: Readonly<Record<string, string>>,
  data = mkdtempSync(join(tmpdir(), 'gatehouse-acme-')),
) {
  const clock = new ManualClock();
  const config = loopbackConfig({ ...acme(environment), GATEHOUSE_DATA_DIR: data });
  const log = pino({ level: 'silent' });
  const open = () => new AcmeCertificate({ config, clock, log, metrics: new Registry() });
  /** Orders, and lets the waits of the order pass. */
  const renew = async (certificate: AcmeCertificate) => {
    const order = { isRunning: true };
    const renewal = certificate.renewIfDue(AbortSignal.timeout(60_000)).finally(() => {
      order.isRunning = false;
    });
    renewal.catch(() => undefined);
    while (order.isRunning) {
      await clock.advance(1_000);
      await sleep(20);
    }
    return renewal;
  };
  const remove = () => {
    rmSync(data, { recursive: true });
  };
  return { clock, config, data, open, renew, remove };
}

test('by DNS; an order that fails is repeated later, and the reason is shown', async (t) => {
  const hook = join(pebble.dnsHook, '..', 'broken-hook');
  writeFileSync(hook, '#!/bin/sh\nprintf "no zone\\033 for %s\\n" "$2" >&2\nexit 3\n', {
    mode: 0o755,
  });
  const byDns = {
    GATEHOUSE_HTTP_TLS_ACME_CHALLENGE: 'dns-01',
    GATEHOUSE_HTTP_TLS_ACME_DNS_HOOK: hook,
  };
  const { clock, config, data, open, renew, remove } = openOrder(byDns);
  t.teardown(remove);
  const certificate = open();
  const failed =
    /dns_hook: .*broken-hook add failed \(3\): no zone {2}for _acme-challenge\.\w+\.example/;
  await t.rejects(renew(certificate), failed);
  t.match(await examine(config), [{ state: 'failed', seen: failed, advice: /or after SIGHUP/ }]);

  // The program of the guide; what it would send to a DNS server goes to that of Pebble.
  const update = join(pebble.dnsHook, '..', 'update');
  writeFileSync(
    update,
    `#!/bin/sh
while read -r word action name ttl type value; do
  value=\${value#?}
  [ "$word" != update ] || ${pebble.dnsHook} "$action" "\${name%.}" "\${value%?}"
done
`,
    { mode: 0o755 },
  );
  writeFileSync(
    hook,
    guideBlock('sh dns-hook').replace('nsupdate -k /etc/gatehouse/dns.key', update),
  );
  await clock.advance(300_000);
  const restarted = open();
  t.equal(await renew(restarted), false, 'a restart waits as well');
  restarted.retry();
  t.equal(await renew(restarted), true);
  const text = readFileSync(join(data, 'tls', 'acme.pem'), 'utf8');
  t.match(new X509Certificate(text).subjectAltName, /DNS:gw\.example\.net/);
  t.match(await examine(config), [{ state: 'ok' }]);
  t.equal(await renew(restarted), false, 'it is not due');

  const directory = pebble.directory.replace('localhost', '127.0.0.1');
  const other = openOrder({ ...byDns, GATEHOUSE_HTTP_TLS_ACME_DIRECTORY: directory }, data);
  t.equal(await other.renew(other.open()), true, 'it is of another CA');
  t.equal(await other.renew(other.open()), false);
});

test('a name that the CA cannot reach is named, with what to look at', async (t) => {
  // Pebble looks for the answer at the port of the first gateway, which is gone.
  const { clock, config, open, renew, remove } = openOrder({});
  t.teardown(remove);
  const certificate = open();
  const reason =
    /\.example\.net: http-01 failed: connection: .*refused.*the CA must reach http:\/\/\w+\.example\.net\/\.well-known\/acme-challenge\/ at port 80/;
  await t.rejects(renew(certificate), reason);
  t.match(await examine(config), [{ state: 'failed', seen: reason }]);
  t.equal(await renew(certificate), false);
  await clock.advance(700_000);
  await t.rejects(renew(certificate), reason);
  t.match(await examine(config), [{ state: 'failed', seen: /2 in a row/ }]);
});

test('a server of a CA that is not known', async (t) => {
  const { data, open, renew, remove } = openOrder({ GATEHOUSE_HTTP_TLS_ACME_CA: '' });
  t.teardown(remove);
  await t.rejects(
    renew(open()),
    /localhost:\d+\/dir cannot be used: .*name that in http\.tls\.acme\.ca/,
  );
  writeFileSync(join(data, 'tls', 'acme-account.key'), 'no key');
  const again = open();
  again.retry();
  await t.rejects(renew(again), /acme-account\.key is no private key; remove it/);
});
