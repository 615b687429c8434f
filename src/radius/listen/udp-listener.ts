import { setTimeout as sleep } from 'node:timers/promises';
import type { PacketHandler } from '../core/packet-handler.ts';
import { UdpSockets, type BoundAddress, type ListenHosts } from './udp-sockets.ts';

const msToFinish = 5_000;

/** Closes a door, and waits until what is inside has been answered, or for as long as a stop may take. */
export async function drainPacketHandler(door: PacketHandler): Promise<void> {
  const patience = new AbortController();
  const tooLong = sleep(msToFinish, undefined, { signal: patience.signal, ref: false }).catch(
    () => undefined,
  );
  await Promise.race([door.close(), tooLong]);
  patience.abort();
}

/** A door and the sockets that lead to it. */
export class UdpListener {
  readonly #door: PacketHandler;
  readonly #sockets: UdpSockets[] = [];

  constructor(door: PacketHandler) {
    this.#door = door;
  }

  async open(hosts: ListenHosts, ports: readonly number[]): Promise<BoundAddress[]> {
    const bound: BoundAddress[] = [];
    for (const port of ports) {
      const sockets = new UdpSockets((arrival) => {
        void this.#door.handle(arrival);
      });
      this.#sockets.push(sockets);
      bound.push(...(await sockets.open(hosts, port)));
    }
    return bound;
  }

  async bindNewAddresses(): Promise<void> {
    await Promise.all(this.#sockets.map((sockets) => sockets.bindNewAddresses()));
  }

  async close(): Promise<void> {
    await drainPacketHandler(this.#door);
    await Promise.all(this.#sockets.map((sockets) => sockets.close()));
  }
}
