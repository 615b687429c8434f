import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Report } from './report.ts';

/*
 * Runs tap and closes with the line that says how it went. Arguments go to tap; a test may be named by its source.
 */

const args = process.argv.slice(2).map((arg) => arg.replace(/^(\.\/)?(test\/.*\.test)\.ts$/, 'dist/$2.js'));
const tap = spawn('node_modules/.bin/tap', ['--reporter=tap', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
const report = new Report((line) => {
  console.log(line);
});
const ended = once(tap, 'close');
for await (const line of createInterface({ input: tap.stdout })) report.add(line);
await ended;
process.exitCode = report.close(tap.exitCode === 0);
