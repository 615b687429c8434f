import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { siblingModule } from '../src/runtime/package-root.ts';
import { root, sourceFiles } from './source-files.ts';
import { watchTests, type TestRun } from './test-watch.ts';

/* `npm run watch -- [test/x.test.ts…]`: runs test files from source whenever a file has changed. */

const program = fileURLToPath(siblingModule('./run', import.meta.url));

const print = (line: string) => {
  console.log(line);
};

function run(files: readonly string[]): TestRun {
  const child = spawn(process.execPath, [program, ...files], { stdio: 'inherit', cwd: root });
  const ended = once(child, 'exit');
  return {
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const stop = watchTests({
  root,
  folders: ['src', 'adapters', 'test', 'config', 'fixtures'],
  named: process.argv.slice(2),
  sources: () => sourceFiles('src', 'adapters', 'test', 'tools', 'bench'),
  run,
  print,
});
print('# waiting for changes');
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    void stop();
  });
