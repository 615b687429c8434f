import { parentPort, workerData } from 'node:worker_threads';
import { SqliteConnection } from './sqlite-connection.ts';
import type { WorkerRead, WorkerReadResult } from './worker-messages.ts';
import { workerFile } from './worker-messages.ts';

/* Runs long reads, so that the event loop does not wait for them. */

const connection = new SqliteConnection(workerFile(workerData), { readonly: true });

parentPort?.on('message', (read: WorkerRead | 'close') => {
  if (read === 'close') {
    connection.close();
    parentPort?.close();
    return;
  }
  parentPort?.postMessage(answer(read));
});

function answer({ id, sql, parameters }: WorkerRead): WorkerReadResult {
  try {
    const statement = connection.prepare(sql);
    if (statement.reader) return { id, rows: statement.all(parameters) };
    statement.run(parameters); // a copy of the store, which is written elsewhere
    return { id, rows: [] };
  } catch (error) {
    return { id, message: error instanceof Error ? error.message : String(error) };
  }
}
