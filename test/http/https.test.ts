import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type PeerCertificate } from 'node:tls';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import tap, { test } from 'tap';
import { ManualClock } from '../manual-clock.ts';
import { eventually } from '../gateway-process.ts';
import { startInProcess } from '../in-process.ts';
import { request as plainRequest } from '../../src/runtime/node-http.ts';
import { examineSite } from '../../src/inventory/doctor/doctor-command.ts';
import { OwnAuthority } from '../../src/tls/own-authority.ts';
import { CertificateFiles } from '../../src/tls/certificate-files.ts';
import { openServerCertificate } from '../../src/tls/server-certificate.ts';
import { Authority } from '../peers/certificates.ts';
import { loopbackConfig } from '../loopback-config.ts';

interface Answer {
  readonly status: number;
  readonly location: string;
  readonly text: string;
}

interface Asked {
  readonly port: number;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The CA of HTTPS; absent: plain HTTP. */
  readonly ca?: string;
}

const ask = ({ ca, ...asked }: Asked) =>
  new Promise<Answer>((resolve, reject) => {
    const options = { host: '127.0.0.1', agent: false, ...asked };
    const sent =
      ca === undefined ? plainRequest(options) : request({ ...options, servername: '', ca });
    sent.on('error', reject).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location ?? '',
          text,
        });
      });
    });
    sent.end();
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

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-https-'));
tap.teardown(() => {
  rmSync(folder, { recursive: true });
});

test('HTTPS with a CA of this machine', async (t) => {
  const clock = new ManualClock();
  const site = new Authority();
  t.teardown(() => {
    site.remove();
  });
  const ofPortal = site.issue('portal', { names: 'IP:127.0.0.1' });
  const gateway = await startInProcess({
    clock,
    environment: {
      // A socket of IPv6 has 127.0.0.1 as ::ffff:127.0.0.1, which is in no certificate.
      GATEHOUSE_HTTP_HOST: '::',
      GATEHOUSE_HTTP_TLS_ENABLED: 'true',
      GATEHOUSE_HTTP_TLS_PORT: '0',
      GATEHOUSE_PORTAL_PUBLIC_URL: 'https://guests.example',
      GATEHOUSE_PORTAL_LISTENER_ENABLED: 'true',
      GATEHOUSE_PORTAL_LISTENER_HOST: '127.0.0.1',
      GATEHOUSE_PORTAL_LISTENER_PORT: '0',
      GATEHOUSE_PORTAL_LISTENER_TLS_CERTIFICATE: ofPortal.certificate,
      GATEHOUSE_PORTAL_LISTENER_TLS_KEY: ofPortal.key,
    },
  });
  t.teardown(() => gateway.stop());
  const { port } = gateway.running.http;
  const securePort = gateway.running.https?.port ?? 0;
  const token = readFileSync(join(gateway.folder, 'data', 'admin-token'), 'utf8').trim();
  const headers = { authorization: `Bearer ${token}` };
  const { text: ca } = await ask({ port, path: '/ca.crt' });
  const types = '/control/api/v1/inventory_type/?limit=1';

  await t.test('serves both APIs to a client that trusts the CA', async (t) => {
    const answer = await ask({ port: securePort, path: types, headers, ca });
    t.match(answer, { status: 200, text: /"count"/ });
  });

  await t.test('has a certificate that OpenSSL verifies strictly', async (t) => {
    const tls = join(gateway.folder, 'data', 'tls');
    const [caFile, cert] = [join(tls, 'ca.pem'), join(tls, 'server.pem')];
    t.equal(readFileSync(caFile, 'utf8'), ca);
    const verify = ['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', caFile];
    t.match(execFileSync('openssl', [...verify, '-verify_ip', '127.0.0.1', cert]).toString(), /OK/);
    t.equal(statSync(join(tls, 'ca.key')).mode & 0o777, 0o600);
    t.equal(statSync(join(tls, 'server.key')).mode & 0o777, 0o600);
    const shown = await certificateAt(securePort);
    t.match(shown.subjectaltname, /DNS:localhost.*IP Address:127\.0\.0\.1/);
    t.match(gateway.running.https?.fingerprint, /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  });

  await t.test(
    'plain HTTP redirects requests without a token or body, and refuses others',
    async (t) => {
      const secure = `https://127.0.0.1:${securePort}`;
      t.match(await ask({ port, path: types }), { status: 307, location: `${secure}${types}` });
      const host = { host: 'gatehouse.example:8080' };
      t.match(await ask({ port, path: '/control/api/v1/docs', headers: host }), {
        location: `https://gatehouse.example:${securePort}/control/api/v1/docs`,
      });
      const evil = { host: 'evil"><x' };
      t.match(await ask({ port, path: '/metrics', headers: evil }), {
        location: `${secure}/metrics`,
      });
      const refused = { status: 403, text: /HTTPS is required: https:/ };
      t.match(await ask({ port, path: types, headers }), refused);
      t.match(await ask({ port, path: types, method: 'POST' }), refused);
      // Only a trusted proxy may say that its client came over TLS.
      const forwarded = { 'x-forwarded-proto': 'https' };
      t.match(await ask({ port, path: types, headers: forwarded }), { status: 307 });
    },
  );

  await t.test('plain HTTP still serves guests and probes', async (t) => {
    for (const path of ['/healthz', '/readyz', '/portal/captive'])
      t.match(await ask({ port, path }), { status: 200 }, path);
    t.match(await ask({ port, path: '/generate_204' }), { status: 302, location: '/portal/' });
    t.match(await ask({ port, path: '/hotspot-detect.html' }), { location: '/portal/' });
  });

  await t.test('the listener of the portal serves only the portal', async (t) => {
    const guests = { port: gateway.running.guests?.port ?? 0, ca: site.ca };
    const own = await ask({ ...guests, path: '/portal/captive' });
    t.match(own, { status: 200, text: /"user-portal-url":"https:\/\/guests\.example\/portal\/"/ });
    t.match(await ask({ ...guests, path: '/portal/' }), { status: /200|404/, text: /<html/ });
    const atPortal = { status: 302, location: 'https://guests.example/portal/' };
    t.match(await ask({ ...guests, path: '/generate_204' }), atPortal);
    t.match(await ask({ ...guests, path: '/' }), { status: 302, location: '/portal/' });
    const others = ['/control/api/v1/docs', '/gate/api/v1/openapi.json', '/healthz', '/readyz'];
    for (const path of [
      types,
      '/%63ontrol/api/v1/inventory_type/',
      ...others,
      '/metrics',
      '/ca.crt',
    ])
      t.match(await ask({ ...guests, path, headers }), { status: 404, text: /Not found/ }, path);
    t.match(await ask({ ...guests, path: types, headers, method: 'POST' }), { status: 404 });
    // The other listeners have the portal as well.
    t.match(await ask({ port: securePort, path: '/portal/captive', ca }), { status: 200 });
  });

  await t.test('a new certificate is taken over while the gateway runs', async (t) => {
    const before = await certificateAt(securePort);
    rmSync(join(gateway.folder, 'data', 'tls', 'server.pem'));
    const after = await eventually(
      async () => {
        await clock.advance(10_000);
        return certificateAt(securePort);
      },
      ({ fingerprint256 }) => fingerprint256 !== before.fingerprint256,
    );
    t.not(after.fingerprint256, before.fingerprint256);
    const portalPort = gateway.running.guests?.port ?? 0;
    const formerOfPortal = await certificateAt(portalPort);
    const renewed = site.issue('portal', { names: 'IP:127.0.0.1' });
    copyFileSync(renewed.key, ofPortal.key);
    copyFileSync(renewed.certificate, ofPortal.certificate);
    const ofPortalNow = await eventually(
      async () => {
        await clock.advance(10_000);
        return certificateAt(portalPort);
      },
      ({ fingerprint256 }) => fingerprint256 !== formerOfPortal.fingerprint256,
    );
    t.not(ofPortalNow.fingerprint256, formerOfPortal.fingerprint256);
    t.match(await ask({ port, path: '/ca.crt' }), { text: ca });
  });

  await t.test('the time that each certificate has left is a metric', async (t) => {
    const { metrics } = gateway.running.gateway;
    const readable = async () => {
      const series = (await metrics.metrics()).matchAll(
        /certificate_expires_seconds\{file="(.*)"\} (\S+)/g,
      );
      return [...series].map(([, file, value]) => [file, !Number.isNaN(Number(value))]);
    };
    const ofGateway = join(gateway.folder, 'data', 'tls', 'ca.pem');
    const whole = [ofGateway, true];
    t.same(await readable(), [[ofPortal.certificate, true], whole]);
    rmSync(ofPortal.certificate);
    const missing = [ofPortal.certificate, false];
    t.same(await readable(), [missing, whole], 'one that is missing hides no other');
  });
});

test('the CA of this machine stays the same, and its certificate follows the names', async (t) => {
  const data = join(folder, 'own');
  const now = new Date();
  const first = new OwnAuthority(data);
  const names = ['gw.example', '192.0.2.1', '2001:db8::1'];
  const issued = first.certificateFor(names, now);
  const again = new OwnAuthority(data);
  t.equal(again.fingerprint, first.fingerprint);
  t.same(again.certificateFor(names.slice(1), now), issued);
  const later = (days: number) => new Date(now.getTime() + days * 86_400_000);
  t.same(again.certificateFor(names, later(240)), issued);
  t.notSame(again.certificateFor(names, later(250)), issued);
  const current = again.certificateFor(names, now);
  t.notSame(again.certificateFor([...names, '192.0.2.2'], now), current);
  await t.test('a clock that was wrong at the first start', (t) => {
    const early = again.certificateFor(names, new Date('1970-01-02T00:00:00Z'));
    t.notSame(again.certificateFor(names, now), early);
    t.end();
  });
  const tls = (name: string) => join(data, 'tls', name);
  renameSync(tls('ca.pem'), tls('lost'));
  t.throws(() => new OwnAuthority(data), /ca\.pem is missing; put it back, .*every client must/);
  renameSync(tls('lost'), tls('ca.pem'));
  rmSync(tls('ca.key'));
  t.throws(() => new OwnAuthority(data), /ca\.key cannot be read; put it back, or remove/);
  rmSync(tls('ca.pem'));
  t.not(new OwnAuthority(data).fingerprint, first.fingerprint, 'both are removed on purpose');
  rmSync(tls('ca.pem'));
  rmSync(tls('server.pem'));
  t.ok(new OwnAuthority(data), 'a first start that was cut off');
  new OwnAuthority(data).certificateFor(names, now, 'eap');
  rmSync(tls('ca.pem'));
  t.throws(
    () => new OwnAuthority(data),
    /ca\.pem is missing/,
    'the clients may be those of 802.1X',
  );
});

test('renewed certificate files are taken over', async (t) => {
  const authority = new Authority();
  t.teardown(() => {
    authority.remove();
  });
  const [certificate, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const use = (name: string) => {
    const issued = authority.issue(name, { names: 'IP:127.0.0.1' });
    copyFileSync(issued.certificate, certificate);
    copyFileSync(issued.key, key);
    return issued;
  };
  use('first');
  const environment = {
    GATEHOUSE_DATA_DIR: folder,
    GATEHOUSE_HTTP_TLS_ENABLED: 'true',
    GATEHOUSE_HTTP_TLS_CERTIFICATE: certificate,
    GATEHOUSE_HTTP_TLS_KEY: key,
  };
  const opened = openServerCertificate({
    config: loopbackConfig(environment),
    clock: new ManualClock(),
    log: pino({ level: 'silent' }),
    metrics: new Registry(),
  });
  t.equal(opened.authority, null);
  t.ok(await opened.readIfChanged());
  const second = use('second');
  const renewed = await eventually(
    () => opened.readIfChanged(),
    (files) => files !== null,
  );
  t.equal(renewed?.cert.toString(), second.cert);

  writeFileSync(key, authority.issue('third').keyText);
  t.throws(
    () => loopbackConfig(environment),
    /http\.tls\.key: .* the private key of http\.tls\.certificate/,
  );
  t.throws(
    () => loopbackConfig({ ...environment, GATEHOUSE_HTTP_TLS_KEY: '' }),
    /http\.tls\.key: "": expected a file: certificate and key are required together/,
  );
  const off = { ...environment, GATEHOUSE_HTTP_TLS_ENABLED: 'false' };
  copyFileSync(second.key, key);
  t.throws(() => loopbackConfig(off), /http\.tls\.enabled/);
});

test('files with an unusable one are read again until they can be used', async (t) => {
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const pem = { certificate: file('c.pem', 'c'), key: file('k.pem', 'k'), ca: '' };
  const files = new CertificateFiles({ ...pem, crl: file('crl.pem', 'no list') });
  const outcome = () => files.readIfChanged().then(String, (error: unknown) => String(error));
  t.match(await outcome(), /no revocation list/);
  t.match(await eventually(outcome, (words) => words !== 'null'), /no revocation list/);
});

test('the doctor trusts the certificate of a site without its CA', async (t) => {
  const authority = new Authority();
  const { cert, key, keyText } = authority.issue('site', { names: 'DNS:gw.example' });
  const certificate = join(authority.folder, 'chain.pem');
  writeFileSync(certificate, `${cert}${readFileSync(authority.file, 'utf8')}`);
  const server = createServer({ cert, key: keyText }, (_, response) => {
    response.writeHead(400).end('no such device');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    authority.remove();
  });
  const config = loopbackConfig({
    GATEHOUSE_DATA_DIR: folder,
    GATEHOUSE_HTTP_TLS_ENABLED: 'true',
    GATEHOUSE_HTTP_TLS_PORT: String((server.address() as AddressInfo).port),
    GATEHOUSE_HTTP_TLS_CERTIFICATE: certificate,
    GATEHOUSE_HTTP_TLS_KEY: key,
  });
  const token = join(folder, 'token');
  writeFileSync(token, 'secret');
  await t.rejects(examineSite(config, { device: '1', token }), { message: /no such device/ });
  const other = authority.issue('other', { names: 'DNS:other.example' });
  server.setSecureContext({ cert: other.cert, key: other.keyText });
  await t.rejects(
    examineSite(config, { device: '1', token }),
    { message: /unable to get local issuer|unable to verify|self-signed/ },
    'another certificate of the CA is not the one of the gateway',
  );
});
