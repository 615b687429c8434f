import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const host = '127.0.0.1';

export interface SilentDevice {
  readonly port: number;
  /** Number of connections that are open. */
  connections(): number;
  stop(): Promise<void>;
}

/** Starts a server that sends the banner of an SSH server to each connection, and nothing else. */
export async function startSilentDevice(): Promise<SilentDevice> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    track(open, socket);
    socket.resume().write('SSH-2.0-silent\r\n');
  });
  const port = await listen(server);
  return { port, connections: () => open.size, stop: () => stop(server, open) };
}

export interface CutNetwork {
  readonly port: number;
  isAway(): boolean;
  /** Number of connections that are open. */
  connections(): number;
  /** Lets new connections through again, and forgets the old ones. */
  comeBack(): void;
  stop(): Promise<void>;
}

/**
 * Starts a relay to a device whose network goes away with the device: from the moment that the device drops a connection,
 * neither that end nor anything else reaches the client.
 */
export async function startCutNetwork(devicePort: number): Promise<CutNetwork> {
  const open = new Set<Socket>();
  let isAway = false;
  const server = createServer((client) => {
    track(open, client);
    client.resume();
    if (isAway) return;
    const device = track(open, connect(devicePort, host));
    client.pipe(device);
    device.on('data', (octets) => {
      if (!isAway) client.write(octets);
    });
    device.once('close', () => {
      if (!client.readableEnded) isAway = true;
    });
  });
  const port = await listen(server);
  const comeBack = () => {
    isAway = false;
    for (const socket of open) socket.destroy();
  };
  return {
    port,
    isAway: () => isAway,
    connections: () => open.size,
    comeBack,
    stop: () => stop(server, open),
  };
}

export interface Turnstile {
  readonly port: number;
  /** Lets only so many further connections through; the others stay without an answer. */
  letThrough(connections: number): void;
  /** Number of connections that wait. */
  waiting(): number;
  stop(): Promise<void>;
}

/** Starts a relay to a device that counts connections; at first it lets all of them through. */
export async function startTurnstile(devicePort: number): Promise<Turnstile> {
  const open = new Set<Socket>();
  const held = new Set<Socket>();
  let free = Infinity;
  const server = createServer((client) => {
    track(open, client);
    free -= 1;
    if (free >= 0) {
      client.pipe(track(open, connect(devicePort, host))).pipe(client);
      return;
    }
    held.add(client.resume().once('close', () => held.delete(client)));
  });
  const port = await listen(server);
  return {
    port,
    letThrough: (connections) => (free = connections),
    waiting: () => held.size,
    stop: () => stop(server, open),
  };
}

function track(open: Set<Socket>, socket: Socket): Socket {
  open.add(socket);
  // Whatever ends a connection is part of the test.
  socket.on('error', () => undefined).once('close', () => open.delete(socket));
  return socket;
}

async function listen(server: Server): Promise<number> {
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function stop(server: Server, open: ReadonlySet<Socket>): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  for (const socket of open) socket.destroy();
  await closed;
}
