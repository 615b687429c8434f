import { parseArgs } from 'node:util';
import { accounting } from './accounting.ts';
import { devices } from './devices.ts';
import { apps } from './apps.ts';
import { box } from './box.ts';
import { consolePages } from './console/console.ts';
import { eap } from './eap.ts';
import { kill } from './kill.ts';
import { lists } from './lists.ts';
import { metrics } from './metrics.ts';
import { mutations } from './mutations.ts';
import { packageFigures } from './package.ts';
import { portal } from './portal.ts';
import { radius } from './radius.ts';
import { soak } from './soak.ts';
import { start } from './start.ts';

/* `npm run bench -- PART…`: measures the named parts, or all, on this machine and prints the figures. Only `console` has budgets. */

const parts: ReadonlyMap<string, (signal: AbortSignal) => Promise<string>> = new Map([
  ['start', start],
  ['accounting', accounting],
  ['lists', lists],
  ['devices', devices],
  ['apps', apps],
  ['portal', portal],
  ['metrics', metrics],
  ['kill', kill],
  ['mutations', mutations],
  ['radius', radius],
  ['eap', eap],
]);

const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '60' } },
});
/** Parts that run only if they are named. */
const long: ReadonlyMap<string, (signal: AbortSignal) => Promise<string>> = new Map([
  ['box', box],
  ['console', consolePages],
  ['package', packageFigures],
  ['soak', (signal) => soak(Number(values.minutes), signal)],
]);
const all = new Map([...parts, ...long]);
const unknown = named.filter((name) => !all.has(name));
const end = new AbortController();
// Not `once`: npm forwards a signal that the terminal has already sent to all. A part first stops what it started.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    end.abort();
  });
}

if (unknown.length > 0) {
  console.error(`no part ${unknown.join(', ')}; there are: ${[...all.keys()].join(', ')}`);
  process.exitCode = 2;
} else {
  await run(named.length > 0 ? named : [...parts.keys()]);
}

async function run(names: readonly string[]): Promise<void> {
  try {
    for (const name of names) console.log(await all.get(name)?.(end.signal));
  } catch (error) {
    if (!end.signal.aborted) throw error;
    process.exitCode = 1;
  }
}
