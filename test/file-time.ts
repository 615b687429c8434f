import { relative } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { processorMs, ProcessTree } from './peers/process-tree.ts';
import { recordEvent } from './run-record.ts';

/*
 * Preloaded into each test file: records its time, and the processes that it leaves, when it ends.
 */

function recordTime(): void {
  recordEvent({
    kind: 'time',
    file: relative(process.cwd(), process.argv[1] ?? ''),
    wallMs: performance.now(),
    processorMs: processorMs('self'),
    descendants: new ProcessTree(process.pid).running(),
  });
}

// Worker threads load this module too.
if (isMainThread) process.once('exit', recordTime);
