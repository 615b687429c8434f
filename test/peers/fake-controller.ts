import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createServer } from '../../src/runtime/node-http.ts';

export type Json = Readonly<Record<string, unknown>>;
interface Reply {
  readonly status?: number;
  readonly json?: object;
  readonly headers?: Readonly<Record<string, string>>;
}
export type Handler = (request: {
  readonly path: string;
  readonly body: Json;
  readonly headers: IncomingMessage['headers'];
}) => Reply | Promise<Reply>;

/** A controller of access points that answers as a test says. */
export interface FakeController {
  readonly url: string;
  /** Paths that were called, in order. */
  readonly calls: string[];
  handle: Handler;
  readonly stop: () => Promise<void>;
}

export async function startController(
  handle: Handler,
  tls?: { readonly key: string; readonly cert: string },
): Promise<FakeController> {
  const calls: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    calls.push(path);
    const body = JSON.parse((await text(request)) || '{}') as Json;
    const reply = await controller.handle({ path, headers: request.headers, body });
    const type = reply.json ? 'application/json' : 'text/html';
    response.writeHead(reply.status ?? 200, { 'content-type': type, ...reply.headers });
    response.end(reply.json ? JSON.stringify(reply.json) : '<!DOCTYPE html>');
  };
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void answer(request, response);
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const controller: FakeController = {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    calls,
    handle,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
  return controller;
}
