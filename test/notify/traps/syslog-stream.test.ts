import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { pino } from 'pino';
import tap, { test } from 'tap';
import { ConnectionLimiter } from '../../../src/runtime/limit/connection-limiter.ts';
import { CertificateFiles } from '../../../src/tls/certificate-files.ts';
import { StreamListener, type StreamOptions } from '../../../src/notify/traps/stream-listener.ts';
import { SyslogFrames } from '../../../src/notify/traps/syslog-frames.ts';
import { maxOctets } from '../../../src/notify/traps/syslog-message.ts';
import { eventually } from '../../gateway-process.ts';
import { Authority } from '../../peers/certificates.ts';
import { freeTcpPort } from '../../peers/port.ts';

/* Syslog over TCP and TLS: frames, and listeners of their own. */

const authority = new Authority();
tap.teardown(() => {
  authority.remove();
});

const texts = (messages: readonly Buffer[]) => messages.map(String);

test('messages are split by their lengths and by line ends, however they arrive', (t) => {
  const long = 'x'.repeat(maxOctets + 500);
  const sent = [
    '11 <13>counted',
    '<13>a line\r\n\n',
    '12 angry men\n1\n',
    '13 <13>two\nlines',
    `${long.length + 4} <13>${long}`,
    `<13>${long}\n`,
    '<13>after it\n',
    '<13>no end',
  ].join('');
  const wanted = [
    '<13>counted',
    '<13>a line',
    '12 angry men',
    '1',
    '<13>two\nlines',
    `<13>${long.slice(0, maxOctets - 4)}`,
    `<13>${long.slice(0, maxOctets - 4)}`,
    '<13>after it',
    '<13>no end',
  ];
  for (const size of [5, 1024, sent.length]) {
    const frames = new SyslogFrames();
    const found: string[] = [];
    for (let at = 0; at < sent.length; at += size)
      found.push(...texts(frames.push(Buffer.from(sent.slice(at, at + size)))));
    t.same([...found, ...texts(frames.end())], wanted, `${size} octets at a time`);
  }
  const cut = new SyslogFrames();
  t.same(texts(cut.push(Buffer.from('40 <13>a part'))), []);
  t.same(texts(cut.end()), [], 'less than its length');
  t.end();
});

const log = pino({ level: 'silent' });

/** Starts a listener that collects messages. */
async function start(more: Partial<StreamOptions> = {}) {
  const port = await freeTcpPort();
  const received: string[] = [];
  const outcomes: string[] = [];
  const options: StreamOptions = {
    hosts: ['127.0.0.1'],
    port,
    key: 'syslog_listener.tcp',
    limiter: new ConnectionLimiter(2),
    idleMs: 600_000,
    certificate: null,
    isKnown: (address) => Promise.resolve(address === '127.0.0.1'),
    receive: (message) => {
      received.push(message.toString());
      return Promise.resolve();
    },
    count: (outcome) => outcomes.push(outcome),
    ...more,
  };
  const listener = new StreamListener({ log }, options);
  await listener.open();
  tap.teardown(() => listener.stop());
  const atLeast = (list: readonly string[], length: number) =>
    eventually(
      () => Promise.resolve([...list]),
      (found) => found.length >= length,
    );
  return {
    options,
    messages: (count: number) => atLeast(received, count),
    outcomes: (count: number) => atLeast(outcomes, count),
    open: (localAddress = '127.0.0.1') => {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      socket.on('error', () => undefined).resume();
      return { socket, closed: once(socket, 'close') };
    },
  };
}

test('connections are of known addresses, limited in number, and end when idle', async (t) => {
  const { options, open, outcomes, messages } = await start();
  await open('127.0.0.66').closed;
  const first = open();
  first.socket.write('<13>whole\n<13>a par');
  await messages(1);
  const second = open();
  await outcomes(3);
  await open().closed;
  t.same(await outcomes(4), ['unknown_source', 'accepted', 'accepted', 'too_many_connections']);
  first.socket.end('t');
  t.same(await messages(2), ['<13>whole', '<13>a part']);
  await t.rejects(new StreamListener({ log }, options).open(), {
    message: /^syslog_listener\.tcp: cannot listen on port \d+: .*EADDRINUSE/,
  });
  second.socket.destroy();

  const hasty = await start({ idleMs: 100 });
  const idle = hasty.open();
  idle.socket.write('<13>a part');
  await idle.closed;
  t.same(await hasty.messages(0), []);
});

test('over TLS a device shows a certificate where the site asks for one', async (t) => {
  const server = authority.issue('syslog.example');
  const device = authority.issue('ap-1.example');
  const files = new CertificateFiles({ ...server, ca: authority.file, crl: '' });
  const key = 'syslog_listener.tls';
  let looks = 0;
  const { options, open, messages, outcomes } = await start({
    key,
    certificate: () => {
      looks += 1;
      return files.readIfChanged();
    },
  });
  const send = (...more: readonly string[]) => {
    const to = ['-connect', `127.0.0.1:${options.port}`, '-CAfile', authority.file];
    const args = ['s_client', ...to, '-verify_return_error', '-quiet', ...more];
    const client = spawn('openssl', args, { stdio: ['pipe', 'ignore', 'ignore'] });
    client.stdin.on('error', () => undefined);
    client.stdin.write('14 <13>over tls 1<13>over tls 2\n');
    return { client, closed: once(client, 'close') };
  };
  const clients = [send('-cert', device.certificate, '-key', device.key)];
  t.same(await messages(2), ['<13>over tls 1', '<13>over tls 2']);
  clients.push(send());
  t.same(await outcomes(2), ['accepted', 'handshake']);
  for (const { client } of clients) client.kill();
  await Promise.all(clients.map(({ closed }) => closed));
  t.same(await messages(2), ['<13>over tls 1', '<13>over tls 2']);
  const before = looks;
  await open('127.0.0.66').closed;
  t.equal(looks, before, 'an unknown address has no file looked at');
  const pem = { cert: readFileSync(device.certificate), key: readFileSync(device.key) };
  const trust = { ca: readFileSync(authority.file), checkServerIdentity: () => undefined };
  const peer = { host: '127.0.0.1', port: options.port, maxVersion: 'TLSv1.2' } as const;
  const socket = connectTls({ ...peer, ...pem, ...trust });
  await once(socket, 'secureConnect');
  t.equal(socket.getTLSTicket(), undefined, 'each connection shows its certificate');
  socket.destroy();
});
