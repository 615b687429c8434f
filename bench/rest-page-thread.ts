import { parentPort, workerData } from 'node:worker_threads';
import { Client } from './keep-alive.ts';

/* Asks for a page at fixed times, whether the last one has come or not, until it is told to stop; then says how long each took. */

interface Given {
  readonly url: string;
  readonly token: string;
  readonly everyMs: number;
}

const { url, token, everyMs } = workerData as Given;
const client = new Client(token);
const asked: Promise<number>[] = [];

async function ask(): Promise<number> {
  const sent = performance.now();
  await client.get(url);
  return performance.now() - sent;
}

const timer = setInterval(() => {
  asked.push(ask());
}, everyMs);

parentPort?.once('message', () => {
  clearInterval(timer);
  void Promise.all(asked).then((latenciesMs) => {
    client.close();
    parentPort?.postMessage(latenciesMs);
  });
});
parentPort?.postMessage('asks');
