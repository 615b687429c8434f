import { once } from 'node:events';
import { test } from 'tap';
import { readHttpBanner } from '../../../src/protocol/http/banner.ts';
import { createServer } from '../../../src/runtime/node-http.ts';

test('what a web server says of itself is read, and no page costs much', async (t) => {
  const server = createServer(({ url }, reply) => {
    reply.setHeader('server', 'mini');
    if (url === '/') reply.writeHead(302, { location: '/login' });
    reply.end(url === '/' ? '<TITLE id="t">Lobby\n  AP</TITLE>' : '<title'.repeat(10_000));
  });
  t.teardown(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const peer = {
    label: 'the server',
    host: '127.0.0.1',
    serverName: '127.0.0.1',
    port,
    tls: 'off' as const,
    allowsOldTls: false,
    connectTimeoutMs: 30_000,
    checkCertificate: () => Promise.resolve(false),
  };
  const limits = { signal: new AbortController().signal, timeoutMs: 30_000 };
  const costs: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    const before = process.cpuUsage();
    const banner = await readHttpBanner(peer, limits);
    t.equal(banner, 'server: mini\nlocation: /login\n<TITLE id="t">Lobby AP</TITLE>');
    costs.push(process.cpuUsage(before).user / 1000);
  }
  const ms = Math.min(...costs);
  t.ok(ms < 300, `${ms.toFixed(0)} ms of the processor`);
});
