import { parentPort, workerData } from 'node:worker_threads';
import { Client } from './keep-alive.ts';

/* Requests a page at fixed times, even while earlier requests are pending, until it gets a message; then posts the durations. */

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
