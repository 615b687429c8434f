import { subscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'tap';
import { openSsh } from '../../../src/protocol/ssh/session.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { startSshd } from '../../peers/sshd.ts';

/** Returns the octets that the latest connection has read in each turn of the event loop. */
async function octetsOfTurns(work: () => Promise<unknown>): Promise<readonly number[]> {
  const turns: number[] = [];
  const over = new AbortController();
  const end = work().finally(() => {
    over.abort();
  });
  for (let before = octetsRead(); !over.signal.aborted;) {
    await nextTurn();
    turns.push(octetsRead() - before);
    before = octetsRead();
  }
  await end;
  return turns;
}

let connection: Socket | null = null;
subscribe('net.client.socket', (message) => {
  const { socket } = Object(message) as { readonly socket: unknown };
  if (socket instanceof Socket) connection = socket;
});
const octetsRead = () => connection?.bytesRead ?? 0;

test('of a device that sends megabytes no more than 384 KiB are read in one turn of the event loop', async (t) => {
  const sshd = await startSshd();
  t.teardown(() => sshd.stop());
  const signal = AbortSignal.timeout(60_000);
  const target = {
    name: 'ap',
    host: sshd.host,
    options: { port: sshd.port, connect_timeout: 60, keepalive: 15, legacy: false },
    credentials: { username: sshd.user, password: new Secret(sshd.password) },
    checkHostKey: () => Promise.resolve(true),
  };
  const session = await openSsh(target, signal);
  t.teardown(() => session.close(signal));
  const output = { signal, maxOutputLength: 4_000_000 };
  const turns = await octetsOfTurns(() => session.exec('logread', output));
  t.ok(octetsRead() > 3_000_000, 'all has arrived');
  const most = Math.max(...turns);
  t.ok(most <= 384 * 1024, `${most} octets in one turn`);
});
