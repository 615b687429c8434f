import { TtlCache } from '../../runtime/cache.ts';

/** Clock of the SNMP engine that sent a trap, as its header has it. */
export interface SenderTime {
  readonly engineId: Buffer;
  readonly engineBoots: number;
  readonly engineTime: number;
}

interface Known {
  readonly boots: number;
  readonly time: number;
  /** When it was received, in the monotonic time of this gateway. */
  readonly at: number;
}

/** Time window of RFC 3414 section 2.2.3. */
const windowMs = 150_000;
const latchedBoots = 2 ** 31 - 1;

/**
 * Latest clocks of engines that send signed traps, so that an old trap cannot be sent again by somebody else. A sender chooses
 * its engine id itself, so each device has clocks of its own.
 */
export class SenderClocks {
  readonly #known: TtlCache<Known>;
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
    this.#known = new TtlCache({ ttlMs: 86_400_000, maxEntries: 16_384, clock });
  }

  /** True if a trap is not older than the time window allows (RFC 3414 section 3.2, step 7b); its time is remembered. */
  accept(device: number, { engineId, engineBoots, engineTime }: SenderTime): boolean {
    if (engineBoots === latchedBoots) return false;
    const key = `${device} ${engineId.toString('base64')}`;
    const now = this.#clock();
    const known = this.#known.get(key);
    if (known && !isInWindow(known, { boots: engineBoots, time: engineTime, at: now }))
      return false;
    const isNewer =
      !known ||
      engineBoots > known.boots ||
      (engineBoots === known.boots && engineTime > known.time);
    if (isNewer) this.#known.set(key, { boots: engineBoots, time: engineTime, at: now });
    return true;
  }
}

function isInWindow(known: Known, received: Known): boolean {
  if (received.boots !== known.boots) return received.boots > known.boots;
  const expectedMs = known.time * 1000 + (received.at - known.at);
  return received.time * 1000 >= expectedMs - windowMs;
}
