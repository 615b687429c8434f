import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Registry } from 'prom-client';
import { test } from 'tap';
import { parseDrops, reportKernelDrops } from '../../src/runtime/machine/kernel-drops.ts';

const table = `   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
 1229: 0100007F:0714 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 2030207 2 00000000a67f6351 17
 1705: 0100007F:0715 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 2031769 2 00000000ff902075 3
`;

test('the drops of the sockets of a port are read from the table of the kernel', (t) => {
  t.same(parseDrops(table, [1812]), [['2030207', 17]]);
  t.same(parseDrops(table, [1]), []);
  t.same(parseDrops('', [1812]), []);
  t.end();
});

test('datagrams that a busy process does not read are counted once', async (t) => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  const metrics = new Registry();
  reportKernelDrops(metrics, 'test_kernel_drops_total', { auth: [port] });
  const count = async () =>
    Number(/test_kernel_drops_total\{port="auth"\} (\d+)/.exec(await metrics.metrics())?.[1]);
  t.equal(await count(), 0);
  // This process waits and reads nothing while the other one sends more than the receive buffer holds.
  const flood = `const s = require('dgram').createSocket('udp4');
    let left = 5000;
    for (let i = 0; i < 5000; i += 1)
      s.send(Buffer.alloc(1400), ${port}, '127.0.0.1', () => { if (--left === 0) s.close(); });`;
  execFileSync(process.execPath, ['-e', flood]);
  const dropped = await count();
  t.ok(dropped > 0, `${dropped} datagrams`);
  t.equal(await count(), dropped);
  socket.close();
});
