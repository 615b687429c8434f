import { attribute } from '../protocol/radius/attribute.ts';
import { first, type Packet } from '../protocol/radius/packet.ts';

const most = 16_384;
/** Somebody may have to look up what they are asked for. */
const lifetimeMs = 600_000;

interface Entry {
  readonly upstream: number;
  readonly expiresAt: number;
}

/**
 * Which upstream gave a client a State: whoever answers with it speaks to that one, since it means nothing to another.
 *
 * @see RFC 2865 section 5.24
 */
export class Conversations {
  readonly #entries = new Map<string, Entry>();

  /** @returns id of the upstream; undefined where the packet answers to no challenge that is remembered */
  upstreamOf(client: number, packet: Packet): number | undefined {
    const key = keyOf(client, packet);
    const entry = key === null ? undefined : this.#entries.get(key);
    return entry && entry.expiresAt > performance.now() ? entry.upstream : undefined;
  }

  /** @param challenge  as the upstream gave it */
  remember(client: number, challenge: Packet, upstream: number): void {
    const key = keyOf(client, challenge);
    if (key === null) return;
    const now = performance.now();
    this.#expire(now);
    // Deleted first, so that the map stays in order of age.
    this.#entries.delete(key);
    this.#entries.set(key, { upstream, expiresAt: now + lifetimeMs });
  }

  #expire(now: number): void {
    for (const [key, { expiresAt }] of this.#entries) {
      if (expiresAt > now && this.#entries.size < most) return;
      this.#entries.delete(key);
    }
  }
}

function keyOf(client: number, packet: Packet): string | null {
  const state = first(packet, attribute.state);
  return state && `${client}/${state.toString('latin1')}`;
}
