import type { Gateway } from '../../gateway/gateway.ts';
import { recordSigning, recordWeakness } from '../../aaa/client/client-weakness.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { checkMessageAuthenticator } from '../../protocol/radius/authenticator.ts';
import { hasAttribute } from '../../protocol/radius/packet.ts';
import type { Client } from '../core/clients.ts';
import type { PacketService, RadiusRequest } from '../core/radius-request.ts';

const warningIntervalMs = 86_400_000;

/**
 * Verifies Message-Authenticators, and learns which clients sign their Access-Requests: with `auto`, a single address that
 * signed once must sign every request, also after a restart. `weak_since` shows the operator since when a client sends unsigned ones.
 *
 * @see draft-ietf-radext-deprecating-radius, CVE-2024-3596
 */
export class MessageAuthenticatorPolicy {
  readonly #gateway: Gateway;
  /** Ids of clients that have signed a request since the start. */
  readonly #signingClients = new Set<number>();
  /** The time of the last warning by client id, in milliseconds since 1970. */
  readonly #warnedAt = new Map<number, number>();

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
  }

  /** @returns the drop reason; null: the request is signed, or need not be */
  verify({ packet, client }: RadiusRequest): ReturnType<PacketService['verify']> {
    if (hasAttribute(packet, attributeType.messageAuthenticator)) {
      if (checkMessageAuthenticator(packet, client.secret) !== 'valid')
        return 'message_authenticator';
      this.#recordSigned(client);
      return null;
    }
    if (hasAttribute(packet, attributeType.eapMessage)) return 'message_authenticator_missing';
    // TLS protects the integrity of its packets.
    if (client.transport === 'tls') return null;
    if (this.#mustSign(client)) return 'message_authenticator_missing';
    if (client.limitProxyState !== 'no' && hasAttribute(packet, attributeType.proxyState))
      return 'proxy_state';
    this.#recordUnsigned(client);
    return null;
  }

  #mustSign(client: Client): boolean {
    if (client.requireMessageAuthenticator !== 'auto')
      return client.requireMessageAuthenticator === 'yes';
    return client.signs || this.#signingClients.has(client.id);
  }

  #recordSigned(client: Client): void {
    // In a network of clients, a client that signs does not bind the others.
    if (client.isNetwork || client.signs || this.#signingClients.has(client.id)) return;
    this.#signingClients.add(client.id);
    this.#write(client, recordSigning(this.#gateway.store, client.id));
  }

  #recordUnsigned(client: Client): void {
    const now = this.#gateway.now().getTime();
    if (now - (this.#warnedAt.get(client.id) ?? 0) < warningIntervalMs) return;
    this.#warnedAt.set(client.id, now);
    this.#signingClients.delete(client.id);
    this.#gateway.log.warn(
      { client: client.name },
      'RADIUS client sends Access-Requests without Message-Authenticator',
    );
    this.#write(client, recordWeakness(this.#gateway.store, client.id, now));
  }

  /** Does not wait for the write: after a failure the next request that is signed, or the next day, writes it again. */
  #write(
    client: Client,
    statement: ReturnType<typeof recordSigning | typeof recordWeakness>,
  ): void {
    const { store, log } = this.#gateway;
    store.write([statement]).catch((error: unknown) => {
      this.#signingClients.delete(client.id);
      log.debug({ client: client.name, err: error }, 'cannot write if a RADIUS client signs');
    });
  }
}
