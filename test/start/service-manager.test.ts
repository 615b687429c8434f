import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import tap, { test } from 'tap';
import { ServiceManager } from '../../src/start/service-manager.ts';
import { Fault } from '../../src/contract/errors.ts';

/* systemd-notify sends to a real datagram socket, as that of systemd is. */

const socket = join(tap.testdir({}), 'notify');
const receive = `socket(S, AF_UNIX, SOCK_DGRAM, 0) or die $!; bind(S, sockaddr_un($ARGV[0])) or die $!;
$| = 1; print "bound\\n"; while (defined recv(S, $m, 4096, 0)) { $m =~ tr/\\n/ /; print "$m\\n" }`;
const receiver = spawn('perl', ['-MSocket', '-e', receive, socket], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
tap.teardown(() => receiver.kill());
const messages = createInterface(receiver.stdout)[Symbol.asyncIterator]();

/** Returns the next message; those with which systemd-notify waits for its end are left out. */
async function nextMessage(): Promise<string> {
  const { value } = await messages.next();
  const text = String(value).trim();
  return text.startsWith('BARRIER=') ? nextMessage() : text;
}

const timers: { readonly ms: number; readonly elapse: () => void }[] = [];
let onTimer: () => void = () => undefined;
const timer = { cancel: () => undefined, unref: () => timer };
const clock = {
  setTimer(ms: number, elapse: () => void) {
    timers.push({ ms, elapse });
    onTimer();
    return timer;
  },
};

/** Lets the timer elapse that is set next, or has been set. @returns its time */
async function elapseNext(): Promise<number> {
  if (timers.length === 0) await new Promise<void>((resolve) => (onTimer = resolve));
  const next = timers.shift();
  next?.elapse();
  return next?.ms ?? 0;
}

let check = () => Promise.resolve();
const reported = {
  store: { checkWritable: () => check() },
  clock,
  log: pino({ level: 'silent' }),
};
const environment = { PATH: process.env['PATH'], NOTIFY_SOCKET: socket, WATCHDOG_USEC: '60000000' };

test('systemd learns that the gateway is ready, alive and stopping', async (t) => {
  t.equal(await nextMessage(), 'bound');
  const service = new ServiceManager(reported, environment);
  await service.ready('listening');
  t.equal(await nextMessage(), 'READY=1 STATUS=listening');
  t.equal(await elapseNext(), 20_000, 'a third of the time of the watchdog');
  t.equal(await nextMessage(), 'WATCHDOG=1 STATUS=listening');

  check = () => Promise.reject(new Fault('unavailable', 'the disk is full'));
  await elapseNext();
  t.equal(await nextMessage(), 'WATCHDOG=1 STATUS=not ready: the disk is full', 'not restarted');

  check = () => new Promise(() => undefined);
  await elapseNext();
  await service.stopping();
  t.equal(await nextMessage(), 'STOPPING=1 STATUS=stopping', 'a writer that hangs is not alive');
  t.same(timers, []);
});

test('without a service manager nothing is sent, and without a watchdog no timer runs', async (t) => {
  const { NOTIFY_SOCKET, PATH } = environment;
  await new ServiceManager(reported, { PATH, WATCHDOG_USEC: '60000000' }).ready('listening');
  t.same(timers, []);
  await new ServiceManager(reported, { PATH, NOTIFY_SOCKET }).ready('alone');
  t.equal(await nextMessage(), 'READY=1 STATUS=alone');
  t.same(timers, []);
});
