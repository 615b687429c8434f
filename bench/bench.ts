import { accounting } from './accounting.ts';
import { start } from './start.ts';

/* `npm run bench -- PART…`: measures the parts that are named, or all, on this machine and prints what was found. Judges nothing. */

const parts: ReadonlyMap<string, () => Promise<string>> = new Map([
  ['start', start],
  ['accounting', accounting],
]);

const named = process.argv.slice(2);
const unknown = named.filter((name) => !parts.has(name));
// What was started ends with this process, and this process must end by itself for that.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

if (unknown.length > 0) {
  console.error(`no part ${unknown.join(', ')}; there are: ${[...parts.keys()].join(', ')}`);
  process.exitCode = 2;
} else {
  for (const name of named.length > 0 ? named : parts.keys()) console.log(await parts.get(name)?.());
}
