import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { ResolvedAddress } from '../resolve-host.ts';

/** What a session wants to know of its socket besides the datagrams that it may read. */
export interface SocketCallbacks {
  /** False: the datagram is dropped. */
  readonly accepts: (datagram: Buffer) => boolean;
  /** A datagram that was dropped, or that net-snmp could not read. */
  readonly onUnreadable: () => void;
  /** The kernel's word that the peer is not there, or that no socket is to be had. */
  readonly onError: (error: Error) => void;
}

/**
 * Opens a UDP socket that is connected to one peer. net-snmp matches answers by request id alone; the kernel hands a
 * connected socket nothing from another address or port, and tells it at once when the peer's port is closed.
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

/** The `dgramModule` for a session of net-snmp that shall use this connected socket. */
export function createDgramModule(socket: Socket, watch: SocketCallbacks) {
  socket.on('error', watch.onError);
  const peerSocket = {
    on: (event: string, listener: (...args: readonly unknown[]) => void) => {
      // The socket's own errors went to `failed`: net-snmp would emit them under the error as an event's name.
      if (event === 'message')
        socket.on('message', (datagram) => {
          hear(datagram, listener, watch);
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

/** net-snmp reads some fields outside its own `try`: what it throws there must not end the process. */
function hear(
  datagram: Buffer,
  listener: (datagram: Buffer) => void,
  watch: SocketCallbacks,
): void {
  try {
    if (watch.accepts(datagram)) listener(datagram);
    else watch.onUnreadable();
  } catch {
    watch.onUnreadable();
  }
}
