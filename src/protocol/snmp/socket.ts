import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { ResolvedAddress } from '../resolve-host.ts';

/** Callbacks of a session's socket. */
export interface SocketCallbacks {
  /** Returns false if the datagram must be dropped. */
  readonly accepts: (datagram: Buffer) => boolean;
  /** Called for a datagram that was dropped or that net-snmp could not parse. */
  readonly onUnreadable: () => void;
  /** Called for an error of the socket, such as a closed port of the peer. */
  readonly onError: (error: Error) => void;
}

/**
 * Opens a UDP socket that is connected to one peer. net-snmp matches answers by request id alone; a connected socket
 * receives nothing from another address or port, and an error at once if the peer's port is closed.
 */
export async function connectUdp(peer: ResolvedAddress, port: number): Promise<Socket> {
  const socket = createSocket(peer.family === 4 ? 'udp4' : 'udp6');
  try {
    socket.connect(port, peer.address);
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    socket.close();
    throw error;
  }
}

/** Returns the `dgramModule` of a net-snmp session that uses this connected socket. */
export function createDgramModule(socket: Socket, callbacks: SocketCallbacks) {
  socket.on('error', callbacks.onError);
  const peerSocket = {
    on: (event: string, listener: (...args: readonly unknown[]) => void) => {
      // Errors of the socket go to `onError`: net-snmp would emit them with the error as the name of the event.
      if (event === 'message')
        socket.on('message', (datagram) => {
          receive(datagram, listener, callbacks);
        });
      if (event === 'close') socket.on('close', listener);
      return peerSocket;
    },
    send: (
      datagram: Buffer,
      _offset: number,
      ...rest: readonly [number, number, string, (error: Error | null) => void]
    ) => {
      socket.send(datagram, rest[3]);
    },
    ref: () => socket.ref(),
    unref: () => socket.unref(),
    close: () => {
      socket.close();
    },
  };
  return { createSocket: () => peerSocket };
}

/** Passes a datagram to net-snmp, which parses some fields outside its own `try`; an exception must not end the process. */
function receive(
  datagram: Buffer,
  listener: (datagram: Buffer) => void,
  callbacks: SocketCallbacks,
): void {
  try {
    if (callbacks.accepts(datagram)) listener(datagram);
    else callbacks.onUnreadable();
  } catch {
    callbacks.onUnreadable();
  }
}
