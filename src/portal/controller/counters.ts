import type { CountedOctets } from '../../aaa/session/controlled-session.ts';
import { canonicalMac } from '../../contract/fields.ts';

/* The counters in the replies of controllers. */

/** A device as an entry of a reply names it, and its counters. */
interface Counters {
  readonly mac: unknown;
  readonly up: unknown;
  readonly down: unknown;
}

/** Returns the octets of devices by canonical MAC address. An entry without an address or a counter is left out; the last one counts. */
export function countedIn(entries: readonly Counters[]): ReadonlyMap<string, CountedOctets> {
  return new Map(
    entries.flatMap((entry) => {
      const device = canonicalMac(String(entry.mac));
      const [up, down] = [octetsIn(entry.up), octetsIn(entry.down)];
      return device === null || up === null || down === null ? [] : [[device, { up, down }]];
    }),
  );
}

/** Returns the octets of a counter as JSON has it, a number or text; null: it has none. */
export function octetsIn(value: unknown): number | null {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null;
}
