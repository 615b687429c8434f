import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { test } from 'tap';
import { sendMail } from '../../../src/notify/delivery/mail.ts';
import { loopbackConfig } from '../../loopback-config.ts';

/* What the error of a mail says of a server that takes none. */

for (const [greeting, reason] of [
  ['SSH-2.0-OpenSSH_9.2p1 internal\r\n', 'it does not answer as an SMTP server'],
  ['+OK POP3 internal\r\n', 'it does not answer as an SMTP server'],
  ['554 no mail from you\r\n', 'Invalid greeting. response=554 no mail from you'],
] as const)
  test(`a server that greets with ${JSON.stringify(greeting.slice(0, 7))}`, async (t) => {
    const server = createServer((socket) => socket.on('error', () => undefined).write(greeting));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.teardown(() => server.close());
    const { port } = server.address() as AddressInfo;
    const config = loopbackConfig({
      GATEHOUSE_SMTP_HOST: '127.0.0.1',
      GATEHOUSE_SMTP_PORT: String(port),
      GATEHOUSE_SMTP_TLS: 'off',
      GATEHOUSE_SMTP_FROM: 'gatehouse@example.net',
      GATEHOUSE_SMTP_TO: 'noc@example.net',
    });
    const mail = { id: 'one', notices: [] };
    const sent = sendMail(config, mail, AbortSignal.timeout(10_000));
    await t.rejects(sent, {
      kind: 'unreachable',
      message: new RegExp(`^SMTP server 127\\.0\\.0\\.1: ${reason}`),
    });
  });
