import type { Gateway } from '../../gateway.ts';
import type { Client } from '../core/clients.ts';

const day = 86_400_000;

/**
 * Which clients sign their Access-Requests. One that signed once must go on: `auto` learns it from the first signed
 * packet, for single addresses only. Since when a client has sent unsigned ones is kept for the operator.
 *
 * @see draft-ietf-radext-deprecating-radius, CVE-2024-3596
 */
export class MessageAuthenticatorPolicy {
  readonly #gateway: Gateway;
  /** By client id. */
  readonly #signing = new Set<number>();
  readonly #saidAt = new Map<number, number>();

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
  }

  requiresMessageAuthenticator(client: Client): boolean {
    if (client.requireMessageAuthenticator !== 'auto')
      return client.requireMessageAuthenticator === 'yes';
    return this.#signing.has(client.id);
  }

  recordSigned(client: Client): void {
    // One that signs says nothing of its neighbours.
    if (client.isNetwork || this.#signing.has(client.id)) return;
    this.#signing.add(client.id);
    this.#write(client, null);
  }

  recordUnsigned(client: Client): void {
    const now = this.#gateway.now().getTime();
    if (now - (this.#saidAt.get(client.id) ?? 0) < day) return;
    this.#saidAt.set(client.id, now);
    this.#signing.delete(client.id);
    this.#gateway.log.warn(
      { client: client.name },
      'RADIUS client sends Access-Requests without Message-Authenticator',
    );
    this.#write(client, now);
  }

  /** Nobody waits for it: what is lost here is learnt again. */
  #write(client: Client, since: number | null): void {
    const update = this.#gateway.store.db
      .updateTable('aaa_client')
      .set({ weak_since: since })
      .where('id', '=', client.id);
    const unit = [since === null ? update : update.where('weak_since', 'is', null)];
    this.#gateway.store.write(unit).catch((error: unknown) => {
      this.#gateway.log.debug({ client: client.name, error }, 'weak_since was not kept');
    });
  }
}
