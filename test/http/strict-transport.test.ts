import tap, { test } from 'tap';
import { rootCertificates } from 'node:tls';
import { request } from 'node:https';
import { isPubliclyTrusted } from '../../src/tls/public-trust.ts';
import { eventually, GatewayProcess } from '../gateway-process.ts';
import { Authority } from '../peers/certificates.ts';
import { freeTcpPort } from '../peers/port.ts';

/* RFC 6797: the header is sent with a certificate that browsers trust, and where plain HTTP is not needed. */

const authority = new Authority();
const own = authority.issue('gate', { names: 'IP:127.0.0.1' });
tap.teardown(() => {
  authority.remove();
});

const header = (port: number, path: string) =>
  new Promise<string | undefined>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, agent: false, rejectUnauthorized: false };
    request(options, (reply) => {
      reply.resume();
      resolve(reply.headers['strict-transport-security']);
    })
      .on('error', reject)
      .end();
  });

interface Case {
  readonly what: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly path: string;
  readonly expected: string | undefined;
}

const trusted = { NODE_EXTRA_CA_CERTS: authority.file };
const refused = { GATEHOUSE_HTTP_PLAIN: 'refuse' };
const cases: readonly Case[] = [
  {
    what: 'a trusted certificate',
    environment: { ...trusted, ...refused },
    path: '/control/api/v1/',
    expected: 'max-age=31536000',
  },
  {
    what: 'a portal page',
    environment: { ...trusted, ...refused },
    path: '/portal/?x=1',
    expected: undefined,
  },
  {
    what: 'a certificate of a CA of the site',
    environment: refused,
    path: '/control/api/v1/',
    expected: undefined,
  },
  {
    what: 'plain HTTP at a port of its own',
    environment: { ...trusted, GATEHOUSE_HTTP_PLAIN: 'redirect' },
    path: '/control/api/v1/',
    expected: undefined,
  },
];

for (const { what, environment, path, expected } of cases)
  test(`${what}: ${expected ?? 'no header'}`, async (t) => {
    const port = await freeTcpPort();
    const gateway = await GatewayProcess.start({
      GATEHOUSE_HTTP_TLS_ENABLED: 'true',
      GATEHOUSE_HTTP_TLS_PORT: String(port),
      GATEHOUSE_HTTP_TLS_CERTIFICATE: own.certificate,
      GATEHOUSE_HTTP_TLS_KEY: own.key,
      ...environment,
    });
    t.teardown(() => gateway.remove());
    t.equal(
      await eventually(
        () => header(port, path),
        () => true,
      ),
      expected,
    );
  });

test('a chain is followed up to a CA that Node trusts', (t) => {
  const [root = '', other = ''] = rootCertificates;
  t.equal(isPubliclyTrusted(root), true);
  t.equal(isPubliclyTrusted(`${root}\n${other}`), false, 'the second has not issued the first');
  t.equal(isPubliclyTrusted(own.cert), false);
  t.equal(isPubliclyTrusted('no certificate'), false);
  t.end();
});
