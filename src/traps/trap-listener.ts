import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import type { Gateway } from '../gateway.ts';
import { TrapService } from './trap-service.ts';

/** Listener for traps and informs. */
export interface TrapListener {
  readonly bound: readonly { readonly address: string; readonly port: number }[];
  stop(): Promise<void>;
}

const receiveBufferOctets = 1024 * 1024;

/**
 * Listens for traps and informs at the addresses of `snmp.traps`.
 *
 * @throws Error for the operator: an address that is not one of the machine, or a port that is taken or not allowed
 */
export async function startTrapListener(gateway: Gateway): Promise<TrapListener> {
  const { host: hosts, port } = gateway.config.snmp.traps;
  const service = new TrapService(gateway);
  const sockets: Socket[] = [];
  const stop = async () => {
    await Promise.all(sockets.map(close));
  };
  try {
    for (const host of hosts) sockets.push(await bind(host, port));
  } catch (error) {
    await stop();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`snmp.traps: cannot listen on port ${port}: ${reason}`, { cause: error });
  }
  for (const socket of sockets) listen(socket, service);
  return { bound: sockets.map((socket) => socket.address()), stop };
}

function listen(socket: Socket, service: TrapService): void {
  // An error that a sender causes, such as a closed port, ends no listener.
  socket.on('error', () => undefined);
  socket.on('message', (octets, { address, port }) => {
    const answer = (reply: Buffer) => {
      socket.send(reply, port, address, () => undefined);
    };
    void service.receive({ octets, address: withoutZone(address), port, answer });
  });
}

async function bind(host: string, port: number): Promise<Socket> {
  const type = isIPv4(host) ? 'udp4' : 'udp6';
  const socket = createSocket({
    type,
    ipv6Only: type === 'udp6',
    recvBufferSize: receiveBufferOctets,
  });
  try {
    socket.bind(port, host);
    await once(socket, 'listening');
    return socket;
  } catch (error) {
    socket.close();
    throw error;
  }
}

async function close(socket: Socket): Promise<void> {
  const closed = once(socket, 'close');
  socket.close();
  await closed;
}

function withoutZone(address: string): string {
  return address.replace(/%.*$/, '');
}
