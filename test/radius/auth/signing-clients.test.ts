import tap, { test } from 'tap';
import { GatewayProcess } from '../../gateway-process.ts';
import { ask, silenceMs } from '../fixture.ts';
import { randomPacket, randomSignedPacket } from '../packets.ts';

/* `require_message_authenticator: auto`: a client that has signed once must sign every Access-Request. */

const secret = 'a-secret-of-22-octets!';
const gateway = await GatewayProcess.start({ GATEHOUSE_POLLING_ENABLED: 'false' });
tap.teardown(() => gateway.remove());

test('a client that has signed must sign after a restart as well', async (t) => {
  const { body } = await gateway.gate('POST', '/aaa_client/', {
    name: 'nas',
    address: '127.0.0.1',
    secret,
  });
  const path = `/aaa_client/${String(body['id'])}/`;
  const auth = { address: '127.0.0.1', port: gateway.authPort };
  let identifier = 0;
  const parts = () => ({
    code: 1,
    identifier: (identifier += 1),
    attributes: [
      [1, 'nobody'],
      [2, Buffer.alloc(16)],
    ] as const,
  });
  const sendUnsigned = (withinMs: number) => ask(auth, randomPacket(parts()), { withinMs });
  t.ok(await sendUnsigned(3_000), 'not yet');
  t.type((await gateway.gate('GET', path)).body['weak_since'], 'string');
  t.ok(await ask(auth, randomSignedPacket(secret, parts())));
  t.equal(await sendUnsigned(silenceMs), null);
  t.equal(await gateway.signal('SIGTERM'), 0);
  await gateway.start();
  t.equal(await sendUnsigned(silenceMs), null, 'after the restart');
  t.match((await gateway.gate('GET', path)).body, { weak_since: null });
  await gateway.gate('PATCH', path, { require_message_authenticator: 'no' });
  t.ok(await sendUnsigned(3_000), 'unless it is told otherwise');
});
