import type { Socket } from 'node:dgram';
import { once } from 'node:events';

/** Binds a socket, and closes it if it cannot be bound. @throws Error of the system */
export async function bindSocket(socket: Socket, port: number, address?: string): Promise<Socket> {
  const listening = once(socket, 'listening');
  socket.bind(port, address);
  try {
    await listening;
    return socket;
  } catch (error) {
    socket.close();
    throw error;
  }
}

/** Closes a socket; resolves when its port is free. */
export async function closeSocket(socket: Socket): Promise<void> {
  const closed = once(socket, 'close');
  socket.close();
  await closed;
}
