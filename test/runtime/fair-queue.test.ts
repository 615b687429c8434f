import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'tap';
import { passwordConcurrency } from '../../src/aaa/password/password-queue.ts';
import { Fault } from '../../src/contract/errors.ts';
import { FairQueue } from '../../src/runtime/fair-queue.ts';

const options = {
  lanes: ['login', 'save'],
  concurrency: 1,
  maxWaiting: 10_000,
  maxWaitingOfClient: { login: 500, save: 10_000 },
} as const;

/** A queue whose work is recorded and takes a turn of the event loop. */
function recordingQueue() {
  const queue = new FairQueue(options);
  const done: string[] = [];
  const run = (lane: 'login' | 'save', client: string) =>
    queue.run({ lane, client }, async () => {
      await nextTurn();
      done.push(`${lane} ${client}`);
    });
  return { queue, done, run };
}

test('a login of one client waits for one of another, not for its 400', async (t) => {
  const { done, run } = recordingQueue();
  const flood = Array.from({ length: 400 }, () => run('login', 'noisy'));
  await run('login', 'quiet');
  t.ok(done.length <= 3, `${done.length} checks until the quiet client's ended`);
  await Promise.all(flood);
});

test('logins come before passwords that are set, which still have a share', async (t) => {
  const { done, run } = recordingQueue();
  const saves = Array.from({ length: 20 }, () => run('save', 'bulk'));
  const logins = Array.from({ length: 40 }, (_, client) => run('login', `${client % 4}`));
  await Promise.all(logins);
  const saved = done.filter((work) => work === 'save bulk').length;
  t.ok(saved >= 3 && saved <= 7, `${saved} passwords were set during 40 logins`);
  await Promise.all(saves);
});

test('beyond its limit the work of one client is refused, but not the work of others', async (t) => {
  const { run } = recordingQueue();
  const flood = Array.from({ length: 600 }, () =>
    run('login', 'noisy').catch((fault: unknown) => fault),
  );
  await run('login', 'quiet');
  const refused = (await Promise.all(flood)).filter((result) => result instanceof Fault);
  t.equal(refused.length, 99, 'one runs and 500 wait');
  t.match(refused[0], { kind: 'overloaded' });
});

test('work that fails frees its place', async (t) => {
  const { queue, run } = recordingQueue();
  const fail = () => Promise.reject(new Error('no'));
  await t.rejects(queue.run({ lane: 'login', client: 'a' }, fail), /no/);
  await run('login', 'a');
});

test('passwords are hashed on as many threads as there are processors, and not on all', (t) => {
  t.equal(passwordConcurrency(2, 4), 2);
  t.equal(passwordConcurrency(1, 4), 1);
  t.equal(passwordConcurrency(16, 4), 2);
  t.equal(passwordConcurrency(16, 18), 16);
  t.equal(passwordConcurrency(4, 1), 1);
  t.end();
});
