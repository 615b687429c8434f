import { readdirSync } from 'node:fs';
import tap from 'tap';

/*
 * Prints the TAP of test files, each run in a process of its own. Arguments name them; without any, it is all of them.
 *
 * The command of tap would put a module loader before every process, the tests' and those that they start: it follows what
 * is loaded for coverage, and made the start of each gateway half as dear again. Here what is started is what is shipped.
 */

const folder = 'dist/test';
/** As many as keep two cores busy: a file waits for its peers half of the time. */
const jobs = 3;
const seconds = Number(process.env['TAP_TIMEOUT'] ?? 300);

const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.js'))
  .map((file) => `${folder}/${file}`)
  .toSorted();
const named = process.argv.slice(2);
const files = named.length > 0 ? named : found;
const missing = named.filter((file) => !found.includes(file));

if (files.length === 0 || missing.length > 0) {
  console.error(`no such tests: ${missing.join(', ') || folder}`);
  process.exitCode = 1;
} else {
  tap.jobs = jobs;
  tap.setTimeout(0);
  for (const name of files) {
    // tap sets NODE_OPTIONS for whatever it starts; what it wants there is the loader.
    void tap.spawn(
      'env',
      ['--unset=NODE_OPTIONS', process.execPath, '--enable-source-maps', name],
      {
        ...{ name, buffered: true, timeout: seconds * 1000 },
        env: { ...process.env, TAP_TIMEOUT: String(seconds) },
      },
    );
  }
}
