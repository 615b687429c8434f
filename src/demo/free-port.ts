import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

const host = '127.0.0.1';

/** Returns the preferred TCP port of the loopback interface, or another free one if it is taken. */
export async function freeTcpPort(preferred: number): Promise<number> {
  const port = (await bindable(preferred)) ?? (await bindable(0));
  if (port === null) throw new Error(`nothing can listen on ${host}`);
  return port;
}

async function bindable(port: number): Promise<number | null> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
  } catch {
    return null; // in use, or a privileged port
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address === null || typeof address === 'string' ? null : address.port;
}

/** Returns a UDP port of the loopback interface that was free a moment ago. */
export async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, host);
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
}
