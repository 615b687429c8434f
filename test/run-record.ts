import { appendFileSync, readFileSync } from 'node:fs';
import type { ProcessEntry } from './peers/process-tree.ts';

/** Processor and wall time of one test file, its ended child processes included. */
export interface FileTime {
  readonly file: string;
  readonly wallMs: number;
  readonly processorMs: number;
  /** Processes that it had started and that still ran when it ended. */
  readonly descendants: readonly ProcessEntry[];
}

/** Processes that a test file left running. */
export interface Leftover {
  readonly file: string;
  readonly processes: readonly string[];
}

export type RunEvent =
  ({ readonly kind: 'time' } & FileTime) | ({ readonly kind: 'leftover' } & Leftover);

/** Environment variable with the path of the file that the processes of a run append to. */
export const recordVariable = 'TEST_RUN_RECORD';

/** Appends an event to the record of the run; does nothing outside of a run. */
export function recordEvent(event: RunEvent): void {
  const file = process.env[recordVariable];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(event)}\n`);
}

/** Returns the events of a run in the order in which they were recorded; none outside of a run. */
export function readEvents(file = process.env[recordVariable]): readonly RunEvent[] {
  if (file === undefined) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RunEvent);
}
