import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import tap, { test } from 'tap';
import type { AlertNotice } from '../../../src/notify/delivery/alert-notice.ts';
import { sendSyslog, syslogMessage } from '../../../src/notify/delivery/syslog.ts';
import { loadConfig } from '../../../src/config/load-config.ts';
import { Authority } from '../../peers/certificates.ts';

/* Alerts to a syslog server over TCP and TLS; the server over TLS is that of openssl. */

const authority = new Authority();
tap.teardown(() => {
  authority.remove();
});
const server = authority.issue('log.example', { names: 'IP:127.0.0.1' });
const gateway = authority.issue('gateway.example');

const notice: AlertNotice = {
  id: '0c9ab3a2-6a34-4c4a-8dd0-3f0c3e4f1b57',
  type: 'alert.firing',
  datetime: '2026-03-01T12:00:00.000Z',
  message: 'Empfänge is down',
  user: null,
  site: 'Lobby',
  local_time: '2026-03-01 13:00 Europe/Berlin',
  link: null,
  alert: {
    id: '1',
    rule: 'down',
    kind: 'device_down',
    severity: 'critical',
    device: 7,
    device_name: 'Empfänge',
    hidden_devices: 0,
    subject: '',
    value: null,
    threshold: null,
    started_at: '2026-03-01T11:59:00.000Z',
    fired_at: '2026-03-01T12:00:00.000Z',
  },
};
const octets = Buffer.from(syslogMessage(notice, 16));
const framed = `${octets.length} ${octets.toString()}`;

type Protocol = 'tcp' | 'tls';

function send(protocol: Protocol, port: number, more: object = {}) {
  const { syslog } = loadConfig('config/gatehouse.yaml', {});
  const config = { syslog: { ...syslog, host: '127.0.0.1', port, protocol, ...more } };
  return sendSyslog(config, notice, AbortSignal.timeout(60_000));
}

/** Starts a server that asks for a certificate, and collects what it prints. */
async function startSecureServer() {
  const files = ['-cert', server.certificate, '-key', server.key, '-CAfile', authority.file];
  const options = ['-accept', '127.0.0.1:0', '-Verify', '1', '-verify_return_error'];
  const child = spawn('openssl', ['s_server', ...options, ...files], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let printed = '';
  child.stdout.on('data', (part: Buffer) => (printed += part.toString()));
  const next = async (pattern: RegExp) => {
    for (let found = pattern.exec(printed); ; found = pattern.exec(printed)) {
      if (found !== null) return found;
      await once(child.stdout, 'data');
    }
  };
  tap.teardown(async () => {
    child.kill();
    await once(child, 'exit');
  });
  const [, port] = await next(/^ACCEPT .*:(\d+)$/m);
  return { port: Number(port), next };
}

test('over TCP a message has its length before it', async (t) => {
  let received = '';
  const plain = createServer((socket) => {
    socket.on('data', (part) => (received += part.toString()));
  }).listen(0, '127.0.0.1');
  await once(plain, 'listening');
  t.teardown(() => plain.close());
  const address = plain.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  await send('tcp', port);
  t.equal(received, framed, 'it is delivered when the server has read all of it');
  plain.close();
  await t.rejects(send('tcp', port), {
    kind: 'unreachable',
    message: /^syslog server 127\.0\.0\.1: /,
  });
});

test('over TLS both sides show certificates', async (t) => {
  const { port, next } = await startSecureServer();
  const tls = { ca: authority.file, certificate: gateway.certificate, key: gateway.key };
  await send('tls', port, { tls });
  await next(new RegExp(`${octets.length} <130>1 2026-03-01T12:00:00.000Z .* Empfänge is down`));
  const fault = (message: RegExp) => ({ kind: 'unreachable', message });
  await t.rejects(
    send('tls', port, { tls: { ...tls, certificate: '', key: '' } }),
    fault(/^syslog server 127\.0\.0\.1: .*certificate/),
    'none of ours is found out after the handshake',
  );
  await t.rejects(
    send('tls', port, { tls: { ...tls, ca: '' } }),
    fault(/^syslog server 127\.0\.0\.1: .*certificate/),
  );
  await t.rejects(
    send('tls', port, { tls, host: 'localhost' }),
    fault(/^syslog server localhost: .*altnames/),
  );
});
