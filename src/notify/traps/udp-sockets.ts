import { createSocket, type Socket } from 'node:dgram';
import { isIPv4 } from 'node:net';
import { bindSocket, closeSocket } from '../../runtime/machine/udp-socket.ts';

const receiveBufferOctets = 1024 * 1024;

/** Sockets that receive datagrams. */
export interface UdpListener {
  readonly bound: readonly { readonly address: string; readonly port: number }[];
  stop(): Promise<void>;
}

interface ListenerOptions {
  readonly hosts: readonly string[];
  readonly port: number;
  /** Key of the configuration, for the message. */
  readonly key: string;
  readonly receive: (octets: Buffer, from: Sender) => void;
}

export interface Sender {
  readonly address: string;
  readonly port: number;
  readonly answer: (reply: Buffer) => void;
}

/**
 * Listens at addresses of this machine.
 *
 * @throws Error for the operator: an address that is not one of the machine, or a port that is taken or not allowed
 */
export async function startUdpListener(options: ListenerOptions): Promise<UdpListener> {
  const { hosts, port, key } = options;
  const sockets: Socket[] = [];
  const stop = async () => {
    await Promise.all(sockets.map(closeSocket));
  };
  try {
    for (const host of hosts) sockets.push(await bindSocket(newSocket(host), port, host));
  } catch (error) {
    await stop();
    throw cannotListen({ key, port }, error);
  }
  for (const socket of sockets) listen(socket, options.receive);
  return { bound: sockets.map((socket) => socket.address()), stop };
}

/** Returns the error of a listener for the operator. */
export function cannotListen(
  { key, port }: Pick<ListenerOptions, 'key' | 'port'>,
  error: unknown,
): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`${key}: cannot listen on port ${port}: ${reason}`, { cause: error });
}

/** Returns the address of a sender without its zone, which belongs to an interface of this machine. */
export function withoutZone(address: string): string {
  return address.replace(/%.*$/, '');
}

function listen(socket: Socket, receive: ListenerOptions['receive']): void {
  // An error that a sender causes, such as a closed port, ends no listener.
  socket.on('error', () => undefined);
  socket.on('message', (octets, { address, port }) => {
    const answer = (reply: Buffer) => {
      socket.send(reply, port, address, () => undefined);
    };
    receive(octets, { address: withoutZone(address), port, answer });
  });
}

function newSocket(host: string): Socket {
  const type = isIPv4(host) ? 'udp4' : 'udp6';
  return createSocket({ type, ipv6Only: type === 'udp6', recvBufferSize: receiveBufferOctets });
}
