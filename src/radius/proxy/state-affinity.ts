import { TtlCache } from '../../runtime/ttl-cache.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { firstValue, type Packet } from '../../protocol/radius/packet.ts';

const most = 16_384;
/** Somebody may have to look up what they are asked for. */
const lifetimeMs = 600_000;

/**
 * Which upstream gave a client a State: whoever answers with it speaks to that one, since it means nothing to another.
 *
 * @see RFC 2865 section 5.24
 */
export class StateAffinity {
  /** By client and State. */
  readonly #upstreams = new TtlCache<number>({ ttlMs: lifetimeMs, maxEntries: most });

  /** @returns id of the upstream; undefined where the packet answers to no challenge that is remembered */
  upstreamOf(client: number, packet: Packet): number | undefined {
    const key = keyOf(client, packet);
    return key === null ? undefined : this.#upstreams.get(key);
  }

  /** @param challenge  as the upstream gave it */
  remember(client: number, challenge: Packet, upstream: number): void {
    const key = keyOf(client, challenge);
    if (key !== null) this.#upstreams.set(key, upstream);
  }
}

function keyOf(client: number, packet: Packet): string | null {
  const state = firstValue(packet, attributeType.state);
  return state && `${client}/${state.toString('latin1')}`;
}
