import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import tap from 'tap';
import { listProcesses, ProcessTree } from './peers/process-tree.ts';
import { readEvents, recordEvent } from './run-record.ts';
import { siblingModule } from '../src/runtime/package-root.ts';

/*
 * Prints the TAP of test files, each run in a process of its own: `suite.js JOBS FILE...`.
 *
 * The command of tap would put a module loader before every process, those of the tests and those that they start. It is there
 * for coverage and makes each start of a gateway half as expensive again; without it, what is tested is what is shipped.
 */

const [jobs = '1', ...files] = process.argv.slice(2);
const timeoutSeconds = Number(process.env['TAP_TIMEOUT'] ?? 600);
const preload = fileURLToPath(siblingModule('./file-time', import.meta.url));
const msBetweenUpdates = 1_000;
/** Time for peers to end after the file that stopped them has ended. */
const msToEnd = 5_000;

/** Process trees of the files that run. */
const trees = new Map<ChildProcess, ProcessTree>();
const updating = setInterval(updateAll, msBetweenUpdates).unref();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, killAll);
// The pipe ends with the process that started this one, however that ended.
process.stdin.once('end', killAll).resume();
if ('unref' in process.stdin) process.stdin.unref();

tap.jobs = Number(jobs);
tap.setTimeout(0);
tap.on('spawn', (spawned) => {
  // A process group of its own: what the file leaves behind can be found and killed.
  spawned.on('preprocess', (options) => {
    Object.assign(options, { detached: true });
  });
  spawned.on('process', (child) => {
    watch(spawned.name, child);
  });
});
for (const name of files) {
  // tap puts its loader into NODE_OPTIONS of what it starts.
  const command = [process.execPath, '--enable-source-maps', '--import', preload, name];
  void tap.spawn('env', ['--unset=NODE_OPTIONS', ...command], {
    name,
    buffered: true,
    timeout: timeoutSeconds * 1000,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TAP_TIMEOUT: String(timeoutSeconds) },
  });
}

/** Kills what a file leaves behind. Leftovers of a file that passed are recorded; they count as a failure. */
function watch(file: string, child: ChildProcess): void {
  if (child.pid === undefined) return;
  const tree = new ProcessTree(child.pid);
  trees.set(child, tree);
  child.once('exit', (code) => {
    trees.delete(child);
    void (code === 0 ? recordLeftover(file, tree) : tree.kill());
  });
}

async function recordLeftover(file: string, tree: ProcessTree): Promise<void> {
  for (const event of readEvents())
    if (event.kind === 'time' && event.file === file) tree.add(event.descendants);
  const deadline = performance.now() + msToEnd;
  while (tree.running().length > 0 && performance.now() < deadline) await sleep(50);
  const processes = tree.kill().map(({ name, pid }) => `${name} (${pid})`);
  if (processes.length > 0) recordEvent({ kind: 'leftover', file, processes });
}

/** Learns of new processes while their parents live: afterwards those outside of the group could not be found. */
function updateAll(): void {
  const processes = listProcesses();
  for (const tree of trees.values()) tree.update(processes);
}

function killAll(): void {
  clearInterval(updating);
  for (const [child, tree] of trees) {
    tree.kill();
    child.kill('SIGKILL');
  }
  process.exit(130);
}
