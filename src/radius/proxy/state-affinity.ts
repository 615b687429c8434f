import type { Clock } from '../../runtime/clock.ts';
import { TtlCache } from '../../runtime/cache.ts';
import { attributeType } from '../../protocol/radius/attribute-type.ts';
import { firstValue, type Packet } from '../../protocol/radius/packet.ts';

const maxStates = 16_384;
/** Users may need minutes to respond to a challenge. */
const stateTtlMs = 600_000;

/**
 * Remembers which upstream sent a State to a client: the request that returns it is proxied to the same upstream.
 *
 * @see RFC 2865 section 5.24
 */
export class StateAffinity {
  /** Upstream ids by client and State. */
  readonly #upstreams: TtlCache<number>;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#upstreams = new TtlCache({
      ttlMs: stateTtlMs,
      maxEntries: maxStates,
      clock: clock.monotonicMs,
    });
  }

  /** @returns id of the upstream; undefined if the packet responds to no remembered challenge */
  upstreamOf(client: number, packet: Packet): number | undefined {
    const key = stateKey(client, packet);
    return key === null ? undefined : this.#upstreams.get(key);
  }

  /** @param challenge  as received from the upstream */
  remember(client: number, challenge: Packet, upstream: number): void {
    const key = stateKey(client, challenge);
    if (key !== null) this.#upstreams.set(key, upstream);
  }
}

function stateKey(client: number, packet: Packet): string | null {
  const state = firstValue(packet, attributeType.state);
  return state && `${client}/${state.toString('latin1')}`;
}
