import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'tap';
import { passwordConcurrency } from '../../src/aaa/password/password-queue.ts';
import { Fault } from '../../src/contract/errors.ts';
import { FairQueue, type FairQueueOptions, type FairWork } from '../../src/runtime/fair-queue.ts';

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

/** A queue with a clock of its own; each work takes its time when it is ended. */
function timedQueue(more: Partial<FairQueueOptions<'login' | 'save'>>) {
  let now = 0;
  const queue = new FairQueue({ ...options, ...more, clock: () => now });
  const started: string[] = [];
  const ends: { readonly name: string; readonly end: () => void }[] = [];
  const add = (name: string, work: Omit<FairWork<'login' | 'save'>, 'lane'>) =>
    queue.run({ lane: 'login', ...work }, () => {
      started.push(name);
      return new Promise<void>((end) => ends.push({ name, end }));
    });
  /** Ends the first work that runs, after so many milliseconds. */
  const end = async (ms: (name: string) => number) => {
    const work = ends.shift();
    if (!work) return;
    now += ms(work.name);
    work.end();
    await nextTurn();
  };
  return { add, end, started };
}

test('turns are shared by time: an organization whose work takes a hundred times as long has one in a hundred', async (t) => {
  const { add, end, started } = timedQueue({});
  for (let work = 0; work < 40; work += 1)
    for (const client of ['a', 'b']) void add('slow', { tenant: '1', client });
  for (let work = 0; work < 100; work += 1) void add('quick', { tenant: '2', client: 'c' });
  for (let turn = 0; turn < 80; turn += 1) await end((name) => (name === 'slow' ? 1000 : 10));
  const slow = started.filter((name) => name === 'slow').length;
  t.ok(slow >= 1 && slow <= 3, `${slow} slow ones of ${started.length}`);
});

test('costly work leaves a place to the others, and its memory is bounded', async (t) => {
  const { add, end, started } = timedQueue({ concurrency: 3, maxMemory: 100 });
  for (let work = 0; work < 5; work += 1) void add('costly', { client: 'a', isCostly: true });
  await nextTurn();
  t.equal(started.length, 2);
  void add('usual', { client: 'b' });
  await nextTurn();
  t.same(started, ['costly', 'costly', 'usual']);
  const large = timedQueue({ concurrency: 3, maxMemory: 100 });
  void large.add('huge', { client: 'a', memory: 250 });
  void large.add('large', { client: 'a', memory: 60 });
  void large.add('small', { client: 'b', memory: 50 });
  void large.add('none', { client: 'c' });
  await nextTurn();
  t.same(large.started, ['huge', 'none'], 'one alone may take more');
  await large.end(() => 1);
  t.same(large.started, ['huge', 'none', 'small'], 'others are not held up by the large one');
  await large.end(() => 1);
  await large.end(() => 1);
  t.same(large.started, ['huge', 'none', 'small', 'large']);
  await end(() => 1);
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
