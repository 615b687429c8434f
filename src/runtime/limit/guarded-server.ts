import { once } from 'node:events';
import { createServer, type ListenOptions, type Server, type Socket } from 'node:net';
import type { ConnectionLimiter } from './connection-limiter.ts';

const backlog = 128;

type Limit = NonNullable<ReturnType<ConnectionLimiter['acquire']>>;

interface Guard<Reason> {
  readonly limiter: ConnectionLimiter;
  /** Returns why an address may not connect; null: it may. Never rejects. */
  readonly check: (address: string) => Promise<Reason | null>;
  readonly accept: (socket: Socket) => void;
  /** Closes a connection that is not accepted. */
  readonly refuse: (socket: Socket, reason: Reason | Limit) => void;
  /** An error, such as too many open files, loses one connection. */
  readonly onLost: (error: Error) => void;
}

/** Accepts TCP connections: limits come first, then the address, and only then is anything read from a connection. */
export class GuardedServer<Reason extends string> {
  readonly #guard: Guard<Reason>;
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();

  constructor(guard: Guard<Reason>) {
    this.#guard = guard;
  }

  /**
   * @returns the port
   * @throws Error if the address is not one of the machine, or the port is taken or not allowed
   */
  async listen(options: ListenOptions & { readonly port: number }): Promise<number> {
    const server = createServer((socket) => void this.#accept(socket));
    const listening = once(server, 'listening');
    server.listen({ ...options, backlog });
    await listening;
    server.on('error', this.#guard.onLost);
    this.#servers.push(server);
    const address = server.address();
    return typeof address === 'object' && address ? address.port : options.port;
  }

  /** Accepts no further connections. */
  close(): void {
    for (const server of this.#servers) server.close();
  }

  /** Closes all connections, including those being checked. */
  destroyAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Never throws. */
  async #accept(socket: Socket): Promise<void> {
    const { limiter, check, accept, refuse } = this.#guard;
    const address = socket.remoteAddress ?? '';
    socket.on('error', () => undefined);
    const limit = limiter.acquire(address);
    if (limit !== null) {
      refuse(socket, limit);
      return;
    }
    this.#sockets.add(socket);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      limiter.release(address);
    });
    const reason = await check(address);
    if (reason === null) accept(socket);
    else refuse(socket, reason);
  }
}
