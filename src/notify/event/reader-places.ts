import { Fault } from '../../contract/errors.ts';
import type { Gateway } from '../../gateway/gateway.ts';

/** A stream that is open, or about to be. */
export interface Place {
  /** Key of its token. */
  readonly key: string;
  /** Organization directly below the root that its caller belongs to; null: the root. */
  readonly tenant: number | null;
}

export type PlaceLimits = Pick<
  Gateway['config']['http'],
  'event_readers' | 'event_readers_per_organization' | 'event_readers_per_token'
>;

/** The places of streams: limited in all, by tenant and by token, so that none of them takes all. */
export class ReaderPlaces {
  readonly #limits: PlaceLimits;
  readonly #taken = new Set<Place>();

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#taken.size;
  }

  /** Takes a place until `leave`. @throws Fault `overloaded` naming the limit */
  take(place: Place): void {
    const taken = [...this.#taken];
    const ofToken = taken.filter(({ key }) => key === place.key);
    const ofTenant = taken.filter(({ tenant }) => tenant !== null && tenant === place.tenant);
    for (const [limit, { length }] of [
      ['event_readers', taken],
      ['event_readers_per_token', ofToken],
      ['event_readers_per_organization', ofTenant],
    ] as const)
      if (length >= this.#limits[limit])
        throw new Fault(
          'overloaded',
          `Too many streams of events are open (http.${limit}: ${this.#limits[limit]}).`,
          { retryAfter: 30 },
        );
    this.#taken.add(place);
  }

  leave(place: Place): void {
    this.#taken.delete(place);
  }
}
