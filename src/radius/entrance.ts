import { setTimeout as sleep } from 'node:timers/promises';
import type { Door } from './door.ts';
import { Sockets, type BoundAddress, type Hosts } from './sockets.ts';

const msToFinish = 5_000;

/** Closes a door, and waits until what is inside has been answered, or for as long as a stop may take. */
export async function finished(door: Door): Promise<void> {
  const patience = new AbortController();
  const tooLong = sleep(msToFinish, undefined, { signal: patience.signal, ref: false }).catch(() => undefined);
  await Promise.race([door.close(), tooLong]);
  patience.abort();
}

/** A door and the sockets that lead to it. */
export class Entrance {
  readonly #door: Door;
  readonly #sockets: Sockets[] = [];

  constructor(door: Door) {
    this.#door = door;
  }

  async open(hosts: Hosts, ports: readonly number[]): Promise<BoundAddress[]> {
    const bound: BoundAddress[] = [];
    for (const port of ports) {
      const sockets = new Sockets((arrival) => {
        void this.#door.receive(arrival);
      });
      this.#sockets.push(sockets);
      bound.push(...(await sockets.open(hosts, port)));
    }
    return bound;
  }

  async close(): Promise<void> {
    await finished(this.#door);
    await Promise.all(this.#sockets.map((sockets) => sockets.close()));
  }
}
