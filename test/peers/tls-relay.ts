import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { TcpNetConnectOpts } from 'node:net';
import { connect, type ConnectionOptions } from 'node:tls';

/** A NAS that keeps one RadSec connection open. A device behind it answers the requests of that connection over UDP. */
export interface TlsRelay {
  /** Received requests, in order. */
  readonly received: readonly Buffer[];
  /** Sends a request. @returns the answer */
  ask(request: Buffer): Promise<Buffer>;
  /** Sends octets unchanged. */
  send(octets: Buffer): void;
  /** True if the other side has ended the connection. */
  isClosed(): boolean;
  close(): Promise<void>;
}

interface Options {
  readonly connection: ConnectionOptions & Pick<TcpNetConnectOpts, 'localAddress'>;
  /** Port of the device on 127.0.0.1; null: no device, requests stay unanswered. */
  readonly device: number | null;
}

const headerOctets = 20;
/** CoA-Request and Disconnect-Request. */
const reversed: readonly (number | undefined)[] = [40, 43];

/** @throws Error if the handshake fails on this side */
export async function startTlsRelay({ connection, device }: Options): Promise<TlsRelay> {
  const socket = connect({ host: '127.0.0.1', servername: 'gateway.example', ...connection });
  await once(socket, 'secureConnect');
  const udp = createSocket('udp4');
  await once(udp.bind(0, '127.0.0.1'), 'listening');
  const received: Buffer[] = [];
  const waiting: ((answer: Buffer) => void)[] = [];
  let held: Buffer = Buffer.alloc(0);
  const take = (packet: Buffer) => {
    if (!reversed.includes(packet[0])) {
      waiting.shift()?.(packet);
      return;
    }
    received.push(packet);
    if (device !== null) udp.send(packet, device, '127.0.0.1');
  };
  socket.on('error', () => undefined);
  socket.on('data', (octets: Buffer) => {
    held = Buffer.concat([held, octets]);
    for (let length = lengthOf(held); length > 0; length = lengthOf(held)) {
      take(held.subarray(0, length));
      held = held.subarray(length);
    }
  });
  udp.on('message', (answer) => socket.write(answer));
  socket.once('close', () => udp.close());
  return {
    received,
    ask: (request) =>
      new Promise((resolve) => {
        waiting.push(resolve);
        socket.write(request);
      }),
    send: (octets) => socket.write(octets),
    isClosed: () => socket.closed,
    async close() {
      socket.destroy();
      if (!socket.closed) await once(socket, 'close');
    },
  };
}

/** Returns the length of the packet that begins here, or 0 if it is incomplete. */
function lengthOf(octets: Buffer): number {
  const length = octets.length < headerOctets ? headerOctets : octets.readUInt16BE(2);
  return octets.length < length ? 0 : length;
}
