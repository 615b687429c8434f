import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { connect, Socket, type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import tap, { test, type Test } from 'tap';
import { ConnectionLimits } from '../../src/http/connection-limits.ts';
import { createServer } from '../../src/runtime/node-http.ts';
import { GatewayProcess } from '../gateway-process.ts';
import { ManualClock } from '../manual-clock.ts';

/* What clients hold without sending or reading. */

const gateway = await GatewayProcess.start({
  GATEHOUSE_POLLING_ENABLED: 'false',
  GATEHOUSE_HTTP_HEAD_SECONDS: '1',
  GATEHOUSE_HTTP_BODY_SECONDS: '1',
  GATEHOUSE_HTTP_CONNECTIONS_PER_ADDRESS: '20',
});
tap.teardown(() => gateway.remove());

const log = pino({ level: 'silent' });

const open = (port: number, text = '') => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.resume();
  socket.write(text);
  return socket;
};

test('a head or a body that does not end is cut off, without delaying others', async (t) => {
  const closed = [
    open(gateway.httpPort, 'GET /healthz HTTP/1.1\r\nHost: x\r\nX:'),
    open(
      gateway.httpPort,
      `POST /gate/api/v1/user/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    ),
  ].map((socket) => once(socket, 'close'));
  t.equal((await gateway.ask('GET', '/healthz')).status, 200);
  await Promise.all(closed);
});

test('one address has a limit of connections', async (t) => {
  const sockets = Array.from({ length: 40 }, () => open(gateway.httpPort));
  await new Promise<void>((resolve) => {
    let closed = 0;
    for (const socket of sockets)
      socket.once('close', () => {
        closed += 1;
        if (closed === 20) resolve();
      });
  });
  for (const socket of sockets) socket.destroy();
  t.match(
    (await gateway.ask('GET', '/metrics', { token: gateway.token })).text,
    /^gatehouse_http_cut_total\{reason="address"\} [1-9]/m,
  );
});

test('all addresses of an IPv6 /64 are one client, and an IPv4 address is one by itself', (t) => {
  const server = createServer().removeAllListeners('connection');
  const limited = { connections_per_address: 2, reply_seconds: 10, waiting_octets: 1 };
  const parts = { clock: new ManualClock(), metrics: new Registry(), log };
  new ConnectionLimits(parts, limited).watch(server);
  const connected = (remoteAddress: string) => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
    server.emit('connection', socket);
    return !socket.destroyed;
  };
  const addresses = ['2001:db8::1', '2001:db8::ffff:2', '2001:db8:0:0:8000::3', '2001:db8:0:1::1'];
  t.same(addresses.map(connected), [true, true, false, true]);
  const mapped = ['::ffff:192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.1'];
  t.same(mapped.map(connected), [true, true, true, false]);
  t.end();
});

const mib = 1024 * 1024;
/** More than the buffers of two sockets take. */
const reply = 'x'.repeat(20 * mib);

async function limited(t: Test, waitingOctets: number) {
  const clock = new ManualClock();
  const metrics = new Registry();
  const limits = new ConnectionLimits(
    { clock, metrics, log },
    { connections_per_address: 100, reply_seconds: 10, waiting_octets: waitingOctets },
  );
  const server: Server = createServer((request, response) => {
    limits.add(request, response, reply.length);
    response.end(reply);
  });
  limits.watch(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  const ask = async () => {
    const asked = once(server, 'request');
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [request] = (await asked) as [{ socket: Socket }];
    return { socket, served: request.socket };
  };
  const waiting = async () =>
    (await metrics.getMetricsAsJSON()).find(({ name }) => name === 'gatehouse_http_waiting_octets')
      ?.values[0]?.value;
  return { clock, ask, waiting, server, limits };
}

test('a reply that is not read is cut off after its time', async (t) => {
  const { clock, ask, waiting } = await limited(t, 100 * mib);
  const { socket, served } = await ask();
  t.equal(await waiting(), reply.length);
  await clock.advance(29_000);
  t.notOk(served.destroyed, 'ten seconds, and one for each MiB');
  await clock.advance(2000);
  t.ok(served.destroyed);
  t.equal(await waiting(), 0);
  socket.destroy();
});

test('a stream is served to its end while its client reads, and cut when it stands still', async (t) => {
  const { clock, ask, server, limits } = await limited(t, 100 * mib);
  // More than the buffers of the kernel take on the client's behalf.
  const piece = 'x'.repeat(16 * mib);
  server.removeAllListeners('request').on('request', (request, response) => {
    limits.add(request, response, 0);
    response.write(piece);
    server.emit('streaming', response);
  });
  const begun = once(server, 'streaming');
  const { socket, served } = await ask();
  const [response] = (await begun) as [ServerResponse];
  for (let round = 0; round < 5; round += 1) {
    // The client takes all, and the next piece follows.
    socket.resume();
    while (served.writableLength > 0) await once(served, 'drain');
    socket.pause();
    response.write(piece);
    await clock.advance(9000);
    t.notOk(served.destroyed, `after ${9 * (round + 1)} s`);
  }
  // On a busy machine the kernel may take a part of it later.
  for (let left = 5; left > 0 && !served.destroyed; left -= 1) await clock.advance(11_000);
  t.ok(served.destroyed, 'the last piece was not taken for ten seconds');
  socket.destroy();
});

test('a reply to a client that is gone does not wait', async (t) => {
  const { server, limits, ask, waiting } = await limited(t, 100 * mib);
  server.removeAllListeners('request').on('request', (request, response) => {
    response.once('close', () => {
      limits.add(request, response, reply.length);
      server.emit('added');
    });
    request.socket.destroy();
  });
  const added = once(server, 'added');
  await ask();
  await added;
  t.equal(await waiting(), 0);
});

test('of many replies that are not read the oldest are cut off', async (t) => {
  const { ask, waiting } = await limited(t, 50 * mib);
  const clients = [await ask(), await ask(), await ask(), await ask()];
  t.same(
    clients.map(({ served }) => served.destroyed),
    [true, true, false, false],
  );
  t.equal(await waiting(), 2 * reply.length);
  for (const { socket } of clients) socket.destroy();
});
