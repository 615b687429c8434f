import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { GatewayProcess } from '../test/gateway-process.ts';
import { siblingModule } from '../src/runtime/package-root.ts';

const everyMs = 50;
const path = '/gate/api/v1/aaa_accounting/?limit=50';

/** An HTTP server that is asked for pages. */
export type PageServer = Pick<GatewayProcess, 'httpPort' | 'token'>;

/**
 * Requests pages of sessions from a gateway during some other work. It runs in its own thread, because the load generator
 * would delay the measurement.
 *
 * @returns the result of the work, and the duration of each request in milliseconds
 */
export async function withPages<T>(
  { httpPort, token }: PageServer,
  work: () => Promise<T>,
): Promise<{ readonly done: T; readonly latenciesMs: readonly number[] }> {
  const workerData = { url: `http://127.0.0.1:${httpPort}${path}`, token, everyMs };
  const worker = new Worker(siblingModule('./rest-page-thread', import.meta.url), { workerData });
  try {
    await once(worker, 'message');
    const done = await Promise.race([work(), failed(worker)]);
    const answer = once(worker, 'message');
    worker.postMessage('stop');
    const [latenciesMs] = (await answer) as [number[]];
    return { done, latenciesMs };
  } finally {
    await worker.terminate();
  }
}

async function failed(worker: Worker): Promise<never> {
  const [error] = (await once(worker, 'error')) as [Error];
  throw error;
}
