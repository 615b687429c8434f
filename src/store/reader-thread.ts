import { parentPort, workerData } from 'node:worker_threads';
import { SqliteConnection } from './sqlite-connection.ts';
import type { LongRead, LongReadResult, WriterSettings } from './writer-protocol.ts';

/* Reads that may take long, so that the event loop does not wait for them. */

const connection = new SqliteConnection((workerData as WriterSettings).file, { readonly: true });

parentPort?.on('message', (read: LongRead | 'close') => {
  if (read === 'close') {
    connection.close();
    parentPort?.close();
    return;
  }
  parentPort?.postMessage(answer(read));
});

function answer({ id, sql, parameters }: LongRead): LongReadResult {
  try {
    return { id, rows: connection.prepare(sql).all(parameters) };
  } catch (error) {
    return { id, message: error instanceof Error ? error.message : String(error) };
  }
}
