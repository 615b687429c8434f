import { EventEmitter, once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type Test } from 'tap';
import { testsThatImport, watchTests } from './test-watch.ts';

const sources = [
  { path: 'src/a.ts', text: '' },
  { path: 'src/b.ts', text: "import { a } from './a.ts';" },
  { path: 'test/far.test.ts', text: "import { b } from '../src/b.ts';" },
  { path: 'test/near.test.ts', text: "const { a } = await import('../src/a.ts');" },
  { path: 'test/other.test.ts', text: "import { c } from '../src/c.ts';" },
];

test('the tests that import a changed file are found, the nearest first', (t) => {
  t.same(testsThatImport(['src/a.ts'], sources), ['test/near.test.ts', 'test/far.test.ts']);
  t.same(testsThatImport(['src/b.ts'], sources), ['test/far.test.ts']);
  t.same(testsThatImport(['test/other.test.ts'], sources), ['test/other.test.ts']);
  t.same(testsThatImport(['src/unused.ts'], sources), []);
  t.end();
});

/** Watches a folder of its own. Emits `run` with the files of each run, and `stop` when one is stopped. */
function watchFolder(t: Test, named: readonly string[]) {
  const root = mkdtempSync(join(tmpdir(), 'watch-'));
  for (const folder of ['src', 'test']) mkdirSync(join(root, folder));
  const runs = new EventEmitter();
  const stop = watchTests({
    root,
    folders: ['src', 'test'],
    named,
    sources: () => sources,
    run: (files) => {
      runs.emit('run', files);
      const end = () => Promise.resolve(void runs.emit('stop', files));
      return { stop: end };
    },
    print: () => undefined,
  });
  t.teardown(async () => {
    await stop();
    rmSync(root, { recursive: true });
  });
  const write = (file: string) => {
    writeFileSync(join(root, file), '');
  };
  return { runs, write };
}

test('a change runs only the tests that import the file', async (t) => {
  const { runs, write } = watchFolder(t, []);
  const run = once(runs, 'run');
  for (const file of ['src/.a.ts.swp', 'src/a.ts~', 'src/b.ts']) write(file);
  t.same(await run, [['test/far.test.ts']]);
});

test('named tests run first without a change; a change stops them and runs them again', async (t) => {
  const named = ['test/other.test.ts'];
  const { runs, write } = watchFolder(t, named);
  t.same(await once(runs, 'run'), [named]);
  const [stopped, again] = [once(runs, 'stop'), once(runs, 'run')];
  write('src/a.ts');
  t.same(await stopped, [named]);
  t.same(await again, [named]);
});
