import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { HttpRecording } from '../../../src/device-type/record/recording.ts';
import { createServer } from '../../../src/runtime/node-http.ts';

type Answer = HttpRecording['exchanges'][number];

/**
 * Starts a server for each recorded device; an HTTP server has no name by which they differ.
 *
 * @returns the port of each, by the name of its recording
 */
export async function startHttpReplay(recordings: ReadonlyMap<string, HttpRecording>) {
  const ports = new Map<string, number>();
  const servers: Server[] = [];
  for (const [name, recording] of recordings) {
    const server = serverOf(recording);
    servers.push(server);
    ports.set(name, await listen(server));
  }
  const stop = () => {
    for (const server of servers) server.close().closeAllConnections();
  };
  return { ports, stop };
}

function serverOf({ exchanges }: HttpRecording): Server {
  const answers: Omit<Answer, 'then'>[] = [...exchanges];
  return createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const answer = answers.find((one) => fits(one, request, body));
      if (answer !== undefined && 'then' in answer) {
        // The latest answer to a request comes first.
        const { then } = answer as Answer;
        answers.unshift(...then);
      }
      send(response, answer, `${request.method ?? ''} ${request.url ?? ''}`);
    });
  });
}

function fits(answer: Omit<Answer, 'then'>, request: IncomingMessage, body: unknown): boolean {
  return (
    answer.method === request.method &&
    answer.path === request.url &&
    Object.entries(answer.headers).every(
      ([name, value]) => request.headers[name.toLowerCase()] === value,
    ) &&
    (answer.body === undefined || isDeepStrictEqual(answer.body, body))
  );
}

function send(
  response: ServerResponse,
  answer: Omit<Answer, 'then'> | undefined,
  request: string,
): void {
  if (answer?.disconnect === true) {
    response.destroy();
    return;
  }
  const {
    status = 404,
    reply_headers = {},
    reply = { error: `no recording of ${request}` },
  } = answer ?? {};
  const isText = typeof reply === 'string';
  response.writeHead(status, {
    'content-type': isText ? 'text/plain' : 'application/json',
    ...reply_headers,
  });
  response.end(isText ? reply : JSON.stringify(reply));
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  const text = Buffer.concat(parts).toString();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server has no port');
  return address.port;
}
