import type { FaultKind } from '../../errors.ts';

/**
 * What crosses from the event loop to the writer thread. The same few texts of SQL come again and again, so each crosses
 * once, and statements name it by its place among all that have crossed. Arrays are built by `push`: V8 makes arrays with
 * room for holes of an optimized `map`, and those cross place by place, each under its number as text.
 */
export interface WriteRequest {
  readonly newStatements: readonly string[];
  /** The texts that have crossed are forgotten before: places begin anew. */
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

/** What crosses between the event loop and the thread of long reads. */
export interface WorkerRead {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export type WorkerReadResult =
  | { readonly id: number; readonly rows: Record<string, unknown>[] }
  | { readonly id: number; readonly message: string };
