import type { ReadingRow } from '../../contract/adapter.ts';
import type { Gateway } from '../../gateway/gateway.ts';

/** An interface that is gone keeps its place for this time. */
const keptPlaceMs = 86_400_000;
const maxNameLength = 64;

export type ChoiceContext = Pick<Gateway, 'clock'> & {
  readonly inventory: Pick<Gateway['inventory'], 'polls'>;
  readonly config: { readonly polling: Pick<Gateway['config']['polling'], 'interfaces'> };
};

/** Stored names of the chosen interfaces, by their names in the readings. */
export interface InterfaceChoice {
  readonly names: ReadonlyMap<string, string>;
  /** Interfaces beyond the limit. */
  readonly omitted: number;
}

/**
 * Chooses the interfaces of a device that have metrics, `polling.interfaces` at most: interfaces in the polls of the last day,
 * then interfaces that most readings have (they are up), in the order of the device. A device that renames its interfaces with
 * each poll thus adds few names.
 *
 * @param readings  the interfaces of each reading
 */
export function chooseInterfaces(
  { clock, config, inventory }: ChoiceContext,
  device: number,
  readings: readonly (readonly ReadingRow[])[],
): InterfaceChoice {
  const counts = new Map<string, number>();
  for (const { name } of readings.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const { interfaces } = config.polling;
  if (counts.size === 0 || interfaces === 0) return { names: new Map(), omitted: 0 };
  const kept = inventory.polls.interfaces;
  const now = clock.monotonicMs();
  const before = [...(kept.get(String(device)) ?? [])];
  const places = new Map(before.filter(([, seenAt]) => now - seenAt < keptPlaceMs));
  const names = new Map<string, string>();
  for (const name of inOrderOfChoice(counts, places)) {
    const stored = storedName(name);
    if (!places.has(stored) && places.size >= interfaces) continue;
    places.set(stored, now);
    names.set(name, stored);
  }
  kept.set(String(device), places);
  return { names: distinct(names), omitted: counts.size - names.size };
}

/**
 * @param counts  readings that have an interface, by name
 * @param places  stored names that were chosen before
 */
function inOrderOfChoice(
  counts: ReadonlyMap<string, number>,
  places: ReadonlyMap<string, number>,
): readonly string[] {
  const isKnown = (name: string) => (places.has(storedName(name)) ? 1 : 0);
  return [...counts]
    .sort(([a, left], [b, right]) => isKnown(b) - isKnown(a) || right - left)
    .map(([name]) => name);
}

/** Returns a name as stores keep it: without control characters, and cut between characters. */
function storedName(name: string): string {
  const shown = name.replaceAll(/\p{Cc}/gu, ' ');
  return shown.length <= maxNameLength ? shown : Array.from(shown).slice(0, maxNameLength).join('');
}

/** Leaves out names that equal others once they are cut. */
function distinct(names: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const first = new Map([...names].reverse().map(([name, stored]) => [stored, name]));
  return new Map([...names].filter(([name, stored]) => first.get(stored) === name));
}
