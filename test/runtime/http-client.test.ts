import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import type { IncomingMessage, Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { X509Certificate } from 'node:crypto';
import tap, { test, type Test } from 'tap';
import {
  limitReply,
  readWhole,
  ReplyTooLong,
  sendRequest,
  type CertificateRule,
  type OutgoingRequest,
} from '../../src/runtime/http-client.ts';
import { createServer } from '../../src/runtime/node-http.ts';
import { Authority } from '../peers/certificates.ts';
import { sourceFiles } from '../source-files.ts';

const authority = new Authority();
tap.teardown(() => {
  authority.remove();
});

interface Peer {
  readonly port: number;
  readonly asked: string[];
}

/** Starts a server that notes method, host, path and length of each request. */
async function listen(t: Test, server: Server): Promise<Peer> {
  const asked: string[] = [];
  server.on('request', ({ method, url = '', headers }: IncomingMessage, reply) => {
    asked.push([method, headers.host, url, headers['content-length'] ?? '-'].join(' '));
    if (url.startsWith('/silent')) return;
    if (url === '/moved') reply.writeHead(302, { location: '/elsewhere' });
    reply.end('ten octets');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, asked };
}

const read = async (asked: OutgoingRequest) => {
  const reply = await sendRequest(asked);
  return [reply.statusCode, (await readWhole(reply, 10)).toString()];
};

test('a request goes to the address that was checked, under the name of its URL', async (t) => {
  const { port, asked } = await listen(t, createServer());
  const at = { url: `http://gw.invalid:${port}/a?b=c`, address: '127.0.0.1' };
  t.same(await read({ method: 'GET', ...at }), [200, 'ten octets']);
  t.same(await read({ method: 'DELETE', body: 'né', ...at }), [200, 'ten octets']);
  t.same(asked, [`GET gw.invalid:${port} /a?b=c -`, `DELETE gw.invalid:${port} /a?b=c 3`]);
});

test('a redirect is a reply', async (t) => {
  const { port, asked } = await listen(t, createServer());
  t.same(await read({ method: 'GET', url: `http://127.0.0.1:${port}/moved` }), [302, 'ten octets']);
  t.equal(asked.length, 1);
});

test('a reply that is too long is an error, read as a whole or as a stream', async (t) => {
  const { port } = await listen(t, createServer());
  const ask = () => sendRequest({ method: 'GET', url: `http://127.0.0.1:${port}/` });
  await t.rejects(
    ask().then((reply) => readWhole(reply, 9)),
    ReplyTooLong,
  );
  const stream = async (maxOctets: number) => {
    const parts: unknown[] = [];
    for await (const part of limitReply(await ask(), maxOctets)) parts.push(part);
    return parts.length;
  };
  t.equal(await stream(10), 1);
  await t.rejects(stream(9), ReplyTooLong);
});

test('signal and idle time end a request, and its errors do not show its content', async (t) => {
  const { port } = await listen(t, createServer());
  const asked = {
    method: 'GET',
    url: `http://user:hidden@127.0.0.1:${port}/silent?key=hidden`,
    headers: { authorization: 'hidden' },
  };
  const errors = await Promise.all(
    [{ signal: AbortSignal.timeout(50) }, { idleTimeoutMs: 50 }].map((limit) =>
      sendRequest({ ...asked, ...limit }).then(() => 'a reply', String),
    ),
  );
  t.match(errors, [/abort/i, /no answer within 0\.05 s/]);
  const refused = { ...asked, url: 'http://user:hidden@127.0.0.1:1/?key=hidden' };
  const unreachable = await sendRequest(refused).then(() => 'a reply', String);
  t.match(unreachable, /ECONNREFUSED 127\.0\.0\.1:1/);
  t.notMatch([...errors, unreachable].join(), 'hidden');
});

test('a certificate is checked by its rule before anything is sent', async (t) => {
  const { cert, keyText } = authority.issue('site', { names: 'DNS:gw.example' });
  const { port, asked } = await listen(t, createTlsServer({ cert, key: keyText }));
  const outcome = (certificate: CertificateRule, host = 'gw.example') =>
    read({
      method: 'GET',
      url: `https://${host}:${port}/`,
      address: '127.0.0.1',
      certificate,
    }).then(
      ([status]) => status,
      (error: unknown) => String(error),
    );
  const sha256 = new X509Certificate(cert).fingerprint256;
  const plain = sha256.replaceAll(':', '').toLowerCase();
  const trusted: readonly CertificateRule[] = [
    'unchecked',
    { ca: authority.ca },
    { certificate: cert },
    { sha256 },
    { sha256: plain },
  ];
  for (const rule of trusted) t.equal(await outcome(rule), 200, JSON.stringify(rule).slice(0, 40));
  t.equal(await outcome({ certificate: cert }, '127.0.0.1'), 200, 'whatever its name');
  const accepted = asked.length;
  t.match(await outcome('public'), /unable to/);
  t.match(await outcome({ ca: authority.ca }, 'other.example'), /altnames/);
  t.match(await outcome({ certificate: authority.issue('other').cert }), /unable to/);
  t.match(
    await outcome({ sha256: '00'.repeat(32) }),
    /presents another certificate: SHA-256 [\dA-F]/,
  );
  t.equal(asked.length, accepted);
});

test('no other file sends a request by itself, but the client of devices, which keeps connections', (t) => {
  const ofNode =
    /import \{[^}]*\brequest\b[^}]*\} from '(?:node:https?|[^']*\/node-http\.ts)'|\bfetch\(/;
  const senders = sourceFiles('src', 'adapters').filter(({ text }) => ofNode.test(text));
  t.same(
    senders.map(({ path }) => path),
    ['src/protocol/http/client.ts', 'src/runtime/http-client.ts'],
  );
  t.end();
});
