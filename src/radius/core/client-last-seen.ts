import type { Gateway } from '../../gateway.ts';

const msBetweenWrites = 60_000;

/** Keeps when each client was last heard of, to the minute. */
export class ClientLastSeen {
  readonly #gateway: Gateway;
  /** By client id. */
  readonly #writtenAt = new Map<number, number>();

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
  }

  /** Nobody waits for it: the next packet tells the same. */
  record(client: number, at: Date): void {
    const now = at.getTime();
    if (now - (this.#writtenAt.get(client) ?? 0) < msBetweenWrites) return;
    this.#writtenAt.set(client, now);
    const update = this.#gateway.store.db
      .updateTable('aaa_client')
      .set({ last_seen: now })
      .where('id', '=', client);
    this.#gateway.store.write([update]).catch((error: unknown) => {
      this.#writtenAt.delete(client);
      this.#gateway.log.debug({ client, error }, 'last_seen was not kept');
    });
  }
}
