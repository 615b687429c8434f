import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { ReceivedPacket } from '../core/received-packet.ts';

const receiveBufferOctets = 4 * 1024 * 1024;

type Receive = (arrival: ReceivedPacket) => void;

export interface BoundAddress {
  readonly address: string;
  readonly port: number;
}

/** Addresses to listen on, one at least. */
export type ListenHosts = readonly [string, ...string[]];

/**
 * The sockets of one port. Where all addresses are listened on, each address of the machine has a socket of its own,
 * because the answer of a socket for all of them would leave from an address of the kernel's choice (RFC 2866
 * section 3); addresses that appear later are bound by `bindNewAddresses`.
 */
export class UdpSockets {
  readonly #byAddress = new Map<string, Socket>();
  readonly #receive: Receive;
  #wildcard: { readonly host: string; readonly port: number } | null = null;
  #isOpen = true;

  constructor(receive: Receive) {
    this.#receive = receive;
  }

  /**
   * @param port  0 for any free one, the same on all hosts
   * @returns     what was bound, in the order of the hosts
   * @throws Error where an address is not ours, or the port is taken
   */
  async open(hosts: ListenHosts, port: number): Promise<BoundAddress[]> {
    const bound: BoundAddress[] = [];
    for (const host of withoutCoveredHosts(hosts))
      bound.push(await this.#open(host, bound[0]?.port ?? port));
    return bound;
  }

  async #open(host: string, port: number): Promise<BoundAddress> {
    if (!isForAll(host))
      return { address: host, port: await this.#bind(host, { port, isShared: false }) };
    // Asked for alone first: with the sharing that follows nobody would notice that another server has the port.
    const bound = await portFor(host, port);
    await this.#bind(host, { port: bound, isShared: true });
    await this.#bindEach(host, bound);
    this.#wildcard = { host, port: bound };
    return { address: host, port: bound };
  }

  /** Binds the addresses that the machine has got since `open`, where all addresses are listened on. */
  async bindNewAddresses(): Promise<void> {
    if (this.#isOpen && this.#wildcard)
      await this.#bindEach(this.#wildcard.host, this.#wildcard.port);
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await Promise.all([...this.#byAddress.values()].map(close));
    this.#byAddress.clear();
  }

  async #bindEach(host: string, port: number): Promise<void> {
    const missing = localAddresses(host).filter((address) => !this.#byAddress.has(address));
    // One that vanished between being listed and being bound is no fault: the socket for all serves it.
    await Promise.allSettled(
      missing.map((address) => this.#bind(address, { port, isShared: true })),
    );
  }

  async #bind(
    address: string,
    { port, isShared }: { readonly port: number; readonly isShared: boolean },
  ): Promise<number> {
    const socket = await bind(newSocket(address, isShared), address, port);
    const bound = socket.address().port;
    if (this.#isOpen) this.#listen(socket, address);
    else await close(socket);
    return bound;
  }

  #listen(socket: Socket, at: string): void {
    this.#byAddress.set(at, socket);
    const { port } = socket.address();
    socket.on('message', (octets, from) => {
      // By the socket that it came in by: a reply must come from the address that was asked.
      const send = (reply: Buffer) => {
        socket.send(reply, from.port, from.address);
      };
      this.#receive({ octets, peer: from, localEndpoint: `${at}/${port}`, send });
    });
  }
}

/** Without those that another one stands for: `::` is all of IPv4 as well. */
export function withoutCoveredHosts(hosts: ListenHosts): readonly string[] {
  const covers = (all: string, host: string) =>
    all !== host && (all === '::' || (all === '0.0.0.0' && isIPv4(host)));
  return hosts.filter((host) => !hosts.some((all) => covers(all, host)));
}

function isForAll(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
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
  const socket = createSocket({
    type,
    reuseAddr: isShared,
    recvBufferSize: receiveBufferOctets,
    lookup,
  });
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
