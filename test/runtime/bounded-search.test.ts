import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'tap';
import { searchBounded } from '../../src/runtime/pattern/bounded-search.ts';

/* Patterns of device types, on texts that a device sends. */

const find = (source: string, text: string) =>
  searchBounded({ source, flags: 'm' }, text, (pattern, whole) => pattern.exec(whole)?.[1]);

test('a search finds what the pattern matches, in short and in long texts', (t) => {
  const line = 'up 3 days, load 0.25';
  for (const text of [line, `${'x\n'.repeat(100_000)}${line}`]) {
    t.equal(find(String.raw`load (\S+)$`, text), '0.25');
    t.equal(find('uptime (.*)', text), undefined);
    t.equal(find(String.raw`((?:\w+,? )+)load`, text), 'up 3 days, ');
  }
  t.throws(() => find('(', line), SyntaxError);
  t.end();
});

test('a search that would take hours is given up', (t) => {
  const began = performance.now();
  for (const [source, text] of [
    ['(a*)*b', 'a'.repeat(40)],
    ['(a|aa)+$', `${'a'.repeat(60)}!`],
    [String.raw`(\d+)\s*:`, '1'.repeat(1_000_000)],
    ['(.*)x(.*)y(.*)z', 'xy'.repeat(10_000)],
    ['a*a*a*a*a*a*a*b', 'a'.repeat(200)],
  ] as const)
    t.throws(
      () => find(source, text),
      { kind: 'garbled', message: /took longer than 200 ms/ },
      source,
    );
  t.ok(performance.now() - began < 10_000);
  t.equal(find('(b)', 'abc'), 'b');
  t.end();
});

test('a search that was kept from the processor is begun again', async (t) => {
  let searches = 0;
  const continued = spawn('sh', ['-c', `sleep 0.4; kill -CONT ${process.pid}`]);
  await once(continued, 'spawn');
  const found = searchBounded(
    { source: 'a(b+)', flags: 'g' },
    `${'a'.repeat(5000)}b`,
    (pattern, text) => {
      searches += 1;
      const value = pattern.exec(text)?.[1];
      if (searches > 1) return value;
      process.kill(process.pid, 'SIGSTOP');
      for (const end = performance.now() + 50; performance.now() < end;);
      return 'too late';
    },
  );
  t.equal(found, 'b');
  t.equal(searches, 2);
  await once(continued, 'exit');
});

test('a reply whose search was given up holds the event loop once, however many patterns its type has', async (t) => {
  const text = `${'a'.repeat(5000)}!`;
  const patterns = ['(a+)+$', '(a|a)+$', '(a*)*$', '(aa?)+$'];
  /** Searches for each pattern, and returns those that were searched for: a busy machine may begin a search again. */
  const searchAll = () => {
    const searched = new Set<string>();
    for (const source of patterns)
      t.throws(
        () =>
          searchBounded({ source, flags: '' }, text, (pattern, all) => {
            searched.add(source);
            return pattern.exec(all);
          }),
        { kind: 'garbled', message: /longer than 200 ms/ },
      );
    return [...searched];
  };
  t.same(searchAll(), patterns.slice(0, 1));
  t.equal(
    searchBounded(
      { source: 'b+', flags: '' },
      `${text}bb`,
      (pattern, all) => pattern.exec(all)?.[0],
    ),
    'bb',
    'another text is searched',
  );
  await new Promise((resolve) => setImmediate(resolve));
  t.same(searchAll(), patterns.slice(0, 1), 'and the same one in the next turn');
});
