import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** Directions in which a relay can send a datagram. */
export interface Ways {
  /** Sends to the device behind the relay. */
  readonly toDevice: (datagram: Buffer) => void;
  /** Sends to the client from the relay's address, which the client takes for the device's. */
  readonly asDevice: (datagram: Buffer) => void;
  /** Sends to the client from another port of the same machine. */
  readonly asStranger: (datagram: Buffer) => void;
}

export interface Script {
  /** Handles a request; default: sends it to the device. */
  readonly request?: (datagram: Buffer, ways: Ways) => void;
  /** Handles the device's answer; default: sends it to the client. */
  readonly answer?: (datagram: Buffer, ways: Ways) => void;
}

export interface Relay {
  readonly port: number;
  /** Number of datagrams that clients have sent. */
  requests(): number;
  stop(): Promise<void>;
}

const host = '127.0.0.1';

/**
 * Starts a relay between a client and a real device that drops, repeats, alters or forges datagrams by a script. With a
 * function, the device may be another one for each datagram.
 */
export async function startRelay(
  devicePort: number | (() => number),
  script: Script = {},
): Promise<Relay> {
  const sockets = [createSocket('udp4'), createSocket('udp4'), createSocket('udp4')] as const;
  const [front, back, stranger] = sockets;
  await Promise.all(sockets.map((socket) => once(socket.bind(0, host), 'listening')));
  let client = 0;
  let requests = 0;
  let stopped = false;
  const send = (socket: Socket, datagram: Buffer, port: number) => {
    if (!stopped) socket.send(datagram, port, host);
  };
  const ways: Ways = {
    toDevice: (datagram) => {
      send(back, datagram, typeof devicePort === 'number' ? devicePort : devicePort());
    },
    asDevice: (datagram) => {
      send(front, datagram, client);
    },
    asStranger: (datagram) => {
      send(stranger, datagram, client);
    },
  };
  front.on('message', (datagram, from) => {
    client = from.port;
    requests += 1;
    (script.request ?? ways.toDevice)(datagram, ways);
  });
  back.on('message', (datagram) => {
    (script.answer ?? ways.asDevice)(datagram, ways);
  });
  const stop = async () => {
    stopped = true;
    const closed = Promise.all(sockets.map((socket) => once(socket, 'close')));
    for (const socket of sockets) socket.close();
    await closed;
  };
  return { port: front.address().port, requests: () => requests, stop };
}
