import { writeLastSeen } from '../../aaa/session/client-store.ts';
import type { Gateway } from '../../gateway.ts';

const writeIntervalMs = 60_000;

/** Records when the last packet of each client was received, at most once a minute. */
export class ClientLastSeen {
  readonly #gateway: Gateway;
  /** Time of the last write by client id. */
  readonly #writtenAt = new Map<number, number>();

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
  }

  /** Records a packet without waiting for the write; if that fails, the next packet is recorded instead. */
  record(client: number, at: Date): void {
    const now = at.getTime();
    if (now - (this.#writtenAt.get(client) ?? 0) < writeIntervalMs) return;
    this.#writtenAt.set(client, now);
    writeLastSeen(this.#gateway.store, client, now).catch((error: unknown) => {
      this.#writtenAt.delete(client);
      this.#gateway.log.debug({ client, error }, 'RADIUS: cannot write last_seen of a client');
    });
  }
}
