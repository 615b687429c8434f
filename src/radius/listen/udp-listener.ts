import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { PacketHandler } from '../core/packet-handler.ts';
import type { ReceivedPacket } from '../core/received-packet.ts';
import { withoutCoveredHosts, type BoundAddress, type ListenHosts } from './listen-address.ts';
import { receiveBufferOctets } from '../../runtime/machine/receive-buffer.ts';
import { bindSocket, closeSocket } from '../../runtime/machine/udp-socket.ts';

/**
 * Receives packets over UDP. A wildcard address gets a socket for each address of the machine, because a reply of the
 * wildcard socket would leave from an address of the kernel's choice (RFC 2866 section 3); addresses that appear later
 * are bound by `bindNewAddresses`.
 */
export class UdpListener {
  readonly #handler: PacketHandler;
  /** The sockets by address and port. */
  readonly #sockets = new Map<string, Socket>();
  readonly #wildcards: { readonly host: string; readonly port: number }[] = [];
  #isOpen = true;

  constructor(handler: PacketHandler) {
    this.#handler = handler;
  }

  /**
   * @param ports  0: any free port, the same on all hosts
   * @returns      the bound addresses, in the order of ports and hosts
   * @throws Error if an address is not one of the machine, or a port is taken
   */
  async open(hosts: ListenHosts, ports: readonly number[]): Promise<BoundAddress[]> {
    const bound: BoundAddress[] = [];
    for (const port of ports) {
      let boundPort = port;
      for (const host of withoutCoveredHosts(hosts)) {
        boundPort = await this.#open(host, boundPort);
        bound.push({ address: host, port: boundPort });
      }
    }
    return bound;
  }

  /** Binds the addresses that the machine has got since `open`, where a wildcard address is listened on. */
  async bindNewAddresses(): Promise<void> {
    if (!this.#isOpen) return;
    await Promise.all(
      this.#wildcards.map(({ host, port }) => this.#bindLocalAddresses(host, port)),
    );
  }

  /** Answers the packets in flight, then closes the sockets. */
  async close(): Promise<void> {
    await this.#handler.drain();
    this.#isOpen = false;
    await Promise.all([...this.#sockets.values()].map(closeSocket));
    this.#sockets.clear();
  }

  async #open(host: string, port: number): Promise<number> {
    if (!isWildcard(host)) return this.#bind(host, { port, isShared: false });
    // A probe without address sharing first: with it, a port that another server has would not be noticed.
    const bound = await probePort(host, port);
    await this.#bind(host, { port: bound, isShared: true });
    await this.#bindLocalAddresses(host, bound);
    this.#wildcards.push({ host, port: bound });
    return bound;
  }

  async #bindLocalAddresses(host: string, port: number): Promise<void> {
    const missing = localAddresses(host).filter(
      (address) => !this.#sockets.has(`${address}/${port}`),
    );
    // An address that vanished between being listed and being bound is no fault: the wildcard socket serves it.
    await Promise.allSettled(
      missing.map((address) => this.#bind(address, { port, isShared: true })),
    );
  }

  async #bind(
    address: string,
    { port, isShared }: { readonly port: number; readonly isShared: boolean },
  ): Promise<number> {
    const socket = await bindSocket(newSocket(address, isShared), port, address);
    const bound = socket.address().port;
    if (this.#isOpen) this.#listen(socket, `${address}/${bound}`);
    else await closeSocket(socket);
    return bound;
  }

  #listen(socket: Socket, endpoint: string): void {
    this.#sockets.set(endpoint, socket);
    socket.on('message', (octets, from) => {
      void this.#handler.handle(new Datagram(octets, { socket, endpoint, from }));
    });
  }
}

interface DatagramOrigin {
  readonly socket: Socket;
  readonly endpoint: string;
  readonly from: RemoteInfo;
}

/** A received datagram. Its reply leaves by the socket that received it, and so from the address that was asked. */
class Datagram implements ReceivedPacket {
  readonly octets: Buffer;
  readonly peer: RemoteInfo;
  readonly localEndpoint: string;
  readonly #socket: Socket;

  constructor(octets: Buffer, { socket, endpoint, from }: DatagramOrigin) {
    this.octets = octets;
    this.peer = from;
    this.localEndpoint = endpoint;
    this.#socket = socket;
  }

  send(reply: Buffer): void {
    this.#socket.send(reply, this.peer.port, this.peer.address);
  }
}

function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

function localAddresses(host: string): string[] {
  const families = host === '::' ? ['IPv4', 'IPv6'] : ['IPv4'];
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, address }) => families.includes(family) && !address.startsWith('fe80:'))
    .map(({ address }) => address);
}

async function probePort(host: string, port: number): Promise<number> {
  const probe = await bindSocket(newSocket(host, false), port, host);
  const bound = probe.address().port;
  await closeSocket(probe);
  return bound;
}

function newSocket(address: string, isShared: boolean): Socket {
  const type = isIPv4(address) ? 'udp4' : 'udp6';
  // Packets are sent to literal addresses only: no lookup, not even on the next tick.
  const lookup: LookupLiteral = (literal, _options, callback) => {
    callback(null, literal, isIPv4(literal) ? 4 : 6);
  };
  const socket = createSocket({
    type,
    reuseAddr: isShared,
    recvBufferSize: receiveBufferOctets,
    lookup,
  });
  // A failed send (no route, buffer full) is a lost datagram, which the client retransmits.
  socket.on('error', () => undefined);
  return socket;
}

type LookupLiteral = (
  literal: string,
  options: unknown,
  callback: (error: NodeJS.ErrnoException | null, address: string, family: number) => void,
) => void;
