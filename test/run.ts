import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Report } from './report.ts';

/*
 * Runs tests and closes with the line that says how it went. Arguments name tests, by their sources or by what was built of them.
 */

const args = process.argv
  .slice(2)
  .map((arg) => arg.replace(/^(\.\/)?(test\/.*\.test)\.ts$/, 'dist/$2.js'));
const suite = fileURLToPath(new URL('suite.js', import.meta.url));
const tap = spawn(process.execPath, [suite, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
const report = new Report((line) => {
  console.log(line);
});
const ended = once(tap, 'close');
for await (const line of createInterface({ input: tap.stdout })) report.add(line);
await ended;
process.exitCode = report.close(tap.exitCode === 0);
