import tap, { test } from 'tap';
import { eventually, GatewayProcess } from '../../gateway-process.ts';
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
  const sendUnsigned = (withinMs?: number) =>
    ask(auth, randomPacket(parts()), withinMs === undefined ? {} : { withinMs });
  const weakSince = async () => (await gateway.gate('GET', path)).body['weak_since'];
  t.ok(await sendUnsigned(), 'not yet');
  // No reply waits for the write of what it has shown.
  t.type(await eventually(weakSince, (at) => at !== null), 'string');
  t.ok(await ask(auth, randomSignedPacket(secret, parts())));
  t.equal(await sendUnsigned(silenceMs), null);
  t.equal(await gateway.signal('SIGTERM'), 0);
  await gateway.start();
  t.equal(await sendUnsigned(silenceMs), null, 'after the restart');
  t.match((await gateway.gate('GET', path)).body, { weak_since: null });
  await gateway.gate('PATCH', path, { require_message_authenticator: 'no' });
  t.ok(await sendUnsigned(), 'unless it is set otherwise');
});
