import { setTimeout as sleep } from 'node:timers/promises';
import { freeTcpPort } from '../test/peers/port.ts';
import { startNode } from './node-process.ts';

// A client that sends as the server closes an idle connection would fail.
const program = `require('http').createServer({ keepAliveTimeout: 600_000 }, (_, reply) => reply.end('ok')).listen(process.argv[1], '127.0.0.1')`;

/** Minimal HTTP server of Node. */
export interface BareServer {
  readonly pid: number;
  readonly port: number;
  /** Milliseconds from the start of the process to the first answer. */
  readonly startMs: number;
  stop(): Promise<void>;
}

/** Polls until it answers, at the interval of GatewayProcess.start, so that both figures have the same resolution. */
export async function startBareServer(): Promise<BareServer> {
  const port = await freeTcpPort();
  const began = performance.now();
  const server = startNode(['-e', program, String(port)]);
  while (!(await answers(port))) {
    if (server.hasEnded() || performance.now() - began > 20_000)
      throw new Error('a bare server does not start');
    await sleep(10);
  }
  const startMs = performance.now() - began;
  return { pid: server.pid, port, startMs, stop: () => server.stop() };
}

function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    ({ ok }) => ok,
    () => false,
  );
}
