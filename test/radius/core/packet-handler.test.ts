import { Registry } from 'prom-client';
import { test } from 'tap';
import { systemClock } from '../../../src/runtime/clock.ts';
import { Clients } from '../../../src/radius/core/clients.ts';
import { PacketHandler, type AnyPacketService } from '../../../src/radius/core/packet-handler.ts';
import { PacketMetrics } from '../../../src/radius/core/packet-metrics.ts';
import { replyTable } from '../../../src/radius/core/reply-table.ts';
import { RejectDelay } from '../../../src/radius/core/reject-delay.ts';
import { secret, startSite } from '../fixture.ts';
import { signedPacket } from '../packets.ts';

const placesOfOrganization = 12_288;
const octets = signedPacket(secret, { code: 4, attributes: [[44, 'S01']] });

test('an organization whose packets are not served holds no place of another one', async (t) => {
  const site = await startSite();
  t.teardown(() => site.stop());
  await site.addClient('127.0.0.2', { organization: 2 });
  const gateway = { ...site.gateway, metrics: new Registry() };
  const clients = new Clients(gateway);
  await clients.reload();
  const waiting: (() => void)[] = [];
  const service: AnyPacketService = {
    verify: () => null,
    serve: () =>
      new Promise((resolve) =>
        waiting.push(() => {
          resolve('recorded');
        }),
      ),
  };
  const handler = new PacketHandler('acct', new Map([[4, service]]), {
    gateway,
    clients,
    packetMetrics: new PacketMetrics(gateway),
    rejectDelay: new RejectDelay(0, 1, systemClock),
  });
  const send = (address: string, port: number) =>
    handler.handle({
      octets,
      peer: { address, port },
      localEndpoint: '127.0.0.1:1813',
      send: () => undefined,
    });
  const held = Array.from({ length: placesOfOrganization }, (_, port) => send('127.0.0.1', port));
  t.equal(waiting.length, placesOfOrganization);
  const oneMore = placesOfOrganization;
  t.equal(await send('127.0.0.1', oneMore), 'overloaded');
  const other = send('127.0.0.2', 1);
  t.equal(waiting.length, placesOfOrganization + 1, 'another organization is served');
  for (const serve of waiting.splice(0)) serve();
  t.same(new Set(await Promise.all([...held, other])), new Set([null]), 'all are answered');
  const repeated = send('127.0.0.1', oneMore);
  t.equal(waiting.length, 1, 'a retransmission of the one that was refused is served');
  for (const serve of waiting) serve();
  t.equal(await repeated, null);
});

test('a line in the reply table is all that an answer to another code needs', async (t) => {
  const site = await startSite();
  t.teardown(() => site.stop());
  const gateway = { ...site.gateway, metrics: new Registry() };
  const clients = new Clients(gateway);
  await clients.reload();
  const service: AnyPacketService = {
    verify: () => null,
    serve: () => Promise.resolve('recorded'),
  };
  // Disconnect-Request, to which a listener for accounting has no answer.
  const handler = new PacketHandler('acct', new Map([[40, service]]), {
    gateway,
    clients,
    packetMetrics: new PacketMetrics(gateway),
    rejectDelay: new RejectDelay(0, 1, systemClock),
  });
  const codes: (number | undefined)[] = [];
  const send = () =>
    handler.handle({
      octets: signedPacket(secret, { code: 40, attributes: [[44, 'S01']] }),
      peer: { address: '127.0.0.1', port: 1 },
      localEndpoint: '127.0.0.1:1813',
      send: ([code]) => codes.push(code),
    });
  t.equal(await send(), 'code');
  const rules = replyTable.acct;
  if (!(rules instanceof Map)) throw new Error('the rules are no map');
  const rule = { code: 41, isSigned: false, isDelayed: false };
  rules.set(40, { type: 'disconnect-request', replies: { recorded: rule } });
  t.teardown(() => rules.delete(40));
  t.equal(await send(), null);
  t.same(codes, [41]);
});
