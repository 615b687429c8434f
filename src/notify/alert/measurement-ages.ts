interface Measurement {
  readonly key: string;
  /** Milliseconds since 1970 by the clock of the gateway that measured; null: not known. */
  readonly measured_at: number | null;
}

/** Ages of measurements by the monotonic clock: wall clocks of gateways differ, and may be set. */
export class MeasurementAges {
  #latest = new Map<string, { readonly measured_at: number | null; readonly seenAt: number }>();

  /**
   * Returns the milliseconds since the latest measurement of a condition was first seen here.
   *
   * @param now  milliseconds of a clock that is never set
   */
  ageOf({ key, measured_at }: Measurement, now: number): number {
    const seen = this.#latest.get(key);
    if (seen?.measured_at === measured_at) return now - seen.seenAt;
    this.#latest.set(key, { measured_at, seenAt: now });
    return 0;
  }

  /** Forgets all other conditions. */
  keep(conditions: readonly Measurement[]): void {
    const kept = new Set(conditions.map(({ key }) => key));
    for (const key of this.#latest.keys()) if (!kept.has(key)) this.#latest.delete(key);
  }
}
