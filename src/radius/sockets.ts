import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';

const receiveBufferOctets = 4 * 1024 * 1024;
const msBetweenLooks = 10_000;

export interface Datagram {
  readonly octets: Buffer;
  readonly from: RemoteInfo;
  /** Where it came in, and where its answer goes out: a reply must come from the address that was asked. */
  readonly socket: Socket;
  /** What that socket is bound to. */
  readonly at: string;
}

type Receive = (datagram: Datagram) => void;

/**
 * The sockets of one port. Where all addresses are listened on, each address of the machine has a socket of its own,
 * because the answer of a socket for all of them would leave from an address of the kernel's choice (RFC 2866
 * section 3); addresses that appear later are found by looking again.
 */
export class Sockets {
  readonly #byAddress = new Map<string, Socket>();
  readonly #receive: Receive;
  #looking: NodeJS.Timeout | undefined;
  #isOpen = true;

  constructor(receive: Receive) {
    this.#receive = receive;
  }

  /**
   * @param port  0 for any free one
   * @returns     what was bound
   * @throws Error where the address is not ours, or the port is taken
   */
  async open(host: string, port: number): Promise<{ readonly address: string; readonly port: number }> {
    const isForAll = host === '0.0.0.0' || host === '::';
    if (!isForAll) return { address: host, port: await this.#bind(host, { port, isShared: false }) };
    // Asked for alone first: with the sharing that follows nobody would notice that another server has the port.
    const bound = await portFor(host, port);
    await this.#bind(host, { port: bound, isShared: true });
    await this.#bindEach(host, bound);
    this.#looking = setInterval(() => void this.#bindEach(host, bound), msBetweenLooks).unref();
    return { address: host, port: bound };
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    clearInterval(this.#looking);
    await Promise.all([...this.#byAddress.values()].map(close));
    this.#byAddress.clear();
  }

  async #bindEach(host: string, port: number): Promise<void> {
    const missing = localAddresses(host).filter((address) => !this.#byAddress.has(address));
    // One that vanished between being listed and being bound is no fault: the socket for all serves it.
    await Promise.allSettled(missing.map((address) => this.#bind(address, { port, isShared: true })));
  }

  async #bind(address: string, { port, isShared }: { readonly port: number; readonly isShared: boolean }): Promise<number> {
    const socket = await bind(newSocket(address, isShared), address, port);
    const bound = socket.address().port;
    if (this.#isOpen) this.#listen(socket, address);
    else await close(socket);
    return bound;
  }

  #listen(socket: Socket, at: string): void {
    this.#byAddress.set(at, socket);
    socket.on('message', (octets, from) => {
      this.#receive({ octets, from, socket, at });
    });
  }
}

function localAddresses(host: string): string[] {
  const wanted = host === '::' ? ['IPv4', 'IPv6'] : ['IPv4'];
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, address }) => wanted.includes(family) && !address.startsWith('fe80:'))
    .map(({ address }) => address);
}

async function portFor(host: string, port: number): Promise<number> {
  const probe = await bind(newSocket(host, false), host, port);
  const bound = probe.address().port;
  await close(probe);
  return bound;
}

function newSocket(address: string, isShared: boolean): Socket {
  const type = isIPv4(address) ? 'udp4' : 'udp6';
  // Only literals are ever sent to: no look-up, not even one that finds that out on the next tick.
  const lookup: LookupLiteral = (literal, _options, callback) => {
    callback(null, literal, isIPv4(literal) ? 4 : 6);
  };
  const socket = createSocket({ type, reuseAddr: isShared, recvBufferSize: receiveBufferOctets, lookup });
  // A send that failed (no route, buffer full) is a lost datagram, which the client repeats.
  socket.on('error', () => undefined);
  return socket;
}

type LookupLiteral = (
  literal: string,
  options: unknown,
  callback: (error: NodeJS.ErrnoException | null, address: string, family: number) => void,
) => void;

async function bind(socket: Socket, address: string, port: number): Promise<Socket> {
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

async function close(socket: Socket): Promise<void> {
  const closed = once(socket, 'close');
  socket.close();
  await closed;
}
