import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { createServer } from '../../../src/runtime/node-http.ts';

/* Peers that alerts are delivered to. */

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Starts an HTTP server that answers with a status of the test's choice. */
export async function startReceiver() {
  const received: {
    readonly path: string;
    readonly headers: IncomingHttpHeaders;
    readonly body: string;
  }[] = [];
  const receiver = { received, answer: 204, port: 0, close: () => undefined as unknown };
  const server = createServer((request, reply) => {
    void text(request).then((body) => {
      received.push({ path: request.url ?? '', headers: request.headers, body });
      reply.writeHead(receiver.answer).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  receiver.port = portOf(server);
  receiver.close = () => server.close();
  return receiver;
}

/** Starts a UDP socket that collects messages. */
export async function startSyslog() {
  const received: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (octets) => received.push(octets.toString('utf8')));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    received,
    port: socket.address().port,
    close: () => socket.close(),
    /** Waits for a message with a text, and returns the first one. */
    async next(text: string) {
      for (;;) {
        const found = received.find((message) => message.includes(text));
        if (found !== undefined) return found;
        await once(socket, 'message');
      }
    },
  };
}
