import type { FaultKind } from '../../contract/errors.ts';

/**
 * A message from the event loop to the write worker. The same few SQL texts are used all the time, so each is sent once and
 * statements refer to it by index. Arrays are built by `push`: an optimized `map` makes holey arrays, which structured clone
 * serializes element by element, each with its index as text.
 */
export interface WriteRequest {
  readonly newStatements: readonly string[];
  /** True: the worker first forgets all SQL texts; indexes start at 0 again. */
  readonly resetsStatements: boolean;
  readonly batches: readonly (readonly IndexedStatement[])[];
}

export interface IndexedStatement {
  readonly statementIndex: number;
  readonly parameters: readonly unknown[];
  readonly mustChange: boolean;
}

export type BatchResult =
  | {
      readonly results: readonly {
        readonly rows: Record<string, unknown>[];
        readonly changes: number;
      }[];
    }
  | {
      readonly kind: FaultKind | 'defect';
      readonly message: string;
      readonly columns: readonly string[];
      readonly statement?: number;
    };

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
