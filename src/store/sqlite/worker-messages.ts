import type { FaultKind } from '../../contract/errors.ts';
import type { StatementResult } from '../store.ts';
import type { PackedBatches } from './packed-batches.ts';

/**
 * A message from the event loop to the write worker. The same few SQL texts are used all the time, so each is sent once and
 * statements refer to it by index.
 */
export interface WriteRequest extends PackedBatches {
  readonly newStatements: readonly string[];
  /** True: the worker first forgets all SQL texts; indexes start at 0 again. */
  readonly resetsStatements: boolean;
}

/** A number: the changed rows of a batch of one statement that returns none. */
export type BatchResult = number | { readonly results: readonly StatementResult[] } | BatchFailure;

export interface BatchFailure {
  readonly kind: FaultKind | 'defect';
  readonly message: string;
  readonly columns: readonly string[];
  readonly statement?: number;
}

/** Returns the database file from the `workerData` of a thread. */
export function workerFile(workerData: unknown): string {
  if (
    typeof workerData === 'object' &&
    workerData !== null &&
    'file' in workerData &&
    typeof workerData.file === 'string'
  )
    return workerData.file;
  throw new Error('workerData: expected { file }');
}

/** A message from the event loop to the read worker. */
export interface WorkerRead {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export type WorkerReadResult =
  | { readonly id: number; readonly rows: Record<string, unknown>[] }
  | { readonly id: number; readonly message: string };
