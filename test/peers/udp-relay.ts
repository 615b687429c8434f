import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** Ways in which a relay can send a datagram on. */
export interface Ways {
  /** To the device behind the relay. */
  readonly toDevice: (datagram: Buffer) => void;
  /** To the client, from the address that it knows as the device's. */
  readonly asDevice: (datagram: Buffer) => void;
  /** To the client, from another port of the same machine. */
  readonly asStranger: (datagram: Buffer) => void;
}

export interface Script {
  /** What becomes of a request; without it, it goes to the device. */
  readonly request?: (datagram: Buffer, ways: Ways) => void;
  /** What becomes of the device's answer; without it, it goes to the client. */
  readonly answer?: (datagram: Buffer, ways: Ways) => void;
}

export interface Relay {
  readonly port: number;
  /** How many datagrams clients have sent. */
  requests(): number;
  stop(): Promise<void>;
}

const host = '127.0.0.1';

/** A network between a client and a real device that loses, repeats, alters or forges what the script says. */
export async function startRelay(devicePort: number, script: Script): Promise<Relay> {
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
      send(back, datagram, devicePort);
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
